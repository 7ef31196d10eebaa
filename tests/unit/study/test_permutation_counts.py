"""Counting orders: exact where short, and by logarithms."""

from math import comb, factorial, isclose, log10

import pytest

from parbleu.study._permutation_counts import DIGITS, orders, product, total


@pytest.mark.parametrize("things", [0, 1, 2, 6, 20, 28, 29, 103, 127, 170, 171, 400])
def test_orders(things):
    number = factorial(things)
    count = orders(things)
    assert isclose(count.log10, log10(number), rel_tol=1e-14)
    assert count.exact == (number if number < 10**DIGITS else None)


def test_things_that_are_alike():
    assert orders(5, (2, 3)).exact == 10
    assert orders(1000, (1000,)).exact == 1
    assert orders(1000, (1000,)).log10 == 0
    assert orders(400, (399, 1)).exact == orders(400, (399,)).exact == 400
    assert orders(12, (3, 2, 1, 1)).exact == factorial(12) // 12
    assert orders(3_000_000, (2, 2_999_998)).exact == comb(3_000_000, 2)  # without its factorials
    assert isclose(orders(400, (200, 200)).log10, log10(comb(400, 200)), rel_tol=1e-12)


def test_the_published_totals_are_single_factorials():
    assert f"{10 ** (orders(103).log10 - 163):.2f}" == "9.90"
    assert f"{10 ** (orders(127).log10 - 213):.2f}" == "3.01"


def test_products_and_sums():
    counts = [orders(3), orders(4), orders(0)]
    assert (product(counts).exact, total(counts).exact) == (144, 31)
    long = [orders(200), orders(3), orders(199)]
    assert (product(long).exact, total(long).exact) == (None, None)
    assert isclose(product(long).log10, log10(factorial(200) * 6 * factorial(199)), rel_tol=1e-14)
    assert isclose(total(long).log10, log10(factorial(200) + 6 + factorial(199)), rel_tol=1e-14)


def test_how_they_are_written():
    assert [str(orders(number)) for number in (0, 6, 17, 18, 200)] == [
        "1",
        "720",
        "355687428096000",
        "10^15.81",
        "10^374.90",
    ]
    assert repr(orders(3)) == "Count(6)"
