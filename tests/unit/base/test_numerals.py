import pytest

from parbleu.base.numerals import read_float, read_int
from parbleu.errors import OptionError
from parbleu.stats.seed import seed_number


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
