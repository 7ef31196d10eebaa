from parbleu.compat.mt_metrics_eval.ratings import *
