"""`parbleu meta import`: an evaluation set of texts and human scores of one's own."""

from __future__ import annotations

from pathlib import Path

from parbleu.cli.meta.mtme_flags import DATA, FORMAT, PAIR, Flags
from parbleu.cli.meta.output import Report, put_report
from parbleu.cli.meta.score import one_set
from parbleu.cli.shell.command import Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.evalset.evalset_writer import LEVELS, write_evalset
from parbleu.evalset.file_layout import data_directories
from parbleu.evalset.standard_info import Info
from parbleu.meta.human_scores import COLUMNS, read_human_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parbleu.evalset.documents import Documents
    from parbleu.evalset.evaluation_set import EvalSet
    from parbleu.evalset.score_matrix import Scores

SYSTEMS = Option(
    ("--systems",),
    "systems",
    "outputs: files, named after their system or NAME=FILE, and directories of them",
    many="+",
    metavar="FILE",
)
DOCUMENTS = Option(("--documents",), "documents", "a line DOMAIN DOCUMENT for each segment", metavar="FILE")

COMMAND = Command(
    "SET -l PAIR --source FILE --references REF=FILE... --systems FILE... [--human NAME=TABLE...]",
    "Makes an evaluation set of texts (a segment on each line), tables of human scores and metrics' scores.\n"
    "Tables are CSV, TSV or JSON lines with the columns system, segment and score, and perhaps rater and\n"
    "document; segments are counted from 1, in the whole text or in their document.",
    """\
  parbleu meta import mine -l en-de --source src.txt --references refA=ref.txt \\
      --systems A.txt B.txt --human esa=esa.csv
  parbleu meta import mine -l en-de --source src.txt --references refA=ref.txt \\
      --systems outputs/ --human mqm=mqm.tsv --negate mqm --columns system=model score=penalty \\
      --documents docs.txt --metrics scores/""",
    Option((), "sets", "what it shall be called", many="*", default=(), metavar="SET"),
    PAIR,
    Option(("--source",), "source", "the source", metavar="FILE"),
    Option(
        ("--references",), "references", "references; the first is standard", many="+", metavar="NAME=FILE"
    ),
    SYSTEMS,
    DOCUMENTS,
    Option(
        ("--human",),
        "human",
        "tables of human scores, such as esa=esa.csv; the first are standard",
        many="+",
        default=(),
        metavar="NAME=TABLE",
    ),
    Option(
        ("--negate",),
        "negate",
        "human scores of which higher is worse, as sums of MQM's penalties",
        many="+",
        default=(),
    ),
    Option(
        ("--columns",),
        "columns",
        f"what tables call their columns ({', '.join(COLUMNS)})",
        many="+",
        default=(),
        metavar="COLUMN=NAME",
    ),
    Option(
        ("--primary",),
        "primary",
        "the metrics that compete, others being marked by * (default: all compete, and are marked)",
        many="+",
        default=(),
        metavar="METRIC",
    ),
    Option(
        ("--baselines",),
        "baselines",
        "the metrics that are marked by _ in tables of tasks",
        many="+",
        default=(),
        metavar="METRIC",
    ),
    Option(
        ("--metrics",),
        "metrics",
        "metrics' scores: files BASE-REFS.LEVEL.score and directories of them",
        many="+",
        default=(),
        metavar="FILE",
    ),
    Option(("--replace",), "replace", "replace a language pair that is there", bool, default=False),
    FORMAT,
    DATA,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    values = COMMAND.read(words, console.program)
    name, pair = one_set(values)
    for needed in ("source", "references", "systems"):
        if values[needed] is None:
            raise CommandError(
                f"an evaluation set needs --{needed} ({console.program.name} --help)", status=2
            )
    references = named(values["references"], "references")
    outputs = system_files(values["systems"])
    columns = named(values["columns"], "columns")
    tables = named(values["human"], "human")
    if unknown := [each for each in values["negate"] if each not in tables]:
        raise CommandError(f"--negate {unknown[0]}: there are no such --human scores", status=2)
    human = {
        each: _reader(path, list(outputs), columns, each in values["negate"]) for each, path in tables.items()
    }
    gold = next(iter(tables), None)
    directory = values["data"] or data_directories()[0]
    evalset = write_evalset(
        directory,
        name,
        pair,
        source=values["source"],
        references=references,
        outputs=outputs,
        documents=values["documents"],
        human=human,
        metrics=values["metrics"],
        info=Info(
            next(iter(references)),
            {} if gold is None else dict.fromkeys(LEVELS, gold),
            primary_metrics=values["primary"],
            baseline_metrics=values["baselines"] or None,
        ),
        replace=values["replace"],
    )
    return _show(evalset, directory, values["format"], console)


def _show(evalset: EvalSet, directory: str, fmt: str, console: Console) -> int:
    """Says what was made; returns the exit status."""
    name, pair = evalset.name, evalset.lp
    made = {
        "references": evalset.ref_names,
        "human scores": evalset.human_score_names,
        "metrics": evalset.metric_names,
    }
    counts = {"segments": evalset.n_segments, "systems": len(evalset.sys_names)}

    def text() -> str:
        parts = [f"{count} {what}" for what, count in counts.items()]
        parts += [f"{what} {', '.join(names) or 'none'}" for what, names in made.items()]
        return f"{name}/{pair} in {directory}: {', '.join(parts)}\n"

    def report() -> Report:
        columns = ["test_set", "language_pair", "directory", *counts, *made]
        return Report(columns, [[name, pair, directory, *counts.values(), *map(",".join, made.values())]])

    return put_report(text, report, Flags({"format": fmt}), console)


def _reader(
    path: str, systems: Sequence[str], columns: dict[str, str], negate: bool
) -> Callable[[Documents], Scores]:
    """Returns what reads a table once the documents are known."""
    return lambda documents: read_human_table(path, systems, documents, columns=columns, negate=negate)


def named(words: Sequence[str], what: str) -> dict[str, str]:
    """Returns name -> value of words NAME=VALUE.

    Raises:
        CommandError: a word is none, or two have the same name.
    """
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value) or name in found:
            problem = "is given twice" if name in found else "must be NAME=VALUE"
            raise CommandError(f"--{what} {word}: this {problem}", status=2)
        found[name] = value
    return found


def system_files(words: Sequence[str]) -> dict[str, str]:
    """Returns system -> file.

    Raises:
        CommandError: two files are of the same system, or a directory is empty.
    """
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        path = Path(value if equals else word)
        files = sorted(each for each in path.iterdir() if each.is_file()) if path.is_dir() else [path]
        if not files:
            raise CommandError(f"--systems {word}: there is no file in it")
        for file in files:
            system = name if equals else file.name.removesuffix(file.suffix)
            if system in found:
                raise CommandError(f"{file} and {found[system]} are both of the system {system}; name one")
            found[system] = str(file)
    return found
