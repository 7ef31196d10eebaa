"""Defines `error_classes`, which sorts wrong words into inflection, order, missing, extra and lexical choice.

The rules are Hjerson's: M. Popovic, "Hjerson: An open source tool for automatic error classification of
machine translation output", Prague Bulletin of Mathematical Linguistics 96, 2011.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from parbleu import _core
from parbleu._base.known_names import check_name
from parbleu._base.numbers import plain_sum
from parbleu._base.wording import counted
from parbleu._core import Segments
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.analysis._bucket_figures import BucketFigure, BucketResult, chosen_pairs, resampled_figures
from parbleu.analysis._text_edits import rows_of_segment
from parbleu.analysis._word_buckets import script_of
from parbleu.errors import InputShapeError, InputTypeError, OptionError, UnknownNameError
from parbleu.stats.joint_bootstrap import Draws, chosen_draws
from parbleu.stats.resampling import Resampling
from parbleu.tables import Column, Result, Table
from parbleu.text._segments import as_segments
from parbleu.text._tokenized_lines import tokenized
from parbleu.typing import SegmentsLike

BaseForms: TypeAlias = "str | Callable[[str], str] | Mapping[str, SegmentsLike]"

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
SUMS = {
    "SUMerr": ("hypINFer", "MISer", "hypLEXer", "EXTer", "hypRer"),
    "bSUMerr": ("bhypINFer", "bMISer", "bhypLEXer", "bEXTer", "bhypRer"),
    "rbSUMerr": ("hypINFer", "MISer", "hypLEXer", "EXTer", "bhypRer"),
}

AUTO, FIRST_FOUR, NO_FORMS = "auto", "first-four", "none"
BASE_FORMS = (AUTO, FIRST_FOUR, NO_FORMS)
WITHOUT_SUFFIXES = frozenset({"CJK", "Hiragana", "Katakana", "Hangul", "Thai", "Lao", "Khmer", "Myanmar"})
"""Scripts of languages without inflection by suffix, or with words that are not cut by blanks."""
SAMPLED_WORDS = 2000


@dataclass(frozen=True, eq=False)
class WordClasses:
    """The classes of the words of each segment, as numbers: 0 is right, 1 the first of `CLASSES`.

    Attributes:
        classes: uint8, for the words of all segments.
        starts: int64, N + 1: where those of each segment begin.
    """

    classes: NDArray[np.uint8]
    starts: NDArray[np.int64]

    def __getitem__(self, segment: int) -> NDArray[np.uint8]:
        return rows_of_segment(self.classes, self.starts, segment)


_TITLES = {
    "reference": "Wrong words of the references, in % of their words",
    "hypothesis": "Wrong words of the hypotheses, in % of the references' words",
}
"""Side -> what the table of its rates is called."""


class _SideRates(BucketResult):
    """The rates of the classes of words of one side, the references or the hypotheses."""

    def tables(self) -> tuple[Table, ...]:
        """Returns the rates, and the tested pairs if there are any."""
        [figure] = self.figures
        notes = ["Classes after Hjerson (Popovic 2011); each word has one.", *self._sampling_notes()]
        pairs = self._pair_tables(f"{figure.name}_pairs")
        return self._wide_table(figure, _TITLES[figure.name], notes), *pairs


@dataclass(frozen=True, eq=False)
class ErrorClasses(Result):
    """How many words of each system are wrong, by class.

    Each word has at most one class. `other` are words that the alignment has wrong though the other side has
    them, and that pair with no other wrong word, so that the classes of a side sum to its errors.

    Attributes:
        texts: what was classified.
        base_forms: what words of inflection have in common: "first-four", "none" or "given".
        rows: int32, (N, S, 25): the counts of each segment; `EDITS`, `REFERENCE` and the others tell where.
        chosen: int32, (S, N): the closest reference, whose words are classified.
        reference_classes: system -> the classes of the words of the closest references.
        hypothesis_classes: system -> those of the words of its hypotheses.
        figures: the rates in percent of the reference words: `figures[0]` of reference words by `CLASSES`,
            `figures[1]` of hypothesis words by `HYPOTHESIS_CLASSES`; the last bucket, "all", is their sum.
        n_samples: of the bootstrap; 0 without one.
        seed: its seed; None without one.
        alpha: the level of significance.
        p_columns: the columns of p-values that tables have on request: those of `parbleu.Resampling`.
    """

    texts: ComparedTexts
    base_forms: str
    rows: NDArray[np.int32]
    chosen: NDArray[np.int32]
    reference_classes: Mapping[str, WordClasses]
    hypothesis_classes: Mapping[str, WordClasses]
    figures: tuple[BucketFigure, BucketFigure]
    n_samples: int
    seed: int | None
    alpha: float
    p_columns: tuple[str, ...]

    def segments_with(self, system: str, error_class: str, side: str = "hypothesis") -> list[int]:
        """Returns the segments where a system has errors of a class, those with most of them first.

        Args:
            system: its name.
            error_class: of `CLASSES` or `HYPOTHESIS_CLASSES`.
            side: "reference" or "hypothesis": whose words.

        Raises:
            UnknownNameError: there is no such system, side or class.
        """
        check_name("side", side, ("reference", "hypothesis"))
        names, begin = (CLASSES, REFERENCE) if side == "reference" else (HYPOTHESIS_CLASSES, HYPOTHESIS)
        check_name("class of errors", error_class, names)
        counts = self.rows[:, self.texts.place(system), begin + COUNTED + names.index(error_class)]
        order = np.argsort(-counts, kind="stable")
        segments: list[int] = order[: np.count_nonzero(counts)].tolist()
        return segments

    def tables(self) -> tuple[Table, ...]:
        """Returns the rates of the classes of both sides, the counts behind them, and the tested pairs."""
        facts = {**self.texts.facts(), "base_forms": self.base_forms}
        if self.n_samples:
            facts |= {"n_samples": self.n_samples, "seed": self.seed}
        sides = [
            _SideRates(
                by="class",
                buckets=(*names, ALL),
                systems=tuple(self.texts.systems),
                figures=(figure,),
                alpha=self.alpha,
                p_columns=self.p_columns,
                n_samples=self.n_samples,
                facts=facts,
            ).tables()
            for figure, names in zip(self.figures, (CLASSES, HYPOTHESIS_CLASSES), strict=True)
        ]
        rates, pairs = zip(*((side[:1], side[1:]) for side in sides), strict=True)
        return (*chain(*rates), self._count_table(), *chain(*pairs))

    def hjerson(self, system: str) -> Table:
        """Returns a system's totals under the names of Hjerson, in percent of the words of either side.

        "SUMerr" adds rates over reference words to those over hypothesis words, as it does there.

        Raises:
            UnknownNameError: there is no such system.
        """
        counts = {name: sum(values) for name, values in hjerson_counts(self, system).items()}
        sums = self.rows[:, self.texts.place(system)].sum(axis=0, dtype=np.int64)
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
        return Table("hjerson", columns, rows, facts={"system": system, "base_forms": self.base_forms})

    def _count_table(self) -> Table:
        """Returns a row for each system, side and class: words, blocks of neighbouring words, and rates."""
        columns = (
            *(Column("system"), Column("side"), Column("class"), Column("words", kind=int)),
            *(Column("blocks", kind=int), Column("segments", kind=int)),
            Column("rate", "% of reference words", float, decimals=2, better="lower"),
            Column("rate_of_side", "% of the side's words", float, decimals=2, better="lower"),
        )
        rows: list[tuple[object, ...]] = []
        for system_index, system in enumerate(self.texts.systems):
            table = self.rows[:, system_index]
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


def error_classes(
    texts: ComparedTexts, *, base_forms: BaseForms = AUTO, resampling: Resampling | None = None
) -> ErrorClasses:
    """Sorts the words in which hypotheses differ from their closest references into classes of errors.

    Args:
        texts: the systems and references.
        base_forms: the form that words of one lemma share: "first-four", the first four characters; "none",
            so that there are no errors of inflection; "auto", the first four unless most words are of a
            script without suffixes, such as Chinese; a function from a word to its form; or lines of forms,
            one form for each word: name of a system or reference -> N lines.
        resampling: the bootstrap that intervals and tests come from, and the level of significance;
            `Resampling("none")` for neither.

    Raises:
        OptionError: there are no such base forms.
        InputShapeError: a line has another number of forms than words.
    """
    asked = (resampling or Resampling()).bootstrap_for("error_classes")
    forms, name = _forms(texts, base_forms)
    workers = asked.threads or 1
    references = [tokenized(stream, texts.tokenizer, texts.lowercase) for stream in texts.references]
    reference_forms = [
        forms(key, stream) for key, stream in zip(texts.reference_names, references, strict=True)
    ]
    rows, chosen, left, right = [], [], {}, {}
    for system, stream in texts.systems.items():
        lines = tokenized(stream, texts.tokenizer, texts.lowercase)
        try:
            errors = _core.classify_errors(references, reference_forms, lines, forms(system, lines), workers)
        except InputShapeError as problem:
            raise InputShapeError(f"base forms of {system}, or of a reference: {problem}") from None
        rows.append(errors[0])
        chosen.append(errors[1])
        left[system], right[system] = WordClasses(*errors[2]), WordClasses(*errors[3])
    counts = np.stack(rows, axis=1)
    n_samples = asked.n_bootstrap_samples
    draws = chosen_draws(n_samples, asked.seed) if n_samples else None
    pairs = chosen_pairs(len(texts.systems), asked.all_pairs)
    figures = _figures(texts, counts, draws, pairs)
    return ErrorClasses(
        texts,
        name,
        counts,
        np.stack(chosen),
        MappingProxyType(left),
        MappingProxyType(right),
        figures,
        0 if draws is None else draws.n_samples,
        None if draws is None else draws.seed,
        asked.alpha,
        asked.p_columns,
    )


def _forms(texts: ComparedTexts, base_forms: BaseForms) -> tuple[Callable[[str, Segments], Segments], str]:
    """Returns what makes lines of base forms of a stream's name and lines of words, and its name."""
    if base_forms == AUTO:
        base_forms = NO_FORMS if _lacks_suffixes(texts) else FIRST_FOUR
    if base_forms == NO_FORMS:
        return lambda _, lines: lines, NO_FORMS
    if base_forms == FIRST_FOUR:
        return lambda _, lines: _map_words(lines, lambda word: word[:4]), FIRST_FOUR
    if isinstance(base_forms, str):
        raise UnknownNameError("base forms", base_forms, list(BASE_FORMS))
    if callable(base_forms):
        function = base_forms
        return lambda _, lines: _map_words(lines, function), "given"
    if not isinstance(base_forms, Mapping):
        raise InputTypeError(f"base_forms is a name, a function or a mapping of lines, not {base_forms!r}")
    streams = {name: as_segments(lines, f"base forms of {name}") for name, lines in base_forms.items()}
    for name in (*texts.systems, *texts.reference_names):
        if name not in streams:
            raise OptionError(f"there are no base forms of {name!r}: add them")
        if len(streams[name]) != len(texts):
            raise InputShapeError(
                f"base forms of {name!r}: {counted(len(streams[name]), 'line')} for {counted(len(texts))}; "
                "each segment needs one"
            )
    return lambda name, _: streams[name], "given"


def _map_words(lines: Segments, form: Callable[[str], str]) -> Segments:
    known: dict[str, str] = {}
    mapped: list[str | None] = []
    for line in lines.to_list():
        if line is None:
            mapped.append(None)
            continue
        words = line.split()
        for word in words:
            if word not in known:
                known[word] = form(word)
        mapped.append(" ".join([known[word] for word in words]))
    return Segments(mapped)


def _lacks_suffixes(texts: ComparedTexts) -> bool:
    """Returns whether most of the first words of the references are of a script without suffixes."""
    lines = chain.from_iterable(stream.to_list() for stream in texts.references)
    words = islice((word for line in lines if line for word in line.split()), SAMPLED_WORDS)
    scripts = [script for script in map(script_of, words) if script != "none"]
    return 2 * sum(script in WITHOUT_SUFFIXES for script in scripts) > len(scripts)


def _figures(
    texts: ComparedTexts, counts: NDArray[np.int32], draws: Draws | None, pairs: list[tuple[int, int]]
) -> tuple[BucketFigure, BucketFigure]:
    """Returns the rates of both sides over the words of the references, with intervals and tests."""
    places = [
        REFERENCE + WORDS,
        *(begin + COUNTED + k for begin in (REFERENCE, HYPOTHESIS) for k in range(len(CLASSES))),
    ]
    reference, hypothesis = resampled_figures(
        ("reference", "hypothesis"),
        _rates,
        counts[:, :, places],
        texts,
        draws,
        pairs,
        higher_is_better=False,
        decimals=2,
    )
    return reference, hypothesis


def _rates(sums: NDArray[np.float64] | NDArray[np.int64]) -> list[NDArray[np.float64]]:
    """Returns the percentages of both sides, (..., 6), from [reference words, five counts, five counts]."""
    words = sums[..., :1].astype(float)
    rates = []
    for begin in (1, 1 + len(CLASSES)):
        part = sums[..., begin : begin + len(CLASSES)].astype(float)
        every = np.concatenate([part, part.sum(axis=-1, keepdims=True)], axis=-1)
        rates.append(np.divide(100 * every, words, out=np.full(every.shape, np.nan), where=words > 0))
    return rates


def hjerson_counts(classes: ErrorClasses, system: str) -> dict[str, list[int]]:
    """Returns the counts of each segment under Hjerson's names."""
    table = classes.rows[:, classes.texts.place(system)]
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
