"""Reads human ratings: marked errors (MQM, ESA) and scores (DA, ESA), and averages them."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".average_scores": "HumanScores human_scores",
        ".judgement": "Error Judgement MarkedErrors Rating marked_errors select_judgements",
        ".raters": "Agreement RaterProfiles agreement krippendorff_alpha rater_profiles",
        ".rating_files": "read_judgements read_ratings write_judgements",
        ".rating_plan": "RatingPlan plan_ratings",
        ".scoring_scheme": "Scheme get_scheme",
        ".system_ranking": "SystemRanking rank_systems",
    },
)
