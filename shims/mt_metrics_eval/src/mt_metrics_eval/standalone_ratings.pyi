from parbleu.compat.mt_metrics_eval.standalone_ratings import *
