from parbleu.compat.sacrebleu.tokenizers.tokenizer_none import *
