# Written by tools/make_lazy_stubs.py.

from parbleu.fetch._archives import unpack as unpack
from parbleu.fetch._download import fetch as fetch
