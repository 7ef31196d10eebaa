from parbleu.compat.mt_metrics_eval.meta_info import *
