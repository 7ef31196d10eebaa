from parbleu.compat.sacrebleu.utils import *
