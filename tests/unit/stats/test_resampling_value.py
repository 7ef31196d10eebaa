"""Tests the value that says how scores are resampled."""

import copy
import pickle

import pytest

import parbleu
from parbleu._base.threads import thread_count
from parbleu.errors import OptionError, UnknownNameError
from parbleu.scale._shard_files import Shard
from parbleu.stats.resampling import Resampling, chosen_seed


def test_it_is_exported() -> None:
    assert parbleu.Resampling is Resampling
    assert repr(Resampling("bootstrap", 5)).startswith("Resampling(test='bootstrap', n_samples=5, ")


@pytest.mark.parametrize(
    ("values", "n_test", "n_bootstrap"),
    [
        ({}, 0, 0),
        ({"n_samples": 7}, 0, 0),
        ({"intervals": True}, 0, 1000),
        ({"intervals": True, "n_samples": 7}, 0, 7),
        ({"test": "bootstrap"}, 1000, 1000),
        ({"test": "bootstrap", "n_samples": 7, "intervals": True}, 7, 7),
        ({"test": "randomization"}, 10000, 0),
        ({"test": "randomization", "n_samples": 7, "intervals": True}, 7, 1000),
        ({"test": "randomization", "intervals": True, "n_interval_samples": 9}, 10000, 9),
    ],
)
def test_numbers_of_samples(values: dict[str, object], n_test: int, n_bootstrap: int) -> None:
    made = Resampling(**values)  # type: ignore[arg-type]
    assert (made.n_test_samples, made.n_bootstrap_samples) == (n_test, n_bootstrap)


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ({"test": "t"}, UnknownNameError, "bootstrap"),
        ({"unit": "word"}, UnknownNameError, "document"),
        ({"n_samples": 0}, OptionError, "at least 1"),
        ({"n_samples": True}, OptionError, "whole number from 1"),
        ({"n_samples": 2.5}, OptionError, "whole number from 1"),
        ({"n_samples": 10**9}, OptionError, "at most"),
        ({"n_interval_samples": 5}, OptionError, "n_interval_samples needs intervals"),
        ({"alpha": 0}, OptionError, "alpha is a number between 0 and 1"),
        ({"threads": 0}, OptionError, "threads must be a whole number from 1"),
        ({"seed": -1}, OptionError, "seed must be a whole number from 0"),
        ({"seed": "x"}, OptionError, "seed must be a whole number from 0"),
    ],
)
def test_wrong_values(values: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Resampling(**values)  # type: ignore[arg-type]


def test_the_usual_test_is_the_functions() -> None:
    assert Resampling().with_test("bootstrap").test == "bootstrap"
    assert Resampling("randomization").with_test("bootstrap").test == "randomization"
    assert Resampling("none").with_test("bootstrap").test is None
    assert Resampling("none", 7, intervals=True).n_bootstrap_samples == 7
    assert Resampling("none").n_test_samples == 0
    for value in (Resampling(all_pairs=True), Resampling("none", all_pairs=True)):
        with pytest.raises(OptionError, match="all_pairs needs a test"):
            value.with_test()


def test_a_seed_is_drawn_once() -> None:
    made = Resampling(seed="none", intervals=True)
    assert isinstance(made.seed, int)
    assert made.signed_seed == "none"
    for other in (
        made.resolved(),
        made.changed(n_samples=5),
        copy.copy(made),
        pickle.loads(pickle.dumps(made)),
    ):
        assert (other.seed, other.signed_seed) == (made.seed, "none")
    assert made.changed(seed=4).signed_seed == "4"


def test_signatures_show_the_text_of_intervals_and_the_number_of_tests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert Resampling(seed="007", intervals=True).signed_seed == "007"
    assert Resampling("bootstrap", seed="007").signed_seed == "7"
    monkeypatch.setenv("SACREBLEU_SEED", "0042")
    assert Resampling().signed_seed == ""
    assert Resampling(intervals=True).resolved().signed_seed == "0042"
    assert Resampling("randomization").resolved().signed_seed == "42"


def test_the_environment_is_asked_only_if_something_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "x")
    monkeypatch.setenv("PARBLEU_THREADS", "3")
    resolved = Resampling(n_samples=4).resolved()
    assert (resolved.seed, resolved.signed_seed, resolved.threads) == (None, "", 3)
    assert Resampling(seed=1).resolved().seed is None
    assert Resampling(seed=1).resolved(draws=True).seed == 1
    with pytest.raises(OptionError, match="SACREBLEU_SEED"):
        Resampling(n_samples=4).resolved(draws=True)


@pytest.mark.parametrize("digits", ["\u0663", "\uff13", "3\u0663", "9" * 5000 + "\u0663"])
def test_digits_of_other_scripts_are_none(monkeypatch, digits):
    monkeypatch.setenv("SACREBLEU_SEED", digits)
    with pytest.raises(OptionError, match="SACREBLEU_SEED must be a whole number"):
        chosen_seed()
    monkeypatch.setenv("PARBLEU_THREADS", digits)
    with pytest.raises(OptionError, match="PARBLEU_THREADS must be a whole number"):
        thread_count()
    with pytest.raises(OptionError, match="a shard is a number"):
        Shard.parse(f"{digits}/{digits}")
