"""Metrics of others: CrystalBLEU-like, chrF over graphemes, word error rate."""

from collections import Counter
from itertools import pairwise

from corpus import LITERAL, A, B, show
from sacrebleu.metrics.base import Metric, Score, Signature
from sacrebleu.metrics.bleu import BLEU, BLEUScore, BLEUSignature
from sacrebleu.metrics.chrf import CHRF, CHRFSignature
from sacrebleu.metrics.helpers import extract_all_word_ngrams
from sacrebleu.utils import sum_of_lists


class CrystalSignature(BLEUSignature):
    def __init__(self, args):
        super().__init__(args)
        self._abbr["ignored"] = "ig"
        self.info["ignored"] = args["ignored"]


class CrystalBLEU(BLEU):
    """BLEU that does not count the most frequent n-grams."""

    _SIGNATURE_TYPE = CrystalSignature

    def __init__(self, frequent, **options):
        super().__init__(**options)
        self.frequent = frequent
        self.ignored = len(frequent)

    def _compute_segment_statistics(self, hypothesis, ref_kwargs):
        ngrams, length = extract_all_word_ngrams(hypothesis, 1, self.max_ngram_order)
        correct, total = [0] * self.max_ngram_order, [0] * self.max_ngram_order
        for ngram, count in ngrams.items():
            if ngram in self.frequent:
                continue
            total[len(ngram) - 1] += count
            correct[len(ngram) - 1] += min(count, ref_kwargs["ref_ngrams"].get(ngram, 0))
        nearest = min(ref_kwargs["ref_lens"], key=lambda other: (abs(other - length), other))
        return [length, nearest, *correct, *total]

    def _compute_score_from_stats(self, stats) -> BLEUScore:
        return super()._compute_score_from_stats(stats)


class PairsCHRF(CHRF):
    """chrF whose characters are pairs of letters: the texts are rewritten before anything is counted."""

    _SIGNATURE_TYPE = CHRFSignature

    def _preprocess_segment(self, sent):
        return "".join(chr(0x4E00 + (ord(a) * 7 + ord(b)) % 500) for a, b in pairwise(sent))

    def _extract_reference_info(self, refs):
        info = super()._extract_reference_info(refs)
        info["number"] = len(refs)
        return info

    def _compute_segment_statistics(self, hypothesis, ref_kwargs):
        ref_kwargs.pop("number")
        return super()._compute_segment_statistics(hypothesis, ref_kwargs)


class Lower(BLEU):
    """One hook, in Python; the rest as it is."""

    def _preprocess_segment(self, sent):
        return super()._preprocess_segment(sent.replace("ß", "ss"))


class WERScore(Score):
    def __init__(self, score, errors, words):
        super().__init__("WER", score)
        self.errors, self.words = errors, words
        self._verbose = f"{errors}/{words}"


class WERSignature(Signature):
    def __init__(self, args):
        super().__init__(args)
        self._abbr["case"] = "c"
        self.info["case"] = "lc" if args["lowercase"] else "mixed"


class WER(Metric):
    """Word error rate, the best of several references."""

    _SIGNATURE_TYPE = WERSignature

    def __init__(self, lowercase=False, references=None):
        super().__init__()
        self.lowercase = lowercase
        if references is not None:
            self._ref_cache = self._cache_references(references)

    def _preprocess_segment(self, sent):
        return sent.lower() if self.lowercase else sent

    def _extract_reference_info(self, refs):
        return {"refs": [ref.split() for ref in refs]}

    def _compute_segment_statistics(self, hypothesis, ref_kwargs):
        words = hypothesis.split()
        return list(min((self._errors(words, ref), len(ref)) for ref in ref_kwargs["refs"]))

    @staticmethod
    def _errors(hyp, ref):
        row = list(range(len(ref) + 1))
        for i, word in enumerate(hyp, 1):
            last, row[0] = row[0], i
            for j, other in enumerate(ref, 1):
                last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (word != other))
        return row[-1]

    def _compute_score_from_stats(self, stats):
        errors, words = (int(value) for value in stats)
        return WERScore(100 * errors / words, errors, words)

    def _aggregate_and_compute(self, stats):
        return self._compute_score_from_stats(sum_of_lists(stats))


counted = Counter()
for line in A + B:
    counted.update(extract_all_word_ngrams(line, 1, 4)[0])
crystal = CrystalBLEU({ngram for ngram, _ in counted.most_common(50)}, effective_order=True)
found = {}
for metric in (crystal, PairsCHRF(), Lower(), WER(lowercase=True), WER(references=[A, B])):
    references = None if metric._ref_cache else [A, B]
    whole = metric.corpus_score(LITERAL, references)
    found[f"{type(metric).__name__} {references is None}"] = {
        "whole": [whole.score, str(whole), whole.format(width=4, signature=str(metric.get_signature()))],
        "short": metric.get_signature().format(short=True),
        "segments": [
            metric.sentence_score(hyp, [one, two]).score for hyp, one, two in zip(LITERAL, A, B, strict=True)
        ],
        "interval": str(metric.corpus_score(LITERAL, references, n_bootstrap=50)),
    }
show(**found)
