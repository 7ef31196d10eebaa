"""Scores in one call: sacreBLEU's functions, with its arguments and defaults.

They keep the metrics they make, one per combination of options, so that calling them in a loop costs no more
than calling a metric's method.
"""

from __future__ import annotations

from parbleu.metrics.bleu import BLEU, BLEUScore
from parbleu.metrics.chrf import CHRF, CHRFScore
from parbleu.metrics.ter import TER, TERScore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

# Options -> metric. Emptied when full, so that a loop over options does not fill the memory.
_metrics: dict[Any, Any] = {}
_MOST = 256


def _make(kind: Callable[..., Any], key: tuple[Any, ...], *options: Any) -> Any:
    """Makes the metric of `kind` with these options and keeps it under `key`."""
    metric = kind(*options)
    if len(_metrics) >= _MOST:
        _metrics.clear()
    _metrics[key] = metric
    return metric


def _bleu(
    smooth_method: str,
    smooth_value: float | None,
    force: bool,
    lowercase: bool,
    tokenize: str | None,
    effective_order: bool,
) -> BLEU:
    key = (smooth_method, smooth_value, force, lowercase, tokenize, effective_order)
    metric: BLEU = _metrics.get(key) or _make(
        BLEU, key, lowercase, force, tokenize, smooth_method, smooth_value, 4, effective_order
    )
    return metric


def _chrf(char_order: int, word_order: int, beta: float, whitespace: bool, eps_smoothing: bool) -> CHRF:
    # The type of beta matters: 2 and 2.0 are one key of a dict but print differently.
    key = (char_order, word_order, beta, beta.__class__, whitespace, eps_smoothing, "chrF")
    metric: CHRF = _metrics.get(key) or _make(
        CHRF, key, char_order, word_order, beta, False, whitespace, eps_smoothing
    )
    return metric


def _ter(normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool) -> TER:
    key = (normalized, no_punct, asian_support, case_sensitive)
    metric: TER = _metrics.get(key) or _make(TER, key, *key)
    return metric


def corpus_bleu(
    hypotheses: Any,
    references: Any,
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    force: bool = False,
    lowercase: bool = False,
    tokenize: str | None = "13a",
    use_effective_order: bool = False,
) -> BLEUScore:
    """Returns the BLEU score of a corpus. See `BLEU` for the options, `Metric` for texts and errors."""
    metric = _bleu(smooth_method, smooth_value, force, lowercase, tokenize, use_effective_order)
    return metric.corpus_score(hypotheses, references)


def raw_corpus_bleu(hypotheses: Any, references: Any, smooth_value: float | None = 0.1) -> BLEUScore:
    """Returns the BLEU score of tokenized text, smoothed with `floor`, with effective order."""
    return corpus_bleu(
        hypotheses,
        references,
        smooth_method="floor",
        smooth_value=smooth_value,
        force=True,
        tokenize="none",
        use_effective_order=True,
    )


def sentence_bleu(
    hypothesis: str,
    references: Sequence[str | None],
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    lowercase: bool = False,
    tokenize: str | None = "13a",
    use_effective_order: bool = True,
) -> BLEUScore:
    """Returns the BLEU score of one segment. See `BLEU` for the options."""
    metric = _bleu(smooth_method, smooth_value, False, lowercase, tokenize, use_effective_order)
    return metric.sentence_score(hypothesis, references)


def corpus_chrf(
    hypotheses: Any,
    references: Any,
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: float = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """Returns the chrF score of a corpus. See `CHRF` for the options, `Metric` for texts and errors."""
    return _chrf(char_order, word_order, beta, not remove_whitespace, eps_smoothing).corpus_score(
        hypotheses, references
    )


def sentence_chrf(
    hypothesis: str,
    references: Sequence[str | None],
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: float = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """Returns the chrF score of one segment. See `CHRF` for the options."""
    return _chrf(char_order, word_order, beta, not remove_whitespace, eps_smoothing).sentence_score(
        hypothesis, references
    )


def corpus_ter(
    hypotheses: Any,
    references: Any,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """Returns the TER score of a corpus. See `TER` for the options, `Metric` for texts and errors."""
    return _ter(normalized, no_punct, asian_support, case_sensitive).corpus_score(hypotheses, references)


def sentence_ter(
    hypothesis: str,
    references: Sequence[str | None],
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """Returns the TER score of one segment. See `TER` for the options."""
    return _ter(normalized, no_punct, asian_support, case_sensitive).sentence_score(hypothesis, references)
