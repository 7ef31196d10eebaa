"""Makes the report of a comparison that knows its texts, or was saved with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parbleu._comparison.comparison_result import Comparison
from parbleu._comparison.resampled_scores import ExplanationOptions
from parbleu.analysis._analysis_input import ComparedTexts, compared_texts
from parbleu.errors import OptionError
from parbleu.metrics._bleu import BLEU
from parbleu.report._html_report import Report
from parbleu.report._report_maker import make_report
from parbleu.stats.resampling import Resampling
from parbleu.typing import SegmentsLike


def comparison_report(
    comparison: Comparison,
    *,
    source: SegmentsLike | None = None,
    labels: Mapping[str, Sequence[str | None]] | None = None,
    **options: Any,
) -> Report:
    """Makes the report of a comparison: its systems, metrics and test, computed again from its texts.

    Args:
        comparison: made by `parbleu.compare` of systems and references, or read with its texts.
        source: what was translated, N segments.
        labels: name -> the label of each segment.
        options: further keyword arguments of `make_report`; by default as in the comparison.

    Raises:
        OptionError: the comparison has no texts, or drew units of segments; or another option has a value
            that it does not take.
        ParbleuError: texts cannot be scored, or ratings do not fit.
    """
    settings = {**saved_settings(comparison), **options}
    return make_report(saved_texts(comparison, source, labels), saved_metrics(comparison), **settings)


def saved_texts(
    comparison: Comparison,
    source: SegmentsLike | None = None,
    labels: Mapping[str, Sequence[str | None]] | None = None,
) -> ComparedTexts:
    """Returns the texts of a comparison, cut into words as its BLEU does.

    Raises:
        OptionError: the comparison has no texts, or drew units of segments.
    """
    made_of = comparison.known_input()
    corpus = made_of.texts("show")
    if comparison.n_units is not None:
        raise OptionError(
            "this comparison drew units of segments, and a page tests segments: compare without units"
        )
    bleu = next((metric for _, metric in made_of.metrics if isinstance(metric, BLEU)), None)
    return compared_texts(
        corpus,
        source=source,
        labels=labels,
        tokenize=BLEU.TOKENIZER_DEFAULT if bleu is None else bleu.tokenizer_name,
        lowercase=bleu is not None and bleu.lowercase,
    )


def saved_metrics(comparison: Comparison) -> list[Any]:
    """Returns the metrics of a comparison, as `make_report` takes them."""
    return [metric if name is None else {name: metric} for name, metric in comparison.known_input().metrics]


def saved_settings(comparison: Comparison) -> dict[str, Any]:
    """Returns how a comparison was tested, as arguments of `make_report`."""
    explained, n_samples = comparison.explanation, comparison.n_samples or None
    asked = Resampling(
        comparison.test or "none",
        n_samples,
        seed=comparison.seed,
        alpha=comparison.alpha,
        p_columns=comparison.p_columns,
    )
    explain = explained is not None and ExplanationOptions(explained.region, explained.seen)
    return {"resampling": asked, "explain": explain}
