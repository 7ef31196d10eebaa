from parbleu.compat.sacrebleu.metrics.chrf import *
