"""sockeye: the numbers of sockeye-evaluate."""

from corpus import lines, tell
from sockeye.evaluate import DEFAULT_OFFSET, raw_corpus_bleu, raw_corpus_chrf, raw_corpus_ter

hyps, refs = lines("en-de", "system.literal", 3), lines("en-de", "ref.A", 3)
tell(
    lambda: [
        raw_corpus_bleu(hyps, refs, DEFAULT_OFFSET),
        raw_corpus_chrf(hyps, refs),
        raw_corpus_ter(hyps, refs),
    ]
)
