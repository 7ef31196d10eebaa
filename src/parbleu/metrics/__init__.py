"""Registers the metrics. To add one: a file with a `Metric` subclass, and its line in `METRICS`.

Other distributions add theirs through the entry-point group `parbleu.metrics`: the name of the
class, in any case -> the class. `METRICS.register` adds one for this process.
"""

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
    any_case=True,
)

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".base": "Metric",
        ".bleu": "BLEU BLEUScore",
        ".chrf": "CHRF CHRFScore",
        ".human_agreement": "AgreementCurve AgreementOverview DeltaAgreement agreement_overview "
        "delta_agreement",
        ".parameters": "parameter",
        ".score": "Score",
        ".signature": "Signature",
        ".ter": "TER TERScore",
    },
)
__all__ += ["METRICS"]
