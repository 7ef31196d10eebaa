"""What people say about translations: marked errors (MQM, ESA), scores (DA, ESA), and what they add up to."""

from typing import TYPE_CHECKING

from parbleu.base.lazy import lazy_attributes

if TYPE_CHECKING:
    from parbleu.human.average_scores import HumanScores as HumanScores
    from parbleu.human.average_scores import human_scores as human_scores
    from parbleu.human.error_listing import MarkedErrors as MarkedErrors
    from parbleu.human.error_listing import marked_errors as marked_errors
    from parbleu.human.error_spans import Error as Error
    from parbleu.human.error_spans import Rating as Rating
    from parbleu.human.judgement import Judgement as Judgement
    from parbleu.human.judgement import select_judgements as select_judgements
    from parbleu.human.rater_agreement import Agreement as Agreement
    from parbleu.human.rater_agreement import agreement as agreement
    from parbleu.human.rater_agreement import krippendorff_alpha as krippendorff_alpha
    from parbleu.human.rating_files import read_judgements as read_judgements
    from parbleu.human.rating_files import read_ratings as read_ratings
    from parbleu.human.rating_files import write_judgements as write_judgements
    from parbleu.human.scoring_scheme import Scheme as Scheme
    from parbleu.human.scoring_scheme import get_scheme as get_scheme

_NAMES = {
    "Agreement": "parbleu.human.rater_agreement:Agreement",
    "Error": "parbleu.human.error_spans:Error",
    "HumanScores": "parbleu.human.average_scores:HumanScores",
    "Judgement": "parbleu.human.judgement:Judgement",
    "MarkedErrors": "parbleu.human.error_listing:MarkedErrors",
    "Rating": "parbleu.human.error_spans:Rating",
    "Scheme": "parbleu.human.scoring_scheme:Scheme",
    "agreement": "parbleu.human.rater_agreement:agreement",
    "get_scheme": "parbleu.human.scoring_scheme:get_scheme",
    "human_scores": "parbleu.human.average_scores:human_scores",
    "krippendorff_alpha": "parbleu.human.rater_agreement:krippendorff_alpha",
    "marked_errors": "parbleu.human.error_listing:marked_errors",
    "read_judgements": "parbleu.human.rating_files:read_judgements",
    "read_ratings": "parbleu.human.rating_files:read_ratings",
    "select_judgements": "parbleu.human.judgement:select_judgements",
    "write_judgements": "parbleu.human.rating_files:write_judgements",
}

__all__ = list(_NAMES)

__getattr__, __dir__ = lazy_attributes(__name__, _NAMES)
