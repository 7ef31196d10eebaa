from parbleu.compat.sacrebleu.tokenizers.tokenizer_char import *
