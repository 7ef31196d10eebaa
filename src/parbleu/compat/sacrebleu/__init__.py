"""sacreBLEU's modules and names, over parbleu: the same numbers and text, sooner.

Every module stands where sacreBLEU 2.6.0 has it. Classes are Python and their hooks are live: a subclass that
overrides one gets it called as sacreBLEU would; one that overrides none is computed natively.
"""

from parbleu.base.lazy import lazy_attributes

__description__ = (
    "Hassle-free computation of shareable, comparable, and reproducible BLEU, chrF, and TER scores"
)

TYPE_CHECKING = False
if TYPE_CHECKING:
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

_HERE = "parbleu.compat.sacrebleu"

# In the original's order, which `from sacrebleu import *` and its tests see.
_NAMES = {
    "smart_open": f"{_HERE}.utils:smart_open",
    "SACREBLEU_DIR": f"{_HERE}.utils:SACREBLEU_DIR",
    "download_test_set": f"{_HERE}._testsets:download_test_set",
    "get_source_file": f"{_HERE}._testsets:get_source_file",
    "get_reference_files": f"{_HERE}._testsets:get_reference_files",
    "get_available_testsets": f"{_HERE}._testsets:get_available_testsets",
    "get_langpairs_for_testset": f"{_HERE}._testsets:get_langpairs_for_testset",
    "extract_word_ngrams": f"{_HERE}.metrics.helpers:extract_word_ngrams",
    "extract_char_ngrams": f"{_HERE}.metrics.helpers:extract_char_ngrams",
    "DATASETS": f"{_HERE}.dataset:DATASETS",
    "BLEU": f"{_HERE}.metrics:BLEU",
    "CHRF": f"{_HERE}.metrics:CHRF",
    "TER": f"{_HERE}.metrics:TER",
    "corpus_bleu": f"{_HERE}.compat:corpus_bleu",
    "raw_corpus_bleu": f"{_HERE}.compat:raw_corpus_bleu",
    "sentence_bleu": f"{_HERE}.compat:sentence_bleu",
    "corpus_chrf": f"{_HERE}.compat:corpus_chrf",
    "sentence_chrf": f"{_HERE}.compat:sentence_chrf",
    "corpus_ter": f"{_HERE}.compat:corpus_ter",
    "sentence_ter": f"{_HERE}.compat:sentence_ter",
    "__version__": f"{_HERE}.version:__version__",
}
_MODULES = ("compat", "dataset", "metrics", "significance", "tokenizers", "utils", "version")

__all__ = list(_NAMES)

__getattr__, __dir__ = lazy_attributes(__name__, {**_NAMES, **{name: f"{_HERE}.{name}" for name in _MODULES}})
