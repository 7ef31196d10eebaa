"""torchmetrics' tests, which hold its own BLEU, chrF and TER to sacreBLEU's."""

from corpus import CAREFUL, LITERAL, A, B, lines, show
from sacrebleu.metrics import BLEU, CHRF, TER

batches = [LITERAL[:16], LITERAL[16:32], CAREFUL[32:]]
targets = [A[:16], A[16:32], A[32:]]

zh = lines("en-ja", "system.literal"), [lines("en-ja", "ref.A"), lines("en-ja", "ref.B")]
show(
    bleu=[
        BLEU(tokenize=name, lowercase=lower).corpus_score(LITERAL, [A, B]).score
        for name in ("none", "13a", "intl", "char")
        for lower in (False, True)
    ],
    zh=BLEU(tokenize="zh", lowercase=False).corpus_score(*zh).score,
    chrf=[
        CHRF(char_order=c, word_order=w, lowercase=lower, whitespace=space, eps_smoothing=True)
        .corpus_score(LITERAL, [A, B])
        .score
        for c, w, lower, space in (
            (6, 2, False, False),
            (6, 0, True, True),
            (4, 2, True, False),
            (4, 0, False, True),
        )
    ],
    ter=[
        TER(normalized=n, no_punct=p, case_sensitive=not lower, asian_support=asian)
        .corpus_score(LITERAL[:12], [A[:12], B[:12]])
        .score
        for n, p, lower, asian in ((0, 0, 0, 0), (1, 0, 1, 0), (1, 1, 1, 1), (0, 1, 0, 1))
    ],
    sentences=[
        [CHRF(word_order=2).sentence_score(hyp, [ref]).score for hyp, ref in zip(hyps, refs, strict=True)]
        for hyps, refs in zip(batches, targets, strict=True)
    ],
)
