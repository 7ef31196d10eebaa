"""HF evaluate's metrics: constants at import, positional options, a private function."""

import sacrebleu
from corpus import CAREFUL, LITERAL, A, B, show
from sacrebleu import CHRF, TER
from sacrebleu.metrics import bleu

major, minor = (int(part) for part in sacrebleu.__version__.split(".")[:2])
defaults = [CHRF.CHAR_ORDER, CHRF.WORD_ORDER, CHRF.BETA]


def corpus_bleu(**options):
    score = sacrebleu.corpus_bleu(LITERAL, [A, B], **options)
    numbers = [
        score.score,
        score.counts,
        score.totals,
        score.precisions,
        score.bp,
        score.sys_len,
        score.ref_len,
    ]
    return [*numbers, [type(count).__name__ for count in score.counts]]


def chrf(*options):
    score = CHRF(*options).corpus_score(LITERAL, [A, B])
    return [score.score, score.char_order, score.word_order, score.beta]


def ter(**options):
    score = TER(**options).corpus_score(LITERAL, [A, B])
    return [score.score, score.num_edits, score.ref_length, type(score.num_edits).__name__]


show(
    version=[major, minor],
    defaults=defaults,
    bleu=corpus_bleu(),
    bleu_options=corpus_bleu(
        smooth_method="floor",
        smooth_value=0.2,
        force=True,
        lowercase=True,
        use_effective_order=True,
        tokenize="intl",
    ),
    bleu_add_k=corpus_bleu(smooth_method="add-k", smooth_value=None),
    chrf=chrf(*defaults, False, False, False),
    chrf_options=chrf(4, 2, 3, True, True, True),
    ter=ter(normalized=False, no_punct=False, asian_support=False, case_sensitive=False),
    ter_options=ter(normalized=True, no_punct=True, asian_support=True, case_sensitive=True),
    tokenized=[bleu._get_tokenizer(name)()(CAREFUL[2]) for name in ("13a", "intl", "char", "none")],
)
