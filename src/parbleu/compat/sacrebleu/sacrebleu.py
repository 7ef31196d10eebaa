"""The command `sacrebleu`."""

from parbleu.compat.sacrebleu_command.command import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
