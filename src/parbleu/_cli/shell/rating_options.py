"""Defines the options of commands that read rating files, and the function that reads them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from parbleu._base.log import warn
from parbleu._cli.shell.console import CommandError, UsageError
from parbleu._cli.shell.options import Arguments, Option
from parbleu.human._average_scores import HumanScores, human_scores
from parbleu.human._judgement import UNKNOWN_PAIR, Judgement
from parbleu.human._rating_files import of_language_pair, read_judgements, read_ratings
from parbleu.human._scoring_scheme import scheme_names
from parbleu.human.formats import FORMATS
from parbleu.human.formats._score_table import ScoreTable

FROM = Option(
    "--from",
    "format of all files of ratings that are named (default: recognized by their names and contents)",
    choices=FORMATS,
    metavar="FORMAT",
    dest="from_format",
)
READING = (
    Option("files", "files of ratings, or - for standard input", many="*", reads="FILE"),
    FROM,
    Option(
        "--columns",
        "names of the columns in a table of scores: system=model segment=id score=z rater=who document=doc",
        many="+",
        metavar="NAME=COLUMN",
    ),
    Option("--lenient", "leave out wrong lines, and list them", bool),
)
"""What every command takes that reads ratings, next to an option for the language pair."""
RATINGS_PAIR = Option("--language-pair -l", "only this language pair, such as en-ja", metavar="PAIR")
SCHEME = Option(
    "--scheme",
    f"how errors or scores count: {', '.join(scheme_names())}, a JSON file, or weights such as "
    "'major:5 minor:1 minor/fluency/punctuation:0.1' (default: the scores that raters gave, or else mqm)",
    metavar="SCHEME",
    reads="FILE",
)
NORMALIZE = Option(
    "--normalize -z", "each rater's scores less their mean, divided by their standard deviation", bool
)
OVERWRITE = Option("--overwrite", "replace existing files", bool)
SYSTEM = Option("--system", "only this system's translations", metavar="SYSTEM")
RATER = Option("--rater", "only this rater's ratings", metavar="RATER")


def check_free(arguments: Arguments, path: str) -> None:
    """Refuses to write a file that exists without `--overwrite`."""
    if Path(path).is_file() and not arguments.overwrite:
        raise CommandError(f"{path} exists: --overwrite replaces it")


def ratings_of(arguments: Arguments) -> list[Judgement]:
    """Reads the files of a command line."""
    form = _format_of(arguments)
    if not arguments.files:
        raise UsageError(f"name a file of ratings ({arguments.program} --help explains)")
    if "-" in arguments.files and arguments.from_format is None:
        raise UsageError("the format of standard input is not recognized: name it by --from FORMAT")
    wanted = arguments.language_pair
    judgements = read_ratings(
        arguments.files,
        form,
        language_pair=wanted,
        lenient=arguments.lenient,
        scheme=vars(arguments).get("scheme"),
    )
    is_of_set = vars(arguments).get("test_set") is not None  # whose language pair it is, too
    pairs = {judgement.language_pair for judgement in judgements}
    if wanted is not None and not is_of_set and pairs == {UNKNOWN_PAIR}:
        warn(f"-l {wanted} leaves out nothing: no judgement says its language pair")
    return judgements


def ratings_of_pair(paths: Iterable[str], arguments: Arguments) -> list[Judgement]:
    """Reads files in the format, and of the language pair, that a command line names; all pairs if none."""
    read = [judgement for path in paths for judgement in read_judgements(path, arguments.from_format)]
    return read if arguments.language_pair is None else of_language_pair(read, arguments.language_pair)


def _format_of(arguments: Arguments) -> str | ScoreTable | None:
    """Returns the format that a command line names: that of a table whose columns it names, too."""
    if arguments.columns is None:
        return arguments.from_format  # type: ignore[no-any-return]
    if arguments.from_format not in (None, "table"):
        raise UsageError(
            f"--columns applies to the format table, not to {arguments.from_format}: leave out --columns"
        )
    named = [word.partition("=") for word in arguments.columns]
    for word, (name, _, column) in zip(arguments.columns, named, strict=True):
        if not (name and column):
            raise UsageError(f"--columns: write NAME=COLUMN, such as segment=id, not {word!r}")
    return ScoreTable({name: column for name, _, column in named})


def scores_of(arguments: Arguments) -> HumanScores:
    """Reads the files of a command line and scores their judgements as it says."""
    return human_scores(ratings_of(arguments), arguments.scheme, normalize=arguments.normalize)
