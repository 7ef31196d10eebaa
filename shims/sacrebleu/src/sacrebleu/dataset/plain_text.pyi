from parbleu.compat.sacrebleu.dataset.plain_text import *
