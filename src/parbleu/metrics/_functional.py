"""Computes scores in one call: functions with the metrics' options, in the order of sacreBLEU's arguments.

They keep the metrics they make, one per combination of options, so that calling them in a loop costs no more
than calling a metric's method.
"""

from __future__ import annotations

from parbleu.metrics._bleu import BLEU, BLEUScore
from parbleu.metrics._chrf import CHRF, CHRFScore
from parbleu.metrics._ter import TER, TERScore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeVar

    Kept = TypeVar("Kept", BLEU, CHRF, TER)
    from parbleu.typing import ReferencesLike, SegmentsLike

# Class and options -> metric. Emptied when full, so that a loop over options does not fill the memory.
_metrics: dict[Any, Any] = {}
_MOST = 256


def _kept(metric: type[Kept], *options: Any) -> Kept:
    # chrF's beta is the third: 2 and 2.0 are one key of a dict but print differently.
    key = (metric, options, options[2].__class__)
    kept: Kept | None = _metrics.get(key)
    if kept is None:
        if len(_metrics) >= _MOST:
            _metrics.clear()
        kept = _metrics[key] = metric(*options)
    return kept


def corpus_bleu(
    hypotheses: SegmentsLike,
    references: ReferencesLike,
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    force: bool = False,
    lowercase: bool = False,
    tokenize: str | None = "13a",
    effective_order: bool = False,
) -> BLEUScore:
    """Returns the BLEU score of a corpus, from 0 to 100.

    Args:
        hypotheses: N segments.
        references: K streams of N segments; None is a missing reference.
        smooth_method: "exp", "floor", "add-k" or "none".
        smooth_value: of "floor" and "add-k"; by default 0.1 and 1.
        force: do not warn of hypotheses that look tokenized.
        lowercase: ignore case.
        tokenize: the name of a tokenizer; None for 13a.
        effective_order: leave out orders of n-grams that hypotheses are too short for.

    Raises:
        InputTypeError: something is not text.
        InputShapeError: streams differ in length, or there is no segment.
        NoReferenceError: a segment has no reference.
        OptionError: an option has a value that it does not take.
    """
    metric = _kept(BLEU, lowercase, force, tokenize, smooth_method, smooth_value, 4, effective_order)
    return metric.corpus_score(hypotheses, references)


def sentence_bleu(
    hypothesis: str,
    references: Sequence[str | None],
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    lowercase: bool = False,
    tokenize: str | None = "13a",
    effective_order: bool = True,
) -> BLEUScore:
    """Returns the BLEU score of one segment, from 0 to 100.

    Args:
        hypothesis: the segment.
        references: its references; None is a missing one.
        smooth_method: "exp", "floor", "add-k" or "none".
        smooth_value: of "floor" and "add-k"; by default 0.1 and 1.
        lowercase: ignore case.
        tokenize: the name of a tokenizer; None for 13a.
        effective_order: leave out orders of n-grams that hypotheses are too short for.

    Raises:
        InputTypeError: something is not text.
        NoReferenceError: there is no reference.
        OptionError: an option has a value that it does not take.
    """
    metric = _kept(BLEU, lowercase, False, tokenize, smooth_method, smooth_value, 4, effective_order)
    return metric.sentence_score(hypothesis, references)


def corpus_chrf(
    hypotheses: SegmentsLike,
    references: ReferencesLike,
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: float = CHRF.BETA,
    whitespace: bool = False,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """Returns the chrF score of a corpus, from 0 to 100.

    Args:
        hypotheses: N segments.
        references: K streams of N segments; None is a missing reference.
        char_order: the longest character n-grams that count.
        word_order: the longest word n-grams that count; 2 is chrF++.
        beta: how many times recall weighs more than precision.
        whitespace: white space counts as characters.
        eps_smoothing: average over all orders, those without n-grams being tiny.

    Raises:
        InputTypeError: something is not text.
        InputShapeError: streams differ in length, or there is no segment.
        NoReferenceError: a segment has no reference.
        OptionError: an option has a value that it does not take.
    """
    metric = _kept(CHRF, char_order, word_order, beta, False, whitespace, eps_smoothing)
    return metric.corpus_score(hypotheses, references)


def sentence_chrf(
    hypothesis: str,
    references: Sequence[str | None],
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: float = CHRF.BETA,
    whitespace: bool = False,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """Returns the chrF score of one segment, from 0 to 100.

    Args:
        hypothesis: the segment.
        references: its references; None is a missing one.
        char_order: the longest character n-grams that count.
        word_order: the longest word n-grams that count; 2 is chrF++.
        beta: how many times recall weighs more than precision.
        whitespace: white space counts as characters.
        eps_smoothing: average over all orders, those without n-grams being tiny.

    Raises:
        InputTypeError: something is not text.
        NoReferenceError: there is no reference.
        OptionError: an option has a value that it does not take.
    """
    metric = _kept(CHRF, char_order, word_order, beta, False, whitespace, eps_smoothing)
    return metric.sentence_score(hypothesis, references)


def corpus_ter(
    hypotheses: SegmentsLike,
    references: ReferencesLike,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """Returns the TER score of a corpus: edits in percent of the words of references; lower is better.

    Args:
        hypotheses: N segments.
        references: K streams of N segments; None is a missing reference.
        normalized: separate punctuation and undo SGML entities.
        no_punct: remove punctuation.
        asian_support: split Chinese and Japanese into characters.
        case_sensitive: tell capitals from small letters.

    Raises:
        InputTypeError: something is not text.
        InputShapeError: streams differ in length, or there is no segment.
        NoReferenceError: a segment has no reference.
        OptionError: an option has a value that it does not take.
    """
    metric = _kept(TER, normalized, no_punct, asian_support, case_sensitive)
    return metric.corpus_score(hypotheses, references)


def sentence_ter(
    hypothesis: str,
    references: Sequence[str | None],
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """Returns the TER score of one segment: edits in percent of the words of references; lower is better.

    Args:
        hypothesis: the segment.
        references: its references; None is a missing one.
        normalized: separate punctuation and undo SGML entities.
        no_punct: remove punctuation.
        asian_support: split Chinese and Japanese into characters.
        case_sensitive: tell capitals from small letters.

    Raises:
        InputTypeError: something is not text.
        NoReferenceError: there is no reference.
        OptionError: an option has a value that it does not take.
    """
    metric = _kept(TER, normalized, no_punct, asian_support, case_sensitive)
    return metric.sentence_score(hypothesis, references)
