# Written by tools/make_lazy_stubs.py.

from parbleu._base.registry import Registry
from parbleu.metrics._base import Metric as Metric
from parbleu.metrics._bleu import BLEU as BLEU
from parbleu.metrics._bleu import BLEUScore as BLEUScore
from parbleu.metrics._chrf import CHRF as CHRF
from parbleu.metrics._chrf import CHRFScore as CHRFScore
from parbleu.metrics._error_rates import CER as CER
from parbleu.metrics._error_rates import WER as WER
from parbleu.metrics._error_rates import ErrorRateScore as ErrorRateScore
from parbleu.metrics._human_agreement import AgreementCurve as AgreementCurve
from parbleu.metrics._human_agreement import AgreementOverview as AgreementOverview
from parbleu.metrics._human_agreement import DeltaAgreement as DeltaAgreement
from parbleu.metrics._human_agreement import agreement_overview as agreement_overview
from parbleu.metrics._human_agreement import delta_agreement as delta_agreement
from parbleu.metrics._parameters import parameter as parameter
from parbleu.metrics._score import Score as Score
from parbleu.metrics._score import Signature as Signature
from parbleu.metrics._suber import SubER as SubER
from parbleu.metrics._suber import SubERScore as SubERScore
from parbleu.metrics._ter import TER as TER
from parbleu.metrics._ter import TERScore as TERScore

METRICS: Registry
