# Written by tools/make_lazy_stubs.py.

from parbleu.nbest.expected_utility import decode as decode
from parbleu.nbest.expected_utility import decode_each as decode_each
from parbleu.nbest.mbr_result import Decision as Decision
from parbleu.nbest.mbr_result import Decisions as Decisions
from parbleu.nbest.nbest_files import FORMATS as FORMATS
from parbleu.nbest.nbest_files import read_nbest as read_nbest
from parbleu.nbest.nbest_lists import NbestList as NbestList
from parbleu.nbest.nbest_scores import ScoredList as ScoredList
from parbleu.nbest.nbest_scores import rescore as rescore
from parbleu.nbest.oracle_search import Oracle as Oracle
from parbleu.nbest.oracle_search import Oracles as Oracles
from parbleu.nbest.oracle_search import oracles as oracles
from parbleu.nbest.utility_matrices import matrix_file as matrix_file
