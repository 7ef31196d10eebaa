"""`python -m parbleu` is the command `parbleu`."""

from parbleu.cli.main import command

if __name__ == "__main__":
    command()
