"""OpenNMT-py: the scorers that it validates with while it trains."""

from corpus import lines, tell
from onmt.scorers.bleu import BleuScorer
from onmt.scorers.ter import TerScorer

hyps, refs = lines("en-de", "system.literal", 3), lines("en-de", "ref.A", 3)
tell(lambda: [scorer(None).compute_score(hyps, refs) for scorer in (BleuScorer, TerScorer)])
