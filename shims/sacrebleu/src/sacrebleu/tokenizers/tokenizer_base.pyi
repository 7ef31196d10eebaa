from parbleu.compat.sacrebleu.tokenizers.tokenizer_base import *
