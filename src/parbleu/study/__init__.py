"""How far a score can be trusted: studies of metrics on one's own data."""

from parbleu.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.study.corpus import Permutations as Permutations
    from parbleu.study.corpus import permutations as permutations
    from parbleu.study.counts import Count as Count
    from parbleu.study.filter_command import FilterCommand as FilterCommand
    from parbleu.study.lines import draw_settings as draw_settings
    from parbleu.study.outcome import PairChange as PairChange
    from parbleu.study.outcome import Row as Row
    from parbleu.study.outcome import Section as Section
    from parbleu.study.outcome import Sensitivity as Sensitivity
    from parbleu.study.outcome import Spread as Spread
    from parbleu.study.own_tokenizers import HuggingFaceFile as HuggingFaceFile
    from parbleu.study.own_tokenizers import PieceFile as PieceFile
    from parbleu.study.pictures import draw as draw
    from parbleu.study.sampling import Sample as Sample
    from parbleu.study.sampling import equal_corpus as equal_corpus
    from parbleu.study.sampling import sample as sample
    from parbleu.study.segment import Segment as Segment
    from parbleu.study.sensitivity import tokenization as tokenization
    from parbleu.study.settings import VARIED as VARIED

_NAMES = {
    "Count": "parbleu.study.counts:Count",
    "FilterCommand": "parbleu.study.filter_command:FilterCommand",
    "HuggingFaceFile": "parbleu.study.own_tokenizers:HuggingFaceFile",
    "PairChange": "parbleu.study.outcome:PairChange",
    "Permutations": "parbleu.study.corpus:Permutations",
    "PieceFile": "parbleu.study.own_tokenizers:PieceFile",
    "Row": "parbleu.study.outcome:Row",
    "Sample": "parbleu.study.sampling:Sample",
    "Section": "parbleu.study.outcome:Section",
    "Segment": "parbleu.study.segment:Segment",
    "Sensitivity": "parbleu.study.outcome:Sensitivity",
    "Spread": "parbleu.study.outcome:Spread",
    "VARIED": "parbleu.study.settings:VARIED",
    "draw": "parbleu.study.pictures:draw",
    "draw_settings": "parbleu.study.lines:draw_settings",
    "equal_corpus": "parbleu.study.sampling:equal_corpus",
    "permutations": "parbleu.study.corpus:permutations",
    "sample": "parbleu.study.sampling:sample",
    "tokenization": "parbleu.study.sensitivity:tokenization",
}

__all__ = [*_NAMES]

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
