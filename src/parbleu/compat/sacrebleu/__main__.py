"""Runs the command `sacrebleu` for `python -m sacrebleu`."""

from parbleu.compat.sacrebleu_command.command import main

if __name__ == "__main__":
    main()
