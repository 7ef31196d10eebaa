# Written by tools/make_lazy_stubs.py.

from parbleu.scorers._scorer import ErrorSpan as ErrorSpan
from parbleu.scorers._scorer import ItemScore as ItemScore
from parbleu.scorers._scorer import Scorer as Scorer
from parbleu.scorers._scorer import ScorerFacts as ScorerFacts
from parbleu.scorers._scorer import ScorerItem as ScorerItem
from parbleu.scorers._scorer_names import SCORERS as SCORERS
from parbleu.scorers._scorer_names import make_scorer as make_scorer
from parbleu.scorers._scorer_names import scorer_from_signature as scorer_from_signature
from parbleu.scorers._scoring_run import ScoringRun as ScoringRun
from parbleu.scorers._scoring_run import score_items as score_items
