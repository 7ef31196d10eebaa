from parbleu.compat.sacrebleu.dataset.tsv import *
