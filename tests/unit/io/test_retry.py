"""Tests when a network failure is tried again."""

from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

import pytest

from parbleu._io.retry import Attempts, RetryPolicy, TransientError, retry_after

POLICY = RetryPolicy(attempts=5, first_wait=0.5, longest_wait=3.0, longest_asked=10.0, total_attempts=20)
FAILURE = TransientError("no answer")


def test_waits_grow():
    for failures, longest in [(0, 0.5), (1, 0.5), (2, 1.0), (3, 2.0), (4, 3.0), (5, 3.0), (10_000, 3.0)]:
        waits = [POLICY.wait(failures) for _ in range(100)]
        assert longest / 2 <= min(waits) < max(waits) <= longest


@pytest.mark.parametrize(("asked", "least", "most"), [(0, 0.25, 0.5), (4, 4, 5), (10, 10, 11), (9e9, 10, 11)])
def test_a_server_asks_to_wait(asked, least, most):
    assert all(least <= POLICY.wait(1, asked) <= most for _ in range(100))
    wait = Attempts(POLICY).wait_after(TransientError("too often", asked))
    assert wait is not None
    assert least <= wait <= most


def test_attempts_end():
    attempts = Attempts(POLICY)
    waits = [attempts.wait_after(FAILURE) for _ in range(5)]
    assert [wait is None for wait in waits] == [False] * 4 + [True]
    assert attempts.total_failures == 5


def test_progress_begins_the_count_anew():
    attempts = Attempts(POLICY)
    waits = [attempts.wait_after(FAILURE, progress=number % 4 == 0) for number in range(20)]
    assert [wait is None for wait in waits] == [False] * 19 + [True]


def test_attempts_without_end():
    attempts = Attempts(RetryPolicy(3, 0.5, 3.0, 10.0))
    assert all(attempts.wait_after(FAILURE, progress=True) is not None for _ in range(1000))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, None),
        ("", None),
        ("soon", None),
        ("-1", None),
        ("1.5", None),
        ("0", 0.0),
        (" 30 ", 30.0),
        ("9" * 400, 999_999_999.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("Wed, 99 Oct 2015 07:28:00 GMT", None),
    ],
)
def test_retry_after(text, expected):
    assert retry_after({} if text is None else {"Retry-After": text}) == expected


def test_retry_after_a_date_to_come():
    date = datetime.now(timezone.utc) + timedelta(days=1)
    seconds = retry_after({"Retry-After": format_datetime(date, usegmt=True)})
    assert seconds is not None
    assert 86_000 < seconds <= 86_400
