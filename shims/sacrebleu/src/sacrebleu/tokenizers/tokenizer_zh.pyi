from parbleu.compat.sacrebleu.tokenizers.tokenizer_zh import *
