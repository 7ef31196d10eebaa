"""Habits of OpenCompass, NeMo, SpeechBrain, evals, t5, GEM-metrics, EASSE, sacrerouge, mbr."""

import importlib
from itertools import zip_longest

import sacrebleu
from corpus import JA_HYPS, LITERAL, A, B, raised, show
from sacrebleu.metrics import BLEU
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

by_name = importlib.import_module(".tokenizers.tokenizer_zh", "sacrebleu")
instances = [[A[i]] if i % 3 else [A[i], B[i]] for i in range(len(A))]
streams = [list(stream) for stream in zip_longest(*instances)]
orders = [BLEU(max_ngram_order=order).corpus_score(LITERAL, [A]).score for order in (1, 2, 3, 4, 6)]

show(
    orders=orders,
    tokenized=[Tokenizer13a()(line) for line in LITERAL[:5]],
    same_class=by_name.TokenizerZh
    is importlib.import_module("sacrebleu.tokenizers.tokenizer_zh").TokenizerZh,
    zh=by_name.TokenizerZh()(JA_HYPS[0]),
    varying=[
        str(sacrebleu.metrics.BLEU().corpus_score(LITERAL, streams)),
        str(sacrebleu.metrics.CHRF().corpus_score(LITERAL, streams)),
        str(sacrebleu.metrics.TER().corpus_score(LITERAL, streams)),
    ],
    easse=[
        sacrebleu.corpus_bleu(LITERAL, [A, B], smooth_method=method, force=True, tokenize="13a").score
        for method in ("none", "floor", "add-k", "exp")
    ],
    t5=sacrebleu.corpus_bleu(
        LITERAL,
        [A],
        smooth_method="exp",
        smooth_value=0.0,
        force=False,
        lowercase=False,
        tokenize="intl",
        use_effective_order=False,
    ).score,
    evals=[
        sacrebleu.sentence_bleu(hyp, [ref], lowercase=True).score for hyp, ref in zip(LITERAL, A, strict=True)
    ],
    top_level=[
        raised(sacrebleu.get_source_file, "nothing"),
        raised(sacrebleu.get_reference_files, "nothing", "xx-yy"),
    ],
)
