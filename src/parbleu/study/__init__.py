"""How far a score can be trusted: studies of metrics on one's own data."""

from typing import TYPE_CHECKING

from parbleu.base.lazy import lazy_attributes

if TYPE_CHECKING:
    from parbleu.study.own_tokenizers import FilterCommand as FilterCommand
    from parbleu.study.own_tokenizers import HuggingFaceFile as HuggingFaceFile
    from parbleu.study.own_tokenizers import PieceFile as PieceFile
    from parbleu.study.permutation_counts import Count as Count
    from parbleu.study.permutation_result import EqualCorpus as EqualCorpus
    from parbleu.study.permutation_result import Permutations as Permutations
    from parbleu.study.permutation_result import Sample as Sample
    from parbleu.study.permutation_result import SystemPermutations as SystemPermutations
    from parbleu.study.permutation_study import permutations as permutations
    from parbleu.study.plots import plot_permutations as plot_permutations
    from parbleu.study.plots import plot_settings as plot_settings
    from parbleu.study.segment_blocks import Segment as Segment
    from parbleu.study.sensitivity import tokenization as tokenization
    from parbleu.study.sensitivity_result import PairChange as PairChange
    from parbleu.study.sensitivity_result import Row as Row
    from parbleu.study.sensitivity_result import Section as Section
    from parbleu.study.sensitivity_result import Sensitivity as Sensitivity
    from parbleu.study.sensitivity_result import Spread as Spread
    from parbleu.study.varied_settings import VARIED as VARIED

_NAMES = {
    "Count": "parbleu.study.permutation_counts:Count",
    "EqualCorpus": "parbleu.study.permutation_result:EqualCorpus",
    "FilterCommand": "parbleu.study.own_tokenizers:FilterCommand",
    "HuggingFaceFile": "parbleu.study.own_tokenizers:HuggingFaceFile",
    "PairChange": "parbleu.study.sensitivity_result:PairChange",
    "Permutations": "parbleu.study.permutation_result:Permutations",
    "PieceFile": "parbleu.study.own_tokenizers:PieceFile",
    "Row": "parbleu.study.sensitivity_result:Row",
    "Sample": "parbleu.study.permutation_result:Sample",
    "Section": "parbleu.study.sensitivity_result:Section",
    "Segment": "parbleu.study.segment_blocks:Segment",
    "Sensitivity": "parbleu.study.sensitivity_result:Sensitivity",
    "Spread": "parbleu.study.sensitivity_result:Spread",
    "SystemPermutations": "parbleu.study.permutation_result:SystemPermutations",
    "VARIED": "parbleu.study.varied_settings:VARIED",
    "permutations": "parbleu.study.permutation_study:permutations",
    "plot_permutations": "parbleu.study.plots:plot_permutations",
    "plot_settings": "parbleu.study.plots:plot_settings",
    "tokenization": "parbleu.study.sensitivity:tokenization",
}

__all__ = [*_NAMES]

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
