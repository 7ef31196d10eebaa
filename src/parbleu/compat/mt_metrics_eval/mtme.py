"""The command `mtme`, also `python -m mt_metrics_eval.mtme`: MT Metrics Eval's flags and bytes."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn

from parbleu import __version__
from parbleu._base.progress import progress_bar
from parbleu._cli.main import command, exit_status
from parbleu._cli.shell.command import check_files
from parbleu._cli.shell.console import CommandError, Console, Program
from parbleu._cli.shell.corpus_options import THREADS
from parbleu._cli.shell.evalset_options import DATA
from parbleu._cli.shell.options import Option, OptionGroup, OptionTable, output_option
from parbleu._cli.shell.result_output import write_output
from parbleu.compat.mt_metrics_eval._absl_flags import read_flags
from parbleu.evalset._file_layout import root
from parbleu.evalset._levels import FINEST_FIRST, WORDS, spelled_out
from parbleu.evalset._set_list import list_sets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from parbleu.evalset._contents import TextColumns
    from parbleu.evalset._evaluation_set import EvalSet
    from parbleu.evalset._score_matrix import Scores
    from parbleu.meta._score_comparison import ScoreComparison
    from parbleu.meta._score_correlations import ScoreCorrelations
    from parbleu.meta._tasks import Task
    from parbleu.stats.resampling import Resampling


def _flag(name: str, text: str, kind: Any = bool, short: str = "", **more: Any) -> Option:
    return Option(f"--{name} -{short}" if short else f"--{name}", text, kind, **more)


MODE_FLAGS = (
    _flag("list", "the test sets; with -t its language pairs; with -l what is in one of them"),
    _flag(
        "echo",
        "print columns of text: of domain, doc, src, ref (the standard one), or names of references",
        str,
        metavar="COLUMNS",
    ),
    _flag("echosys", "the same for each system, with its output", str, metavar="COLUMNS"),
    _flag("scores", "print all scores of people and metrics"),
    _flag("matrix", "compare all stored metrics"),
    _flag("download", "download all evaluation sets (2 GB)"),
)
INPUTS = (
    _flag("test_set", "the test set, such as wmt24", str, "t", metavar="SET"),
    _flag("language_pair", "the language pair, such as en-de", str, "l", metavar="PAIR"),
    DATA,
    output_option("the file to write"),
    Option(
        "--seed",
        "draw what MT Metrics Eval draws after numpy.random.seed(N) (default: another, faster generator)",
        int,
        metavar="N",
    ),
    THREADS,
)
STATISTICS = (
    _flag("gold", "which human scores are right (default: std)", str, "g", default="std"),
    _flag(
        "avg",
        "average correlations over items or systems",
        str,
        default="none",
        choices=("none", "item", "sys"),
        metavar="BY",
    ),
    _flag("replace_nans_with_zeros", "count undefined correlations as 0 in averages"),
    _flag("use_outliers", "keep systems that are usually left out"),
    _flag("k", "draws of the permutation tests; 0 for no tests (default: 1000)", int, default=1000),
    _flag("k_block", "look after so many draws whether to end a test early", int, default=1000),
    _flag("early_min", "end a test early if p is below (default: 0.02)", float, default=0.02),
    _flag("early_max", "end a test early if p is above (default: 0.5)", float, default=0.5),
)
CORRELATION = (
    _flag(
        "input",
        "the file of scores (default: -, standard input)",
        str,
        "i",
        default="/dev/stdin",
        metavar="FILE",
        reads="FILE",
    ),
    _flag("compare", "another one, to compare the two", str, "c", metavar="FILE", reads="FILE"),
    _flag(
        "thresh",
        "least difference of gold scores that counts in the Kendall-like correlation; -1 is 25 for wmt-raw "
        "and otherwise 0",
        float,
        default=-1.0,
    ),
    _flag("add_systems", "use these human translations and outliers, too", str, default="", metavar="NAMES"),
)
MATRIX = (
    _flag("matrix_level", "sys, domain, doc or seg", str, default="sys", metavar="LEVEL"),
    _flag("matrix_corr", "the correlation, such as kendall or pce", str, default="pearson"),
    _flag("matrix_corr_args", "its options, such as {'variant': 'acc23'}", str, default="{}", metavar="DICT"),
    _flag(
        "matrix_perm_test",
        "what the test exchanges",
        str,
        default="scores",
        choices=("scores", "pairs"),
        metavar="WHAT",
    ),
    _flag("matrix_domain", "only this domain", str, default="None"),
    _flag("matrix_refs", "references of the metrics (default: std)", str, default="std"),
    _flag(
        "matrix_close_refs",
        "references that are too close to those of the metrics to count as systems",
        str,
        default="",
        metavar="NAME",
    ),
    _flag("matrix_human", "human translations are systems, too"),
    _flag("matrix_pval", "p-values up to this are significant", float, default=0.05),
    _flag("matrix_save", "also write PREFIX.json and PREFIX.npz", str, metavar="PREFIX", writes="PREFIX"),
    _flag("matrix_parallel", "for compatibility: changes nothing; --threads does", str, metavar="FILE"),
)
METRICS = (
    _flag("matrix_primary", "only primary metrics; --nomatrix_primary for all", default=True),
    _flag("primary_metrics", "these are the primary ones", str, metavar="NAMES"),
    _flag(
        "add_metrics_from_dir",
        "add metrics from files BASE-REFS.LEVEL.score, or a directory of them for each language pair",
        str,
        metavar="DIR",
        reads="SCORE FILES",
    ),
)
TABLE = OptionTable(
    OptionGroup("what to do (by default the correlations of a file of scores)", MODE_FLAGS),
    OptionGroup("on what", INPUTS),
    OptionGroup("statistics", STATISTICS),
    OptionGroup("correlations of a file of scores", CORRELATION),
    OptionGroup("--matrix", MATRIX),
    OptionGroup("which metrics", METRICS),
)


PROGRAM = Program("mtme", "mtme: ", f"mtme of parbleu {__version__}")

ABOUT = "How well metrics agree with people: the command of MT Metrics Eval."
EXAMPLES = """\
  mtme --list -t wmt24
  mtme -t wmt24 -l en-de --matrix --nomatrix_primary
  mtme -t wmt24 -l en-de -i mine.seg.score -c BLEU-refB.seg.score --avg item"""


def main(argv: Sequence[str]) -> NoReturn:
    """Runs a command line, whose first word is the program's name, and leaves through SystemExit."""
    sys.exit(run(list(argv[1:])))


def mtme() -> NoReturn:
    """Runs the console command."""
    command(run)


def run(words: list[str]) -> int:
    """Runs a command line; returns the exit status. Messages have been printed."""
    console = Console(PROGRAM)
    return exit_status(console, lambda: _run(words, console))


def _run(words: list[str], console: Console) -> int:
    flags = SimpleNamespace(**read_flags(words, TABLE, console.program, ABOUT, EXAMPLES))
    check_files(TABLE, vars(flags))
    mode = next((mode for mode in MODES if getattr(flags, mode)), "")
    if mode not in ("download", "list"):
        for name in ("test_set", "language_pair"):
            if getattr(flags, name) is None:
                raise CommandError(f"No {name} specified. ({PROGRAM.name} --help explains)")
    MODES.get(mode, _correlate)(flags, console)
    return 0


def _load(flags: Any, language_pair: str) -> EvalSet:
    """Returns an evaluation set with the metrics and primary metrics that were given."""
    from parbleu.evalset._evaluation_set import load_evalset  # which `mtme --list` does not need

    evalset = load_evalset(
        flags.test_set,
        language_pair,
        flags.data,
        primary_metrics=() if flags.primary_metrics is None else flags.primary_metrics.split(","),
        add_metrics_from=flags.add_metrics_from_dir,
    )
    evalset.added_metrics = frozenset()  # the original says nothing of those that it does not compare
    return evalset


def _download(flags: Any, console: Console) -> None:
    from parbleu.evalset._set_list import download

    target = flags.data or root()
    console.show(f"Downloading data into {target}")
    download(target)


def _list(flags: Any, console: Console) -> None:
    if flags.test_set is None:
        text = f"test-sets: {' '.join(list_sets(flags.data).names)}\n"
    elif flags.language_pair is None:
        pairs = list_sets(flags.data).of(flags.test_set)
        text = f"language pairs for {pairs.test_set}: {' '.join(pairs.language_pairs)}\n"
    else:
        text = contents_text(_load(flags, flags.language_pair))
    write_output([text], flags.output, console)


def _echo(flags: Any, console: Console) -> None:
    from parbleu.evalset._contents import text_columns  # which `mtme --list` does not need

    evalset = _load(flags, flags.language_pair)
    outputs = flags.echo is None
    asked = (flags.echosys if outputs else flags.echo).split(",")
    columns = ["document" if name == "doc" else name for name in asked]
    text = columns_text(text_columns(evalset, columns, outputs=outputs))
    write_output([text], flags.output, console)


def _scores(flags: Any, console: Console) -> None:
    write_output(scores_text(_load(flags, flags.language_pair)), flags.output, console)


def _correlate(flags: Any, console: Console) -> None:
    from dataclasses import replace

    from parbleu.meta._score_comparison import compare_correlations
    from parbleu.meta._score_correlations import correlate_scores
    from parbleu.stats.permutation_tests import EarlyStopping, PermutationTests

    if flags.input in ("-", "/dev/stdin") and sys.stdin is not None and sys.stdin.isatty():
        raise CommandError("which file of scores? (-i FILE; --list, --scores and --matrix need none)")
    evalset = _load(flags, flags.language_pair)
    correlations = [
        correlate_scores(
            evalset,
            "/dev/stdin" if path == "-" else path,
            gold=flags.gold,
            average_by=spelled_out(flags.avg),
            threshold=None if flags.thresh == -1 else flags.thresh,
            outliers=flags.use_outliers,
            add_systems=[system for system in flags.add_systems.split(",") if system],
        )
        for path in (flags.input, flags.compare)
        if path is not None
    ]
    prefixes = ["1: ", "2: "] if len(correlations) > 1 else [""]
    text = [
        f"{prefix}{correlations_text(correlated)}"
        for prefix, correlated in zip(prefixes, correlations, strict=True)
    ]
    if correlations[0].gold.level != correlations[-1].gold.level:
        write_output(text, flags.output, console)
        raise CommandError("Can't compare score files at different granularities")
    if len(correlations) > 1:
        gold = replace(correlations[0].gold, undefined="zero" if flags.replace_nans_with_zeros else "drop")
        differences = compare_correlations(
            replace(correlations[0], gold=gold),
            correlations[1],
            _resampling(flags),
            tests=PermutationTests(
                stopping=EarlyStopping(flags.k_block, flags.early_min, flags.early_max),
                generator=_generator(flags),
                test_constant=True,
            ),
            progress=progress_bar,
        )
        _tell_generator(differences.generator if flags.k else "", flags.seed, console)
        text.append(differences_text(differences))
    write_output(text, flags.output, console)


def _matrix(flags: Any, console: Console) -> None:
    from parbleu.compat.mt_metrics_eval._printed_tables import ranking_text
    from parbleu.meta._task_names import mtme_attributes, task_name

    evalsets = {(flags.test_set, pair): _load(flags, pair) for pair in flags.language_pair.split(",")}
    task = _task(flags, {pair: evalset.info for (_, pair), evalset in evalsets.items()})
    result = task.run(evalsets, generator=_generator(flags), progress=progress_bar, test_constant=True)
    _tell_generator(result.generator, flags.seed, console)
    if flags.matrix_save is not None:
        result.save(flags.matrix_save)
    ranked = {name: (result.correlations[name], result.ranks[name]) for name in result.metrics}
    name = task_name(mtme_attributes(task.attributes))
    text = f"{name}\n{ranking_text(ranked, result.p_values, result.alpha)}"
    write_output([text], flags.output, console)


def _task(flags: Any, info: dict[str, Any]) -> Task:
    """Returns the task that the command line describes."""
    from parbleu.meta._task_names import our_value
    from parbleu.meta._tasks import Task
    from parbleu.stats.permutation_tests import EarlyStopping

    return Task(
        test_set=flags.test_set,
        language_pair=flags.language_pair,
        domain=None if flags.matrix_domain == "None" else flags.matrix_domain,
        level=spelled_out(flags.matrix_level),
        human=flags.matrix_human,
        correlation=flags.matrix_corr,
        correlation_options=_options(flags.matrix_corr_args),
        average_by=spelled_out(flags.avg),
        undefined=our_value("undefined", flags.replace_nans_with_zeros),
        gold=_one_or_several(flags.gold, str),
        references=_one_or_several(flags.matrix_refs, _references),
        close_references=_one_or_several(flags.matrix_close_refs, _references),
        outliers=flags.use_outliers,
        primary=flags.matrix_primary,
        resampling=_resampling(flags),
        exchange=flags.matrix_perm_test,
        stopping=EarlyStopping(flags.k_block, flags.early_min, flags.early_max),
        info=info,
    )


def _resampling(flags: Any) -> Resampling | None:
    """Returns how differences are tested: without a seed by new numbers each time; None for no tests."""
    from parbleu.stats.resampling import Resampling

    if flags.k == 0:
        return None
    seed = "none" if flags.seed is None else flags.seed
    return Resampling(n_samples=flags.k, seed=seed, alpha=flags.matrix_pval, threads=flags.threads)


def _generator(flags: Any) -> str:
    """Returns what draws: the original's generator; without a seed a faster one."""
    return "splitmix64" if flags.seed is None else "mt19937"


def _one_or_several(text: str, kind: Callable[[str], Any]) -> Any:
    """Returns None for what is standard, a value, or a list with one for each language pair."""
    if text in ("", "std", "None"):
        return None
    values = [kind(word) for word in text.split(",")]
    return values if len(values) > 1 else values[0]


def _references(text: str) -> set[str]:
    """Returns references, of which several are joined as in names of metrics: `refA.refC`."""
    return set(text.split("."))


def _options(text: str) -> dict[str, Any]:
    """Returns the options of a correlation, from a dict in Python's spelling."""
    from ast import literal_eval

    try:
        options = literal_eval(text)
    except (ValueError, SyntaxError):
        options = None
    if not isinstance(options, dict) or any(not isinstance(name, str) for name in options):
        raise CommandError(f"--matrix_corr_args is a dict such as {{'variant': 'acc23'}}, not {text}")
    return options


def _tell_generator(name: str, seed: int | None, console: Console) -> None:
    """Says on standard error what drew random numbers; with a seed it is clear."""
    if name and seed is None:
        console.inform(f"drawn by {name}, anew each time (--seed N: what MT Metrics Eval draws)")


MODES: dict[str, Callable[[Any, Console], None]] = {
    "download": _download,
    "list": _list,
    "matrix": _matrix,
    "scores": _scores,
    "echo": _echo,
    "echosys": _echo,
}
"""Flag -> what does it. The first that is given counts."""


COMPARED = {"none": "flattened", "system": "rows in", "item": "columns in"}


def contents_text(evalset: EvalSet) -> str:
    """Returns the line that describes an evaluation set."""
    outliers, human = sorted(evalset.outlier_sys_names), sorted(evalset.human_sys_names)
    names = {
        "outliers": outliers,
        "human": human,
        "refs": evalset.ref_names,
        "gold-scores": evalset.human_score_names,
    }
    return (
        f"{evalset.name} {evalset.language_pair}: {evalset.n_segments} segs, {len(evalset.docs)} docs, "
        f"{len(evalset.sys_names)} systems (includes {len(outliers)} outliers + {len(human)} human), "
        f"{', '.join(f'{what}: {_braced(listed)}' for what, listed in names.items())}\n"
    )


def _braced(names: Iterable[str]) -> str:
    return f"{{{','.join(names)}}}"


def columns_text(texts: TextColumns) -> str:
    """Returns a line for each row of texts."""
    from parbleu.evalset._text_files import NO_TRANSLATION

    return "".join(
        "\t".join(NO_TRANSLATION if cell is None else cell for cell in row) + "\n" for row in texts.rows
    )


def correlations_text(correlations: ScoreCorrelations) -> str:
    """Returns the line of a file of scores."""
    gold, (metric, *_) = correlations.gold, correlations.metrics
    how = COMPARED["none" if gold.level == "system" else gold.average_by]
    systems, items = gold.table.shape
    values = [
        f"{gold.title(name)}={result.value:0.3f},p{result.p_value:0.3f}"
        for name, result in metric.results.items()
        if name != "KendallLike"
    ]
    values.append(f"{gold.title('KendallLike')}={metric.results['KendallLike'].value:0.3f}")
    return (
        f"{gold.test_set} {gold.language_pair} {WORDS[gold.level]}-level: "
        f"scoring {systems}/{gold.n_all_systems} systems, gold={gold.name}, "
        f"comparing {how} {systems}x{items} matrices ({gold.n_missing} None vals): {' '.join(values)}\n"
    )


def differences_text(comparison: ScoreComparison) -> str:
    """Returns the line of the differences of two files; p is 0 there if no permutation was drawn."""
    parts = [
        f"{comparison.gold.title(difference.correlation)}:{'2>1' if difference.better == 2 else '1>2'},"
        f"pWilliams={difference.p_williams:0.3f},pPERM={difference.p_permutation or 0.0:0.3f}"
        for difference in comparison.differences
    ]
    return f"{' '.join(parts)}\n"


def scores_text(evalset: EvalSet) -> Iterator[str]:
    """Yields the titles, and the lines of each system: all scores at all levels, spread over segments."""
    scorers = [
        (level, name)
        for level in FINEST_FIRST
        if level in evalset.levels
        for name in (*evalset.human_score_names, *evalset.metric_names)
    ]
    titles = ["system-name", "domain", "doc", "seg-id"]
    titles += [f"{name}:{WORDS[level]}" for level, name in scorers]
    yield "\t".join(titles) + "\n"
    documents = {name: index for index, name in enumerate(evalset.doc_names)}
    domains = {name: index for index, name in enumerate(evalset.domain_names)}
    places = {
        "segment": range(evalset.n_segments),
        "document": [documents[name] for name in evalset.docs_per_seg],
        "domain": [domains[name] for name in evalset.domains_per_seg],
        "system": [0] * evalset.n_segments,
    }
    numbers = map(str, range(1, evalset.n_segments + 1))
    labels = list(zip(evalset.domains_per_seg, evalset.docs_per_seg, numbers, strict=True))
    for system in evalset.sys_names:
        columns = [_score_cells(evalset, level, name, system, places[level]) for level, name in scorers]
        rows = zip(labels, zip(*columns, strict=True), strict=True)
        yield "".join("\t".join((system, *label, *cells)) + "\n" for label, cells in rows)


def _score_cells(
    evalset: EvalSet, level: str, name: str, system: str, places: Sequence[int]
) -> Sequence[str]:
    """Returns the score of each segment; a missing score of people is None, one of a metric nan."""
    if evalset.has_scores(level, name):
        scores = evalset.scores(level, name)
        if system in scores:
            missing = "None" if name in evalset.human_score_names else "nan"
            cells = _shown(scores, system, missing)
            return [cells[index] for index in places]
    return ["None"] * evalset.n_segments


def _shown(scores: Scores, system: str, missing: str) -> list[str]:
    """Returns the scores of a system; zeros of systems that a metric lacks are integers."""
    if system in scores.zero_filled:
        return ["0"] * scores.n_items
    return [repr(score) if score == score else missing for score in scores[system].tolist()]


if __name__ == "__main__":
    main(sys.argv)
