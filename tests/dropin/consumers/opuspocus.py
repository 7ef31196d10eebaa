"""OpusPocus: metrics by their names in METRICS, scores and signatures printed."""

from corpus import LITERAL, A, show
from sacrebleu.metrics import METRICS

found = {}
for name in ("BLEU", "CHRF", "TER"):
    metric = METRICS[name]()
    score = metric.corpus_score(LITERAL, [A])
    found[name] = [f"{score}", f"{metric.get_signature()}", repr(score), type(metric).__name__]
show(names=list(METRICS), found=found)
