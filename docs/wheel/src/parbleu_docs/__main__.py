"""Runs `parbleu-docs` as `python -m parbleu_docs`."""

import sys

from parbleu_docs import main

sys.exit(main())
