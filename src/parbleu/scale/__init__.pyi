# Written by tools/make_lazy_stubs.py.

from parbleu.scale._batch_decisions import decode_batches as decode_batches
from parbleu.scale._batch_scores import score_batches as score_batches
from parbleu.scale._batch_sums import reduce_batches as reduce_batches
from parbleu.scale._batch_sums import scores_of_sums as scores_of_sums
from parbleu.scale._gathered_statistics import finish as finish
from parbleu.scale._partition_samples import finish_samples as finish_samples
from parbleu.scale._partition_samples import sample_batches as sample_batches
from parbleu.scale._saved_results import gate_saved as gate_saved
