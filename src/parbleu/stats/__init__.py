"""Statistics over arrays: resampling, intervals, tests, correlations. It depends on no text and no metric."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".": "chance_levels correlation correlation_interval correlations false_discovery interval "
        "paired_tests pairwise_accuracy pairwise_significance assumed_power power t_test_power "
        "joint_bootstrap permutation_tests rank_clusters resampling tie_calibration williams",
    },
)
