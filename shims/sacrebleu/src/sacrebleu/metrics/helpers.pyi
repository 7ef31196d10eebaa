from parbleu.compat.sacrebleu.metrics.helpers import *
