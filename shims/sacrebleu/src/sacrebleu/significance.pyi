from parbleu.compat.sacrebleu.significance import *
