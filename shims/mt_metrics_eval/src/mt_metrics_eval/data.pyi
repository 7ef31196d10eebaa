from parbleu.compat.mt_metrics_eval.data import *
