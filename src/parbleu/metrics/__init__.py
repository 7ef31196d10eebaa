"""The metrics. To add one: a file with a `Metric` subclass, and its line in `METRICS`."""

from parbleu.base.lazy import lazy_attributes
from parbleu.base.registry import Registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.metrics.base import Metric as Metric
    from parbleu.metrics.bleu import BLEU as BLEU
    from parbleu.metrics.bleu import BLEUScore as BLEUScore
    from parbleu.metrics.chrf import CHRF as CHRF
    from parbleu.metrics.chrf import CHRFScore as CHRFScore
    from parbleu.metrics.score import Score as Score
    from parbleu.metrics.signature import Signature as Signature
    from parbleu.metrics.ter import TER as TER
    from parbleu.metrics.ter import TERScore as TERScore

METRICS = Registry(
    "metric",
    {
        "BLEU": "parbleu.metrics.bleu:BLEU",
        "CHRF": "parbleu.metrics.chrf:CHRF",
        "TER": "parbleu.metrics.ter:TER",
    },
    group="parbleu.metrics",
)

_NAMES = {
    "BLEU": "parbleu.metrics.bleu:BLEU",
    "BLEUScore": "parbleu.metrics.bleu:BLEUScore",
    "CHRF": "parbleu.metrics.chrf:CHRF",
    "CHRFScore": "parbleu.metrics.chrf:CHRFScore",
    "Metric": "parbleu.metrics.base:Metric",
    "Score": "parbleu.metrics.score:Score",
    "Signature": "parbleu.metrics.signature:Signature",
    "TER": "parbleu.metrics.ter:TER",
    "TERScore": "parbleu.metrics.ter:TERScore",
}

__all__ = ["METRICS", *_NAMES]

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
