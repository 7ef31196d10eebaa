from parbleu.compat.sacrebleu.tokenizers.tokenizer_ja_mecab import *
