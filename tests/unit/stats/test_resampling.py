"""Resampling against NumPy doing the same thing slowly."""

import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from own_process import printed
from parbleu import _core
from parbleu.errors import InputShapeError, InputTypeError, OptionError
from parbleu.stats.resampling import Mean, bootstrap_interval, bootstrap_scores, check_level
from peak_memory import measuring

TER = _core.Ter(False, False, False, False)


def ter_table(segments: int, seed: int = 1, references: int = 1) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    edits, length = rng.integers(0, 20, segments), rng.integers(5, 40, segments)
    return np.stack([edits, length / references], axis=1)


def drawn(table: NDArray[np.float64], kind: type, samples: int, seed: int) -> NDArray[np.float64]:
    """The sums of the drawn rows, added one by one in the precision `kind`."""
    rows = table.astype(kind)
    indices = np.random.default_rng(seed).choice(len(table), size=(samples, len(table)), replace=True)
    return np.array([rows[index].sum(axis=0) for index in indices])


@pytest.mark.parametrize("segments", [1, 2, 47, 48, 49, 500])
@pytest.mark.parametrize("references", [1, 2, 3, 7])
def test_bootstrap_is_sacrebleus(segments: int, references: int) -> None:
    table = ter_table(segments, references=references)
    sums = drawn(table, np.float32, 50, 12345)
    (scores,) = bootstrap_scores([(TER, [table])], 50)
    assert scores.shape == (1, 50)
    assert np.array_equal(scores[0], np.float32(100) * (sums[:, 0] / sums[:, 1]))


def test_the_number_of_samples_is_whole() -> None:
    with pytest.raises(OptionError, match=r"must be a whole number, not 1\.5"):
        bootstrap_scores([(TER, [ter_table(5)])], 1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("alpha", [0, 1, float("nan"), "0.05", None])
def test_levels_are_numbers(alpha: Any) -> None:
    with pytest.raises(OptionError, match=f"alpha is a number between 0 and 1, not {alpha!r}"):
        check_level("alpha", alpha)
    with pytest.raises(OptionError, match=r"not 1\.5$"):
        check_level("alpha", np.float64(1.5))
    check_level("alpha", np.float32(0.05))  # type: ignore[arg-type]


@pytest.mark.parametrize("n_samples", [10**8 + 1, 10**12, 2**63, 10**40])
def test_more_samples_than_anybody_needs(n_samples: int) -> None:
    table = ter_table(5)
    with pytest.raises(OptionError, match=f"at most 100,000,000, not {n_samples:,}"):
        bootstrap_scores([(TER, [table, table])], n_samples)


def test_mean_is_resampled_in_double_precision() -> None:
    rng = np.random.default_rng(5)
    table = np.stack([rng.normal(0.7, 0.1, 300), np.ones(300)], axis=1)
    sums = drawn(table, np.float64, 40, 7)
    means, quotients = bootstrap_scores([(Mean(), [table]), (lambda row: row[0] / row[1], [table])], 40, 7)
    assert np.array_equal(means[0], sums[:, 0] / sums[:, 1])
    assert np.array_equal(means, quotients)


def test_all_systems_and_metrics_share_their_samples() -> None:
    tables = [ter_table(200, seed) for seed in range(4)]
    ones = [np.ones((200, 2), dtype=np.int64)] * 3
    both = bootstrap_scores([(TER, tables), (Mean(), ones)], 30)
    for system, table in enumerate(tables):
        assert np.array_equal(both[0][system], bootstrap_scores([(TER, [table])], 30)[0][0])
    assert np.array_equal(both[1], np.ones((3, 30)))


def test_threads_do_not_show() -> None:
    tables = [ter_table(1000, seed, references=3) for seed in range(3)]
    one, *others = (bootstrap_scores([(TER, tables)], 600, threads=threads)[0] for threads in (1, 2, 5))
    for other in others:
        assert np.array_equal(one, other)


def test_interval() -> None:
    table = ter_table(200)
    scores = np.sort(bootstrap_scores([(TER, [table])], 400, seed=3)[0][0].astype(np.float32))
    found = bootstrap_interval(TER, table, 400, seed=3)
    assert (found.low, found.high) == (scores[10], scores[389])
    assert found.half_width == np.float32(0.5) * (scores[389] - scores[10])
    assert found.mean == np.float32(scores.astype(np.float64).mean())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_does_not_hold_samples_times_segments() -> None:
    program = """
import numpy as np
from parbleu.stats.resampling import Mean, bootstrap_scores
table = np.ones((200_000, 2))
before = kilobytes("VmHWM")
bootstrap_scores([(Mean(), [table])], 300, threads=2)
print(kilobytes("VmHWM") - before)
"""
    assert int(printed(measuring(program))) < 60_000  # kB; the indices alone would be 240 MB


def test_a_confidence_interval_loads_no_numpy() -> None:
    program = """
import sys
import parbleu
for metric in (parbleu.BLEU(), parbleu.CHRF(), parbleu.TER()):
    metric.corpus_score(["a b c d", "e"], [["a b c d", "f"]], intervals=True, n_samples=50)
print("numpy" in sys.modules)
"""
    assert printed(program) == "False\n"


def test_ctrl_c_stops_it() -> None:
    program = """
import signal
import time
from parbleu import _core
table = memoryview(bytes(16 * 100_000)).cast("q", (100_000, 2))
signal.signal(signal.SIGVTALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_VIRTUAL, 0.2)
try:
    _core.bootstrap([(_core.Mean(), [table])], 1_000_000, 1, 0, 2)
except KeyboardInterrupt:
    print("stopped", time.process_time() < 20)
"""
    assert printed(program) == "stopped True\n"


@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_the_sum_of_the_rows(kind: type) -> None:
    table = (ter_table(300, references=3) * 7).astype(kind)
    total = _core.sum_rows(table)
    assert total == table.cumsum(axis=0)[-1].tolist()
    assert isinstance(total[0], int if kind is np.int64 else float)
    with pytest.raises(InputTypeError):
        _core.sum_rows(table.astype(np.float32))
    with pytest.raises(InputTypeError):
        _core.sum_rows(table[0])


@pytest.mark.parametrize(
    ("table", "error", "message"),
    [
        (np.zeros((0, 2)), InputShapeError, "no segment"),
        (np.zeros((3, 3)), InputShapeError, "3 columns"),
        (np.zeros(6), InputTypeError, "two dimensions"),
        (np.zeros((3, 2), dtype=np.float32), InputTypeError, "float64"),
        (np.array([[1, 2], [3, np.nan]]), InputShapeError, "segment 1, column 1"),
        ([[1, 2]], InputTypeError, "contiguous"),
    ],
)
def test_bad_tables(table: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        bootstrap_scores([(TER, [table])], 10)  # type: ignore[list-item]


def test_tables_that_do_not_fit_together() -> None:
    with pytest.raises(InputShapeError, match="differ in length: 3 and 4"):
        bootstrap_scores([(TER, [ter_table(3), ter_table(4)])], 10)
    with pytest.raises(InputShapeError, match="no table"):
        bootstrap_scores([(TER, [])], 10)


def test_bad_options() -> None:
    with pytest.raises(OptionError, match="samples"):
        bootstrap_scores([(TER, [ter_table(3)])], 0)
    with pytest.raises(OptionError, match="seed"):
        bootstrap_scores([(TER, [ter_table(3)])], 10, seed=-1)


def test_a_failing_formula_is_heard() -> None:
    with pytest.raises(ZeroDivisionError):
        bootstrap_scores([(lambda row: row[0] / 0, [ter_table(300)])], 300, threads=2)
