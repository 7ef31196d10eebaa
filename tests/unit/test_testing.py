"""Tests the assertions for tests of translation systems."""

import subprocess
import sys

import pytest

from parbleu.testing import assert_no_worse

REFERENCES = [f"the {number}. house has {number + 3} blue doors and a red roof" for number in range(60)]
GOOD = [line.replace("blue", "green") if number % 3 else line for number, line in enumerate(REFERENCES)]
BAD = [line.replace("house", "car").replace("doors", "wheels") for line in GOOD]


def no_worse(candidate, base, **options):
    return assert_no_worse(candidate=candidate, base=base, references=[REFERENCES], **options)


def test_a_loss_fails_the_test():
    with pytest.raises(AssertionError) as failure:
        no_worse(BAD, GOOD)
    first, second = str(failure.value).splitlines()
    assert first == "the candidate is worse"
    assert second.startswith("  chrF2: ")
    assert "a significant loss (p = 0.0018)" in second


def test_no_loss_passes():
    assert no_worse(GOOD, BAD).outcome == "better"
    assert no_worse(GOOD, GOOD).outcome == "no evidence of loss"
    assert no_worse(BAD, GOOD, metrics=["chrf"], max_drop=90).passed


def test_other_lengths_fail_the_test():
    with pytest.raises(AssertionError, match="cannot compare: base has 60 segments, and candidate 59"):
        no_worse(GOOD[1:], GOOD)


def test_places_do_not_say_which_is_the_candidate():
    """`parbleu.gate` takes the system in use first: texts in the wrong order would pass."""
    with pytest.raises(TypeError):
        assert_no_worse(BAD, GOOD, [REFERENCES])


@pytest.mark.long
def test_pytest_shows_the_line_of_the_test(tmp_path):
    (tmp_path / "test_system.py").write_text(
        "from parbleu import Resampling\n"
        "from parbleu.testing import assert_no_worse\n\n\n"
        "def test_system():\n"
        "    lines = ['one two three four', 'five six seven eight'] * 20\n"
        "    few = Resampling(n_samples=200)\n"
        "    assert_no_worse(candidate=['x'] * 40, base=lines, references=[lines], resampling=few)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    out = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False).stdout
    assert "AssertionError: the candidate is worse" in out
    assert ">       raise AssertionError" not in out
    assert ">       assert_no_worse(" in out


def test_warnings_that_fail():
    pieces = [line.replace(" ", "@@ ") for line in REFERENCES]
    verdict = no_worse(REFERENCES, pieces)
    assert verdict.passed
    assert verdict.warnings
    assert not verdict.is_trusted
    assert no_worse(GOOD, GOOD, fail_on_warning=True).is_trusted
    with pytest.raises(AssertionError, match=r"cannot be trusted \(fail_on_warning=True\):\n  .*subwords"):
        no_worse(REFERENCES, pieces, fail_on_warning=True)
