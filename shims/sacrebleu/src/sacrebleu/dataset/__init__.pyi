from parbleu.compat.sacrebleu.dataset import *
