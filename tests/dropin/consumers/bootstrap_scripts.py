"""Many evaluation scripts: rows of private statistics in NumPy, resampled, scored; paired tests."""

import numpy as np
from corpus import CAREFUL, CARELESS, LITERAL, A, B, show
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.significance import PairedTest

found = {}
for metric in (BLEU(), CHRF(word_order=2), TER()):
    rows = metric._extract_corpus_statistics(LITERAL, [A, B])
    table = np.array(rows)
    random = np.random.default_rng(12345)
    samples = random.choice(len(rows), size=(25, len(rows)), replace=True)
    scores = [float(metric._compute_score_from_stats(table[sample].sum(0)).score) for sample in samples]
    found[type(metric).__name__] = {
        "table": table.tolist(),
        "first": float(metric._compute_score_from_stats(rows[0]).score),
        "whole": float(metric._aggregate_and_compute(rows).score),
        "single": float(metric._aggregate_and_compute(table[:1]).score),
        "scores": scores,
        "interval": [str(metric.corpus_score(LITERAL, [A, B], n_bootstrap=50)), str(metric.get_signature())],
    }

for kind in ("bs", "ar"):
    test = PairedTest(
        [("a", LITERAL[:16]), ("b", CAREFUL[:16]), ("c", CARELESS[:16])],
        {"BLEU": BLEU(), "CHRF": CHRF(), "TER": TER()},
        references=[A[:16], B[:16]],
        test_type=kind,
        n_samples=150,
        n_jobs=1,
    )
    signatures, results = test()
    found[kind] = {
        "names": results.pop("System"),
        "results": {
            name: [[float(r.score), r.p_value, r.mean and float(r.mean), r.ci and float(r.ci)] for r in row]
            for name, row in results.items()
        },
        "signatures": {name: str(signature) for name, signature in signatures.items()},
    }
show(**found)
