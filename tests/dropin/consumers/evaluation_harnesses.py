"""lighteval and HELM: metrics by language, padded references, keywords of sentence_score."""

from corpus import JA_HYPS, JA_REFS, LITERAL, A, B, show
from sacrebleu.metrics import BLEU, CHRF, TER

padded = [A, [*B[:20], *[""] * (len(B) - 20)]]
sentence = BLEU(effective_order=True)

show(
    by_language=[
        BLEU(trg_lang=name).corpus_score(JA_HYPS, [JA_REFS]).score for name in ("ja", "zh", "", "de")
    ],
    chrf=CHRF(word_order=2).corpus_score(LITERAL, [A]).score,
    ter=TER(asian_support=True).corpus_score(LITERAL, [A]).score,
    # The wrong way round, and scored that way: a number must not change under the caller's feet.
    turned=[
        metric.corpus_score(LITERAL[:2], [[A[0], A[1]], [B[0], B[1]]]).score
        for metric in (CHRF(word_order=2), TER())
    ],
    helm=[BLEU(tokenize=name).corpus_score(LITERAL, padded).score for name in ("13a", "intl")],
    sentences=[
        sentence.sentence_score(hypothesis=hyp, references=[one, two]).score
        for hyp, one, two in zip(LITERAL, A, B, strict=True)
    ],
)
