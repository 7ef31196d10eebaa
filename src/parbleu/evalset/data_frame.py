"""The scores of an evaluation set as a table of pandas, polars or Arrow."""

from __future__ import annotations

from parbleu.errors import MissingDependencyError, OptionError
from parbleu.evalset.levels import check_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.evalset.evaluation_set import EvalSet

KINDS = {"pandas": "pandas", "polars": "polars", "arrow": "pyarrow"}


def frame(evalset: EvalSet, level: str, kind: str) -> Any:
    """Makes the table; see `EvalSet.frame`."""
    if kind not in KINDS:
        raise OptionError(f"a table is one of {', '.join(KINDS)}, not {kind!r}")
    labels = _labels(evalset, check_level(level))
    human, metrics = evalset.scorers(level)
    numbers = {name: _column(evalset, level, name) for name in [*human, *metrics]}
    try:
        library = __import__(KINDS[kind])
    except ImportError:
        raise MissingDependencyError(f"such tables need {KINDS[kind]}: pip install {KINDS[kind]}") from None
    if kind == "pandas":
        return library.DataFrame({**labels, **numbers})
    if kind == "polars":
        columns = {name: library.Series(name, values, nan_to_null=True) for name, values in numbers.items()}
        return library.DataFrame({**labels, **columns})
    return library.table(
        {**labels, **{name: library.array(values, from_pandas=True) for name, values in numbers.items()}}
    )


def _labels(evalset: EvalSet, level: str) -> dict[str, Any]:
    """The columns that say what a row is of."""
    items = evalset.n_items(level)
    repeats = len(evalset.sys_names)
    columns: dict[str, list[Any]] = {"system": [name for name in evalset.sys_names for _ in range(items)]}
    if level == "domain":
        columns["domain"] = list(evalset.domain_names) * repeats
    elif level == "doc":
        columns["domain"] = evalset.domains_per_doc * repeats
        columns["doc"] = list(evalset.doc_names) * repeats
    elif level == "seg":
        columns["domain"] = evalset.domains_per_seg * repeats
        columns["doc"] = evalset.docs_per_seg * repeats
        columns["seg"] = list(range(1, items + 1)) * repeats
    return columns


def _column(evalset: EvalSet, level: str, scorer: str) -> NDArray[np.float64]:
    """The scores of all systems, one after another; NaN where there are none."""
    import numpy

    scores = evalset.scores(level, scorer)
    table = numpy.full((len(evalset.sys_names), evalset.n_items(level)), numpy.nan)
    for row, system in enumerate(evalset.sys_names):
        if system in scores:
            table[row] = scores[system]
    return table.ravel()
