"""Tests effect sizes that are not defined."""

from parbleu.stats.effect_sizes import effect_sizes


def test_equal_scores_have_no_spread() -> None:
    """The deviation of equal numbers is not 0 but for rounding."""
    found = effect_sizes([30.1] * 6, [25.4] * 6)
    assert (found.sd, found.d_z, found.d_av, found.t) == (0.0, None, None, None)
