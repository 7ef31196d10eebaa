from parbleu.compat.mt_metrics_eval.mtme import *
