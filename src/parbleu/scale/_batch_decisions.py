"""Chooses among the candidates in record batches by minimum Bayes risk: `parbleu.scale.decode_batches`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from parbleu._inputs.record_batches import NamedRows, named_rows, record_batches
from parbleu.errors import OptionError, ParbleuError
from parbleu.metrics._base import Metric
from parbleu.nbest._decoding import decode_each
from parbleu.nbest._nbest_files import NbestList
from parbleu.nbest._utility import Utility
from parbleu.scale._batch_scores import SCORING, latest_scorer, names_scorer
from parbleu.text._segments import shown
from parbleu.text._table_files.arrow_table import imported_pyarrow

CHOSEN = ("chosen", "translation", "expected_utility")


def decode_batches(
    batches: Any,
    utility: str | Metric[Any] | type | Utility = "chrf",
    *,
    candidates: str = "candidates",
    references: str | None = None,
    weights: str | None = None,
    source: str | None = None,
    aggregate: bool = False,
    threads: int | None = None,
) -> Iterator[Any]:
    """Yields the record batches with columns of the candidate that `parbleu.mbr` chooses in each row.

    Memory grows with a batch, and not with their number.

    Args:
        batches: record batches of Arrow, or what `score_batches` takes.
        utility: a metric, its class, or its name; or the name of a scorer, which stays loaded.
        candidates: the column of candidates, lists of text.
        references: the column of pseudo-references, lists of text; the candidates themselves by default.
        weights: the column of the references' logarithms of probability, lists of numbers; by default all
            references weigh the same.
        source: the column of sources, for a scorer that reads them.
        aggregate: whether candidates are compared with the mean n-gram counts of all references.
        threads: how many to use; by default one per core, or `PARBLEU_THREADS`. No number depends on it.

    Yields:
        A batch for each one that was given, with all its columns and `chosen`, the number of the candidate
        from 1; `translation`, its text; `expected_utility`.

    Raises:
        OptionError: there is a column of such a name already, or the metric cannot be a utility.
        FormatError: a column is missing, or a row has no candidates or no text among them; the message tells
            the row, counted from 1 in these batches, and its short cells.
    """
    alone: AbstractContextManager[Any] = nullcontext()
    if names_scorer(utility):
        alone = SCORING
        utility = Utility(latest_scorer(str(utility)), aggregate=aggregate)
    made = utility if isinstance(utility, Utility) else Utility(utility, aggregate=aggregate)
    columns = [name for name in (candidates, references, weights, source) if name is not None]
    first = 1
    for batch in record_batches(batches):
        rows = named_rows(batch, columns, first)
        for name in CHOSEN:
            if name in batch.schema.names:
                raise OptionError(f"there is a column {name!r} already: rename it before decoding")
        own = _lists(rows, candidates, None if references else weights, source)
        other = own if references is None else _lists(rows, references, weights, None)
        kind = "uniform" if weights is None else "probability"
        pairs = None if references is None else iter(other)
        with alone:
            decisions = list(decode_each(iter(own), made, references=pairs, weights=kind, threads=threads))
        yield _with_decisions(batch, decisions)
        first += batch.num_rows


def _with_decisions(batch: Any, decisions: list[Any]) -> Any:
    pyarrow = imported_pyarrow("parbleu.scale")
    arrays = [
        pyarrow.array([decision.chosen + 1 for decision in decisions], pyarrow.int32()),
        pyarrow.array([decision.text for decision in decisions], pyarrow.string()),
        pyarrow.array([decision.utility for decision in decisions], pyarrow.float64()),
    ]
    for name, array in zip(CHOSEN, arrays, strict=True):
        batch = batch.append_column(name, array)
    return batch


def _lists(rows: NamedRows, name: str, scores: str | None, source: str | None) -> list[NbestList]:
    """Returns the candidates of each row."""
    if not rows.n_rows:
        return []
    numbers = [()] * rows.n_rows if scores is None else rows.cells(scores)
    sources = [None] * rows.n_rows if source is None else rows.texts(source, complete=True).to_list()
    return [
        _list(rows, row, name, texts, tuple(numbers[row] or ()), sources[row])
        for row, texts in enumerate(rows.cells(name))
    ]


def _list(
    rows: NamedRows, row: int, name: str, texts: Any, scores: tuple[float, ...], source: Any
) -> NbestList:
    if isinstance(texts, str) or not hasattr(texts or (), "__iter__"):
        raise rows.wrong(row, f"column {name!r}: lists of text are expected, not {shown(texts)}")
    try:
        return NbestList(str(rows.first + row), tuple(texts or ()), scores, source=source)
    except ParbleuError as problem:
        raise rows.wrong(row, f"column {name!r}: {problem}") from None
