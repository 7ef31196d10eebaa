from parbleu.compat.mt_metrics_eval.converters.evalset_ratings_to_standalone import *
