# Written by tools/make_lazy_stubs.py.

from parbleu.nbest._decoding import Decision as Decision
from parbleu.nbest._decoding import Decisions as Decisions
from parbleu.nbest._decoding import decode as decode
from parbleu.nbest._decoding import decode_each as decode_each
from parbleu.nbest._decoding import matrix_file as matrix_file
from parbleu.nbest._nbest_files import FORMATS as FORMATS
from parbleu.nbest._nbest_files import NbestList as NbestList
from parbleu.nbest._nbest_files import read_nbest as read_nbest
from parbleu.nbest._nbest_scores import ScoredList as ScoredList
from parbleu.nbest._nbest_scores import rescore as rescore
from parbleu.nbest._oracle_search import Oracle as Oracle
from parbleu.nbest._oracle_search import Oracles as Oracles
from parbleu.nbest._oracle_search import oracles as oracles
