from parbleu.compat.mt_metrics_eval.converters.standalone_ratings_to_evalset import *
