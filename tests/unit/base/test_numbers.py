"""Tests reading numbers, and sums of floats, which are the same in every version of Python."""

import math

import pytest

from parbleu._base.numbers import is_plain_number, parse_decimal, plain_mean, plain_sum, read_float, read_int
from parbleu.errors import OptionError
from parbleu.stats.resampling import seed_number

NO_NUMBERS = [
    "1_000",
    "٣",
    "１",
    "1e999",
    "-1e999",
    "1e308",
    "inf",
    "nan",
    "0x10",
    " 1",
    "1 ",
    "",
    ".",
    "e1",
    "1\n",
]


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("-7", -7), ("+12", 12), (str(2**80), 2**80)])
def test_whole_numbers(text: str, number: int) -> None:
    assert read_int(text) == number
    assert read_float(text) == number


@pytest.mark.parametrize("text", ["1_0", " 1", "1 ", "١٢", "１", "", "x", "1\n"])
def test_what_only_python_takes_for_a_number(text: str) -> None:
    with pytest.raises(ValueError, match=r"number|literal|convert"):
        read_int(text)
    with pytest.raises(ValueError, match=r"number|literal|convert"):
        read_float(text)
    with pytest.raises(OptionError, match="seed"):
        seed_number(text)


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e999", "-1e400", "infinity"])
def test_numbers_are_finite(text: str) -> None:
    with pytest.raises(ValueError, match="not a finite number"):
        read_float(text)


def test_fractions() -> None:
    assert read_float("1.5e-3") == 0.0015
    with pytest.raises(ValueError, match=r"number|literal|convert"):
        read_int("1.5")


@pytest.mark.parametrize("text", ["0", "-1", "+1", ".5", "5.", "1e10", "-1.5E-3", "1e150", "1e-400", "007"])
def test_decimal_numbers(text):
    assert parse_decimal(text) == float(text)


@pytest.mark.parametrize("text", [*NO_NUMBERS, "9" * 200, "1e151"])
def test_what_is_no_decimal_number(text):
    with pytest.raises(ValueError, match=r"^'(?s:.*?)'? is (not a number|too large)$"):
        parse_decimal(text)


def test_values_of_json():
    assert all(map(is_plain_number, [0, -1, 1.5, 10**149]))
    assert not any(map(is_plain_number, [True, None, "1", math.inf, math.nan, 10**400, -1e151]))


def test_floats_are_added_from_left_to_right():
    assert plain_sum([0.1] * 10) == 0.9999999999999999  # `sum` gives 1.0 since Python 3.12
    assert plain_sum(iter([1e16, 1.0, -1e16])) == 0.0
    assert plain_mean({"a": 0.1, "b": 0.2, "c": 0.3}.values()) == 0.6000000000000001 / 3


def test_a_sum_of_nothing():
    assert plain_sum([]) == 0
    assert type(plain_sum([], 0.0)) is float


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("0,5", "; numbers have no comma here: write 0.5"),
        (" -12,25", "; numbers have no comma here: write -12.25"),
        ("1,000", "; numbers have no comma here: write 1000 or 1.000"),
        ("0,125", "; numbers have no comma here: write 0.125"),
        ("1.000,5", ""),
        ("1,2,3", ""),
        ("a,b", ""),
        ("good", ""),
    ],
)
def test_decimal_comma(text, advice):
    with pytest.raises(ValueError, match="is not a number") as told:
        parse_decimal(text)
    assert str(told.value).endswith(f"is not a number{advice}")
