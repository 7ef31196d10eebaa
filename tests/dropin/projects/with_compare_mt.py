"""compare-mt: a bootstrap over cached statistics."""

import numpy as np
from compare_mt.scorers import SacreBleuScorer
from corpus import lines, tell

hyps, refs = lines("en-de", "system.literal", 5), lines("en-de", "ref.A", 5)
split = [[line.split() for line in text] for text in (refs, hyps)]


def work():
    scorer = SacreBleuScorer()
    cached = scorer.cache_stats(*split)
    random = np.random.default_rng(1)
    samples = [random.choice(len(refs), len(refs)) for _ in range(100)]
    scores = [scorer.score_cached_corpus(sample, cached)[0] for sample in samples]
    whole = scorer.score_corpus(*split)
    return [whole, scores, scorer.name()]


tell(work)
