from parbleu.compat.sacrebleu.tokenizers import *
