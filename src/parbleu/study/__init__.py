"""How far a score can be trusted: studies of metrics on one's own data."""

from parbleu.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.study.corpus import Permutations as Permutations
    from parbleu.study.corpus import permutations as permutations
    from parbleu.study.counts import Count as Count
    from parbleu.study.pictures import draw as draw
    from parbleu.study.sampling import Sample as Sample
    from parbleu.study.sampling import equal_corpus as equal_corpus
    from parbleu.study.sampling import sample as sample
    from parbleu.study.segment import Segment as Segment

_NAMES = {
    "Count": "parbleu.study.counts:Count",
    "Permutations": "parbleu.study.corpus:Permutations",
    "Sample": "parbleu.study.sampling:Sample",
    "Segment": "parbleu.study.segment:Segment",
    "draw": "parbleu.study.pictures:draw",
    "equal_corpus": "parbleu.study.sampling:equal_corpus",
    "permutations": "parbleu.study.corpus:permutations",
    "sample": "parbleu.study.sampling:sample",
}

__all__ = [*_NAMES]

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
