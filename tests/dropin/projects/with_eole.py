"""eole: the scorers that it validates with while it trains."""

from corpus import lines, tell
from eole.scorers import AVAILABLE_SCORERS

hyps, refs = lines("en-de", "system.literal", 3), lines("en-de", "ref.A", 3)
names = ("BLEU", "BLEU_zh", "CHRF", "TER")
tell(lambda: {name: AVAILABLE_SCORERS[name](None).compute_score(hyps, refs) for name in names})
