"""What the commands of `parbleu human` share: reading files of ratings, schemes, printing tables."""

from __future__ import annotations

from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option, format_option
from parbleu.errors import UnknownNameError
from parbleu.human.average_scores import human_scores
from parbleu.human.formats import FORMATS
from parbleu.human.rating_files import read_judgements
from parbleu.human.scoring_scheme import Scheme, get_scheme, guess_scheme, scheme_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu.errors import FormatError
    from parbleu.human.average_scores import HumanScores
    from parbleu.human.judgement import Judgement

FILES = Option((), "files", "files of ratings, or - for standard input", many="*", default=(), metavar="FILE")
FROM = Option(
    ("--from",),
    "from_format",
    "their format (default: what they look like)",
    choices=tuple(FORMATS),
    metavar="FORMAT",
)
STRICT = Option(
    ("--strict",),
    "strict",
    "no leaves out lines that are wrong, and says which (default: yes)",
    default="yes",
    choices=("yes", "no"),
)
SCHEME = Option(
    ("--scheme", "-s"),
    "scheme",
    f"how errors or scores count: {', '.join(scheme_names())}, a JSON file, or weights such as "
    "'major:5 minor:1 minor/fluency/punctuation:0.1' (default: the scores that raters gave, or else mqm)",
    metavar="SCHEME",
)
NORMALISE = Option(
    ("--normalise", "--normalize", "-z"),
    "normalise",
    "each rater's scores less their mean, divided by their standard deviation",
    bool,
    default=False,
)
FORMAT = format_option(("text", "tsv", "json"))
LANGUAGES = Option(
    ("--languages",),
    "languages",
    "only this language pair, as the files call it, such as eng-jpn",
    metavar="PAIR",
)
RATER = Option(("--rater",), "rater", "only what this rater said", metavar="RATER")
READING = (FILES, FROM, STRICT, LANGUAGES)
STDIN = "/dev/stdin"


def read(values: dict[str, Any], console: Console) -> list[Judgement]:
    """Reads the files of a command line.

    Raises:
        CommandError: there is none, or standard input without its format; or nobody judged anything.
        ParbleuError: a file is wrong.
    """
    if not values["files"]:
        raise CommandError(f"which file of ratings? ({console.program.name} --help explains)", status=2)
    found: list[Judgement] = []
    problems: list[FormatError] = []
    for file in values["files"]:
        if file == "-" and values["from_format"] is None:
            raise CommandError("say by --from in which format standard input is", status=2)
        path = STDIN if file == "-" else file
        found += read_judgements(path, values["from_format"], problems if values["strict"] == "no" else None)
    if not found:
        if problems:
            raise problems[0]  # as usually the header, which is wrong for every line
        raise CommandError(f"there are no judgements in {', '.join(values['files'])}")
    for problem in problems:
        console.say(f"left out: {problem}")
    pairs = sorted({each.languages for each in found})
    wanted = values["languages"]
    if wanted is None and len(pairs) > 1:
        raise CommandError(
            f"choose one of several language pairs: --languages {' or '.join(pairs)}", status=2
        )
    if wanted is not None and pairs == ["-"]:
        raise CommandError("these files do not say which languages; leave --languages out", status=2)
    if wanted is not None and wanted not in pairs:
        raise CommandError(f"there is no {wanted} here, but {', '.join(pairs)}", status=2)
    return [each for each in found if wanted in (None, each.languages)]


def only(judgements: list[Judgement], what: str, wanted: str | None) -> list[Judgement]:
    """Returns the judgements of one system or rater; all of them if None is wanted.

    Raises:
        UnknownNameError: there is none.
    """
    if wanted is None:
        return judgements
    known = {getattr(judgement, what) for judgement in judgements} - {None}
    if wanted not in known:
        raise UnknownNameError(what, wanted, sorted(known))
    return [judgement for judgement in judgements if getattr(judgement, what) == wanted]


def choose_scheme(values: dict[str, Any], judgements: Sequence[Judgement], console: Console) -> Scheme:
    """Returns the scheme of a command line, and warns of errors that cost nothing in it.

    Raises:
        OptionError: there is no such scheme.
    """
    given = values["scheme"]
    scheme = guess_scheme(judgements) if given is None else get_scheme(given)
    if unknown := scheme.unknown(judgements):
        names = ", ".join(repr(severity) for severity in unknown)
        console.say(f"the scheme {scheme.name} has no weight for {names}: such errors cost nothing")
    return scheme


def read_scores(values: dict[str, Any], console: Console) -> HumanScores:
    """Reads the ratings of a command line and scores them as it says.

    Raises what `read`, `choose_scheme` and `human_scores` raise.
    """
    judgements = read(values, console)
    scores = human_scores(judgements, choose_scheme(values, judgements, console))
    return scores.normalised() if values["normalise"] else scores


def show_table(records: Sequence[dict[str, Any]], kind: str, console: Console) -> None:
    """Prints records that have the same keys.

    Args:
        records: at least one.
        kind: "text", "tsv" (with a header, numbers in full) or "json".
        console: where.
    """
    if kind == "json":
        from json import dumps

        console.show(dumps([_finite(record) for record in records], indent=1, ensure_ascii=False))
        return
    if kind == "tsv":
        lines = ["\t".join(records[0])]
        lines += ["\t".join(_plain(value) for value in record.values()) for record in records]
        console.show("\n".join(lines))
        return
    rows = [list(records[0]), *([_rounded(value) for value in record.values()] for record in records)]
    numeric = [not isinstance(value, str) for value in records[0].values()]
    widths = [max(len(row[place]) for row in rows) for place in range(len(numeric))]
    for row in rows:
        cells = (
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        )
        console.show("  ".join(cells).rstrip())


def _plain(value: Any) -> str:
    """Returns a value that takes one field of a line."""
    text = "" if value is None else str(value)
    for character, escaped in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(character, escaped) if isinstance(value, str) else text
    return text


def _rounded(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4f}"
    return _plain(value)


def _finite(record: dict[str, Any]) -> dict[str, Any]:
    """Returns a record without NaN, which JSON does not have."""
    return {key: None if value != value else value for key, value in record.items()}
