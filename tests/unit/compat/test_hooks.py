"""Tests that overridden hooks are called, and that classes without overrides are computed natively."""

from __future__ import annotations

from abc import ABCMeta
from typing import Any

import pytest

from parbleu.compat.sacrebleu.metrics import BLEU, CHRF, TER
from parbleu.compat.sacrebleu.metrics.base import Metric, Score, Signature
from parbleu.compat.sacrebleu.tokenizers import BaseTokenizer
from parbleu.compat.sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

HYPS, REFS = ["a b c d e", "the cat"], [["a b c d f", "the bat"], ["a b x", None]]


class Counting:
    """Counts how often native code is asked, and lets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = 0
        for kind in (BLEU, CHRF, TER):
            monkeypatch.setattr(kind, "_native_score", self.wrap(kind._native_score))

    def wrap(self, inherited: Any) -> Any:
        def score(metric: Any, *args: Any) -> Any:
            self.asked += 1
            return inherited(metric, *args)

        return score


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> Counting:
    return Counting(monkeypatch)


@pytest.mark.parametrize("kind", [BLEU, CHRF, TER])
def test_plain_metrics_are_native(kind: Any, native: Counting) -> None:
    metric = kind(references=REFS)
    metric.corpus_score(HYPS, REFS)
    metric.corpus_score(HYPS, None)
    metric.corpus_score(HYPS, REFS, n_bootstrap=5)
    metric.sentence_score(HYPS[0], ["a b"])
    metric.corpus_score(tuple(HYPS), tuple(map(tuple, REFS)))
    assert native.asked == 5


def test_subclasses_without_hooks_are_native(native: Counting) -> None:
    class Mine(BLEU):
        def __init__(self) -> None:
            super().__init__(lowercase=True)

        def describe(self) -> str:
            return "mine"

    class Deeper(Mine):
        pass

    assert Deeper().corpus_score(HYPS, REFS).score == BLEU(lowercase=True).corpus_score(HYPS, REFS).score
    assert native.asked == 2


def test_a_hook_of_any_ancestor_counts(native: Counting) -> None:
    class Mixin:
        def _preprocess_segment(self, sent: str) -> str:
            return sent[::-1]

    class Mine(Mixin, CHRF):
        pass

    class Deeper(Mine):
        pass

    reversed_refs = [[text and text[::-1] for text in stream] for stream in REFS]
    expected = CHRF().corpus_score([text[::-1] for text in HYPS], reversed_refs).score
    assert Deeper().corpus_score(HYPS, REFS).score == expected
    assert native.asked == 1


def test_statistics_stay_native_where_only_the_score_is_overridden() -> None:
    class Scaled(BLEU):
        def _compute_score_from_stats(self, stats: Any) -> Any:
            score = super()._compute_score_from_stats(stats)
            score.score /= 100
            return score

    assert Scaled._statistics_native
    assert not Scaled._scores_native
    plain = BLEU(effective_order=True)
    scaled = Scaled(effective_order=True)
    assert scaled.corpus_score(HYPS, REFS).score == plain.corpus_score(HYPS, REFS).score / 100
    assert scaled.sentence_score("a b", ["a c"]).score == plain.sentence_score("a b", ["a c"]).score / 100


def test_a_patched_class_counts_and_so_do_its_subclasses(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mine(TER):
        pass

    before = Mine().corpus_score(HYPS, REFS).score
    with monkeypatch.context() as patch:
        patch.setattr(TER, "_preprocess_segment", lambda self, sent: "x")
        assert Mine().corpus_score(HYPS, REFS).score == 0
        assert TER().sentence_score("a", ["b"]).score == 0
    assert TER().sentence_score("a", ["b"]).score == 100
    assert Mine().corpus_score(HYPS, REFS).score == before > 0


def test_a_hook_of_one_object_counts() -> None:
    metric = BLEU(effective_order=True)
    assert metric.sentence_score("A b", ["a b"]).score < 100
    metric._preprocess_segment = str.lower  # type: ignore[method-assign, assignment]
    assert metric.sentence_score("A b", ["a b"]).score == pytest.approx(100)
    assert metric.corpus_score(["A b"], [["a b"]]).score == pytest.approx(100)


def test_a_hook_taken_away_again() -> None:
    class Mine(BLEU):
        pass

    Mine._preprocess_segment = lambda self, sent: ""  # type: ignore[method-assign]
    assert not Mine._scores_native
    del Mine._preprocess_segment
    assert Mine._scores_native


def test_a_tokenizer_of_ones_own() -> None:
    class Letters(BaseTokenizer):
        def __call__(self, line: str) -> str:
            return " ".join(line.replace(" ", ""))

    metric = BLEU()
    metric.tokenizer = Letters()
    assert metric.corpus_score(["ab cd"], [["a bcd"]]).score == pytest.approx(100)
    assert metric.sentence_score("abcd", ["abcd"]).sys_len == 4


def test_a_derived_tokenizer() -> None:
    class Upper(Tokenizer13a):
        def __call__(self, line: str) -> str:
            return super().__call__(line).upper()

    metric = BLEU(effective_order=True)
    metric.tokenizer = Upper()
    assert metric.sentence_score("a, b", ["A , B"]).precisions[0] == 100
    assert BLEU(effective_order=True).sentence_score("a, b", ["A , B"]).precisions[0] < 100


def test_options_may_change() -> None:
    metric = BLEU()
    assert metric.corpus_score(["A b c d"], [["a b c d"]]).counts[0] == 3
    metric.lowercase = True
    assert metric.corpus_score(["A b c d"], [["a b c d"]]).counts[0] == 4
    vars(metric)["max_ngram_order"] = 2
    assert len(metric.corpus_score(["A b c d"], [["a b c d"]]).counts) == 2


def test_a_metric_needs_its_hooks() -> None:
    class Unfinished(Metric):
        def _preprocess_segment(self, sent: str) -> str:
            return sent

    with pytest.raises(TypeError, match="abstract"):
        Unfinished()  # type: ignore[abstract]
    with pytest.raises(TypeError, match="abstract"):
        Metric()  # type: ignore[abstract]
    assert isinstance(Metric, ABCMeta)


def test_a_metric_whose_class_says_its_own_metaclass() -> None:
    class Mine(BLEU, metaclass=ABCMeta):
        pass

    assert Mine._scores_native


def test_signatures_of_ones_own() -> None:
    class MySignature(Signature):
        def __init__(self, args: dict[str, Any]) -> None:
            super().__init__(args)
            self._abbr.update({"kind": "k"})
            self.info.update({"kind": "mine"})

    class Mine(CHRF):
        _SIGNATURE_TYPE = MySignature  # type: ignore[assignment]

    metric = Mine()
    with pytest.raises(ValueError, match="Number of references unknown"):
        metric.get_signature()
    metric.corpus_score(HYPS, REFS)
    signature = metric.get_signature()
    assert signature.format().startswith("nrefs:var|kind:mine|version:2.6.0+parbleu.")
    assert signature.format(short=True).startswith("#:var|k:mine|v:2.6.0+parbleu.")
    signature.info["whisper"] = "large"
    assert "|whisper:large|" in str(signature)
    assert isinstance(BLEU(references=REFS).get_signature(), Signature)


def test_counters_may_be_changed() -> None:
    """What decoders do that score one list of hypotheses against itself."""
    metric = BLEU(references=[["a b", "c"]])
    infos = metric._cache_references([["a b"], ["c d"]])
    infos[0]["ref_ngrams"][("x",)] = 3
    infos[0]["ref_lens"].append(7)
    assert metric._compute_segment_statistics("x x", infos[0]) == [2, 2, 2, 0, 0, 0, 2, 1, 0, 0]
    metric._ref_cache[0]["ref_ngrams"][("z",)] = 1
    assert metric.corpus_score(["z", "c"], None).counts[0] == 2


def test_scores_may_be_changed() -> None:
    score = BLEU().corpus_score(["a b"], [["a c"]])
    score.counts[0] += 1
    score.score = 12.345
    assert str(score).startswith("BLEU = 12.35") or str(score).startswith("BLEU = 12.34")
    assert isinstance(score, Score)
    assert vars(score)["counts"] == [2, 0, 0, 0]
