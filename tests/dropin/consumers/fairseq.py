"""fairseq's BLEU, tokenized or not: introspection of compute_bleu, sums in NumPy, counts changed in place."""

import inspect

import numpy as np
import sacrebleu
from corpus import LITERAL, A, show
from sacrebleu.metrics import BLEU

assert int(sacrebleu.__version__[0]) >= 2

choices = list(BLEU.TOKENIZERS)
tokenizer = BLEU(tokenize="13a").tokenizer
parameters = inspect.getfullargspec(BLEU.compute_bleu)[0]
counts, totals = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
sys_len = ref_len = 0
scorer = BLEU(tokenize="none")
for hyp, ref in zip(LITERAL, A, strict=True):
    part = scorer.corpus_score([hyp], [[ref]])
    counts += np.array(part.counts)
    totals += np.array(part.totals)
    sys_len += part.sys_len
    ref_len += part.ref_len
smooth = {"smooth_method" if "smooth_method" in parameters else "smooth": "exp"}
summed = BLEU.compute_bleu(correct=counts, total=totals, sys_len=sys_len, ref_len=ref_len, **smooth)

score = sacrebleu.corpus_bleu(LITERAL, [A])
before = list(score.counts)
for order in range(4):
    score.counts[order] += 1
    score.totals[order] += 1

show(
    choices=choices,
    tokenized=[tokenizer(line) for line in LITERAL[:8]],
    parameters=parameters,
    summed=[float(summed.score), float(summed.bp), float(summed.ratio), summed.format()],
    changed=[new - old for new, old in zip(score.counts, before, strict=True)],
    totals=score.totals,
    chrf=sacrebleu.corpus_chrf(LITERAL, [A]).format(),
    gone=[
        hasattr(sacrebleu, name)
        for name in ("compute_bleu", "tokenize_zh", "TOKENIZERS", "DEFAULT_TOKENIZER")
    ],
)
