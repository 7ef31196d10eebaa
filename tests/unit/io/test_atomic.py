"""Tests that files appear whole or not at all, and who may remove temporary files."""

import errno
import os
import re
import stat
import time
from types import SimpleNamespace

import pytest

from parbleu._io import atomic
from parbleu._io.atomic import Temporary, left_over, replacing, sweep, write_lines
from parbleu.errors import CacheError, UnwritableFileError
from parbleu.fetch._cache_files import caching


def hidden(directory):
    return sorted(name for name in os.listdir(directory) if name.startswith("."))


def test_it_appears_at_the_end(tmp_path):
    path = tmp_path / "a" / "b" / "c"
    with caching(str(path)) as file:
        file.write(b"one")
        assert not path.exists()
    with replacing(path) as file:
        file.write(b"two")
        file.flush()
        assert path.read_bytes() == b"one"
    assert path.read_bytes() == b"two"
    assert hidden(path.parent) == []


@pytest.mark.parametrize("problem", [ValueError, KeyboardInterrupt, SystemExit, OSError])
def test_nothing_stays_of_a_failure(tmp_path, problem):
    path = tmp_path / "a"
    path.write_bytes(b"one")
    with pytest.raises(problem), replacing(str(path)) as file:  # noqa: PT012 - the file is written first
        file.write(b"two")
        raise problem
    assert path.read_bytes() == b"one"
    assert os.listdir(tmp_path) == ["a"]


def test_it_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    steps = []

    def noted(name, do):
        return lambda *words: steps.append(name) or do(*words)

    for name in ("fsync", "replace"):
        monkeypatch.setattr(os, name, noted(name, getattr(os, name)))
    with replacing(str(tmp_path / "a")) as file:
        file.write(b"x")
    assert steps == ["fsync", "replace", "fsync"]


def test_permissions_are_the_usual_ones(tmp_path):
    with replacing(str(tmp_path / "a")) as file:
        file.write(b"x")
    (tmp_path / "b").write_bytes(b"x")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == stat.S_IMODE((tmp_path / "b").stat().st_mode)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o400, 0o664, 0o755, 0o606])
def test_permissions_are_those_of_the_file_that_is_replaced(tmp_path, mode):
    path = tmp_path / "a"
    path.touch()
    path.chmod(mode)
    (tmp_path / "link").symlink_to(path)
    for name in ("a", "link"):
        with replacing(str(tmp_path / name)) as file:
            (part,) = (tmp_path / name for name in hidden(tmp_path))
            assert not stat.S_IMODE(part.stat().st_mode) & 0o077  # nobody else reads it before
            file.write(b"x")
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_group_and_owner_are_those_of_the_file_that_is_replaced(tmp_path, monkeypatch):
    chosen = []
    path = tmp_path / "a"
    path.touch()
    replaced = SimpleNamespace(st_mode=stat.S_IFREG | 0o664, st_uid=os.getuid(), st_gid=os.getgid() + 1)
    monkeypatch.setattr(atomic, "_regular", lambda _: replaced)
    monkeypatch.setattr(os, "chown", lambda _, user, group, **__: chosen.append((user, group)))
    write_lines(path, ["x"])
    assert chosen[0] == (replaced.st_uid, replaced.st_gid)


@pytest.mark.parametrize(
    ("before", "after"), [(0o664, 0o644), (0o640, 0o600), (0o600, 0o600), (0o666, 0o666)]
)
def test_a_group_that_cannot_be_kept_gives_no_rights_to_another(tmp_path, monkeypatch, before, after):
    def refused(*words, **options):
        raise PermissionError

    path = tmp_path / "a"
    replaced = SimpleNamespace(st_mode=stat.S_IFREG | before, st_uid=os.getuid(), st_gid=os.getgid() + 1)
    monkeypatch.setattr(atomic, "_regular", lambda _: replaced)
    monkeypatch.setattr(os, "chown", refused)
    write_lines(path, ["x"])
    assert stat.S_IMODE(path.stat().st_mode) == after


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_root_keeps_group_and_owner(tmp_path):
    path = tmp_path / "a"
    path.touch()
    os.chown(path, 4321, 1234)
    write_lines(path, ["x"])
    assert (path.stat().st_uid, path.stat().st_gid) == (4321, 1234)


def test_a_link_is_followed(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "a").symlink_to(tmp_path / "there" / "b")
    with replacing(str(tmp_path / "a")) as file:
        file.write(b"x")
    assert (tmp_path / "there" / "b").read_bytes() == b"x"
    assert (tmp_path / "a").is_symlink()


@pytest.mark.parametrize("path", ["file/a", "directory"])
def test_what_cannot_be_written(tmp_path, path):
    (tmp_path / "file").touch()
    (tmp_path / "directory").mkdir()
    message = f"cannot write .*/{path}: .*; see who may write there, or set SACREBLEU"
    with pytest.raises(CacheError, match=message), caching(str(tmp_path / path)) as file:
        file.write(b"x")
    assert hidden(tmp_path) == []


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("file/a", "Not a directory"),
        ("folder", "Is a directory"),
        ("no/such/a", "there is no directory no/such"),
        ("a/", "Is a directory"),
        ("a\0", "Invalid argument"),
    ],
)
def test_files_of_users_are_called_as_they_call_them(tmp_path, monkeypatch, path, reason):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(UnwritableFileError, match=f"^cannot write {path}: {reason}$"), replacing(path):
        pass
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]


def test_a_pipe_is_written_to_as_it_is(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with replacing(tmp_path / "pipe") as file:
        file.write(b"x")
    assert os.read(reader, 2) == b"x"
    os.close(reader)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_one_of_two_files_may_not_fit(tmp_path):
    """The error names that one, and once."""
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with (
        pytest.raises(CacheError, match=r"^cannot write \S*/b: No space left on device; make room, [^;]*$"),
        caching(str(tmp_path / "a")),
        caching(str(tmp_path / "b")),
    ):
        raise full
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_device_may_be_full():
    full = pytest.raises(UnwritableFileError, match=r"^cannot write /dev/full: No space left on device$")
    with full, replacing("/dev/full") as file:
        file.write(b"x")


def test_standard_output_stays_the_file_that_it_is(tmp_path):
    with open(tmp_path / "out", "wb") as out:
        out.write(b"before ")
        out.flush()
        with replacing(f"/dev/fd/{out.fileno()}") as file:
            file.write(b"and ")
        out.write(b"after")
        out.flush()
        assert os.fstat(out.fileno()).st_ino == (tmp_path / "out").stat().st_ino
    assert (tmp_path / "out").read_bytes() == b"before and after"


def abandon(path, host=None, age=0.0):
    """Leaves a temporary file behind, as a process does that is killed."""
    temporary = Temporary(str(path))
    temporary.file.write(b"x")
    temporary.leave()
    name = temporary.path
    if host is not None:
        name = temporary.path.replace(atomic._host(), host)
        os.rename(temporary.path, name)
    os.utime(name, (time.time() - age,) * 2)
    return name


@pytest.mark.parametrize(
    ("host", "age", "goes"),
    [(None, 0, True), ("00000000", 0, False), ("00000000", 3_000, False), ("00000000", 4_000, True)],
)
def test_left_overs(tmp_path, host, age, goes):
    """Of this machine they go at once. Another machine may be writing: locks need not reach that far."""
    left = abandon(tmp_path / "a", host, age)
    with replacing(str(tmp_path / "a")) as file:
        file.write(b"y")
    assert os.path.exists(left) != goes


@pytest.mark.parametrize(("age", "goes"), [(0, False), (80_000, False), (90_000, True)])
def test_left_overs_without_locks(tmp_path, monkeypatch, age, goes):
    left = abandon(tmp_path / "a", age=age)
    monkeypatch.setattr(atomic, "try_lock", lambda descriptor: None)
    sweep(str(tmp_path / "a"))
    assert os.path.exists(left) != goes


def test_what_is_being_written_stays(tmp_path):
    temporary = Temporary(str(tmp_path / "a"))
    os.utime(temporary.path, (0, 0))
    sweep(str(tmp_path / "a"))
    temporary.commit()
    assert os.listdir(tmp_path) == ["a"]


def test_files_of_similar_names_are_other_files(tmp_path):
    mine = abandon(tmp_path / "a")
    others = [abandon(tmp_path / name) for name in ("a.b", "b", "a.a")]
    (tmp_path / ".a.part").touch()
    (tmp_path / ".a.0123-4567.part").touch()
    assert left_over(str(tmp_path / "a")) == [mine]
    sweep(str(tmp_path / "a"))
    assert all(map(os.path.exists, others))
    assert hidden(tmp_path) == sorted([".a.part", ".a.0123-4567.part", *map(os.path.basename, others)])


def test_a_temporary_file_that_somebody_removed(tmp_path):
    temporary = Temporary(str(tmp_path / "a"))
    os.unlink(temporary.path)
    with pytest.raises(UnwritableFileError, match="No such file"):
        temporary.commit()
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("count", [0, 1, 4095, 4096, 4097, 10_000])
def test_lines_are_written_in_pieces(tmp_path, count):
    write_lines(tmp_path / "lines", (f"ä{number}" for number in range(count)))
    assert (tmp_path / "lines").read_text(encoding="utf-8") == "".join(
        f"ä{number}\n" for number in range(count)
    )


def test_lines_that_fail_late_change_nothing(tmp_path):
    path = tmp_path / "lines"
    path.write_text("before")
    with pytest.raises(ZeroDivisionError):
        write_lines(path, (str(1 // (5000 - number)) for number in range(10_000)))
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_lines_that_utf_8_cannot_encode(tmp_path):
    path = tmp_path / "lines"
    path.write_text("before")
    told = r"half of a surrogate pair, which is not a character, in 'b\ud83d': mend or remove it"
    with pytest.raises(UnwritableFileError, match=re.escape(told)):
        write_lines(path, ["a", "b\ud83d c", "d"])
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
