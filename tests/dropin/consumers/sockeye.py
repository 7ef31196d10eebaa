"""sockeye's evaluation and reranking: defaults at import, positional options, partial functions."""

from functools import partial

import numpy as np
import sacrebleu
from corpus import LITERAL, A, show

FLOOR = sacrebleu.metrics.BLEU.SMOOTH_DEFAULTS["floor"]
ADD_K = sacrebleu.metrics.BLEU.SMOOTH_DEFAULTS["add-k"]

sentence_bleu = partial(sacrebleu.sentence_bleu, smooth_method="add-k")
sentences = [sentence_bleu(hyp, [ref]).score for hyp, ref in zip(LITERAL, A, strict=True)]
ter = sacrebleu.metrics.TER()
chrf = sacrebleu.corpus_chrf(LITERAL, [A], char_order=6, beta=sacrebleu.CHRF.BETA, remove_whitespace=True)
positional = sacrebleu.metrics.BLEU.compute_bleu([8, 6, 4, 2], [9, 8, 7, 6], 9, 10, "floor", 0.01)

show(
    defaults=[FLOOR, ADD_K],
    raw=[
        sacrebleu.raw_corpus_bleu(LITERAL, [A], smooth_value=FLOOR).score,
        sacrebleu.raw_corpus_bleu(LITERAL, [A], 0.01).score,
        sacrebleu.raw_corpus_bleu(hypotheses=LITERAL[:1], references=[A[:1]], smooth_value=0.01).score / 100,
    ],
    chrf=chrf.score / 100,
    ter=ter.corpus_score(LITERAL, [A]).score / 100,
    sentences=sentences,
    best=[int(place) for place in np.argsort(sentences)[::-1]],
    positional=[positional.score, positional.precisions, str(positional)],
)
