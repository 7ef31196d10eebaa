from parbleu.compat.sacrebleu.tokenizers.tokenizer_ko_mecab import *
