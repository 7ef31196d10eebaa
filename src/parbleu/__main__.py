"""Runs the command `parbleu`: for `python -m parbleu`, and where the installed command starts."""

try:
    from parbleu._cli.main import command
except KeyboardInterrupt:
    raise SystemExit(130) from None

if __name__ == "__main__":
    command()
