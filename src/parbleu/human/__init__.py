"""Reads human ratings: marked errors (MQM, ESA) and scores (DA, ESA), and averages them."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._average_scores": "HumanScores human_scores",
        ".formats._base": "Format",
        "._judgement": "Error Judgement MarkedErrors Rating marked_errors select_judgements",
        "._raters": "Agreement RaterProfiles agreement krippendorff_alpha rater_profiles",
        "._rating_files": "read_judgements read_ratings write_judgements",
        "._rating_plan": "RatingPlan plan_ratings",
        "._scoring_scheme": "Scheme get_scheme",
        "._system_ranking": "SystemRanking rank_systems",
        "parbleu.text._table_files.numbered_rows": "Lines report",
    },
)
