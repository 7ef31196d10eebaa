"""What people say about translations: marked errors (MQM, ESA), scores (DA, ESA), and what they add up to."""

from parbleu.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.human.files import read_judgements as read_judgements
    from parbleu.human.judgement import Judgement as Judgement
    from parbleu.human.raters import agreement as agreement
    from parbleu.human.raters import krippendorff_alpha as krippendorff_alpha
    from parbleu.human.rating import Error as Error
    from parbleu.human.rating import Rating as Rating
    from parbleu.human.scheme import Scheme as Scheme
    from parbleu.human.scheme import get_scheme as get_scheme
    from parbleu.human.scores import HumanScores as HumanScores
    from parbleu.human.scores import human_scores as human_scores

_NAMES = {
    "Error": "parbleu.human.rating:Error",
    "HumanScores": "parbleu.human.scores:HumanScores",
    "Judgement": "parbleu.human.judgement:Judgement",
    "Rating": "parbleu.human.rating:Rating",
    "Scheme": "parbleu.human.scheme:Scheme",
    "agreement": "parbleu.human.raters:agreement",
    "get_scheme": "parbleu.human.scheme:get_scheme",
    "human_scores": "parbleu.human.scores:human_scores",
    "krippendorff_alpha": "parbleu.human.raters:krippendorff_alpha",
    "read_judgements": "parbleu.human.files:read_judgements",
}

__all__ = list(_NAMES)

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
