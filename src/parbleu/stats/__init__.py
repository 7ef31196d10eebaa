"""Arrays in, numbers out: resampling, intervals, corrections. Knows no text and no metric."""

from parbleu.base.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.stats import chance_levels as chance_levels
    from parbleu.stats import correlation as correlation
    from parbleu.stats import correlation_interval as correlation_interval
    from parbleu.stats import correlations as correlations
    from parbleu.stats import interval as interval
    from parbleu.stats import paired_tests as paired_tests
    from parbleu.stats import pairwise_accuracy as pairwise_accuracy
    from parbleu.stats import pairwise_significance as pairwise_significance
    from parbleu.stats import permutation_tests as permutation_tests
    from parbleu.stats import rank_clusters as rank_clusters
    from parbleu.stats import resampling as resampling
    from parbleu.stats import tie_calibration as tie_calibration
    from parbleu.stats import williams as williams

__all__ = [
    "chance_levels",
    "correlation",
    "correlation_interval",
    "correlations",
    "interval",
    "paired_tests",
    "pairwise_accuracy",
    "pairwise_significance",
    "permutation_tests",
    "rank_clusters",
    "resampling",
    "tie_calibration",
    "williams",
]

__getattr__, __dir__ = lazy_attributes(__name__, {name: f"{__name__}.{name}" for name in __all__})
