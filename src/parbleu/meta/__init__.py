"""How well metrics agree with people: evaluation sets of texts, human judgements and scores of metrics."""

from parbleu.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.meta.evalset import EvalSet as EvalSet
    from parbleu.meta.info import Info as Info
    from parbleu.meta.scores import Scores as Scores

_NAMES = {
    "EvalSet": "parbleu.meta.evalset:EvalSet",
    "Info": "parbleu.meta.info:Info",
    "Scores": "parbleu.meta.scores:Scores",
}

__all__ = list(_NAMES)

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
