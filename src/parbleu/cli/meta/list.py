"""`parbleu meta --list`: the evaluation sets, their language pairs, what is in one of them."""

from __future__ import annotations

from parbleu.cli.meta.output import Report, put_report
from parbleu.errors import UnknownNameError
from parbleu.evalset.file_layout import data_directories, local_sets
from parbleu.evalset.standard_info import language_pairs, set_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from parbleu.cli.meta.mtme_flags import Flags
    from parbleu.cli.meta.output import Cell
    from parbleu.cli.shell.console import Console


def run(flags: Flags, console: Console) -> int:
    """Prints a list; returns the exit status."""
    if flags.test_set is None:
        return _list_sets(flags, console)
    if flags.language_pair is None:
        return _list_pairs(flags.test_set, flags, console)
    return _list_contents(flags, console)


def _local(flags: Flags) -> dict[str, list[str]]:
    """The sets that are on this machine, and their language pairs."""
    found: dict[str, list[str]] = {}
    for directory in data_directories(flags.data):
        for name, pairs in local_sets(directory).items():
            found.setdefault(name, []).extend(pair for pair in pairs if pair not in found.get(name, ()))
    return found


def _list_sets(flags: Flags, console: Console) -> int:
    here = _local(flags)
    known = set_names()
    names = [*known, *(name for name in here if name not in known)]

    def report() -> Report:
        rows: list[list[Cell]] = [
            [name, len(_pairs(name, here, known)), len(here.get(name, ())), name in known] for name in names
        ]
        return Report(("test_set", "language_pairs", "here", "official"), rows)

    return put_report(lambda: f"test-sets: {' '.join(names)}\n", report, flags, console)


def _pairs(name: str, here: dict[str, list[str]], known: list[str]) -> list[str]:
    own = here.get(name, [])
    if name not in known and not own:
        raise UnknownNameError("evaluation set", name, [*known, *here])
    official = language_pairs(name) if name in known else []
    return [*official, *(pair for pair in own if pair not in official)]


def _list_pairs(name: str, flags: Flags, console: Console) -> int:
    here = _local(flags)
    pairs = _pairs(name, here, set_names())

    def report() -> Report:
        return Report(
            ("test_set", "language_pair", "here"),
            [[name, pair, pair in here.get(name, ())] for pair in pairs],
        )

    return put_report(lambda: f"language pairs for {name}: {' '.join(pairs)}\n", report, flags, console)


def _list_contents(flags: Flags, console: Console) -> int:
    from parbleu.cli.meta.sets import load

    evalset = load(flags)
    human, outliers = evalset.human_sys_names, evalset.outlier_sys_names
    counts = {
        "segs": evalset.n_segments,
        "docs": len(evalset.docs),
        "systems": len(evalset.sys_names),
    }
    names = {
        "outliers": sorted(outliers),
        "human": sorted(human),
        "refs": evalset.ref_names,
        "gold-scores": evalset.human_score_names,
    }

    def text() -> str:
        return (
            f"{evalset.name} {evalset.lp}: {counts['segs']} segs, {counts['docs']} docs, "
            f"{counts['systems']} systems (includes {len(outliers)} outliers + {len(human)} human), "
            f"{', '.join(f'{what}: {_braced(found)}' for what, found in names.items())}\n"
        )

    def report() -> Report:
        cells: list[Cell] = [*counts.values(), *(",".join(found) for found in names.values())]
        return Report(
            ("test_set", "language_pair", *counts, *names, "standard_ref", "metrics"),
            [[evalset.name, evalset.lp, *cells, evalset.std_ref, ",".join(evalset.metric_names)]],
        )

    return put_report(text, report, flags, console)


def _braced(names: Iterable[str]) -> str:
    return f"{{{','.join(names)}}}"
