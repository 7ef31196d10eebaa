from parbleu.compat.mt_metrics_eval.converters.score_mqm import *
