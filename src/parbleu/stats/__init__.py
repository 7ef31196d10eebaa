"""Statistics over arrays: resampling, intervals, tests, correlations. It depends on no text and no metric."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".": "assumed_power chance_levels correlation correlation_interval effect_sizes "
        "false_discovery interval joint_bootstrap paired_tests pairwise_accuracy pairwise_significance "
        "permutation_tests power rank_clusters rating_components resampling signed_rank "
        "summed_groups t_test_power tie_calibration williams"
    },
)
