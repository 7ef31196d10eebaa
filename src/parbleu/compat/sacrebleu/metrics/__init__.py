"""The package `metrics` of sacreBLEU: BLEU, CHRF, TER and their scores."""

from parbleu.compat.sacrebleu.metrics.base import Metric
from parbleu.compat.sacrebleu.metrics.bleu import BLEU, BLEUScore
from parbleu.compat.sacrebleu.metrics.chrf import CHRF, CHRFScore
from parbleu.compat.sacrebleu.metrics.ter import TER, TERScore

__all__ = ["BLEU", "CHRF", "METRICS", "TER", "BLEUScore", "CHRFScore", "TERScore"]

METRICS: dict[str, type[Metric]] = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}
