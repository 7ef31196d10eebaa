from parbleu.compat.sacrebleu.metrics.lib_ter import *
