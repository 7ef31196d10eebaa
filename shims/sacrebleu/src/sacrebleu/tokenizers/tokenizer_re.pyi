from parbleu.compat.sacrebleu.tokenizers.tokenizer_re import *
