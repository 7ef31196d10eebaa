"""Arrays in, numbers out: resampling, intervals, corrections. Knows no text and no metric."""

from parbleu.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.stats import agreement as agreement
    from parbleu.stats import chance as chance
    from parbleu.stats import correlation as correlation
    from parbleu.stats import correlation_interval as correlation_interval
    from parbleu.stats import correlations as correlations
    from parbleu.stats import interval as interval
    from parbleu.stats import paired as paired
    from parbleu.stats import permutation as permutation
    from parbleu.stats import ranking as ranking
    from parbleu.stats import resampling as resampling
    from parbleu.stats import significance as significance
    from parbleu.stats import ties as ties
    from parbleu.stats import williams as williams

__all__ = [
    "agreement",
    "chance",
    "correlation",
    "correlation_interval",
    "correlations",
    "interval",
    "paired",
    "permutation",
    "ranking",
    "resampling",
    "significance",
    "ties",
    "williams",
]

__getattr__, __dir__ = lazy_attributes(__name__, {name: f"{__name__}.{name}" for name in __all__})
