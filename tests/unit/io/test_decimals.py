import math

import pytest

from parbleu.io.decimals import is_plain_number, parse_decimal

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


@pytest.mark.parametrize("text", ["0", "-1", "+1", ".5", "5.", "1e10", "-1.5E-3", "1e150", "1e-400", "007"])
def test_numbers(text):
    assert parse_decimal(text) == float(text)


@pytest.mark.parametrize("text", [*NO_NUMBERS, "9" * 200, "1e151"])
def test_what_is_none(text):
    with pytest.raises(ValueError, match=r"^'(?s:.*)' is (not a number|too large)$"):
        parse_decimal(text)


def test_values_of_json():
    assert all(map(is_plain_number, [0, -1, 1.5, 10**149]))
    assert not any(map(is_plain_number, [True, None, "1", math.inf, math.nan, 10**400, -1e151]))
