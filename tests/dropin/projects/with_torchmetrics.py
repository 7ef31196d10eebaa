"""torchmetrics: how far its own BLEU, chrF and TER are from sacreBLEU's, which its tests hold them to."""

import sacrebleu
from corpus import lines, tell
from torchmetrics.text import CHRFScore, SacreBLEUScore, TranslationEditRate

hyps, refs = lines("en-de", "system.literal", 2), lines("en-de", "ref.A", 2)
wrapped = [[ref] for ref in refs]
theirs = [
    float(SacreBLEUScore(tokenize="13a")(hyps, wrapped)) * 100,
    float(CHRFScore(n_word_order=2)(hyps, wrapped)) * 100,
    float(TranslationEditRate()(hyps, wrapped)) * 100,
]


def work():
    scores = (
        sacrebleu.corpus_bleu(hyps, [refs]).score,
        sacrebleu.corpus_chrf(hyps, [refs], word_order=2).score,
        sacrebleu.corpus_ter(hyps, [refs]).score,
    )
    agreed = [abs(score - their) < 1e-2 for score, their in zip(scores, theirs, strict=True)]
    return [scores, agreed]


tell(work)
