# Written by tools/make_lazy_stubs.py.

from parbleu.human._average_scores import HumanScores as HumanScores
from parbleu.human._average_scores import human_scores as human_scores
from parbleu.human._judgement import Error as Error
from parbleu.human._judgement import Judgement as Judgement
from parbleu.human._judgement import MarkedErrors as MarkedErrors
from parbleu.human._judgement import Rating as Rating
from parbleu.human._judgement import marked_errors as marked_errors
from parbleu.human._judgement import select_judgements as select_judgements
from parbleu.human._raters import Agreement as Agreement
from parbleu.human._raters import RaterProfiles as RaterProfiles
from parbleu.human._raters import agreement as agreement
from parbleu.human._raters import krippendorff_alpha as krippendorff_alpha
from parbleu.human._raters import rater_profiles as rater_profiles
from parbleu.human._rating_files import read_judgements as read_judgements
from parbleu.human._rating_files import read_ratings as read_ratings
from parbleu.human._rating_files import write_judgements as write_judgements
from parbleu.human._rating_plan import RatingPlan as RatingPlan
from parbleu.human._rating_plan import plan_ratings as plan_ratings
from parbleu.human._scoring_scheme import Scheme as Scheme
from parbleu.human._scoring_scheme import get_scheme as get_scheme
from parbleu.human._system_ranking import SystemRanking as SystemRanking
from parbleu.human._system_ranking import rank_systems as rank_systems
from parbleu.human.formats._base import Format as Format
from parbleu.text._table_files.numbered_rows import Lines as Lines
from parbleu.text._table_files.numbered_rows import report as report
