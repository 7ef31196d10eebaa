"""unitxt: maps sentence scores over instances, adds their counts up, and scores the sum."""

from corpus import LITERAL, A, B, show
from sacrebleu.metrics import BLEU

metric = BLEU(tokenize="13a", effective_order=True)
parts = [metric.sentence_score(hyp, [one, two]) for hyp, one, two in zip(LITERAL, A, B, strict=True)]
counts = [sum(part.counts[order] for part in parts) for order in range(4)]
totals = [sum(part.totals[order] for part in parts) for order in range(4)]
summed = metric.compute_bleu(
    correct=counts,
    total=totals,
    sys_len=sum(part.sys_len for part in parts),
    ref_len=sum(part.ref_len for part in parts),
    smooth_method=metric.smooth_method,
    smooth_value=metric.smooth_value,
    effective_order=metric.effective_order,
    max_ngram_order=metric.max_ngram_order,
)
show(
    parts=[[part.score, part.counts, part.totals, part.sys_len, part.ref_len] for part in parts],
    summed=[summed.score, summed.bp, summed.precisions],
    whole=metric.corpus_score(LITERAL, [A, B]).score,
)
