from parbleu.compat.sacrebleu.version import *
