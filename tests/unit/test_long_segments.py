"""Tests scores of a very long segment: their memory, how Ctrl-C stops them, and the limit of TER."""

from __future__ import annotations

import random
import subprocess
import sys
import textwrap
from collections import Counter
from collections.abc import Sequence

import pytest

import parbleu
from parbleu import _core
from parbleu.errors import InputShapeError
from peak_memory import measuring

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,  # far less than the work takes that a test interrupts
    )


@linux_only
@pytest.mark.parametrize("call", ["corpus_bleu", "corpus_chrf"])
def test_memory_is_less_than_three_times_the_text(call: str) -> None:
    program = """
        import random, sys
        import parbleu

        letters = bytes(32 if place % 2 else 97 + place // 2 % 26 for place in range(256))
        def text(seed):
            return bytes(random.Random(seed).randbytes(1_000_000)).translate(letters).decode()

        same, hypothesis, reference = text(1), text(2), text(3)
        hypothesis += same
        reference += same
        score = getattr(parbleu, sys.argv[1])
        before = kilobytes("VmRSS")
        score([hypothesis], [[reference]])
        print((kilobytes("VmHWM") - before) * 1024 / (len(hypothesis) + len(reference)))
    """
    done = run(measuring(program), call)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 3


@linux_only
def test_a_long_line_that_was_read_is_kept_once() -> None:
    program = """
        from parbleu._core import LineReader

        reader, block = LineReader(False), b"ab " * 300_000
        before = kilobytes("VmRSS")
        for _ in range(20):
            reader.feed(block)
        reader.feed(b"\\n")
        lines = reader.take(1)
        print((kilobytes("VmRSS") - before) * 1024 / (20 * len(block)))
    """
    done = run(measuring(program))
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 1.5


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGALRM")
@pytest.mark.parametrize(
    "call",
    [
        "parbleu.corpus_chrf([text], [[text]] * 1000, char_order=1000)",
        "parbleu.sentence_chrf(text, [text] * 1000, char_order=1000)",
        "parbleu.corpus_chrf([text, text], [[text, text]] * 1000, char_order=1000)",
    ],
)
def test_ctrl_c_stops_within_a_segment(call: str) -> None:
    """The work would take hours, so the process ends only if the signal ends it."""
    program = """
        import signal, sys
        import parbleu

        def interrupt(*_):
            raise KeyboardInterrupt

        text = "ab" * 1_000_000
        signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        try:
            exec(sys.argv[1])
        except KeyboardInterrupt:
            sys.exit(130)
    """
    done = run(program, call)
    assert done.returncode == 130, done.stderr


def test_ter_names_the_segment_that_is_too_long() -> None:
    longest = 2**20
    line = "a " * longest
    with pytest.raises(InputShapeError, match=r"segment 1 \(counted from 0\).*1048577 words.*split it"):
        parbleu.corpus_ter(["b", "c"], [["b", line + "a"]])
    with pytest.raises(InputShapeError, match=r"1048577 words.*split it"):
        parbleu.sentence_ter(line + "a", ["b"])
    assert parbleu.sentence_ter("b", [line]).score == 100


def shared(hypothesis: Sequence[str], references: Sequence[Sequence[str]], order: int) -> int:
    def count(units: Sequence[str]) -> Counter[tuple[str, ...]]:
        return Counter(zip(*(units[begin:] for begin in range(order)), strict=False))

    most: Counter[tuple[str, ...]] = Counter()
    for reference in references:
        most |= count(reference)
    return (count(hypothesis) & most).total()


@pytest.mark.long
@pytest.mark.parametrize(
    "vocabulary", [["a", "b"], [f"{number:x}" for number in range(0x100, 0x1000)], ["\u4e00", "x", "é", "y"]]
)
def test_long_segments_share_what_counters_count(vocabulary: list[str]) -> None:
    chance = random.Random(len(vocabulary))
    count = 290_000 // (1 + len(vocabulary[-1]))  # a line of fewer characters is not long
    words = [chance.choices(vocabulary, k=count) for _ in range(3)]
    for reference in words[1:]:
        begin = chance.randrange(count // 2)
        reference[begin : begin + count // 2] = words[0][: count // 2]
    lines = [" ".join(line) for line in words]
    bleu = _core.Bleu("none", False, 4, "exp", 0.0, False).sentence(lines[0], lines[1:])
    assert list(bleu[2:6]) == [shared(words[0], words[1:], order) for order in (1, 2, 3, 4)]
    chrf = _core.Chrf(6, 2, 2.0, False, False, False).sentence(lines[0], lines[1:2])
    characters = ["".join(line) for line in words[:2]]
    assert list(chrf[2::3]) == [
        *(shared(characters[0], characters[1:], order) for order in range(1, 7)),
        *(shared(words[0], words[1:2], order) for order in (1, 2)),
    ]
