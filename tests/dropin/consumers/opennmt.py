"""OpenNMT-py, eole and OpenNMT-tf: corpus functions by name, a score as text, sentence BLEU for MBR."""

from corpus import CAREFUL, JA_HYPS, JA_REFS, LITERAL, A, B, show
from sacrebleu import corpus_bleu, corpus_chrf, corpus_ter, sentence_bleu

candidates = [LITERAL[10], CAREFUL[10], A[10], B[10]]
gains = [sum(sentence_bleu(one, [other]).score for other in candidates) for one in candidates]

show(
    scores=[corpus_bleu(LITERAL, [A]).score, corpus_ter(LITERAL, [A]).score, corpus_chrf(LITERAL, [A]).score],
    zh=corpus_bleu(JA_HYPS, [JA_REFS], tokenize="zh").score,
    tf=[
        corpus_bleu(LITERAL, [A], force=True).score,
        corpus_chrf(LITERAL, [A], word_order=2).score,
        corpus_ter(LITERAL, [A]).score,
    ],
    text=str(corpus_bleu(LITERAL, [A])),
    gains=gains,
    best=candidates[gains.index(max(gains))],
)
