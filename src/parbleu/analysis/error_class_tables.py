"""Names the classes of errors, and makes tables of them: rates, counts, the totals that Hjerson prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parbleu.analysis.bucket_figures import BucketFigure, pair_table, sampling_notes, wide_table
from parbleu.base.plain_sums import plain_sum
from parbleu.tables import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parbleu.analysis.classified_errors import ErrorClasses

CLASSES = ("inflection", "order", "missing", "lexical", "other")
"""What a word of a reference can be wrong by; its numbers, in arrays of classes, count from 1."""
HYPOTHESIS_CLASSES = ("inflection", "order", "extra", "lexical", "other")
"""The same of a word of a hypothesis."""

EDITS, REFERENCE, HYPOTHESIS = 0, 1, 13
"""Where in a row of counts the edits are, and the counts of either side begin."""
WORDS, POSITION_FREE, COUNTED, BLOCKS = 0, 1, 2, 7
"""Where in the counts of a side: its words, its position-free errors, and of five classes the words, and the
blocks of neighbours."""

ALL = "all"
NAMES = ("INFer", "Rer", "", "LEXer")
"""What Hjerson calls the classes; what is missing or extra has one name on either side."""


def class_tables(found: ErrorClasses) -> tuple[Table, ...]:
    """Returns the rates of the classes of both sides, the counts behind them, and the tested pairs."""
    systems = list(found.texts.systems)
    facts = {**found.texts.facts(), "base_forms": found.base_forms}
    if found.n_samples:
        facts |= {"n_samples": found.n_samples, "seed": found.seed}
    titles = (
        "Wrong words of the references, in % of their words",
        "Wrong words of the hypotheses, in % of the references' words",
    )
    sides = [
        (figure, (*names, ALL), title)
        for figure, names, title in zip(found.figures, (CLASSES, HYPOTHESIS_CLASSES), titles, strict=True)
    ]
    pairs = [
        pair_table([figure], names, systems, heading="class", alpha=found.alpha, name=f"{figure.name}_pairs")
        for figure, names, _ in sides
        if figure.p_values is not None
    ]
    return (*(_rates(found, *side, facts) for side in sides), count_table(found), *pairs)


def _rates(
    found: ErrorClasses, figure: BucketFigure, names: Sequence[str], title: str, facts: dict[str, object]
) -> Table:
    systems = list(found.texts.systems)
    return wide_table(
        figure,
        names,
        systems,
        [],
        title=title,
        heading="class",
        notes=[
            "Classes after Hjerson (Popovic 2011); each word has one.",
            *sampling_notes([figure], systems, found.n_samples, found.alpha),
        ],
        facts=facts,
        alpha=found.alpha,
    )


def count_table(found: ErrorClasses) -> Table:
    """Returns a row for each system, side and class: words, blocks of neighbouring words, and rates."""
    columns = (
        *(Column("system"), Column("side"), Column("class"), Column("words", kind=int)),
        *(Column("blocks", kind=int), Column("segments", kind=int)),
        Column("rate", "% of reference words", float, decimals=2, better="lower"),
        Column("rate_of_side", "% of the side's words", float, decimals=2, better="lower"),
    )
    rows: list[tuple[object, ...]] = []
    for place, system in enumerate(found.texts.systems):
        table = found.rows[:, place]
        sums = table.sum(axis=0, dtype=np.int64)
        reference_words = sums[REFERENCE + WORDS]
        for side, begin, names in (
            ("reference", REFERENCE, CLASSES),
            ("hypothesis", HYPOTHESIS, HYPOTHESIS_CLASSES),
        ):
            words = sums[begin + WORDS]
            for number, name in enumerate(names):
                count = sums[begin + COUNTED + number]
                rows.append(
                    (
                        *(system, side, name, count, sums[begin + BLOCKS + number]),
                        np.count_nonzero(table[:, begin + COUNTED + number]),
                        *(
                            100 * count / all_words if all_words else None
                            for all_words in (reference_words, words)
                        ),
                    )
                )
    return Table("error_counts", columns, rows)


def hjerson_counts(found: ErrorClasses, system: str) -> dict[str, list[int]]:
    """Returns the counts of each segment under Hjerson's names."""
    table = found.rows[:, found.texts.place(system)]
    counts = {
        "Wer": table[:, EDITS],
        "Rper": table[:, REFERENCE + POSITION_FREE],
        "Hper": table[:, HYPOTHESIS + POSITION_FREE],
    }
    sides = (("ref", REFERENCE, "MISer"), ("hyp", HYPOTHESIS, "EXTer"))
    for blocked, offset in (("", COUNTED), ("b", BLOCKS)):
        for side, begin, gap in sides:
            for number, name in enumerate(NAMES):
                counts[f"{blocked}{side}{name}" if name else f"{blocked}{gap}"] = table[
                    :, begin + offset + number
                ]
    for total, parts in SUMS.items():
        counts[total] = np.sum([counts[part] for part in parts], axis=0)
    return {name: column.tolist() for name, column in counts.items()}


SUMS = {
    "SUMerr": ("hypINFer", "MISer", "hypLEXer", "EXTer", "hypRer"),
    "bSUMerr": ("bhypINFer", "bMISer", "bhypLEXer", "bEXTer", "bhypRer"),
    "rbSUMerr": ("hypINFer", "MISer", "hypLEXer", "EXTer", "bhypRer"),
}


def hjerson_table(found: ErrorClasses, system: str) -> Table:
    """Returns a system's totals under Hjerson's names: counts, and rates over the words of their side."""
    counts = {name: sum(values) for name, values in hjerson_counts(found, system).items()}
    sums = found.rows[:, found.texts.place(system)].sum(axis=0, dtype=np.int64)
    words = {"reference": int(sums[REFERENCE + WORDS]), "hypothesis": int(sums[HYPOTHESIS + WORDS])}

    def rate(name: str) -> float | None:
        if name in SUMS:
            parts = [rate(part) for part in SUMS[name]]
            return None if None in parts else plain_sum(part for part in parts if part is not None)
        of_hypothesis = "hyp" in name or name in ("Hper", "EXTer", "bEXTer")
        length = words["hypothesis" if of_hypothesis else "reference"]
        return 100 * counts[name] / length if length else None

    columns = (Column("name"), Column("count", kind=int), Column("rate", "%", float, decimals=2))
    rows = [(name, count, rate(name)) for name, count in counts.items()]
    return Table("hjerson", columns, rows, facts={"system": system, "base_forms": found.base_forms})
