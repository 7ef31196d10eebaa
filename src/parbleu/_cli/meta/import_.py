"""`parbleu meta import`: makes an evaluation set from texts and human scores."""

from __future__ import annotations

from collections.abc import Callable

from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import ENCODING, read_corpus
from parbleu._cli.shell.evalset_options import (
    DOCUMENTS,
    LANGUAGE_PAIR,
    NEW_DATA,
    OVERWRITE,
    SOURCE,
    SYSTEMS,
    TEST_SET,
    named_values,
    one_set,
    require,
)
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.table_options import TABLE_OPTIONS, reads_table
from parbleu.errors import OptionError
from parbleu.evalset._contents import SetContents
from parbleu.evalset._evalset_writer import (
    HUMAN_LEVELS,
    SetTexts,
    output_files,
    read_human_table,
    write_evalset,
)
from parbleu.evalset._file_layout import data_directories
from parbleu.evalset._levels import Documents
from parbleu.evalset._score_matrix import Scores
from parbleu.evalset._standard_info import Info
from parbleu.human.formats._score_table import COLUMNS
from parbleu.tables import Result


@ResultCommand(
    "-t SET -l PAIR --source FILE {--references REF=FILE... --systems FILE... | TABLE} "
    "[--human NAME=TABLE...]",
    "Makes an evaluation set of texts (a segment on each line, or columns of a table), tables of human\n"
    "scores and metrics' scores. Tables of scores have the columns system, segment and score, and perhaps\n"
    "rater and document; segments are counted from 1, in the whole text or in their document.",
    """\
  parbleu meta import -t mine -l en-de --source src.txt --references refA=ref.txt \\
      --systems A.txt B.txt --human esa=esa.csv
  parbleu meta import -t mine -l en-de --source src.txt --references refA=ref.txt \\
      --systems outputs/ --human mqm=mqm.tsv --negate mqm --columns system=model score=penalty \\
      --documents docs.txt --metrics scores/
  parbleu meta import outputs.parquet -t mine -l en-de --hyp mt --ref refA --source src --system system \\
      --segment-id id --document doc --domain domain --human esa=esa.parquet""",
    Option(
        "files",
        "tables of texts: --hyp, --ref, --source name columns",
        many="*",
        metavar="TABLE",
        reads="TABLE",
    ),
    TEST_SET,
    LANGUAGE_PAIR,
    SOURCE,
    Option(
        "--references", "references; the first is standard", many="+", metavar="NAME=FILE", reads="NAME=FILE"
    ),
    SYSTEMS,
    DOCUMENTS,
    *TABLE_OPTIONS,
    ENCODING,
    Option(
        "--human",
        "tables of human scores, such as esa=esa.csv; the first are standard",
        many="+",
        default=(),
        metavar="NAME=TABLE",
        reads="NAME=FILE",
    ),
    Option(
        "--negate", "human scores of which higher is worse, as sums of MQM's penalties", many="+", default=()
    ),
    Option(
        "--columns",
        f"names of the columns in the tables, for any of ({', '.join(COLUMNS)})",
        many="+",
        default=(),
        metavar="COLUMN=NAME",
    ),
    Option(
        "--primary-metrics",
        "the metrics that compete, others being marked by * (default: all compete, and are marked)",
        many="+",
        default=(),
        metavar="METRIC",
    ),
    Option(
        "--baseline-metrics",
        "the metrics that are marked as baselines in tables of tasks",
        many="+",
        default=(),
        metavar="METRIC",
    ),
    Option(
        "--metrics",
        "metrics' scores: files BASE-REFS.LEVEL.score and directories of them",
        many="+",
        default=(),
        metavar="FILE",
        reads="SCORE FILES",
    ),
    OVERWRITE,
    NEW_DATA,
    common="-t -l --source --references --systems --documents --hyp --ref --human --metrics",
)
def import_(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    test_set, language_pair = one_set(arguments)
    words = arguments.ref or ()
    if words and not (arguments.files or arguments.references) and all("=" in word for word in words):
        arguments = arguments.changed(ref=None, references=words)  # files, as without a table
    if arguments.files or reads_table(arguments):
        texts, language_pair = _texts_of_table(arguments)
    else:
        require(
            arguments, source="--source FILE", references="--references NAME=FILE", systems="--systems FILES"
        )
        texts = SetTexts(
            arguments.source,
            named_values(arguments.references, "references"),
            output_files(arguments.systems),
            arguments.documents,
        )
    human = _human_scores(arguments, texts)
    evalset = write_evalset(
        arguments.data or data_directories()[0],
        test_set,
        language_pair,
        texts,
        human=human,
        metrics=arguments.metrics,
        info=Info(
            next(iter(texts.references)),
            dict.fromkeys(HUMAN_LEVELS, next(iter(human))) if human else {},
            primary_metrics=arguments.primary_metrics,
            baseline_metrics=list(arguments.baseline_metrics) or None,
        ),
        overwrite=arguments.overwrite,
    )
    return SetContents(evalset)


def _human_scores(arguments: Arguments, texts: SetTexts) -> dict[str, Callable[[Documents], Scores]]:
    """Returns name -> what reads human scores, once the documents of the set are known."""
    tables = named_values(arguments.human, "human")
    columns = named_values(arguments.columns, "columns")
    if unknown := [name for name in arguments.negate if name not in tables]:
        raise OptionError(
            f"{unknown[0]} is to be negated, but is not among the human scores: {', '.join(tables) or 'none'}"
        )

    def reader(path: str, negate: bool) -> Callable[[Documents], Scores]:
        return lambda documents: read_human_table(
            path, texts.outputs, documents, columns=columns or None, negate=negate
        )

    return {name: reader(path, name in arguments.negate) for name, path in tables.items()}


def _texts_of_table(arguments: Arguments) -> tuple[SetTexts, str]:
    """Returns the texts of the columns that a command line names, and the language pair."""
    if arguments.references or arguments.systems or arguments.documents:
        raise UsageError(
            "--references, --systems and --documents name files: of a table, name columns by --ref, --hyp "
            "and --document-column"
        )
    require(arguments, source="--source COLUMN")
    corpus = read_corpus(arguments, references=arguments.files, test_set=None, data=None)
    names = arguments.ref if len(arguments.ref) == len(corpus.references) else ()
    if not names:
        names = [f"{arguments.ref[0]}{number}" for number in range(1, len(corpus.references) + 1)]
    if corpus.language_pair is None:
        raise UsageError("an evaluation set is of one language pair: choose it, such as -l lp=en-de")
    alike = ["all"] * len(corpus)
    documents = zip(
        *([name or "all" for name in corpus.labels.get(label, alike)] for label in ("domain", "document")),
        strict=True,
    )
    assert corpus.source is not None, "--source names a column"
    texts = SetTexts(
        corpus.source.to_list(),
        dict(zip(names, [stream.to_list() for stream in corpus.references], strict=True)),
        {name: stream.to_list() for name, stream in corpus.systems.items()},
        list(documents) if {"domain", "document"} & corpus.labels.keys() else None,
    )
    return texts, corpus.language_pair
