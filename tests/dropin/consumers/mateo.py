"""MATEO: parts of the paired tests, and the table that the command prints."""

import io
from argparse import Namespace
from contextlib import redirect_stdout

import numpy as np
from corpus import CAREFUL, LITERAL, A, B, show
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.metrics.base import Metric
from sacrebleu.significance import PairedTest, Result, _compute_p_value, estimate_ci
from sacrebleu.utils import print_results_table

metrics: dict[str, Metric] = {"BLEU": BLEU(references=[A, B]), "CHRF": CHRF(references=[A, B])}
test = PairedTest(
    [("baseline", LITERAL), ("better", CAREFUL)], metrics, references=None, test_type="bs", n_samples=200
)
signatures, scores = test()
systems = list(scores["System"])  # printing takes it out
results = {
    name: [[float(x) if x is not None else None for x in vars(r).values()] for r in row]
    for name, row in scores.items()
    if name != "System"
}
random = np.random.default_rng(3)
sample = random.normal(30.0, 2.0, 500)
mean, interval = estimate_ci(sample)
own = Result(12.5, p_value=0.25, mean=12.0, ci=0.5)

options = {
    "format": "text",
    "width": 2,
    "short": False,
    "paired_bs": True,
    "paired_ar": False,
    "paired_bs_n": 200,
}
printed = io.StringIO()
with redirect_stdout(printed):
    print_results_table(scores, signatures, Namespace(**options, no_color=True))

show(
    results=results,
    systems=systems,
    signatures={name: str(signature) for name, signature in signatures.items()},
    own=[repr(own), own.score, own.p_value, own.mean, own.ci],
    p_value=float(_compute_p_value(np.abs(sample - 30), 1.5)),
    interval=[float(mean), float(interval)],
    table=printed.getvalue(),
)
