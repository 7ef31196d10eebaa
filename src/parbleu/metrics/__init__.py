"""Registers the metrics. To add one: a file with a `Metric` subclass, and its line in `METRICS`.

Other distributions add theirs through the entry-point group `parbleu.metrics`: the name of the
class, in any case -> the class. `METRICS.register` adds one for this process.
"""

from parbleu._base.lazy import lazy_attributes
from parbleu._base.registry import Registry

METRICS = Registry(
    "metric",
    {
        "BLEU": "parbleu.metrics._bleu:BLEU",
        "CHRF": "parbleu.metrics._chrf:CHRF",
        "TER": "parbleu.metrics._ter:TER",
    },
    group="parbleu.metrics",
    any_case=True,
)

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._base": "Metric",
        "._bleu": "BLEU BLEUScore",
        "._chrf": "CHRF CHRFScore",
        "._human_agreement": "AgreementCurve AgreementOverview DeltaAgreement agreement_overview "
        "delta_agreement",
        "._parameters": "parameter",
        "._score": "Score",
        "._signature": "Signature",
        "._ter": "TER TERScore",
    },
)
__all__ += ["METRICS"]
