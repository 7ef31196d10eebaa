# Written by tools/make_lazy_stubs.py.

from parbleu.base.registry import Registry
from parbleu.metrics.base import Metric as Metric
from parbleu.metrics.bleu import BLEU as BLEU
from parbleu.metrics.bleu import BLEUScore as BLEUScore
from parbleu.metrics.chrf import CHRF as CHRF
from parbleu.metrics.chrf import CHRFScore as CHRFScore
from parbleu.metrics.human_agreement import AgreementCurve as AgreementCurve
from parbleu.metrics.human_agreement import AgreementOverview as AgreementOverview
from parbleu.metrics.human_agreement import DeltaAgreement as DeltaAgreement
from parbleu.metrics.human_agreement import agreement_overview as agreement_overview
from parbleu.metrics.human_agreement import delta_agreement as delta_agreement
from parbleu.metrics.parameters import parameter as parameter
from parbleu.metrics.score import Score as Score
from parbleu.metrics.signature import Signature as Signature
from parbleu.metrics.ter import TER as TER
from parbleu.metrics.ter import TERScore as TERScore

METRICS: Registry
