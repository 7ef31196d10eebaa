from parbleu.compat.mt_metrics_eval.stats import *
