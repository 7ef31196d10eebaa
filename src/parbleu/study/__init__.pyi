# Written by tools/make_lazy_stubs.py.

from parbleu.study._own_tokenizers import FilterCommand as FilterCommand
from parbleu.study._own_tokenizers import HuggingFaceFile as HuggingFaceFile
from parbleu.study._own_tokenizers import PieceFile as PieceFile
from parbleu.study._permutation_counts import Count as Count
from parbleu.study._permutation_counts import Segment as Segment
from parbleu.study._permutation_study import EqualCorpus as EqualCorpus
from parbleu.study._permutation_study import Permutations as Permutations
from parbleu.study._permutation_study import SampledOrders as SampledOrders
from parbleu.study._permutation_study import SystemPermutations as SystemPermutations
from parbleu.study._permutation_study import permutations as permutations
from parbleu.study._sensitivity import tokenization as tokenization
from parbleu.study._sensitivity_result import PairChange as PairChange
from parbleu.study._sensitivity_result import Row as Row
from parbleu.study._sensitivity_result import Sensitivity as Sensitivity
from parbleu.study._sensitivity_result import Spread as Spread
from parbleu.study._sensitivity_result import StudySection as StudySection
from parbleu.study._varied_settings import VARIED as VARIED
