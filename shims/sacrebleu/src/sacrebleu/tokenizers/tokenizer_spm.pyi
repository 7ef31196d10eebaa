from parbleu.compat.sacrebleu.tokenizers.tokenizer_spm import *
