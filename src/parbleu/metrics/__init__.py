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
        "SubER": "parbleu.metrics._suber:SubER",
        "WER": "parbleu.metrics._error_rates:WER",
        "CER": "parbleu.metrics._error_rates:CER",
    },
    group="parbleu.metrics",
    any_case=True,
    not_sacrebleus=("SubER", "WER", "CER"),
)

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._base": "Metric",
        "._bleu": "BLEU BLEUScore",
        "._chrf": "CHRF CHRFScore",
        "._error_rates": "CER WER ErrorRateScore",
        "._human_agreement": "AgreementCurve AgreementOverview DeltaAgreement agreement_overview "
        "delta_agreement",
        "._parameters": "parameter",
        "._score": "Score Signature",
        "._suber": "SubER SubERScore",
        "._ter": "TER TERScore",
    },
)
__all__ += ["METRICS"]
