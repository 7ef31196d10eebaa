from parbleu.compat.mt_metrics_eval.converters.verify_scores_file import *
