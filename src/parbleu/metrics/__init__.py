"""The metrics. To add one: a file with a `Metric` subclass, and its line in `METRICS`."""

from parbleu.base.lazy import lazy_attributes
from parbleu.base.registry import Registry

METRICS = Registry(
    "metric",
    {
        "BLEU": "parbleu.metrics.bleu:BLEU",
        "CHRF": "parbleu.metrics.chrf:CHRF",
        "TER": "parbleu.metrics.ter:TER",
    },
    group="parbleu.metrics",
)

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".base": "Metric",
        ".bleu": "BLEU BLEUScore",
        ".chrf": "CHRF CHRFScore",
        ".score": "Score",
        ".signature": "Signature",
        ".ter": "TER TERScore",
    },
)
__all__ += ["METRICS"]
