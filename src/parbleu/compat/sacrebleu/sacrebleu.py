"""The command `sacrebleu`."""

from parbleu.compat.command import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
