from parbleu.compat.mt_metrics_eval.tau_optimization import *
