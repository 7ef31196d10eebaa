"""lighteval: its corpus metrics, by language."""

from corpus import lines, tell
from lighteval.metrics.metrics_corpus import CorpusLevelTranslationMetric
from lighteval.metrics.sample_preparator import GenerativeCorpusMetricInput

hyps, refs = lines("en-de", "system.literal", 4), lines("en-de", "ref.A", 4)
items = [GenerativeCorpusMetricInput(preds=[hyp], golds=[ref]) for hyp, ref in zip(hyps, refs, strict=True)]
names = ("bleu", "chrf", "chrf++")
tell(lambda: {name: float(CorpusLevelTranslationMetric(name).compute_corpus(items)) for name in names})
