"""MT-Telescope and compare-mt: a private tokenizer function, bootstrap over cached private statistics."""

import numpy as np
import sacrebleu
from corpus import LITERAL, A, show
from sacrebleu.metrics.bleu import _get_tokenizer

tokenize = _get_tokenizer("13a")()
metric = sacrebleu.BLEU()
cached = metric._extract_corpus_statistics(LITERAL, [A])
random = np.random.default_rng(7)
resampled = [
    metric._aggregate_and_compute(
        [cached[place] for place in random.integers(0, len(cached), len(cached))]
    ).score
    for _ in range(20)
]
show(
    tokens=[tokenize(line).split() for line in LITERAL[:5]],
    rows=[[int(value) for value in row] for row in cached],
    resampled=[float(score) for score in resampled],
    whole=float(metric._aggregate_and_compute(cached).score),
)
