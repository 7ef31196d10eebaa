"""Taking turns, and going ahead when nobody else moves."""

import os
import threading
import time

import pytest

from parbleu.errors import CacheError, ChecksumError, DownloadError
from parbleu.fetch.http_transfer import NotThere
from parbleu.io import locks
from parbleu.io.locks import one_at_a_time


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr(locks, "WAIT", 0.01)
    return str(tmp_path / "a")


def never():
    return False


def test_one_after_the_other(path):
    """Threads of a process wait for each other as processes do."""
    inside, most = [], []

    def work():
        with one_at_a_time(path, never):
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.005)
            inside.pop()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 8
    assert os.listdir(os.path.dirname(path)) == []


def test_nobody_waits_for_what_is_there(path):
    with one_at_a_time(path, lambda: True):
        assert os.listdir(os.path.dirname(path)) == []
    with one_at_a_time(path, never):
        answers = iter([False, False, True])
        with one_at_a_time(path, lambda: next(answers)):
            pass


def test_whoever_does_not_stir_is_passed(path, monkeypatch):
    monkeypatch.setattr(locks, "STALLED", 0.1)
    with one_at_a_time(path, never), one_at_a_time(path, never):
        pass


def test_signs_of_life(path, monkeypatch):
    monkeypatch.setattr(locks, "STALLED", 0.2)
    monkeypatch.setattr(locks, "BEAT", 0)
    start = time.monotonic()
    entered = []

    def wait():
        with one_at_a_time(path, never):
            entered.append(time.monotonic() - start)

    with one_at_a_time(path, never):
        thread = threading.Thread(target=wait)
        thread.start()
        while time.monotonic() - start < 0.5:
            locks.beat()
            time.sleep(0.02)
    thread.join()
    assert entered[0] >= 0.5


@pytest.mark.parametrize("problem", [ChecksumError, CacheError, NotThere])
def test_who_waits_hears_of_the_failure(path, problem):
    heard = []

    def wait():
        try:
            with one_at_a_time(path, never):
                heard.append(None)
        except Exception as caught:
            heard.append(caught)

    thread = threading.Thread(target=wait)
    with pytest.raises(problem), one_at_a_time(path, never):  # noqa: PT012 - somebody has to be waiting
        thread.start()
        time.sleep(0.1)
        raise problem("no luck")
    thread.join()
    assert type(heard[0]) is (problem if problem is not NotThere else DownloadError)
    assert str(heard[0]) == "no luck"
    assert os.listdir(os.path.dirname(path)) == []


def test_other_failures_are_nobodys_business(path):
    heard = []

    def wait():
        with one_at_a_time(path, never):
            heard.append("my turn")

    thread = threading.Thread(target=wait)
    with pytest.raises(KeyboardInterrupt), one_at_a_time(path, never):  # noqa: PT012 - somebody has to be waiting
        thread.start()
        time.sleep(0.05)
        raise KeyboardInterrupt
    thread.join()
    assert heard == ["my turn"]


def test_without_locks_everybody_goes_ahead(path, monkeypatch):
    monkeypatch.setattr(locks, "try_lock", lambda descriptor: None)
    with one_at_a_time(path, never), one_at_a_time(path, never):
        assert os.listdir(os.path.dirname(path)) == []


def test_what_a_killed_process_leaves(path):
    with open(os.path.join(os.path.dirname(path), ".a.lock"), "w", encoding="ascii") as file:
        file.write("ChecksumError\nof last week")
    with one_at_a_time(path, never):
        pass
    assert os.listdir(os.path.dirname(path)) == []


def test_a_directory_that_cannot_be_made(tmp_path):
    (tmp_path / "file").touch()
    with one_at_a_time(str(tmp_path / "file" / "a"), never):
        pass
