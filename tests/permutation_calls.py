"""Calls permutation tests with flat options, as many tests vary one of them at a time."""

from parbleu.stats import pairwise_significance, permutation_tests
from parbleu.stats._random_generators import Generator
from parbleu.stats.permutation_tests import PermutationTests
from parbleu.stats.resampling import Resampling

RUNNING = ("exchange", "stopping", "generator", "test_constant", "recalibrate", "executor", "after_test")


def how(n_samples=None, seed=None, threads=None, pairs_options=None, **options):
    """The options of a test, put into its values."""
    running = {name: options.pop(name) for name in RUNNING if name in options}
    if isinstance(seed, Generator):
        running["generator"], seed = seed, None
    return {
        "resampling": Resampling(n_samples=n_samples, seed=seed, threads=threads),
        "tests": PermutationTests(**running, pairs_options=pairs_options or {}),
        **options,
    }


def of_pairs(unit="pair", recalibrate=False, variant="acc23", sample_rate=1.0, **options):
    exchange = {"pair": "pairs", "row": "rows"}[unit]
    pairs_options = {"sample_rate": sample_rate}
    return how(
        exchange=exchange,
        recalibrate=recalibrate,
        variant=variant,
        pairs_options=pairs_options,
        **options,
    )


def permutation_test(correlation, gold, first, second, average_by="none", **options):
    return permutation_tests.permutation_test(correlation, gold, first, second, average_by, **how(**options))


def pairs_permutation_test(gold, first, second, average_by="none", **options):
    tables = gold, first, second
    return permutation_tests.permutation_test("KendallVariants", *tables, average_by, **of_pairs(**options))


def significance(correlation, gold, metrics, average_by="none", **options):
    return pairwise_significance.significance(correlation, gold, metrics, average_by, **how(**options))


def pairs_significance(gold, metrics, average_by="none", **options):
    return pairwise_significance.significance(
        "KendallVariants", gold, metrics, average_by, **of_pairs(**options)
    )
