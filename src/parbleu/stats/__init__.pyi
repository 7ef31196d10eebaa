# Written by tools/make_lazy_stubs.py.

from parbleu.stats import assumed_power as assumed_power
from parbleu.stats import chance_levels as chance_levels
from parbleu.stats import correlation as correlation
from parbleu.stats import correlation_interval as correlation_interval
from parbleu.stats import effect_sizes as effect_sizes
from parbleu.stats import false_discovery as false_discovery
from parbleu.stats import interval as interval
from parbleu.stats import joint_bootstrap as joint_bootstrap
from parbleu.stats import paired_tests as paired_tests
from parbleu.stats import pairwise_accuracy as pairwise_accuracy
from parbleu.stats import pairwise_significance as pairwise_significance
from parbleu.stats import permutation_tests as permutation_tests
from parbleu.stats import power as power
from parbleu.stats import rank_clusters as rank_clusters
from parbleu.stats import rating_components as rating_components
from parbleu.stats import resampling as resampling
from parbleu.stats import signed_rank as signed_rank
from parbleu.stats import summed_groups as summed_groups
from parbleu.stats import t_test_power as t_test_power
from parbleu.stats import tie_calibration as tie_calibration
from parbleu.stats import williams as williams
