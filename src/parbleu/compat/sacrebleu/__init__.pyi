# Written by tools/make_lazy_stubs.py.

from parbleu.compat.sacrebleu import compat as compat
from parbleu.compat.sacrebleu import dataset as dataset
from parbleu.compat.sacrebleu import metrics as metrics
from parbleu.compat.sacrebleu import significance as significance
from parbleu.compat.sacrebleu import tokenizers as tokenizers
from parbleu.compat.sacrebleu import utils as utils
from parbleu.compat.sacrebleu import version as version
from parbleu.compat.sacrebleu._testsets import download_test_set as download_test_set
from parbleu.compat.sacrebleu._testsets import get_available_testsets as get_available_testsets
from parbleu.compat.sacrebleu._testsets import get_langpairs_for_testset as get_langpairs_for_testset
from parbleu.compat.sacrebleu._testsets import get_reference_files as get_reference_files
from parbleu.compat.sacrebleu._testsets import get_source_file as get_source_file
from parbleu.compat.sacrebleu.compat import corpus_bleu as corpus_bleu
from parbleu.compat.sacrebleu.compat import corpus_chrf as corpus_chrf
from parbleu.compat.sacrebleu.compat import corpus_ter as corpus_ter
from parbleu.compat.sacrebleu.compat import raw_corpus_bleu as raw_corpus_bleu
from parbleu.compat.sacrebleu.compat import sentence_bleu as sentence_bleu
from parbleu.compat.sacrebleu.compat import sentence_chrf as sentence_chrf
from parbleu.compat.sacrebleu.compat import sentence_ter as sentence_ter
from parbleu.compat.sacrebleu.dataset import DATASETS as DATASETS
from parbleu.compat.sacrebleu.metrics import BLEU as BLEU
from parbleu.compat.sacrebleu.metrics import CHRF as CHRF
from parbleu.compat.sacrebleu.metrics import TER as TER
from parbleu.compat.sacrebleu.metrics.helpers import extract_char_ngrams as extract_char_ngrams
from parbleu.compat.sacrebleu.metrics.helpers import extract_word_ngrams as extract_word_ngrams
from parbleu.compat.sacrebleu.utils import SACREBLEU_DIR as SACREBLEU_DIR
from parbleu.compat.sacrebleu.utils import smart_open as smart_open
from parbleu.compat.sacrebleu.version import __version__ as __version__

__description__: str
