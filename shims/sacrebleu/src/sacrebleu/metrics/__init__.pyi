from parbleu.compat.sacrebleu.metrics import *
