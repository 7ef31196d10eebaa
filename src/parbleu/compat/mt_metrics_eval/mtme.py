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
from parbleu._cli.shell.result_output import write_output
from parbleu.compat.mt_metrics_eval import _mtme_text
from parbleu.compat.mt_metrics_eval._absl_flags import read_flags
from parbleu.compat.mt_metrics_eval._mtme_flags import TABLE
from parbleu.evalset._file_layout import root
from parbleu.evalset._levels import spelled_out
from parbleu.evalset._set_list import list_sets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parbleu.evalset._evaluation_set import EvalSet
    from parbleu.meta._tasks import Task
    from parbleu.stats.resampling import Resampling

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
    """The console command."""
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

    return load_evalset(
        flags.test_set,
        language_pair,
        flags.data,
        primary_metrics=() if flags.primary_metrics is None else flags.primary_metrics.split(","),
        add_metrics_from=flags.add_metrics_from_dir,
    )


def _download(flags: Any, console: Console) -> None:
    from parbleu.evalset._set_list import download

    target = flags.data or root()
    console.show(f"Downloading data into {target}")
    download(target)


def _list(flags: Any, console: Console) -> None:
    if flags.test_set is None:
        text = _mtme_text.sets_text(list_sets(flags.data))
    elif flags.language_pair is None:
        text = _mtme_text.pairs_text(list_sets(flags.data).of(flags.test_set))
    else:
        text = _mtme_text.contents_text(_load(flags, flags.language_pair))
    write_output([text], flags.output, console)


def _echo(flags: Any, console: Console) -> None:
    from parbleu.evalset._contents import text_columns  # which `mtme --list` does not need

    evalset = _load(flags, flags.language_pair)
    outputs = flags.echo is None
    asked = (flags.echosys if outputs else flags.echo).split(",")
    columns = ["document" if name == "doc" else name for name in asked]
    text = _mtme_text.columns_text(text_columns(evalset, columns, outputs=outputs))
    write_output([text], flags.output, console)


def _scores(flags: Any, console: Console) -> None:
    write_output(_mtme_text.scores_text(_load(flags, flags.language_pair)), flags.output, console)


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
        f"{prefix}{_mtme_text.correlations_text(correlated)}"
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
        text.append(_mtme_text.differences_text(differences))
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


if __name__ == "__main__":
    main(sys.argv)
