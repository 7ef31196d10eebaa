"""Defines the options that name systems and references, and opens them."""

from __future__ import annotations

from parbleu import errors
from parbleu._cli.shell.console import CommandError, UsageError
from parbleu._cli.shell.options import Option
from parbleu._inputs import CUTTERS
from parbleu.metrics._metric_by_name import read_subtitles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from parbleu._base.registry import Names
    from parbleu._cli.shell.options import Arguments
    from parbleu._inputs.corpus import Corpus
    from parbleu._inputs.named_corpus import NamedCorpus
    from parbleu.metrics import Metric
    from parbleu.stats.resampling import Resampling

REFERENCES = Option("refs", "reference files; they stand before -i", many="*", metavar="REF", reads="TABLE")
INPUT = Option(
    "--input -i",
    "the systems' output, a file for each (default: standard input, where TABs separate systems)",
    many="*",
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
    reads="FILE",
)
LANGUAGE_PAIR = Option(
    "--language-pair -l",
    "source-target, such as en-zh, or the target alone: chooses BLEU's tokenizer for Chinese, Japanese, "
    "Korean; -t needs the pair. Of a table also its column of language pairs, or COLUMN=PAIR for the rows of "
    "one",
    metavar="PAIR",
)
TEST_SET = Option(
    "--test-set -t",
    "score against this test set's references, with -l; several sets are joined by commas",
    metavar="SET",
    reads="TEST SET",
)
PAIR_FILES = (
    "score many language pairs of the test set: files of output, with {pair} for the pair; a folder of "
    "files whose names have it; or a table with columns of pair, output and source; -l names some pairs, "
    "with commas between"
)
HYPS = Option(
    "--hyps",
    f"{PAIR_FILES}. Beside references: files of units of one system, with {{doc}} for their names",
    metavar="PATTERN",
    reads="FILE",
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
TAGS = Option(
    "--tags",
    "inline tags of XLIFF and TMX: drop them (default), keep them as text, or put a symbol for each",
    choices=("drop", "keep", "symbol"),
    default="drop",
)
MT_IN = Option(
    "--mt-in",
    "the output is the machine translation that XLIFF has beside its translations, in alt-trans or matches; "
    "without -i, of the file of references",
    choices=("alt-trans",),
)
UNITS_LEFT_OUT = Option(
    "--leave-out",
    "units of XLIFF, PO and other files that are not scored: those in these states of the reference's file, "
    "and those that are missing in another one",
    many="+",
    default=(),
    choices=("locked", "untranslated", "fuzzy", "context-match", "missing"),
    split=lambda word: word.split(","),
    dest="leave_out",
)
RESEGMENT = Option(
    "--resegment",
    "cut the output into the segments of the references first, as parbleu align does; signatures show it",
    bool,
)
RESEGMENT_LIKE = Option(
    "--resegment-like",
    "cut the output as subtitle-edit-rate does: suber for its AS-BLEU and the like, suber-times for t-BLEU; "
    "-l chooses parts of words in Chinese, Japanese and Korean, as suber-zh does",
    choices=CUTTERS,
    metavar="WAY",
)
LINE_BREAKS = Option(
    "--line-breaks",
    "breaks of subtitles' lines count: as words, or only they do, with a mask for every word; signatures "
    "show it",
    choices=("words", "only"),
)
JOIN = Option(
    "--join",
    "score texts of several segments: documents (of a test set, a translator's file or --documents), texts "
    "between blank-lines, which each file has for itself, or blocks:K of K segments; signatures show it",
    metavar="WAY",
)
SEPARATOR = Option(
    "--join-separator",
    "with --join: what stands between segments",
    choices=("space", "newline", "none"),
    default="space",
)
DOCUMENTS = Option(
    "--documents", "a file with the document of each segment, for --join documents", reads="FILE"
)
JOIN_OPTIONS = (JOIN, SEPARATOR, DOCUMENTS)
"""How segments are joined to longer texts."""
UNIT_OPTIONS = (TAGS, MT_IN, UNITS_LEFT_OUT)
"""How files of translators are read."""


class Normalizations:
    """The names of the normalizations as the choices of an option, which are loaded when they are needed.

    Several that are joined by "+" are a choice, too.
    """

    def _names(self) -> Names:
        from parbleu._base.registry import Names
        from parbleu.text._normalizations import NORMALIZATIONS

        return Names(NORMALIZATIONS)

    def __contains__(self, word: object) -> bool:
        from parbleu.text._normalizations import OTHER_NAMES

        names = self._names()
        return isinstance(word, str) and all(name in names or name in OTHER_NAMES for name in word.split("+"))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())


NORMALIZE = Option(
    "--normalize",
    "normalize both sides before they are scored, such as nfc quotes; signatures show it",
    many="+",
    choices=Normalizations(),
    split=lambda word: word.replace("+", ",").split(","),
    metavar="NAME",
)
ALPHA = Option("--alpha", "level of significance (default: 0.05)", float, default=0.05)
SACREBLEU_P = Option(
    "--sacrebleu-p",
    "also the p-value that sacreBLEU prints, neither calibrated nor corrected: --p-columns sacrebleu",
    bool,
)
P_MEANINGS = {
    "bh": "bh, corrected by Benjamini-Hochberg",
    "by": "by, by Benjamini-Yekutieli",
    "joint": "joint, with --explain, by the largest statistic",
    "sacrebleu": "sacrebleu, that of sacreBLEU",
}


def p_columns_option(*names: str) -> Option:
    """Returns the option that asks for columns of p-values, of which these are possible."""
    meanings = "; ".join(P_MEANINGS[name] for name in names)
    text = f"further columns of p-values: {meanings}"
    return Option("--p-columns", text, many="+", default=(), choices=names, metavar="NAME")


def check_joint(arguments: Arguments) -> None:
    """Refuses the column of p-values that only an explanation has, where nothing is explained."""
    if "joint" in arguments.p_columns and not arguments.explain:
        raise UsageError("--p-columns joint is of the table that --explain adds: add it, or leave joint out")


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
    metavar="METRIC=FILE",
    reads="NAME=FILE",
)


PARTS = (
    *("test", "n_samples", "intervals", "all_pairs", "seed", "alpha", "power", "p_columns", "unit"),
    "threads",
)
"""The options that a `Resampling` is made of; their values have the names of its parts."""


def read_resampling(arguments: Arguments, **parts: Any) -> Resampling:
    """Returns how a command resamples: by its options among `PARTS`, and by the parts that are given.

    Raises:
        OptionError: a value is not what it may be, or contradicts another.
    """
    from parbleu.stats.resampling import Resampling

    read = {name: getattr(arguments, name) for name in PARTS if hasattr(arguments, name)}
    return Resampling(**{**read, **parts})


def read_bootstrap(arguments: Arguments) -> Resampling:
    """Returns the bootstrap of a command; none for 0 samples.

    Raises:
        OptionError: a value is not what it may be.
    """
    if arguments.n_samples == 0:
        return read_resampling(arguments, test="none", n_samples=None, all_pairs=False)
    return read_resampling(arguments, test="bootstrap")


def samples_option(text: str, default: int) -> Option:
    """Returns the option that sets how many samples are drawn."""
    return Option("--n-samples -n", f"{text} (default: {default})", int, default=default)


FILES = (REFERENCES, INPUT, NAMES, NUM_REFS, ENCODING, REF_ENCODING)
CORPUS_OPTIONS = (*FILES, TEST_SET, LANGUAGE_PAIR, ORIGLANG, SUBSET, *UNIT_OPTIONS)
"""What every command takes that reads systems and references; the values' names are those of the options."""


NAMED = (
    *("names", "num_refs", "encoding", "ref_encoding", "source", "test_set", "language_pair", "origlang"),
    *("subset", "evalset", "evalset_metrics", "data", "tags", "mt_in", "leave_out"),
    *("resegment", "resegment_like", "line_breaks", "join", "join_separator"),
    *("hyp_columns", "ref_columns", "key_columns"),
)
"""Values of options that are attributes of a `NamedCorpus`."""


def named_corpus(arguments: Arguments, **changes: Any) -> NamedCorpus:
    """Returns the corpus that a command line names: files, a test set, a table or an evaluation set.

    Args:
        arguments: those of `CORPUS_OPTIONS`, and of others that name texts, as far as the command has them.
        changes: attributes of the corpus that no option sets.
    """
    from parbleu._inputs.named_corpus import NamedCorpus

    values = vars(arguments)
    attributes = {name: values[name] for name in NAMED if name in values}
    if read_subtitles((*(values.get("metrics") or ()), *(values.get("scorers") or ()))):
        attributes["timed"] = True
    is_face = getattr(arguments, "is_face", False)
    if attributes.get("test_set") and attributes.get("language_pair") and not is_face:
        from parbleu.testsets._catalogue import spelled_pair

        attributes["language_pair"] = spelled_pair(attributes["test_set"], attributes["language_pair"])
    warns = not values.get("force")
    named = NamedCorpus(
        values.get("refs", ()),
        values.get("input"),
        check_text=warns and not values.get("quiet"),
        refuse_tables=warns,
        is_face=is_face,
    )
    return named.changed(**{**attributes, **changes})


def check_joining(arguments: Arguments) -> None:
    """Refuses a separator where nothing is joined."""
    if arguments.join is None and arguments.join_separator != SEPARATOR.default:
        raise CommandError("--join-separator stands between segments that are joined: add --join WAY")


def joining(arguments: Arguments, n_texts: int) -> dict[str, Any]:
    """Returns how a command joins segments to so many texts, as `Metric.sign_input` takes it."""
    if getattr(arguments, "join", None) is None:
        return {}
    return {"joined": f"{arguments.join}[{arguments.join_separator}]", "n_joined": n_texts}


def read_corpus(arguments: Arguments, **changes: Any) -> Corpus:
    """Reads the corpus that a command line names, whole.

    It warns of text that looks cut on one side only, and refuses tables of which no column is named, but for
    `--force`.

    Args:
        arguments: those of `CORPUS_OPTIONS`, and of others that name texts, as far as the command has them.
        changes: attributes of the corpus that no option sets.
    """
    return _read(arguments, changes, lambda _: [])[0]


def read_scored_corpus(arguments: Arguments, **changes: Any) -> tuple[Corpus, list[Metric[Any]]]:
    """Reads the corpus that a command line names, whole, and warns of text that does not fit its metrics.

    Returns:
        the corpus, with the segment scores of scorers among `--metrics`, and the other metrics, with the
        options that its target language needs.
    """
    from parbleu._base.progress import progress_bar
    from parbleu._cli.shell.bleu_options import metrics_of
    from parbleu._cli.shell.metric_names import metrics_and_scorers

    names, scorers = metrics_and_scorers(arguments.metrics or ())
    if scorers:
        arguments, changes = arguments.changed(metrics=names), {**changes, "is_described": True}
    corpus, metrics = _read(arguments, changes, lambda corpus: metrics_of(arguments, corpus))
    for metric in metrics:
        metric.sign_input(**joining(arguments, len(corpus)))
    if scorers:
        from parbleu._inputs.scored_corpus import with_scorers

        corpus = with_scorers(corpus, scorers, progress_bar)
    return corpus, metrics


def error_of_no_output(problem: errors.NoSegmentsError, arguments: Arguments) -> Exception:
    """Returns the error of empty texts; of an empty standard input it says how output is named by -i.

    Commands without -i have the error as it is.
    """
    values = vars(arguments)
    if "input" not in values or values["input"]:
        return problem
    references = values.get("refs", ())
    likely = f"did you mean -i {references[-1]}?" if len(references) > 1 else "-i names files of output"
    return CommandError(f"{problem}; {likely}")


def _read(
    arguments: Arguments, changes: dict[str, Any], metrics_of: Callable[[Corpus], list[Metric[Any]]]
) -> tuple[Corpus, list[Metric[Any]]]:
    from parbleu.text._languages import target_language

    named = _checked(named_corpus(arguments, **changes), arguments)
    if named.language_pair is not None and named.references and named.columns is None:
        target_language(named.language_pair)  # refuses what is no pair
    label_files(getattr(arguments, "labels", None) or ())  # refuses what names no files
    with named.open() as reader:
        try:
            corpus = reader.whole()
        except errors.NoSegmentsError as problem:
            raise error_of_no_output(problem, arguments) from None
        metrics = metrics_of(corpus)
        target = "" if corpus.language_pair is None else target_language(corpus.language_pair)
        reader.warn_of_text(metrics, announced=True, target=target)
    if not corpus.systems:
        raise UsageError("-i/--input names no system to score")
    return _with_labels(corpus, getattr(arguments, "labels", None) or ()), metrics


def _checked(named: NamedCorpus, arguments: Arguments) -> NamedCorpus:
    """Refuses a corpus of which too much or too little is named; returns it with its columns and scores."""
    from parbleu._cli.shell.table_options import reads_table
    from parbleu._inputs.line_files import check_names

    if named.evalset is not None:
        if named.references or named.test_set is not None or named.language_pair is None:
            raise UsageError("--evalset SET needs -l PAIR, and takes no references and no -t")
        return named
    if named.data is not None or named.evalset_metrics:
        raise UsageError("--data and --evalset-metrics are of an evaluation set: add --evalset SET")
    if named.columns is not None or reads_table(arguments):
        from parbleu._cli.shell.table_options import named_table

        return named_table(named, arguments)
    check_references(named)
    if named.names is not None:
        systems = ["-"] if named.systems is None else named.systems
        check_names(named.names, named.hyp_columns if len(named.hyp_columns) > 1 else systems)
    return named.changed(score_files=score_files(getattr(arguments, "scores", None) or ()))


def score_files(words: Sequence[str]) -> list[tuple[str, str, bool | None]]:
    """Returns the metric, the file and whether higher is better, if said, of each word of `--scores`."""
    files = []
    for word in words:
        name, equals, path = word.partition("=")
        metric, _, direction = name.partition(":")
        if not (metric and equals and path) or direction not in ("", "lower", "higher"):
            raise CommandError(
                f"--scores takes METRIC=FILE or METRIC:lower=FILE, not {word!r}; "
                "--score-columns names columns of a table"
            )
        files.append((metric, path, direction != "lower" if direction else None))
    return files


def check_once(flag: str, words: Sequence[str]) -> None:
    """Refuses a name that an option has twice."""
    for index, word in enumerate(words):
        if word in words[:index]:
            raise UsageError(f"{flag} names {word} twice: name it once")


def label_files(words: Sequence[str]) -> list[tuple[str, str]]:
    """Returns the name and the file of each word of `--labels`."""
    files = [named_file(word, "--labels takes NAME=FILE") for word in words]
    check_once("--labels", [name for name, _ in files])
    return files


def _with_labels(corpus: Corpus, words: Sequence[str]) -> Corpus:
    """Returns the corpus with the labels of files, which words of `--labels` name."""
    for name, path in label_files(words):
        corpus = with_label(corpus, name, path)
    return corpus


def with_label(corpus: Corpus, name: str, path: str) -> Corpus:
    """Returns the corpus with the labels of a file, which has that of each segment; empty lines are none.

    Documents, and domains, of lines DOMAIN TAB DOCUMENT are read from their own field.

    Raises:
        FormatError: the file has another number of lines.
    """
    from parbleu._inputs.corpus import DOCUMENT, DOMAIN
    from parbleu._inputs.line_files import lines_beside

    labels = tuple([label or None for label in lines_beside(path, len(corpus)).to_list()])
    known = {label for label in labels if label}
    if name in (DOCUMENT, DOMAIN) and all(label.count("\t") == 1 for label in known):  # as in .docs
        parts = {label: label.split("\t")[name == DOCUMENT] for label in known}
        if name == DOMAIN or len({*parts.values()}) == len(parts):  # else documents of two domains are one
            labels = tuple([label and parts[label] for label in labels])
    return corpus.changed(labels={**corpus.labels, name: labels})


def named_file(word: str, expected: str) -> tuple[str, str]:
    """Returns the two parts of NAME=FILE.

    Raises:
        UsageError: a part is missing; the message begins with `expected`.
    """
    name, _, path = word.partition("=")
    if not (name and path):
        raise UsageError(f"{expected}, not {word!r}")
    return name, path


def named_files_argument(name: str, text: str) -> Option:
    """Returns the argument that takes files by names, which `named_files` reads."""
    return Option(name, text, many="*", metavar="NAME=FILE", reads="NAME=FILE")


def named_files(words: Iterable[str]) -> dict[str, str]:
    """Returns name -> file of words NAME=FILE.

    Raises:
        UsageError: a word is none, or two have the same name.
    """
    files: dict[str, str] = {}
    for word in words:
        name, path = named_file(word, "write NAME=FILE")
        if name in files:
            raise UsageError(f"{name} is given twice: give each file a name of its own")
        files[name] = path
    return files


def check_references(named: NamedCorpus) -> None:
    """Refuses a corpus without references, or with those of files and of a test set at once."""
    has_test_set, files = named.test_set is not None, named.references
    if not files and not has_test_set:
        raise UsageError("name the references before -i, or a test set: -t SET -l PAIR")
    if files and has_test_set:
        raise UsageError("give the references as files or as a test set (-t), not both")
    if has_test_set and named.language_pair is None:
        raise UsageError("a test set needs a language pair: -t SET -l PAIR")
    if has_test_set and named.ref_encoding is not None:
        raise UsageError("--ref-encoding is of files of references, not of a test set's: leave it out")
    if named.num_refs != 1 and (has_test_set or len(files) > 1):
        raise UsageError("-nr/--num-refs goes with one file of references")
    if not has_test_set and (named.origlang is not None or named.subset is not None):
        raise UsageError("--origlang and --subset choose segments of a test set: -t SET -l PAIR")
