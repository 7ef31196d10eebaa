from parbleu.compat.sacrebleu.metrics.ter import *
