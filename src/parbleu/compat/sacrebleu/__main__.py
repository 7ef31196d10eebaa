"""Runs the command `sacrebleu` for `python -m sacrebleu`."""

from parbleu.compat._sacrebleu_command.command import main

if __name__ == "__main__":
    main()
