"""Tests the native core with invalid calls and with little memory."""

from __future__ import annotations

import mmap
import random
import subprocess
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parbleu
from extras import extra
from own_process import printed
from parbleu import _core
from parbleu.errors import InputShapeError, OptionError, ParbleuError
from peak_memory import measuring

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux' limits of memory")


def bleu(order: int = 4) -> _core.Bleu:
    return _core.Bleu("none", False, order, "exp", 0.0, False)


def test_references_that_score_while_they_are_read() -> None:
    metric = bleu()

    def references() -> Iterator[str]:
        yield "the cat"
        metric.sentence("x", ["the dog sat on"])

    expected = metric.sentence("the dog sat on", ["the cat"])
    assert metric.sentence("the dog sat on", references()) == expected


def test_an_arrow_capsule_is_read_once() -> None:
    pyarrow = extra("pyarrow")
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
    pyarrow = extra("pyarrow")
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
    program = """
        from parbleu import _core

        metric = _core.Bleu("none", False, 4, "exp", 0.0, False)
        hypothesis = "a b c d e a c e b d " * 1600
        reference = "b c d a e " * 800
        expected = metric.sentence(hypothesis, [reference, "e d"])
        before = kilobytes("VmHWM")
        assert metric.sentence(hypothesis, [reference] + ["e d"] * 1000) == expected
        print(kilobytes("VmHWM") - before)
    """
    assert int(printed(measuring(program))) < 100_000  # kB


@linux_only
def test_without_threads_the_work_is_done_alone() -> None:
    printed(
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


def numbers(kind: str, values: list[Any]) -> Any:
    return array(kind, values)


class Elsewhere:
    """Of no type that the native core knows."""


def test_what_a_generator_makes_stays_while_references_are_counted() -> None:
    made = (_core.Segments([str(n) * 50] * 1000) for n in range(50))
    assert _core.count_references(made) == 50


@pytest.mark.parametrize("count", [1, 3, 5])
def test_weights_are_as_many_as_orders(count: int) -> None:
    with pytest.raises(ValueError, match="one weight for each order"):
        _core.IdBleu("sacrebleu", "exp", 0.0, False, 4, [1.0] * count)


@pytest.mark.parametrize("order", [1001, 2**31, 2**62, 2**63, 2**64 - 1])
def test_orders_of_which_no_table_can_be_made(order: int) -> None:
    with pytest.raises(ValueError, match="at most 1000"):
        bleu(order)
    with pytest.raises(ValueError, match="at most 1000"):
        _core.Chrf(6, order, 2.0, False, False, False)
    with pytest.raises(ValueError, match="at most 1000"):
        _core.IdBleu("sacrebleu", "exp", 0.0, False, order, [])


def test_lists_of_tokens_that_do_not_fit_each_other() -> None:
    metric = _core.IdBleu("sacrebleu", "exp", 0.0, False, 4, [])
    words = _core.Vocabulary()
    plain = _core.TokenLists([[1, 2], [3]], "tokens", False, True, words)
    missing = _core.TokenLists([[1, 2], None], "tokens", False, True, words)
    groups = _core.TokenLists([[[1, 2], [3]], [[4]]], "tokens", True, True, words)
    for call in (metric.total, metric.statistics, metric.full_statistics, metric.segment_scores):
        with pytest.raises(ValueError, match="hypotheses are no groups"):
            call(groups, [groups], 1)
        with pytest.raises(ValueError, match="a hypothesis is missing"):
            call(missing, [plain], 1)
        with pytest.raises(TypeError, match="None"):
            call(plain, [None], 1)  # type: ignore[list-item]


def test_objects_of_foreign_types_are_type_errors() -> None:
    thing: Any = Elsewhere()
    for call in (
        lambda: bleu().score([thing] * 10),
        lambda: _core.count_references([thing]),
        lambda: _core.Bleu("none", False, 4, "exp", 0.0, False, thing),
        lambda: _core.corpus_scores([thing]),
        lambda: bleu().total(_core.Segments(["a"]), [thing], 1),
    ):
        with pytest.raises(TypeError, match=r"wrong type|incompatible"):
            call()


def test_places_thresholds_and_generators_are_checked() -> None:
    gold: Any = memoryview(numbers("d", [1, 2, 3, 4])).cast("B").cast("d", [2, 2])
    signs = _core.sign_trials(2, 10, 1)
    for place in (-1, 4, 2**40):
        with pytest.raises(InputShapeError, match="a place"):
            _core.make_soft_pairwise_accuracy(gold, numbers("q", [0, 1, 2, place]), signs)
    scores = numbers("d", [1, 2, 3])
    for epsilon in (-1.0, float("nan")):
        with pytest.raises(OptionError, match="0 or more"):
            _core.count_pairs(scores, scores, epsilon)
        with pytest.raises(OptionError, match="0 or more"):
            _core.make_outcomes(scores, numbers("q", [0, 3]), scores, epsilon, False)
    outcomes = _core.make_outcomes(scores, numbers("q", [0, 3]), scores, 0.0, False)
    nothing: Any = None
    with pytest.raises(TypeError):
        _core.permute_pairs(outcomes, outcomes, "b", True, False, (5, 5, 0, 1), False, nothing, 1)


@pytest.mark.parametrize("size", [2**33, 2**62, 2**63, 2**64 - 1])
def test_trials_of_which_no_table_can_be_made(size: int) -> None:
    with pytest.raises(OptionError, match="trials"):
        _core.sign_trials(2, size, 1)
    with pytest.raises(OptionError, match="items"):
        _core.sign_trials(size, 2, 1)


def test_trials_of_another_number_of_items() -> None:
    table: Any = memoryview(numbers("d", [1, 2, 3, 4])).cast("B").cast("d", [2, 2])
    with pytest.raises(InputShapeError, match="as many items"):
        _core.pairwise_p_values(table, _core.sign_trials(3, 10, 1))
    with pytest.raises(InputShapeError, match="as many items"):
        _core.make_soft_pairwise_accuracy(table, numbers("q", [0]), _core.sign_trials(1, 10, 1))


def test_sums_that_do_not_fit_are_told() -> None:
    table = memoryview(numbers("q", [2**63 - 1, 1, 1, 1])).cast("B").cast("q", [2, 2])
    with pytest.raises(InputShapeError, match="column 0"):
        _core.sum_rows(table)


def test_tables_that_cannot_be_summed_over_samples() -> None:
    whole = np.ones((3, 2), np.int64)
    for call, message in (
        (lambda: _core.resampled_sums(np.ones((3, 2)), 2, 3, 1, False, 1), "integers"),
        (lambda: _core.resampled_sums(whole, 2, 4, 1, False, 1), "at most as many rows"),
        (lambda: _core.resampled_sums(whole, 2, 3, 2**32, True, 1), "below"),
        (lambda: _core.resampled_sums(whole[:0], 2, 0, 1, False, 1), "no row"),
        (lambda: _core.chosen_sums(whole[0], 2, 1, 0, 1), "two dimensions"),
        (lambda: _core.chosen_sums(whole.astype(np.int8), 2, 1, 0, 1), "int32, int64 or float64"),
        (lambda: _core.chosen_sums(np.array([[1.0], [np.nan]]), 2, 1, 0, 1), "segment 1"),
    ):
        with pytest.raises(ParbleuError, match=message):
            call()


def test_an_interval_of_scores_with_nan() -> None:
    chance = random.Random(3)
    nan = float("nan")
    scores = numbers("d", [nan if chance.random() < 0.3 else chance.random() for _ in range(2000)])
    sorted_scores = sorted(score for score in scores if score == score)
    assert _core.interval(scores, False)[1] == sorted_scores[50]


def test_random_calls_end_without_a_crash() -> None:
    """Run the same for hours: `python tests/attack/native_calls.py --minutes 100`."""
    tool = Path(__file__).parents[1] / "attack" / "native_calls.py"
    command = [sys.executable, str(tool), "--count", "1500", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGALRM")
def test_ctrl_c_stops_a_search_for_a_draw() -> None:
    """Numbers that are rejected have to be counted, so that the 2^62nd is years away."""
    program = """
        import signal
        from parbleu import _core

        def interrupt(*_):
            raise KeyboardInterrupt

        signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        try:
            _core.draw_indices(1, 1000, 2**62, 1)
        except KeyboardInterrupt:
            print("stopped")
    """
    assert printed(program) == "stopped\n"


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGALRM")
@pytest.mark.parametrize(
    ("prepared", "call"),
    [
        ("np.ones((2**18, 1), np.int64)", "_core.resampled_sums(work, 1000, 2**18, 1, False, 1)"),
        ("np.ones((2**18, 1), np.int64)", "_core.chosen_sums(work, 2000, 1, 0, 1)"),
        ("np.ones((2**22, 10), np.int64)", "_core.row_scores(parbleu.BLEU().engine, work)"),
        (
            "[_core.Segments([f'{n * 7919 % 10**8:032b}' for n in range(200000)])]",
            "_core.SimilarLines(work, [])",
        ),
    ],
)
def test_long_work_heeds_signals(prepared: str, call: str) -> None:
    """Python's handler runs several times while one native call works, which Ctrl-C therefore stops."""
    program = f"""
        import signal
        import numpy as np
        import parbleu
        from parbleu import _core

        seen = []
        work = {prepared}
        signal.signal(signal.SIGALRM, lambda *_: seen.append(None))
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        before = len(seen)
        {call}
        found = len(seen) - before
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(found > 2)
    """
    assert printed(program) == "True\n"


def test_sizes_whose_product_is_too_large_are_refused() -> None:
    no_scores = np.zeros(0)
    starts = np.array([0, 1 << 20]), np.array([0, 1 << 44])
    with pytest.raises(ValueError, match="the scores are not those of the lists"):
        _core.expected_scores(no_scores, *starts, None)
    with pytest.raises(OptionError, match="no memory"):
        _core.chosen_sums(np.zeros((4, 4)), 1 << 62, 1, 0, 1)
