from parbleu.compat.sacrebleu.metrics.base import *
