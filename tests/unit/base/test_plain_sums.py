"""Tests sums of floats, which are the same in every version of Python."""

from parbleu.base.plain_sums import plain_mean, plain_sum


def test_floats_are_added_from_left_to_right():
    assert plain_sum([0.1] * 10) == 0.9999999999999999  # `sum` gives 1.0 since Python 3.12
    assert plain_sum(iter([1e16, 1.0, -1e16])) == 0.0
    assert plain_mean({"a": 0.1, "b": 0.2, "c": 0.3}.values()) == 0.6000000000000001 / 3


def test_a_sum_of_nothing():
    assert plain_sum([]) == 0
    assert type(plain_sum([], 0.0)) is float
