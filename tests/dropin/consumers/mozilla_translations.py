"""mozilla/translations: the metric's base class as a type, sentence scores in a loop, JSON read back."""

import json

from corpus import JA_HYPS, JA_REFS, LITERAL, A, show
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.metrics.base import Metric

metrics: list[Metric] = [BLEU(trg_lang="de", effective_order=True), CHRF(word_order=2), CHRF()]
results = {}
for metric in metrics:
    assert isinstance(metric, Metric)
    corpus = metric.corpus_score(LITERAL, [A])
    details = json.loads(corpus.format(signature=metric.get_signature().format(), is_json=True))
    results[details["name"]] = {
        "details": details,
        "segments": [metric.sentence_score(hyp, [ref]).score for hyp, ref in zip(LITERAL, A, strict=True)],
    }
for language in ("ja", "ko", "zh"):
    metric = BLEU(trg_lang=language)
    results[language] = [metric.corpus_score(JA_HYPS, [JA_REFS]).score, str(metric.get_signature())]
show(**results)
