"""Defines Spearman's correlation."""

from parbleu.stats._correlations.base import Correlation


class Spearman(Correlation):
    """Spearman's rho with the p-value of its t-test; tied scores have their mean rank."""

    name = native = "spearman"
    title = "Spearman"
    tested = True

    def fisher_variance(self, value: float, n: int) -> float | None:
        """Returns the variance of Fisher's z, (1 + value^2 / 2) / (n - 3)."""
        return (1 + value**2 / 2) / (n - 3)
