"""The module `sacrebleu.sacrebleu`, whose `main` is the command `sacrebleu`."""

from parbleu.compat._sacrebleu_command.command import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
