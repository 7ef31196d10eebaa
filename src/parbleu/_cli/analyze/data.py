"""`parbleu analyze data`: looks for broken output, and for the same in the references."""

from __future__ import annotations

from parbleu._base import log
from parbleu._base.numbers import parse_decimal
from parbleu._cli.analyze.analysis_options import TEXT_OPTIONS, read_texts
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import named_file
from parbleu._cli.shell.options import Arguments, Option
from parbleu.analysis._checked_stream import LIMITS
from parbleu.analysis._data_checks import DETECTORS, check_data
from parbleu.tables import Result
from parbleu.text._languages import read_language

OF_LANGUAGE = "wrong_language"
"""The check that warnings of text propose."""


@ResultCommand(
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
    tables="checks broken_segments",
    common="-i --source --hyp --ref -t -l --checks --language -f -o",
)
def data(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    limits = dict(_limit(word) for word in arguments.limits or ())
    language = arguments.language or ""
    is_checked = language and (arguments.checks is None or OF_LANGUAGE in arguments.checks)
    command = f"--language {read_language(language).code} --checks {OF_LANGUAGE}`" if is_checked else ""
    listener = log.listener

    def warn(line: str, remark: str = "") -> None:
        """Warns of what this command does not find itself, and so need not be proposed."""
        if listener is not None and not (command and command in line):
            listener(line, remark)

    texts = log.diverted(lambda: read_texts(arguments), warn)
    return check_data(texts, arguments.checks, limits=limits, language=language)


def _limit(word: str) -> tuple[str, float]:
    expected = "--limits takes NAME=NUMBER"
    name, value = named_file(word, expected)
    try:
        number = parse_decimal(value)
    except ValueError:
        raise UsageError(f"{expected}, not {word!r}") from None
    return name.replace("-", "_"), int(number) if number == int(number) else number
