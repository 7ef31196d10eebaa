"""lm-evaluation-harness: references turned with zip, so that the streams are tuples."""

import sacrebleu
from corpus import LITERAL, A, B, show

items = list(zip(zip(A, B, strict=True), LITERAL, strict=True))
refs = list(zip(*[item[0] for item in items], strict=True))
preds = [item[1] for item in items]
single = list(zip(*[[ref] for ref in A], strict=True))

show(
    kinds=[type(refs).__name__, type(refs[0]).__name__],
    scores=[
        f(preds, refs).score for f in (sacrebleu.corpus_bleu, sacrebleu.corpus_chrf, sacrebleu.corpus_ter)
    ],
    single=[
        f(preds, single).score for f in (sacrebleu.corpus_bleu, sacrebleu.corpus_chrf, sacrebleu.corpus_ter)
    ],
    truthfulqa=sacrebleu.corpus_bleu(
        preds,
        refs,
        smooth_method="exp",
        smooth_value=0.0,
        force=False,
        lowercase=False,
        tokenize="intl",
        use_effective_order=False,
    ).score,
    sentence_chrf=[sacrebleu.sentence_chrf(hyp, list(both)).score for both, hyp in items],
    sentence_bleu=[sacrebleu.sentence_bleu(hyp, list(both)).score for both, hyp in items],
)
