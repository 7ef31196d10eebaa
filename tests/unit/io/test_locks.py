"""Tests that one process at a time makes a file, and that others go on where it hangs."""

import os
import threading
import time

import pytest

from parbleu._io import locks
from parbleu._io.locks import one_at_a_time
from parbleu.errors import CacheError, ChecksumError, DownloadError, NotOnServerError
from waiting import wait_until


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr(locks, "WAIT", 0.01)
    return str(tmp_path / "a")


@pytest.fixture
def looks(monkeypatch):
    """Grows by one whenever somebody finds a lock taken and waits."""
    found = []

    def pause(seconds):
        found.append(seconds)
        time.sleep(seconds)

    monkeypatch.setattr(locks, "sleep", pause)
    return found


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


def test_signs_of_life(path, monkeypatch, looks):
    """By a clock that the test moves."""
    now = 0.0
    monkeypatch.setattr(locks, "monotonic", lambda: now)
    monkeypatch.setattr(locks, "_beaten", now)
    events = []

    def wait():
        with one_at_a_time(path, never):
            events.append("entered")

    with one_at_a_time(path, never):
        thread = threading.Thread(target=wait)
        thread.start()
        for _ in range(12):
            now += locks.STALLED / 3
            locks.beat()
            seen = len(looks)
            wait_until(lambda: len(looks) > seen + 2)  # noqa: B023 - it is called at once
        events.append("done")
    thread.join()
    assert events == ["done", "entered"]


@pytest.mark.parametrize("problem", [ChecksumError, CacheError, NotOnServerError])
def test_who_waits_hears_of_the_failure(path, problem, looks):
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
        wait_until(lambda: looks)
        raise problem("no luck")
    thread.join()
    assert type(heard[0]) is (problem if problem is not NotOnServerError else DownloadError)
    assert str(heard[0]) == "no luck"
    assert os.listdir(os.path.dirname(path)) == []


def test_other_failures_are_nobodys_business(path, looks):
    heard = []

    def wait():
        with one_at_a_time(path, never):
            heard.append("my turn")

    thread = threading.Thread(target=wait)
    with pytest.raises(KeyboardInterrupt), one_at_a_time(path, never):  # noqa: PT012 - somebody has to be waiting
        thread.start()
        wait_until(lambda: looks)
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


@pytest.mark.parametrize("make", [os.symlink, os.link], ids=["symbolic", "hard"])
def test_a_lock_is_no_link(tmp_path, make):
    """Somebody else may have put it there, to have a file of ours emptied."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "diary").write_text("dear")
    make(tmp_path / "home" / "diary", tmp_path / ".a.lock")
    told = r"cannot lock: .*/\.a\.lock is a link, or no regular file: see who"
    with pytest.raises(CacheError, match=told), one_at_a_time(str(tmp_path / "a"), never):
        pass
    with pytest.raises(OSError, match=r"\.a\.lock is a link"):
        locks.open_locked(str(tmp_path / ".a.lock"))
    assert (tmp_path / "home" / "diary").read_text() == "dear"


def test_a_lock_is_made_by_no_link(tmp_path):
    (tmp_path / ".a.lock").symlink_to(tmp_path / "new")
    with pytest.raises(CacheError), one_at_a_time(str(tmp_path / "a"), never):
        pass
    assert not (tmp_path / "new").exists()


def test_a_lock_is_no_pipe(tmp_path):
    os.mkfifo(tmp_path / ".a.lock")
    with pytest.raises(CacheError, match="no regular file"), one_at_a_time(str(tmp_path / "a"), never):
        pass


def test_a_lock_stands_where_the_name_does(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "a").symlink_to(tmp_path / "home" / "b")
    with one_at_a_time(str(tmp_path / "a"), never):
        assert (tmp_path / ".a.lock").is_file()
        assert os.listdir(tmp_path / "home") == []


@pytest.mark.parametrize("name", ["NoSuchError", "annotations", "FormatError", "__name__", ""])
def test_a_reason_of_no_class_of_ours(tmp_path, monkeypatch, name):
    """Whoever may write there may write anything into the lock file."""
    path = tmp_path / ".a.lock"
    path.write_text("")
    try_lock = locks.try_lock

    def as_if_waited(descriptor):
        locked = try_lock(descriptor)
        if path.exists():
            path.write_text(f"{name}\nno luck")
            path.unlink()
        return locked

    monkeypatch.setattr(locks, "try_lock", as_if_waited)
    with pytest.raises(DownloadError, match=r"^no luck$"), one_at_a_time(str(tmp_path / "a"), never):
        pass


def test_a_directory_that_cannot_be_made(tmp_path):
    (tmp_path / "file").touch()
    with one_at_a_time(str(tmp_path / "file" / "a"), never):
        pass
