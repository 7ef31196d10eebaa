"""mbrs: minimum Bayes risk decoding on private methods, in a pool of processes."""

from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context

from corpus import CAREFUL, CARELESS, LITERAL, A, B, show
from sacrebleu.metrics.bleu import BLEU, MAX_NGRAM_ORDER
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.helpers import extract_all_char_ngrams, extract_all_word_ngrams, extract_word_ngrams
from sacrebleu.metrics.ter import TER


def aggregated(metric, references):
    """Expected counts of several references: Counters changed in place."""
    [first], *others = ([metric._cache_references([[ref]])[0]] for ref in references)
    total = dict(first["ref_ngrams"])
    for [other] in others:
        for ngram, count in other["ref_ngrams"].items():
            total[ngram] = total.get(ngram, 0) + count
    first["ref_ngrams"].clear()
    first["ref_ngrams"].update({ngram: count / len(references) for ngram, count in total.items()})
    first["ref_lens"][0] = sum([first["ref_lens"][0], *(other["ref_lens"][0] for [other] in others)]) / len(
        references
    )
    return first


def expected_bleu(metric, hypothesis, info):
    segment = metric._preprocess_segment(hypothesis)
    ngrams, length = extract_all_word_ngrams(segment, 1, MAX_NGRAM_ORDER)
    correct, total = [0.0] * MAX_NGRAM_ORDER, [0] * MAX_NGRAM_ORDER
    for ngram, count in ngrams.items():
        total[len(ngram) - 1] += count
        correct[len(ngram) - 1] += min(count, info["ref_ngrams"].get(ngram, 0))
    score = metric.compute_bleu(
        correct=correct,
        total=total,
        sys_len=length,
        ref_len=round(info["ref_lens"][0]),
        smooth_method=metric.smooth_method,
        smooth_value=metric.smooth_value,
        effective_order=metric.effective_order,
        max_ngram_order=metric.max_ngram_order,
    )
    return float(score.score)


def expected_chrf(metric, hypothesis, reference):
    hyp, ref = metric._preprocess_segment(hypothesis), metric._preprocess_segment(reference)
    statistics = []
    for ours, theirs in zip(
        extract_all_char_ngrams(hyp, metric.char_order, metric.whitespace),
        extract_all_char_ngrams(ref, metric.char_order, metric.whitespace),
        strict=True,
    ):
        statistics += metric._get_match_statistics(ours, theirs)
    words = [metric._remove_punctuation(text) for text in (hyp, ref)]
    for order in range(1, metric.word_order + 1):
        ours, theirs = (extract_word_ngrams(text, order) for text in words)
        statistics += metric._get_match_statistics(ours, theirs)
    return statistics, metric._compute_f_score(statistics)


def pair_score(metric, hypothesis, reference):
    return float(metric.sentence_score(hypothesis, [reference]).score)


if __name__ == "__main__":
    candidates = [texts[10] for texts in (LITERAL, CAREFUL, CARELESS, A, B)]
    bleu, chrf, ter = BLEU(effective_order=True), CHRF(word_order=2), TER()
    info = aggregated(bleu, candidates)
    scores = {}
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        for metric in (bleu, chrf, ter):
            one, other = zip(*[(a, b) for a in candidates for b in candidates], strict=True)
            scores[type(metric).__name__] = list(pool.map(pair_score, repeat(metric), one, other))
    cached = bleu._cache_references([candidates, candidates[::-1]])
    show(
        scores=scores,
        expected=[expected_bleu(bleu, text, info) for text in candidates],
        chrf=[expected_chrf(chrf, text, candidates[3]) for text in candidates],
        cached=[
            [len(entry["ref_ngrams"]), sorted(entry["ref_ngrams"].values()), entry["ref_lens"]]
            for entry in cached
        ],
    )
