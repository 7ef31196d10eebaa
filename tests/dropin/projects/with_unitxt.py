"""unitxt: BLEU mapped over the instances and reduced, with confidence intervals of its own."""

from corpus import lines, tell
from unitxt.metrics import NormalizedSacrebleu

hyps, a, b = (lines("en-de", name, 4) for name in ("system.literal", "ref.A", "ref.B"))
references = [list(both) for both in zip(a, b, strict=True)]


def work():
    metric = NormalizedSacrebleu(tokenize="13a")
    metric.prepare()
    parts = [metric.map(hyp, refs, {}) for hyp, refs in zip(hyps, references, strict=True)]
    return [metric.reduce(parts), [metric.reduce_one(part) for part in parts]]


tell(work)
