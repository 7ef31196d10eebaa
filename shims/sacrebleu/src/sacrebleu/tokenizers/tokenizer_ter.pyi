from parbleu.compat.sacrebleu.tokenizers.tokenizer_ter import *
