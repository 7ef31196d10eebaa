"""What people say about translations: marked errors (MQM, ESA), scores (DA, ESA), and what they add up to."""

from parbleu.base.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.human.average_scores import HumanScores as HumanScores
    from parbleu.human.average_scores import human_scores as human_scores
    from parbleu.human.error_spans import Error as Error
    from parbleu.human.error_spans import Rating as Rating
    from parbleu.human.judgement import Judgement as Judgement
    from parbleu.human.rater_agreement import agreement as agreement
    from parbleu.human.rater_agreement import krippendorff_alpha as krippendorff_alpha
    from parbleu.human.rating_files import read_judgements as read_judgements
    from parbleu.human.scoring_scheme import Scheme as Scheme
    from parbleu.human.scoring_scheme import get_scheme as get_scheme

_NAMES = {
    "Error": "parbleu.human.error_spans:Error",
    "HumanScores": "parbleu.human.average_scores:HumanScores",
    "Judgement": "parbleu.human.judgement:Judgement",
    "Rating": "parbleu.human.error_spans:Rating",
    "Scheme": "parbleu.human.scoring_scheme:Scheme",
    "agreement": "parbleu.human.rater_agreement:agreement",
    "get_scheme": "parbleu.human.scoring_scheme:get_scheme",
    "human_scores": "parbleu.human.average_scores:human_scores",
    "krippendorff_alpha": "parbleu.human.rater_agreement:krippendorff_alpha",
    "read_judgements": "parbleu.human.rating_files:read_judgements",
}

__all__ = list(_NAMES)

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
