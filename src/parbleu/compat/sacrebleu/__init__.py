"""The face of sacreBLEU: its modules and names over parbleu, with the same numbers and text.

Every module stands where sacreBLEU 2.6.0 has it. Classes are Python and their hooks are live: a subclass that
overrides one gets it called as sacreBLEU would; one that overrides none is computed natively.
"""

from parbleu._base.lazy import lazy_attributes

__description__ = (
    "Hassle-free computation of shareable, comparable, and reproducible BLEU, chrF, and TER scores"
)

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".utils": "smart_open SACREBLEU_DIR",
        "._testsets": "download_test_set get_source_file get_reference_files get_available_testsets "
        "get_langpairs_for_testset",
        ".metrics.helpers": "extract_word_ngrams extract_char_ngrams",
        ".dataset": "DATASETS",
        ".metrics": "BLEU CHRF TER",
        ".compat": "corpus_bleu raw_corpus_bleu sentence_bleu corpus_chrf sentence_chrf corpus_ter "
        "sentence_ter",
        ".version": "__version__",
        ".": "compat dataset metrics significance tokenizers utils version",
    },
)
__all__ = __all__[: __all__.index("compat")]  # the original's names, in its order, without its modules
