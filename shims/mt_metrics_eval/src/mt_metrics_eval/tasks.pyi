from parbleu.compat.mt_metrics_eval.tasks import *
