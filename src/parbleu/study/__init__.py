"""How far a score can be trusted: studies of metrics on one's own data."""

from parbleu.base.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.study.command_tokenizer import FilterCommand as FilterCommand
    from parbleu.study.file_tokenizers import HuggingFaceFile as HuggingFaceFile
    from parbleu.study.file_tokenizers import PieceFile as PieceFile
    from parbleu.study.line_plot import draw_settings as draw_settings
    from parbleu.study.permutation_counts import Count as Count
    from parbleu.study.permutation_plot import draw as draw
    from parbleu.study.permutation_sampling import Sample as Sample
    from parbleu.study.permutation_sampling import equal_corpus as equal_corpus
    from parbleu.study.permutation_sampling import sample as sample
    from parbleu.study.permutation_study import Permutations as Permutations
    from parbleu.study.permutation_study import permutations as permutations
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
    "FilterCommand": "parbleu.study.command_tokenizer:FilterCommand",
    "HuggingFaceFile": "parbleu.study.file_tokenizers:HuggingFaceFile",
    "PairChange": "parbleu.study.sensitivity_result:PairChange",
    "Permutations": "parbleu.study.permutation_study:Permutations",
    "PieceFile": "parbleu.study.file_tokenizers:PieceFile",
    "Row": "parbleu.study.sensitivity_result:Row",
    "Sample": "parbleu.study.permutation_sampling:Sample",
    "Section": "parbleu.study.sensitivity_result:Section",
    "Segment": "parbleu.study.segment_blocks:Segment",
    "Sensitivity": "parbleu.study.sensitivity_result:Sensitivity",
    "Spread": "parbleu.study.sensitivity_result:Spread",
    "VARIED": "parbleu.study.varied_settings:VARIED",
    "draw": "parbleu.study.permutation_plot:draw",
    "draw_settings": "parbleu.study.line_plot:draw_settings",
    "equal_corpus": "parbleu.study.permutation_sampling:equal_corpus",
    "permutations": "parbleu.study.permutation_study:permutations",
    "sample": "parbleu.study.permutation_sampling:sample",
    "tokenization": "parbleu.study.sensitivity:tokenization",
}

__all__ = [*_NAMES]

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
