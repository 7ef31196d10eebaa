from parbleu.compat.sacrebleu.sacrebleu import *
