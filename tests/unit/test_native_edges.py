"""Tests the native core with invalid calls and with little memory."""

from __future__ import annotations

import mmap
import random
import subprocess
import sys
import textwrap
from collections.abc import Iterator

import pytest

import parbleu
from parbleu import _core
from parbleu.errors import InputShapeError, ParbleuError

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux' limits of memory")


def bleu(order: int = 4) -> _core.Bleu:
    return _core.Bleu("none", False, order, "exp", 0.0, False)


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_references_that_score_while_they_are_read() -> None:
    metric = bleu()

    def references() -> Iterator[str]:
        yield "the cat"
        metric.sentence("x", ["the dog sat on"])

    expected = metric.sentence("the dog sat on", ["the cat"])
    assert metric.sentence("the dog sat on", references()) == expected


def test_an_arrow_capsule_is_read_once() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    stream = pyarrow.chunked_array([["a", "b"]]).__arrow_c_stream__()
    assert len(_core.segments_from_arrow_stream(stream)) == 2
    with pytest.raises(ValueError, match="only once"):
        _core.segments_from_arrow_stream(stream)
    schema, array = pyarrow.array(["a"]).__arrow_c_array__()
    assert len(_core.segments_from_arrow_array(schema, array)) == 1
    with pytest.raises(ValueError, match="only once"):
        _core.segments_from_arrow_array(schema, array)


@linux_only
def test_a_segment_that_is_too_long_is_said_to_be() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    import struct

    size = 2**30
    zeros = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE)  # never written to, so it takes no memory
    offsets = pyarrow.py_buffer(struct.pack("<2q", 0, size))
    column = pyarrow.LargeStringArray.from_buffers(1, offsets, pyarrow.py_buffer(zeros))
    with pytest.raises(InputShapeError, match=f"{size} characters") as caught:
        parbleu.TER().corpus_score(column, [["a"]])
    assert isinstance(caught.value, ParbleuError)


def test_long_n_grams_against_many_references() -> None:
    """Orders above 8 are counted by hashing, others with bit masks."""
    chance = random.Random(5)
    for _ in range(50):
        lines = [
            " ".join(chance.choices("abc", k=chance.randrange(30))) for _ in range(chance.randrange(2, 7))
        ]
        few = bleu().sentence(lines[0], lines[1:])
        many = bleu(9).sentence(lines[0], lines[1:])
        assert many[:6] == few[:6]
        assert many[11:15] == few[6:10]


@linux_only
def test_many_references_take_no_memory_for_each_other() -> None:
    """One long reference beside a thousand short ones: no table is as large as all of them made long."""
    output = run(
        """
        import resource
        from parbleu import _core

        metric = _core.Bleu("none", False, 4, "exp", 0.0, False)
        hypothesis = "a b c d e a c e b d " * 1600
        reference = "b c d a e " * 800
        expected = metric.sentence(hypothesis, [reference, "e d"])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert metric.sentence(hypothesis, [reference] + ["e d"] * 1000) == expected
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
        """
    )
    assert int(output) < 100_000  # kB


@linux_only
def test_without_threads_the_work_is_done_alone() -> None:
    run(
        """
        import resource
        from parbleu import _core

        metric = _core.Bleu("13a", False, 4, "exp", 0.0, False)
        hypotheses = _core.Segments(["the cat sat on the mat " * 50] * 2000)
        references = [_core.Segments(["a cat sat on a mat " * 50] * 2000)]
        expected = metric.total(hypotheses, references, 1)
        pages = int(open("/proc/self/statm").read().split()[0])
        limit = pages * resource.getpagesize() + (5 << 20)  # less than one thread's stack
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        assert metric.total(hypotheses, references, 16) == expected
        """
    )
