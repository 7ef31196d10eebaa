"""Names of systems from the paths of their files."""

import pytest

from parbleu._inputs.line_files import check_names, system_names
from parbleu.errors import OptionError


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
