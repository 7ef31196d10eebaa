"""Tests the arguments and results of `parbleu.compare`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parbleu
from extras import extra
from own_process import printed
from parbleu.errors import (
    InputShapeError,
    InputTypeError,
    MissingReferencesError,
    OptionError,
    UnknownNameError,
)
from parbleu.stats.resampling import Resampling

ALL = ("bleu", "chrf", "chrf++", "ter")


@pytest.mark.parametrize(
    "before", ["", "import parbleu._comparison", "import parbleu._comparison.compare_systems as run"]
)
@pytest.mark.parametrize(
    "after",
    ["", "import parbleu._comparison.comparison_result", "from parbleu import _comparison"],
)
def test_the_function_is_never_a_module(before: str, after: str) -> None:
    code = f"import parbleu\n{before}\nparbleu.compare.__name__\n{after}\nprint(parbleu.compare.__module__)"
    assert printed(code) == "parbleu._comparison.compare_systems\n"


def test_numpy_is_not_needed() -> None:
    code = (
        "import sys, parbleu\n"
        "systems = {'a': ['x y'], 'b': ['x']}\n"
        "c = parbleu.compare(systems, [['x z']], ['bleu', 'ter'], test='bootstrap', n_samples=9)\n"
        "c.to_markdown(), c.to_json()\n"
        "print('numpy' in sys.modules)"
    )
    assert printed(code) == "False\n"


def test_plain_scores_are_the_metrics_own(systems: Any, references: Any) -> None:
    found = parbleu.compare(systems, references, ALL)
    metrics = [parbleu.BLEU(), parbleu.CHRF(), parbleu.CHRF(word_order=2), parbleu.TER()]
    assert found.systems == ("base", "better", "copy")
    assert (found.n_segments, found.test, found.n_samples, found.n_interval_samples) == (30, None, 0, 0)
    for ours, metric in zip(found.metrics, metrics, strict=True):
        for system, texts in systems.items():
            score = metric.corpus_score(texts, references)
            assert (ours.name, ours[system].score) == (score.name, score.score)
            assert ours.signature == str(score.signature)
            assert ours.short_signature == score.signature.format(short=True)
            assert ours[system].mean is ours[system].p_value is ours[system].rank is None
    assert found["TER"].best == {"better"}
    assert found["chrF2"].best == {"better"}


def test_the_baseline_comes_first(systems: Any, references: Any) -> None:
    usual = parbleu.compare(systems, references, test="bootstrap", n_samples=50)
    turned = parbleu.compare(systems, references, test="bootstrap", n_samples=50, baseline="better")
    assert turned.systems == ("better", "base", "copy")
    assert turned.baseline == "better"
    assert turned["BLEU"]["better"].p_value is None
    assert turned["BLEU"]["base"].p_value == usual["BLEU"]["better"].p_value
    assert (
        turned["BLEU"].pair("base", "better").difference == -usual["BLEU"].pair("base", "better").difference
    )


@pytest.mark.parametrize(("n_samples", "clusters"), [(558, [1] * 8), (559, [2] + [1] + [2] * 6)])
def test_the_level_is_not_reached_by_rounding(n_samples: int, clusters: list[int]) -> None:
    """28 pairs: 28 / 560 is 0.05, which 28 * (1 / 560) is not in doubles; at most 0.05 is significant."""
    assert 28 * (1 / 560) < 0.05
    scores = {str(number): [float(number == 1)] * 40 for number in range(8)}
    found = parbleu.compare(metrics={"x": scores}, test="randomization", n_samples=n_samples, all_pairs=True)[
        "x"
    ]
    assert [row.cluster for row in found.scores] == clusters


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_all_pairs(systems: Any, references: Any, test: str) -> None:
    few = parbleu.compare(systems, references, ALL, test=test, n_samples=2000)
    many = parbleu.compare(systems, references, ALL, test=test, n_samples=2000, all_pairs=True)
    assert [(pair.first, pair.second) for pair in many["BLEU"].pairs] == [
        ("base", "better"),
        ("base", "copy"),
        ("better", "copy"),
    ]
    for one, other in zip(few.metrics, many.metrics, strict=True):
        assert [each.p_sacrebleu for each in one.scores] == [each.p_sacrebleu for each in other.scores]
        assert [pair.p_value for pair in one.pairs] == [pair.p_value for pair in other.pairs[:2]]
        assert [each.p_holm for each in other.scores] == [None, *(pair.p_holm for pair in other.pairs[:2])]
        tie = other.pair("base", "copy")
        assert (tie.difference, tie.n_equal, tie.p_sacrebleu, tie.p_value) == (0, 2000, 1 / 2001, 1)
        assert tie.p_holm == 1
        assert other.pair("better", "base").p_holm >= other.pair("better", "base").p_value
        assert [(system.rank, system.cluster) for system in other.scores] == [
            ((2, 3), 2),
            ((1, 1), 1),
            ((2, 3), 2),
        ]
        assert one.scores[0].rank is None


def test_intervals(systems: Any, references: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "7")
    alone = parbleu.TER().corpus_score(systems["better"], references, intervals=True, n_samples=300)
    plain = parbleu.compare(systems, references, "ter", intervals=True, n_samples=300)
    assert (plain["TER"]["better"].mean, plain["TER"]["better"].ci) == alone.interval
    assert plain["TER"].signature == str(alone.signature)
    assert plain.seed == 7
    tested = parbleu.compare(systems, references, "ter", test="randomization", n_samples=20, intervals=True)
    assert (tested.n_samples, tested.n_interval_samples) == (20, 1000)
    assert "|ar:20|" in tested["TER"].signature
    assert "|bs:1000|" in tested["TER"].signature
    boot = parbleu.compare(systems, references, "ter", test="bootstrap")
    assert (boot.n_samples, boot.n_interval_samples) == (1000, 1000)
    row = boot["TER"]["base"]
    assert row.low <= row.mean <= row.high
    assert row.ci == pytest.approx((row.high - row.low) / 2)


def test_seeds(systems: Any, references: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "0")
    zero = parbleu.compare(systems, references, test="bootstrap", n_samples=40)
    monkeypatch.delenv("SACREBLEU_SEED")
    assert parbleu.compare(systems, references, test="bootstrap", n_samples=40, seed=0) == zero
    other = parbleu.compare(systems, references, test="bootstrap", n_samples=40)
    assert (other.seed, zero.seed) == (12345, 0)
    assert other["BLEU"]["base"].mean != zero["BLEU"]["base"].mean
    new = [
        parbleu.compare(systems, references, test="bootstrap", n_samples=40, seed="none") for _ in range(2)
    ]
    assert "seed:none" in new[0]["BLEU"].signature
    assert new[0]["BLEU"]["base"].mean != new[1]["BLEU"]["base"].mean
    again = parbleu.compare(systems, references, test="bootstrap", n_samples=40, seed=new[0].seed)
    assert again["BLEU"].scores == new[0]["BLEU"].scores


def test_a_seed_that_nothing_needs_is_not_read(
    systems: Any, references: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "abc")
    assert parbleu.compare(systems, references).seed is None
    with pytest.raises(OptionError, match="SACREBLEU_SEED"):
        parbleu.compare(systems, references, intervals=True)


def test_threads_change_nothing(systems: Any, references: Any) -> None:
    options = {"test": "bootstrap", "n_samples": 200, "all_pairs": True}
    one, three = (parbleu.compare(systems, references, ALL, threads=n, **options) for n in (1, 3))
    assert one == three


def test_containers_of_systems(systems: Any, references: Any) -> None:
    usual = parbleu.compare(systems, references)
    for container in (
        list(systems.items()),
        extra("pandas").DataFrame(systems),
        extra("polars").DataFrame(systems),
        {name: iter(texts) for name, texts in systems.items()},
        {name: parbleu.text.as_segments(texts) for name, texts in systems.items()},
    ):
        assert parbleu.compare(container, [iter(stream) for stream in references]) == usual


def test_references_of_the_metric(systems: Any, references: Any) -> None:
    metric = parbleu.CHRF(references=references)
    assert parbleu.compare(systems, metrics=metric) == parbleu.compare(systems, references, "chrf")
    with pytest.raises(MissingReferencesError, match="No references"):
        parbleu.compare(systems, metrics="chrf")


def test_metrics_may_be_named(systems: Any, references: Any) -> None:
    found = parbleu.compare(
        systems, references, {"words": parbleu.BLEU, "letters": parbleu.BLEU(tokenize="char")}
    )
    assert [metric.name for metric in found.metrics] == ["words", "letters"]
    assert "tok:char" in found["letters"].signature
    with pytest.raises(OptionError, match="two metrics are called 'BLEU'; name them"):
        parbleu.compare(systems, references, [parbleu.BLEU(), parbleu.BLEU(tokenize="char")])


MISTAKES: list[tuple[dict[str, Any], type[Exception], str]] = [
    (
        {"systems": {"a": ["x"], "b": ["x", "y"]}},
        InputShapeError,
        "system 'b' has 2 segments but system 'a' has 1",
    ),
    ({"systems": [("a", ["x"]), ("a", ["y"])]}, OptionError, "two systems are called 'a'"),
    (
        {"systems": {"a": ["x", "y"]}},
        InputShapeError,
        "system 'a': reference stream 0 has 1 segment but there are 2",
    ),
    ({"systems": {"a": ["x", None]}}, InputTypeError, "system 'a'.*Undefined line"),
    ({"systems": {"a": "x"}}, InputTypeError, "system 'a'"),
    ({"systems": {"": ["x"]}}, OptionError, "the name of a system is empty"),
    ({"systems": {1: ["x"]}}, InputTypeError, "the name of a system is a string, not 1"),
    ({"systems": ["x"]}, InputTypeError, "'x' is not such a pair"),
    ({"systems": [["a b", "c d"], ["a", "c"]]}, InputTypeError, r"\['a b', 'c d'\] is not such a pair"),
    ({"systems": "x"}, InputTypeError, "mapping from names to hypotheses"),
    ({"systems": {}}, OptionError, "there is no system"),
    ({"systems": None}, OptionError, "pass the systems"),
    ({"references": ["x"]}, InputTypeError, "a list of strings belongs"),
    ({"metrics": []}, OptionError, "no metric"),
    ({"metrics": ["blue"]}, UnknownNameError, "bleu"),
    ({"metrics": 3}, InputTypeError, "metrics is a list"),
    ({"metrics": [3]}, InputTypeError, "a metric is a name"),
    ({"test": "t"}, UnknownNameError, "choose from bootstrap, randomization"),
    ({"test": "bootstrap"}, OptionError, "at least two systems; there is only 'a'"),
    ({"all_pairs": True}, OptionError, "all_pairs needs a test"),
    ({"resampling": Resampling(n_samples=9)}, OptionError, "n_samples needs a test"),
    ({"resampling": Resampling("bootstrap"), "seed": 1}, OptionError, "seed is a part of resampling"),
    ({"resampling": Resampling("bootstrap", unit="document")}, OptionError, "document of each segment"),
    ({"n_samples": 9}, OptionError, "n_samples needs a test"),
    ({"test": "bootstrap", "n_samples": 0}, OptionError, "at least 1, not 0|from 1, not 0"),
    ({"test": "bootstrap", "n_samples": 1.5}, OptionError, "n_samples must be a whole number"),
    (
        {"test": "bootstrap", "intervals": True, "n_interval_samples": 9},
        OptionError,
        "otherwise pass n_samples",
    ),
    ({"intervals": True, "n_samples": 0}, OptionError, "at least 1, not 0|from 1, not 0"),
    ({"baseline": "c"}, UnknownNameError, "unknown system 'c'"),
    ({"intervals": True, "seed": -1}, OptionError, "whole number from 0"),
    ({"intervals": True, "seed": "x"}, OptionError, "seed must be a whole number"),
    ({"alpha": 1}, OptionError, "alpha is a number between 0 and 1"),
    ({"threads": 0}, OptionError, "threads"),
]


@pytest.mark.parametrize(("wrong", "error", "message"), MISTAKES, ids=lambda value: str(value)[:40])
def test_mistakes_are_explained(wrong: dict[str, Any], error: type[Exception], message: str) -> None:
    arguments: dict[str, Any] = {"systems": {"a": ["x"]}, "references": [["x"]], **wrong}
    with pytest.raises(error, match=message) as caught:
        parbleu.compare(**arguments)
    assert isinstance(caught.value, parbleu.ParbleuError)


def test_lookups_say_what_there_is(systems: Any, references: Any) -> None:
    found = parbleu.compare(systems, references, test="randomization", n_samples=5)
    for look in (
        lambda: found["BLUE"],
        lambda: found["BLEU"]["bse"],
        lambda: found["BLEU"].pair("copy", "better"),
    ):
        with pytest.raises(UnknownNameError, match="choose from"):
            look()


def test_resampling_as_one_value_is_as_its_parts(systems: Any, references: Any) -> None:
    parts: dict[str, Any] = {"test": "randomization", "n_samples": 50, "intervals": True, "alpha": 0.1}
    asked = parbleu.Resampling(**parts, seed=3, all_pairs=True)
    one = parbleu.compare(systems, references, ALL, resampling=asked)
    assert one == parbleu.compare(systems, references, ALL, **parts, seed=3, all_pairs=True)
    assert (one.seed, one.alpha, one.n_samples) == (3, 0.1, 50)


def test_the_result_is_frozen(systems: Any, references: Any) -> None:
    found = parbleu.compare(systems, references)
    assert hash(found) == hash(parbleu.compare(systems, references))
    with pytest.raises(AttributeError):
        found.alpha = 0.5  # type: ignore[misc]


def test_tokenized_in_python(systems: Any, references: Any) -> None:
    """BLEU over a tokenizer that the core does not have."""
    metric = parbleu.BLEU(tokenize="ja-mecab")
    found = parbleu.compare(systems, references, metric, intervals=True, n_samples=20)
    assert found["BLEU"]["better"].score == metric.corpus_score(systems["better"], references).score


def test_numpy_numbers_are_numbers(systems: Any, references: Any) -> None:
    found = parbleu.compare(systems, references, test="bootstrap", n_samples=np.int64(20), seed=np.int64(3))
    assert found == parbleu.compare(systems, references, test="bootstrap", n_samples=20, seed=3)


def test_too_few_samples_are_warned_of(
    systems: Any, references: Any, caplog: pytest.LogCaptureFixture
) -> None:
    options = {"test": "randomization", "all_pairs": True}
    found = parbleu.compare(systems, references, n_samples=58, **options)
    assert (
        "no difference can be significant at 0.05 with 58 samples; ask for n_samples=59 or more"
        in caplog.text
    )
    assert "Too few trials for 3 tests" in found.to_markdown()
    assert {row.cluster for row in found["BLEU"].scores} == {1}
    caplog.clear()
    enough = parbleu.compare(systems, references, n_samples=59, **options)
    assert not caplog.records
    assert "Too few" not in enough.to_markdown()
    assert {row.cluster for row in enough["BLEU"].scores} == {1, 2}


def test_texts_are_tested_again_once_for_one_normalization(monkeypatch: pytest.MonkeyPatch) -> None:
    from parbleu._comparison import compare_systems

    tested: list[tuple[str, ...]] = []

    def verdicts(*given: Any) -> dict[str, str]:
        tested.append(given[4])
        return {"BLEU": "-1 and 0"}

    monkeypatch.setattr(compare_systems, "_verdicts_once_normalized", verdicts)
    before: Any = None
    line = compare_systems.changed_verdicts(before, Resampling(), [], [], ["quotes"])
    assert "--normalize quotes: BLEU: -1 and 0" in line
    assert tested == [("quotes",)]
    assert compare_systems.changed_verdicts(before, Resampling(), [], [], ["ellipsis", "quotes"])
    assert sorted(tested[1:]) == [("ellipsis",), ("ellipsis", "quotes")]
