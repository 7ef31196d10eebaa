"""Defines `error_classes`, which sorts wrong words into inflection, order, missing, extra and lexical choice.

The rules are Hjerson's: M. Popovic, "Hjerson: An open source tool for automatic error classification of
machine translation output", Prague Bulletin of Mathematical Linguistics 96, 2011.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from parbleu import _core
from parbleu._core import Segments
from parbleu.analysis.bucket_figures import BucketFigure, chosen_pairs, resampled_figures
from parbleu.analysis.error_class_tables import (
    CLASSES,
    COUNTED,
    HYPOTHESIS,
    HYPOTHESIS_CLASSES,
    REFERENCE,
    WORDS,
    class_tables,
    hjerson_table,
)
from parbleu.analysis.text_edits import rows_of_segment
from parbleu.analysis.word_buckets import script_of
from parbleu.base.known_names import check_name
from parbleu.base.threads import thread_count
from parbleu.base.wording import counted
from parbleu.errors import InputShapeError, InputTypeError, OptionError, UnknownNameError
from parbleu.stats.joint_bootstrap import Draws, chosen_draws
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES, check_level
from parbleu.tables import Result, Table
from parbleu.text.segments import as_segments
from parbleu.text.tokenized_lines import tokenized

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from parbleu.analysis.analysis_input import ComparedTexts
    from parbleu.typing import SegmentsLike

BaseForms: TypeAlias = "str | Callable[[str], str] | Mapping[str, SegmentsLike]"

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
        found: list[int] = order[: np.count_nonzero(counts)].tolist()
        return found

    def tables(self) -> tuple[Table, ...]:
        """Returns the rates of the classes of both sides, the counts behind them, and the tested pairs."""
        return class_tables(self)

    def hjerson(self, system: str) -> Table:
        """Returns a system's totals under the names of Hjerson, in percent of the words of either side.

        "SUMerr" adds rates over reference words to those over hypothesis words, as it does there.

        Raises:
            UnknownNameError: there is no such system.
        """
        return hjerson_table(self, system)


def error_classes(
    texts: ComparedTexts,
    *,
    base_forms: BaseForms = AUTO,
    n_samples: int = BOOTSTRAP_SAMPLES,
    all_pairs: bool = False,
    seed: int | str | None = None,
    alpha: float = 0.05,
    threads: int | None = None,
) -> ErrorClasses:
    """Sorts the words in which hypotheses differ from their closest references into classes of errors.

    Args:
        texts: the systems and references.
        base_forms: the form that words of one lemma share: "first-four", the first four characters; "none",
            so that there are no errors of inflection; "auto", the first four unless most words are of a
            script without suffixes, such as Chinese; a function from a word to its form; or lines of forms,
            one form for each word: name of a system or reference -> N lines.
        n_samples: how many bootstrap samples intervals and tests come from; 0 for none.
        all_pairs: whether all pairs of systems are tested, not only the first system against the others.
        seed: as in `parbleu.compare`.
        alpha: the level of significance.
        threads: see `parbleu.base.threads.thread_count`.

    Raises:
        OptionError: there are no such base forms.
        InputShapeError: a line has another number of forms than words.
    """
    check_level("alpha", alpha)
    forms, name = _forms(texts, base_forms)
    workers = thread_count(threads)
    references = [tokenized(stream, texts.tokenizer, texts.lowercase) for stream in texts.references]
    reference_forms = [
        forms(key, stream) for key, stream in zip(texts.reference_names, references, strict=True)
    ]
    rows, chosen, left, right = [], [], {}, {}
    for system, stream in texts.systems.items():
        lines = tokenized(stream, texts.tokenizer, texts.lowercase)
        try:
            found = _core.classify_errors(references, reference_forms, lines, forms(system, lines), workers)
        except InputShapeError as problem:
            raise InputShapeError(f"base forms of {system}, or of a reference: {problem}") from None
        rows.append(found[0])
        chosen.append(found[1])
        left[system], right[system] = WordClasses(*found[2]), WordClasses(*found[3])
    counts = np.stack(rows, axis=1)
    draws = chosen_draws(n_samples, seed) if n_samples else None
    pairs = chosen_pairs(len(texts.systems), all_pairs)
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
        alpha,
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
    made: list[str | None] = []
    for line in lines.to_list():
        if line is None:
            made.append(None)
            continue
        words = line.split()
        for word in words:
            if word not in known:
                known[word] = form(word)
        made.append(" ".join([known[word] for word in words]))
    return Segments(made)


def _lacks_suffixes(texts: ComparedTexts) -> bool:
    """Whether most of the first words of the references are of a script without suffixes."""
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
