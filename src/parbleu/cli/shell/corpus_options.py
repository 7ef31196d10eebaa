"""Defines the options that name systems and references, and opens them."""

from __future__ import annotations

from parbleu.cli.shell.console import UsageError
from parbleu.cli.shell.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu._core import Segments
    from parbleu.cli.shell.command import Arguments
    from parbleu.inputs.line_files import LineFiles
    from parbleu.inputs.set_references import TestSetReferences
    from parbleu.metrics import Metric
    from parbleu.stats.resampling import Resampling

REFERENCES = Option(
    "refs", "reference files; they stand before -i", many="*", default=(), metavar="REF", reads="TABLE"
)
INPUT = Option(
    "--input -i",
    "the systems' output, a file for each (default: standard input, where TABs separate systems)",
    many="*",
    repeats=True,
    metavar="HYP",
    reads="TABLE",
)
NAMES = Option("--names", "names of the systems, in the order of their files", many="+")
NUM_REFS = Option(
    "--num-refs -nr",
    "the reference file holds this many references a line, separated by TABs (default: 1)",
    int,
    default=1,
    metavar="K",
)
ENCODING = Option("--encoding -e", "encoding of all files (default: utf-8)", default="utf-8")
REF_ENCODING = Option("--ref-encoding", "encoding of the references (default: that of --encoding)")
SOURCE = Option(
    "--source --src",
    "the source, a segment on each line, to warn of output that is not translated",
    metavar="FILE",
    reads="FILE or COLUMN",
)
REGION = Option(
    "--region",
    "with --explain: the Bayesian signed-rank test, where segment scores that differ by no more are "
    "practically equivalent",
    float,
)
TRAIN = Option(
    "--train",
    "with --explain: how much of the test set is in these training data: files of source and target in "
    "turn where --source or a test set gives the source, else of the target",
    many="+",
    metavar="FILE",
    reads="FILE",
)
LANGUAGE_PAIR = Option(
    "--language-pair -l",
    "source-target, such as en-zh: chooses BLEU's tokenizer for zh, ja and ko; -t needs it. Of a table also "
    "its column of language pairs, or COLUMN=PAIR for the rows of one",
    metavar="PAIR",
)
TEST_SET = Option(
    "--test-set -t",
    "score against this test set's references, with -l; several sets are joined by commas",
    metavar="SET",
    reads="TEST SET",
)
ORIGLANG = Option(
    "--origlang -ol",
    "only segments that were written in this language, or with non- before it: in any other",
    metavar="[non-]LANG",
)
SUBSET = Option(
    "--subset",
    "only segments whose annotation (domain, country:CC) matches this regular expression",
    metavar="REGEX",
)
QUIET = Option("--quiet -q", "no progress bar; fewer warnings, without the name parbleu in front", bool)
ALPHA = Option("--alpha", "level of significance (default: 0.05)", float, default=0.05)
N_SAMPLES = Option(
    "--n-samples -n",
    "samples of the bootstrap (default: 1000), or trials of the randomization (default: 10000)",
    int,
)
SEED = Option(
    "--seed",
    "seed of all resampling, or none for a new one each time (default: SACREBLEU_SEED, or 12345)",
    metavar="N",
)
THREADS = Option("--threads", "threads to use (default: PARBLEU_THREADS, or one for each core)", int)
SCORES = Option(
    "--scores",
    "also compare segment scores of another tool: METRIC=FILE, or METRIC:lower=FILE where lower is "
    "better. The file is a .csv, .tsv or .jsonl table with a column for each system, a .seg.score file, "
    "or a folder with a file for each system",
    many="+",
    repeats=True,
    metavar="METRIC=FILE",
    reads="NAME=FILE",
)


PARTS = ("test", "n_samples", "intervals", "all_pairs", "seed", "alpha", "threads")
"""The options that a `Resampling` is made of; their values have the names of its parts."""


def read_resampling(arguments: Arguments, **parts: Any) -> Resampling:
    """Returns how a command resamples: by its options among `PARTS`, and by the parts that are given.

    Raises:
        OptionError: a value is not what it may be, or contradicts another.
    """
    from parbleu.stats.resampling import Resampling

    read = {name: getattr(arguments, name) for name in PARTS if hasattr(arguments, name)}
    return Resampling(**{**read, **parts})


def samples_option(text: str, default: int) -> Option:
    """Returns the option that sets how many samples are drawn."""
    return Option("--n-samples -n", f"{text} (default: {default})", int, default=default)


FILES = (REFERENCES, INPUT, NAMES, NUM_REFS, ENCODING, REF_ENCODING)
CORPUS_OPTIONS = (*FILES, TEST_SET, LANGUAGE_PAIR, ORIGLANG, SUBSET)
"""What every command takes that reads systems and references; the values' names are those of the options."""


def open_corpora(
    arguments: Arguments,
    files: Sequence[str] | None = None,
    check_text: bool = True,
    refuse_tables: bool = True,
    source: str | None = None,
    names: Sequence[str] | None = None,
    has_baseline: bool = False,
) -> LineFiles:
    """Opens the systems and references that a command line names.

    Args:
        arguments: those of `CORPUS_OPTIONS`.
        files: the systems' files; None for those of the command line, or standard input.
        check_text: whether to look at the text, to warn of what makes scores meaningless.
        refuse_tables: whether files are refused that are not lines of text.
        source: the file of the source, to warn of output that is not translated.
        names: of the systems; None for those that their files give.
        has_baseline: whether the first system of standard input is a baseline.

    Raises:
        ParbleuError: a file cannot be downloaded or read.
    """
    from parbleu.inputs.line_files import LineFiles

    test_set = None if arguments.test_set is None else test_set_references(arguments)
    return LineFiles(
        arguments.refs,
        (arguments.input or ["-"]) if files is None else files,
        names=names,
        has_baseline=has_baseline,
        num_refs=arguments.num_refs,
        encoding=arguments.encoding,
        ref_encoding=arguments.ref_encoding,
        source=source,
        test_set=test_set,
        check_text=check_text,
        refuse_tables=refuse_tables,
        never_empty=getattr(arguments, "is_face", False),
    )


def test_set_references(arguments: Arguments) -> TestSetReferences:
    """Returns the references of the test set that a command line names."""
    from parbleu.inputs.set_references import TestSetReferences

    return TestSetReferences(
        arguments.test_set, arguments.language_pair, arguments.origlang, arguments.subset
    )


def read_corpora(
    arguments: Arguments, metrics: Sequence[Metric[Any]] = ()
) -> tuple[dict[str, Segments], list[Segments]]:
    """Reads the files that a command line names; returns the systems by name, and the references.

    It warns of text that looks cut on one side only or does not fit the metrics, and refuses tables, but for
    `--force`.
    """
    from parbleu.cli.shell.table_options import reads_table, with_table
    from parbleu.inputs.line_files import check_names

    if reads_table(arguments):
        found = with_table(arguments).table
        return found.systems, found.references
    check_references(arguments)
    files = arguments.input or ["-"]
    if arguments.names is not None:
        check_names(arguments.names, files)
    looks = not arguments.force
    options = {"check_text": looks and not arguments.quiet, "refuse_tables": looks}
    with open_corpora(arguments, files, names=arguments.names, **options) as reader:
        corpus = reader.whole()
        if metrics:
            reader.warn_of_text(metrics)
        else:
            reader.warn_of_segmentation()
    if not corpus.systems:
        raise UsageError("-i/--input names no system to score")
    return dict(corpus.systems), list(corpus.references)


def check_references(arguments: Arguments) -> None:
    """Refuses a command line without references, or with those of files and of a test set at once."""
    has_test_set, files = arguments.test_set is not None, arguments.refs
    if arguments.num_refs < 1:
        raise UsageError(f"-nr/--num-refs is a whole number from 1, not {arguments.num_refs}")
    if not files and not has_test_set:
        raise UsageError("name the references before -i, or a test set: -t SET -l PAIR")
    if files and has_test_set:
        raise UsageError("give the references as files or as a test set (-t), not both")
    if has_test_set and arguments.language_pair is None:
        raise UsageError("a test set needs a language pair: -t SET -l PAIR")
    if arguments.num_refs != 1 and (has_test_set or len(files) > 1):
        raise UsageError("-nr/--num-refs goes with one file of references")
    if not has_test_set and (arguments.origlang is not None or arguments.subset is not None):
        raise UsageError("--origlang and --subset choose segments of a test set: -t SET -l PAIR")
