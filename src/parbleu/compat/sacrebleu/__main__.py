"""`python -m sacrebleu`."""

from parbleu.compat.command import main

if __name__ == "__main__":
    main()
