from parbleu.compat.sacrebleu.tokenizers.tokenizer_13a import *
