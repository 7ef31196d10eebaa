"""JoeyNMT: keeps those keys of a configuration that a constructor takes, and logs the signature."""

from inspect import getfullargspec

from corpus import LITERAL, A, show
from sacrebleu.metrics import BLEU, CHRF

config = {
    "lowercase": True,
    "tokenize": "intl",
    "smooth_method": "floor",
    "n_char": 5,
    "char_order": 5,
    "word_order": 1,
    "whitespace": True,
    "beta": 3,
}


def run(metric):
    accepted = getfullargspec(metric).args
    scorer = metric(**{key: value for key, value in config.items() if key in accepted})
    score = scorer.corpus_score(hypotheses=LITERAL, references=[A]).score
    return [accepted, getfullargspec(metric).defaults, score, str(scorer.get_signature())]


show(bleu=run(BLEU), chrf=run(CHRF))
