from parbleu.compat.mt_metrics_eval.pce import *
