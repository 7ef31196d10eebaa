from parbleu.compat.sacrebleu.metrics.bleu import *
