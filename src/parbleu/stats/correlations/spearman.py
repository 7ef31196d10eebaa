"""Spearman's correlation."""

from parbleu.stats.correlations.base import Correlation


class Spearman(Correlation):
    """Spearman's rho, ties having their mean rank, with the p-value of its t-test."""

    name = native = "spearman"
