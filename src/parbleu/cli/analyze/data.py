"""`parbleu analyze data`: looks for broken output, and for the same in the references."""

from __future__ import annotations

from parbleu.analysis.checked_stream import LIMITS
from parbleu.analysis.data_checks import DETECTORS, check_data
from parbleu.cli.analyze.analysis_options import TEXT_OPTIONS, named_file, read_texts
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.io.decimals import parse_decimal

COMMAND = Command(
    "{REF... | -t SET -l PAIR} -i HYP... [--source FILE] [--checks NAME...] [-f FORMAT] [-o FILE]",
    "Finds segments of broken output: empty, copied, untranslated, repeating, too long, shifted, with wrong\n"
    "numbers. It counts the references' segments, too: where a check finds as many,\n"
    "its count says little.",
    """\
  parbleu analyze data ref.txt -i a.txt b.txt --source src.txt
  parbleu analyze data -t wmt24 -l en-cs -i a.txt --language cs
  parbleu analyze data ref.txt -i a.txt --source src.txt --checks copied wrong_numbers -f tsv
  parbleu analyze data ref.txt -i a.txt --limits longest=1.5 window=10""",
    *TEXT_OPTIONS,
    Option(
        "--checks",
        "checks to run (default: all for which there are texts)",
        many="+",
        choices=tuple(DETECTORS),
    ),
    Option("--limits", f"thresholds of checks: {', '.join(LIMITS)}", many="+", metavar="NAME=NUMBER"),
    Option(
        "--language", "the target language, such as de: finds output in others, by py3langid", metavar="CODE"
    ),
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    limits = dict(_limit(word) for word in arguments.limits or ())
    found = check_data(
        read_texts(arguments), arguments.checks, limits=limits, language=arguments.language or ""
    )
    show_result(found, arguments, console)
    return 0


def _limit(word: str) -> tuple[str, float]:
    expected = "--limits takes NAME=NUMBER"
    name, value = named_file(word, expected)
    try:
        number = parse_decimal(value)
    except ValueError:
        raise CommandError(f"{expected}, not {word!r}", status=2) from None
    return name.replace("-", "_"), int(number) if number == int(number) else number
