"""Tests the laws that every registered metric obeys, also one in Python: that of CONTRIBUTING.md."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from parbleu import from_signature
from parbleu.errors import InputShapeError, InputTypeError, MissingReferencesError, NoReferenceError
from parbleu.metrics import METRICS
from toys import Recall

# Options that reach every branch of a metric's preparation. Metrics not listed are tried with their defaults.
OPTIONS = {
    "BLEU": [
        {},
        {"lowercase": True, "tokenize": "zh"},
        {"tokenize": "intl", "smooth_method": "floor", "effective_order": True},
        {"tokenize": "char", "smooth_method": "add-k", "smooth_value": 2},
        {"tokenize": "none", "smooth_method": "none", "max_ngram_order": 2},
    ],
    "CHRF": [
        {},
        {"word_order": 2, "beta": 3},
        {"lowercase": True, "whitespace": True, "char_order": 4},
        {"eps_smoothing": True, "word_order": 1},
    ],
    "TER": [
        {},
        {"normalized": True, "asian_support": True},
        {"no_punct": True, "case_sensitive": True},
    ],
    "Recall": [{}, {"least": 3}],
}

CASES = [
    pytest.param(name, options, id=f"{name}-{'-'.join(map(str, options.values())) or 'default'}")
    for name in [*METRICS, "Recall"]
    for options in OPTIONS.get(name, [{}])
]

pytestmark = pytest.mark.parametrize(("name", "options"), CASES)


@pytest.fixture(autouse=True)
def registered_recall(monkeypatch):
    monkeypatch.setitem(METRICS._registered, "Recall", Recall)


@pytest.fixture
def metric(name, options):
    return METRICS[name](**options)


def number(score):
    return score.format(width=17, score_only=True)


def test_a_sum_of_statistics_scores_like_the_corpus(metric, corpus):
    table = metric.statistics(corpus.hypotheses, corpus.references)
    assert table.ndim == 2
    assert len(table) == len(corpus.hypotheses)
    assert table.dtype in (np.int64, np.float64)
    total = table[0].copy()
    for row in table[1:]:  # one after the other: sums of floats depend on the order
        total += row
    assert str(metric.score(total)) == str(metric.corpus_score(corpus.hypotheses, corpus.references))
    assert metric.score(total).score == metric.corpus_score(corpus.hypotheses, corpus.references).score


def test_statistics_of_parts_are_parts_of_the_statistics(metric, corpus):
    whole = metric.statistics(corpus.hypotheses, corpus.references)
    parts = [corpus[:1], corpus[1:64], corpus[64:]]
    pieces = [metric.statistics(part.hypotheses, part.references) for part in parts]
    assert np.array_equal(np.concatenate(pieces), whole)


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_an_accumulator_does_not_see_the_pieces(metric, corpus, size):
    accumulator = metric.accumulator()
    for start in range(0, len(corpus.hypotheses), size):
        part = corpus[start : start + size]
        accumulator.add(part.hypotheses, part.references)
    assert accumulator.segments == len(corpus.hypotheses)
    result, expected = accumulator.result(), metric.corpus_score(corpus.hypotheses, corpus.references)
    assert (str(result), result.score) == (str(expected), expected.score)
    assert result.signature == expected.signature


@pytest.mark.long
def test_no_number_depends_on_the_threads(metric, corpus):
    hypotheses, references = corpus.hypotheses * 20, [stream * 20 for stream in corpus.references]
    one = metric.corpus_score(hypotheses, references, threads=1)
    rows = metric.statistics(hypotheses, references, threads=1)
    scores = metric.segment_scores(hypotheses, references, threads=1)
    for threads in (2, 3):
        assert metric.corpus_score(hypotheses, references, threads=threads).score == one.score
        assert np.array_equal(metric.statistics(hypotheses, references, threads=threads), rows)
        assert np.array_equal(metric.segment_scores(hypotheses, references, threads=threads), scores)


@pytest.mark.filterwarnings("ignore")
def test_segment_scores_are_sentence_scores(metric, corpus):
    scores = metric.segment_scores(corpus.hypotheses, corpus.references)
    assert scores.shape == (len(corpus.hypotheses),)
    for score, hypothesis, *references in zip(scores, corpus.hypotheses, *corpus.references, strict=True):
        assert metric.sentence_score(hypothesis, references).score == score


def test_pairwise_scores_are_sentence_scores(metric, corpus):
    hypotheses = corpus.hypotheses[45:55]
    references = [text for text in corpus.references[0][45:70] if text is not None]
    matrix = metric.pairwise_scores(hypotheses, references)
    assert matrix.shape == (len(hypotheses), len(references))
    for row, hypothesis in zip(matrix, hypotheses, strict=True):
        assert [metric.sentence_score(hypothesis, [text]).score for text in references] == row.tolist()


def test_one_segment_is_a_corpus(metric, corpus):
    for segment in (0, 45, 90, 125):
        one = corpus[segment : segment + 1]
        references = [stream[0] for stream in one.references]
        score = metric.sentence_score(one.hypotheses[0], references)
        corpus_score = metric.corpus_score(one.hypotheses, one.references)
        assert (str(score), score.signature) == (str(corpus_score), corpus_score.signature)


def test_the_signature_of_statistics_alone_knows_no_references(metric):
    row = metric.statistics(["a"], [["a"]])[0]
    whole = metric.corpus_score(["a"], [["a"]]).signature.format()
    for score in (metric.score(row), metric.result(row)):
        assert f"nrefs:1|{score.signature}" == whole


@pytest.mark.parametrize("text", ["", " ", "x"])
def test_empty_segments_have_a_score(metric, text):
    for hypothesis, reference in ((text, ""), ("", text)):
        score = metric.corpus_score([hypothesis], [[reference]])
        assert 0 <= score.score < float("inf")
        assert metric.segment_scores([hypothesis], [[reference]])[0] == score.score


def test_cached_references_change_nothing(name, options, metric, corpus):
    cached = METRICS[name](**options, references=corpus.references)
    expected = metric.corpus_score(corpus.hypotheses, corpus.references)
    assert str(cached.get_signature()) == str(metric.get_signature())
    for _ in range(2):
        result = cached.corpus_score(corpus.hypotheses, None)
        assert (str(result), result.score) == (str(expected), expected.score)
    assert np.array_equal(
        cached.statistics(corpus.hypotheses), metric.statistics(corpus.hypotheses, corpus.references)
    )
    with pytest.raises(InputShapeError, match="hypotheses"):
        cached.corpus_score(corpus.hypotheses[:-1])


def test_a_pickled_metric_is_the_same(name, options, corpus):
    for given in (None, corpus.references):
        metric = METRICS[name](**options, references=given)
        metric.corpus_score(corpus.hypotheses, corpus.references)
        twin = pickle.loads(pickle.dumps(metric))
        assert str(twin.get_signature()) == str(metric.get_signature())
        references = corpus.references if given is None else None
        result = twin.corpus_score(corpus.hypotheses, references)
        expected = metric.corpus_score(corpus.hypotheses, references)
        assert (str(result), result.score) == (str(expected), expected.score)
        again = pickle.loads(pickle.dumps(expected))
        assert (str(again), again.signature) == (str(expected), expected.signature)


def test_a_signature_tells_the_metric(metric, corpus):
    score = metric.corpus_score(corpus.hypotheses, corpus.references)
    for short in (False, True):
        signature = metric.get_signature().format(short)
        twin = from_signature(f"{score.name}|{signature}")
        if hasattr(metric, "max_ngram_order"):  # which no signature tells
            twin.max_ngram_order = metric.max_ngram_order
        result = twin.corpus_score(corpus.hypotheses, corpus.references)
        assert (str(result), result.score) == (str(score), score.score)
        assert twin.get_signature().format(short) == signature
        assert twin.source_signature == f"{score.name}|{signature}"


def test_a_result_keeps_its_own_signature(metric, corpus):
    many = metric.corpus_score(corpus.hypotheses, corpus.references)
    one = metric.corpus_score(["a"], [["a"]])
    assert many.signature.info["nrefs"] == "var"
    assert one.signature.info["nrefs"] == 1


@pytest.mark.long
def test_threads_may_share_a_metric(metric, corpus):
    def score(count):
        return metric.corpus_score(corpus.hypotheses, [stream_without_gaps] * count, threads=2)

    stream_without_gaps = [text or "x" for text in corpus.references[0]]
    expected = {count: score(count) for count in (1, 2, 3)}
    with ThreadPoolExecutor(4) as pool:
        for count, result in zip([1, 2, 3] * 10, pool.map(score, [1, 2, 3] * 10), strict=True):
            assert (str(result), result.score) == (str(expected[count]), expected[count].score)
            assert result.signature.info["nrefs"] == count


def test_a_bootstrap_adds_an_interval_and_nothing_else(name, options, metric, corpus, monkeypatch):
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    plain = metric.corpus_score(corpus.hypotheses, corpus.references)
    score = metric.corpus_score(corpus.hypotheses, corpus.references, intervals=True, n_samples=80, threads=1)
    mean, half = score.interval
    assert score.score == plain.score
    assert abs(mean - score.score) < 2 * half
    assert 0 < half < 20
    assert f"(μ = {mean:.2f} ± {half:.2f})" in str(score)
    assert (metric.n_samples, metric.seed, score.seed) == (80, 12345, 12345)
    assert "|bs:80|seed:12345|" in str(score.signature)
    assert str(score.signature) == str(metric.get_signature())
    after = metric.corpus_score(corpus.hypotheses, corpus.references)
    assert "bs" not in plain.signature.format() + after.signature.format()
    again = METRICS[name](**options, references=corpus.references)
    assert (
        again.corpus_score(corpus.hypotheses, intervals=True, n_samples=80, threads=3).interval
        == score.interval
    )
    monkeypatch.setenv("SACREBLEU_SEED", "0")
    other = metric.corpus_score(corpus.hypotheses, corpus.references, intervals=True, n_samples=80)
    assert other.interval != score.interval
    assert other.signature.info["seed"] == "0"


def test_an_option_that_changes_takes_effect(name, options, metric, corpus):
    other = METRICS[name]()
    other.corpus_score(corpus.hypotheses, corpus.references)
    for option, value in options.items():
        setattr(other, option, value)
    result = other.corpus_score(corpus.hypotheses, corpus.references)
    expected = metric.corpus_score(corpus.hypotheses, corpus.references)
    assert (str(result), result.score, result.signature) == (
        str(expected),
        expected.score,
        expected.signature,
    )


def test_wrong_shapes_are_errors(metric):
    with pytest.raises(InputShapeError, match="no hypotheses"):
        metric.corpus_score([], [[]])
    with pytest.raises(InputShapeError, match="no reference stream"):
        metric.corpus_score(["a"], [])
    with pytest.raises(InputShapeError, match="stream 0 has 0 segments"):
        metric.corpus_score(["a", "b"], [[]])
    with pytest.raises(InputShapeError, match="stream 1 has 1 segment but there are 2 hypotheses"):
        metric.corpus_score(["a", "b"], [["a", "b"], ["a"], ["a", "b"]])
    with pytest.raises(InputShapeError, match="transposed"):
        metric.corpus_score(["a", "b", "c"], [["a"], ["b"], ["c"]])
    with pytest.raises(InputTypeError, match="one string"):
        metric.corpus_score("ab", [["a", "b"]])
    with pytest.raises(InputTypeError, match=r"pass \[references\]"):
        metric.corpus_score(["a"], ["a"])
    with pytest.raises(MissingReferencesError):
        metric.corpus_score(["a"])


@pytest.mark.parametrize("segment", [0, 2])
def test_a_segment_without_any_reference_is_named(metric, segment):
    references = [["a", "b", "c"], ["x", None, None]]
    references[0][segment] = references[1][segment] = None
    for method in (metric.corpus_score, metric.statistics, metric.segment_scores):
        with pytest.raises(NoReferenceError, match=f"segment {segment} "):
            method(["a", "b", "c"], references)
    accumulator = metric.accumulator()
    accumulator.add(["a"], [["a"], [None]])
    with pytest.raises(NoReferenceError, match=f"segment {segment + 1} "):
        accumulator.add(["a", "b", "c"], references)
    assert accumulator.segments == 1
    assert str(accumulator.result()) == str(metric.corpus_score(["a"], [["a"]]))
