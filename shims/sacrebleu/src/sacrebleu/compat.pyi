from parbleu.compat.sacrebleu.compat import *
