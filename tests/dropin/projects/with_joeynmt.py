"""JoeyNMT: its BLEU and chrF, configured as in a configuration file."""

from corpus import lines, tell
from joeynmt.metrics import bleu, chrf

hyps, refs = lines("en-de", "system.literal", 8), lines("en-de", "ref.A", 8)
config = {"tokenize": "intl", "lowercase": True, "n_char": 5, "n_word": 1}
tell(lambda: [bleu(hyps, refs), chrf(hyps, refs), bleu(hyps, refs, **config), chrf(hyps, refs, **config)])
