"""Names of systems from the paths of their files."""

import pytest

from parbleu._inputs.line_files import check_names, distinct_parts, system_names
from parbleu.errors import OptionError


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["hyp.txt"], ["hyp"]),
        (["system.careful.txt.gz"], ["system.careful"]),
        (["runs/a.txt", "runs/b.txt"], ["a", "b"]),
        (["runs/a/hyp.txt", "runs/b/hyp.txt"], ["a", "b"]),
        (["/x/a/1/hyp.txt", "/x/b/1/hyp.txt"], ["a", "b"]),
        (["a/1/hyp", "b/2/hyp"], ["a/1", "b/2"]),
        (["a.txt.gz", "b.txt.gz"], ["a", "b"]),
        (["a.txt", "b.out"], ["a.txt", "b.out"]),
        (["v1.0", "v1.1"], ["v1.0", "v1.1"]),
        (["m.v1.0.txt", "m.v1.1.txt"], ["m.v1.0", "m.v1.1"]),
        (["a.txt", "d/a.txt", "d/b.txt"], ["a", "d/a", "d/b"]),
        (["a", "./a"], ["a", "./a"]),
        ([".txt", "b.txt"], [".txt", "b.txt"]),
    ],
)
def test_distinct_parts(paths, names):
    assert distinct_parts(paths) == names


def test_system_names():
    assert system_names(2, ["-"]) == ["System 1", "System 2"]
    assert system_names(2, ["-"], has_baseline=True) == ["Baseline", "System 1"]
    assert system_names(2, ["x/a.txt", "x/b.txt"]) == ["a", "b"]
    assert system_names(2, ["x/a.txt", "x/b.txt"], ["one", "two"]) == ["one", "two"]


def test_pipes_are_named_by_their_places(caplog):
    caplog.set_level("INFO", "parbleu")
    assert system_names(1, ["/dev/fd/63"]) == ["System 1"]
    assert not caplog.records
    assert system_names(3, ["/dev/fd/63", "x/a.txt", "/proc/self/fd/62"]) == ["System 1", "a", "System 3"]
    assert caplog.messages == ["System 1, System 3: a pipe has no name; --names names the systems"]
    assert system_names(1, ["/dev/fd/63"], ["one"]) == ["one"]


@pytest.mark.parametrize(
    ("count", "files", "names", "problem"),
    [
        (3, ["a", "-"], None, "cannot be one of several files"),
        (2, ["-"], ["one"], "standard input holds 2 systems"),
        (2, ["a", "a"], None, "a is two systems"),
    ],
)
def test_refused(count, files, names, problem):
    with pytest.raises(OptionError, match=problem):
        system_names(count, files, names)


@pytest.mark.parametrize("names", [[" ", "b"], ["a\tb", "c"], ["a", "a"], ["a"]])
def test_refused_names(names):
    with pytest.raises(OptionError, match="--names"):
        check_names(names, ["x", "y"])
