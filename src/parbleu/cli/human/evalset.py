"""`parbleu human evalset`: an evaluation set of a file of ratings."""

from __future__ import annotations

from parbleu.cli.human.shared import NORMALISE, READING, SCHEME, choose_scheme, read
from parbleu.cli.meta.import_ import DOCUMENTS, SYSTEMS, named, system_files
from parbleu.cli.meta.mtme_flags import DATA, PAIR
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.errors import RatingError
from parbleu.evalset.file_layout import data_directories
from parbleu.meta.campaign import write_campaign

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MANY = 8

COMMAND = Command(
    "FILE... -t SET -l PAIR --references REF[=FILE]... [--source FILE] [--systems FILE...]",
    "Makes an evaluation set, as MT Metrics Eval and parbleu meta read it, of a human evaluation: texts,\n"
    "scores of segments, domains and systems, and the ratings of each rater. Texts that the ratings hold\n"
    "need no files: without --source, the set consists of the segments that were judged.",
    """\
  parbleu human evalset mqm.tsv -t mine -l en-de --references refA
  parbleu human evalset esa.csv -t mine -l en-de --references refA=ref.txt --source src.txt \\
      --systems outputs/ --documents docs.txt --data evalsets""",
    *READING,
    Option(("--test_set", "--test-set", "-t"), "test_set", "what the set shall be called", metavar="SET"),
    PAIR,
    Option(
        ("--references",),
        "references",
        "references, the first being standard; without a file, one that was judged like a system",
        many="+",
        default=(),
        metavar="REF[=FILE]",
    ),
    Option(("--source",), "source", "the source, a segment on each line", metavar="FILE"),
    SYSTEMS,
    DOCUMENTS,
    SCHEME,
    NORMALISE,
    Option(
        ("--human",), "human", "what the scores are called (default: as the scheme, or human)", metavar="NAME"
    ),
    Option(("--anonymize",), "anonymize", "call raters rater1, rater2, ...", bool, default=False),
    Option(("--replace",), "replace", "replace a language pair that is there", bool, default=False),
    DATA,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status.

    Raises:
        CommandError: something that is needed is not given.
    """
    values = COMMAND.read(words, console.program)
    judgements = read(values, console)
    for name, flag in (
        ("test_set", "-t SET"),
        ("language_pair", "-l PAIR"),
        ("references", "--references REF"),
    ):
        if not values[name]:
            raise CommandError(f"an evaluation set needs {flag} ({console.program.name} --help)", status=2)
    files = named([word for word in values["references"] if "=" in word], "references")
    references = {word.partition("=")[0]: files.get(word.partition("=")[0]) for word in values["references"]}
    directory = values["data"] or data_directories()[0]
    problems: list[RatingError] = []
    evalset = write_campaign(
        directory,
        values["test_set"],
        values["language_pair"],
        judgements,
        choose_scheme(values, judgements, console),
        references=references,
        source=values["source"],
        outputs=None if values["systems"] is None else system_files(values["systems"]),
        documents=values["documents"],
        human_name=values["human"],
        normalise=values["normalise"],
        anonymize=values["anonymize"],
        replace=values["replace"],
        problems=problems if values["strict"] == "no" else None,
    )
    for problem in problems:
        console.say(f"left out: {problem}")
    console.show(
        f"{evalset.name}/{evalset.lp} in {directory}: {evalset.n_segments} segments, "
        f"{len(evalset.sys_names)} systems, references {', '.join(evalset.ref_names)}, "
        f"human scores {', '.join(evalset.human_score_names)}, "
        f"ratings {_listed(evalset.human_rating_names)}"
    )
    return 0


def _listed(names: Sequence[str]) -> str:
    """Returns names, or how many if they are more than a line holds."""
    return f"of {len(names)} names" if len(names) > MANY else ", ".join(names) or "none"
