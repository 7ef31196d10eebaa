from parbleu.compat.sacrebleu.dataset.base import *
