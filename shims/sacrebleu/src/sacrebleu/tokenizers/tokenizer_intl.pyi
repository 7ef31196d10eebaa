from parbleu.compat.sacrebleu.tokenizers.tokenizer_intl import *
