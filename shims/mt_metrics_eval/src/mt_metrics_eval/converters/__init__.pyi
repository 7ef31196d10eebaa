from parbleu.compat.mt_metrics_eval.converters import *
