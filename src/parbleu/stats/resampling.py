"""Defines `Resampling`, and resamples tables of segment statistics: bootstrap and approximate randomization.

All functions take `metrics`: for every metric a pair `(scorer, tables)`.

- `scorer` turns a sum of rows into a score: a metric of the native module (`Bleu`, `Chrf`, `Ter`), `Mean()`
  for tables `[sum, count]` of segment scores, or any callable from a tuple of floats to a float.
- `tables` holds one table for every system: a contiguous int64 or float64 array of `n` rows (segments, the
  same number for all metrics and systems) and as many columns as the scorer takes. NumPy arrays, memoryviews
  and whatever else has the buffer protocol will do.

`seed` is a whole number from 0, or None for what the environment variable `SACREBLEU_SEED` says, or 12345.
"none" draws a new one each time and does not report it; `chosen_seed("none")` returns the one it draws. One
seed gives all systems and metrics the same samples: those that `numpy.random.default_rng(seed)` draws for
sacreBLEU.

`threads` is the number of threads; None means `PARBLEU_THREADS`, or all processors. Results do not
depend on it. Memory does not grow with segments times samples.

Precision: the native metrics are resampled as sacreBLEU does it under NumPy 2, with sums and formulas in
single precision (float32). The scores of chrF and TER are then single-precision numbers stored as float64;
BLEU's are double, and so are chrF's and TER's of a system that on some sample matches nothing or finds no
reference word. `Mean()` and callables are resampled in double precision. Randomization is exact for all.
"""

from __future__ import annotations

from parbleu import _core
from parbleu._base.known_names import check_name
from parbleu._base.progress import no_progress
from parbleu._base.record import Record
from parbleu._base.threads import thread_count
from parbleu._core import Mean
from parbleu.errors import OptionError
from parbleu.stats.interval import Interval, estimate_interval

__all__ = ["Mean", "Resampling", "bootstrap_interval", "bootstrap_intervals", "bootstrap_scores"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from parbleu._base.progress import ProgressBar

    Scorer = Any  # a metric of _core, Mean, or Callable[[tuple[float, ...]], float]
    Table = NDArray[np.int64] | NDArray[np.float64] | memoryview
    Metrics = Iterable[tuple[Scorer, Sequence[Table]]]

SEED_VARIABLE = "SACREBLEU_SEED"
"""The environment variable of the seed."""
DEFAULT_SEED = "12345"
"""The seed if that is not set."""
MOST_SAMPLES = 10**8
"""More would take days, and 8 bytes each of memory."""
RESAMPLING = "resampling"
"""What bars call the work."""
BOOTSTRAP_SAMPLES = 1000
RANDOMIZATION_TRIALS = 10000
TESTS = {"bootstrap": BOOTSTRAP_SAMPLES, "randomization": RANDOMIZATION_TRIALS}
"""The paired tests, and how many samples or trials each draws if nothing is said."""
UNITS = ("segment", "document")
"""What intervals and tests draw."""
MOST_UNASKED = 100_000
"""More samples than these are drawn only if somebody asks for them."""
REFINED = 10
"""How many times as many samples a p-value of the bootstrap comes from where it is near a level."""
P_COLUMNS = ("sacrebleu", "bh", "by", "joint")
"""The columns of p-values that tables have on request: sacreBLEU's, and those of other corrections."""


class Resampling(Record):
    """How scores are resampled for tests and intervals.

    A function that takes one draws what the value asks for. What the value leaves open, the function decides,
    and its documentation says how: functions with a usual test make it if the value names none.

    Args:
        test: "bootstrap" for the paired bootstrap (P. Koehn, "Statistical Significance Tests for Machine
            Translation Evaluation", 2004), "randomization" for paired approximate randomization (S. Riezler
            and J. T. Maxwell, "On Some Pitfalls in Automatic Evaluation and Significance Testing for MT",
            2005), "none" for no test, or None for the function's usual one: none in `parbleu.compare`.
        n_samples: How many bootstrap samples, randomization trials or permutations are drawn; None for the
            number that is usual: 1000 bootstrap samples, 10000 randomization trials.
        intervals: Whether scores have 95 % intervals, from bootstrap samples. A bootstrap test gives them
            anyway, from its own samples.
        n_interval_samples: How many bootstrap samples the intervals beside a randomization test come from;
            None for 1000.
        all_pairs: Whether every pair of systems is tested, which gives ranks and clusters, instead of only
            the baseline against every other system.
        unit: What is drawn: "segment", or "document" for whole documents, whose segments are not independent.
        seed: A whole number from 0; "none" for a new one, which is drawn here, once; or None for
            `SACREBLEU_SEED`, or 12345.
        alpha: The level of significance, between 0 and 1.
        power: How likely the smallest difference that a gate or a plan reports would be found: above alpha,
            and below 1.
        p_columns: The columns of p-values that tables have besides those that decide, of `P_COLUMNS`:
            "sacrebleu" for sacreBLEU's, which are neither calibrated nor corrected; "bh", "by" and "joint"
            for other corrections than Holm's, by Benjamini and Hochberg, by Benjamini and Yekutieli, and by
            the largest statistic on the bootstrap samples.
        n_refined: How many samples the p-value of a bootstrap test comes from where `n_samples` leave it open
            (`parbleu.stats.paired_tests`); None for ten times as many, 0 for no more.
        threads: How many threads may work; None for `PARBLEU_THREADS`, or all processors. No number depends
            on it.
        seed_text: The seed as signatures show it, if it is not `seed` itself. It follows from the seed.

    Raises:
        OptionError: A value is not what it may be, or contradicts another.
    """

    test: str | None = None
    n_samples: int | None = None
    intervals: bool = False
    n_interval_samples: int | None = None
    all_pairs: bool = False
    unit: str = "segment"
    seed: int | None = None
    alpha: float = 0.05
    power: float = 0.8
    p_columns: tuple[str, ...] = ()
    n_refined: int | None = None
    threads: int | None = None
    seed_text: str = ""

    def __init__(
        self,
        test: str | None = None,
        n_samples: int | None = None,
        *,
        intervals: bool = False,
        n_interval_samples: int | None = None,
        all_pairs: bool = False,
        unit: str = "segment",
        seed: int | str | None = None,
        alpha: float = 0.05,
        power: float = 0.8,
        p_columns: Sequence[str] = (),
        n_refined: int | None = None,
        threads: int | None = None,
        seed_text: str = "",
    ) -> None:
        if test is not None:
            check_name("test", test, (*TESTS, "none"))
        n_samples = _count("n_samples", n_samples)
        n_interval_samples = _count("n_interval_samples", n_interval_samples)
        if n_interval_samples is not None and (test != "randomization" or not intervals):
            raise OptionError(
                "n_interval_samples needs intervals=True and test='randomization'; otherwise pass n_samples"
            )
        check_name("unit", unit, UNITS)
        check_level("alpha", alpha)
        if not 0 < power < 1:
            raise OptionError(f"power is a number between alpha, {alpha}, and 1, not {power}")
        p_columns = (p_columns,) if isinstance(p_columns, str) else tuple(p_columns)
        for name in p_columns:
            check_name("column of p-values", name, P_COLUMNS)
        n_refined = _count("n_refined", n_refined) if n_refined else n_refined
        if threads is not None:
            threads = thread_count(threads)
        text, number = ("", None) if seed is None else chosen_seed(seed)
        super().__init__(
            test,
            n_samples,
            intervals,
            n_interval_samples,
            all_pairs,
            unit,
            number,
            alpha,
            power,
            p_columns,
            n_refined,
            threads,
            seed_text or text,
        )

    def changed(self, **values: Any) -> Resampling:
        """Returns the value with other values of the attributes that are named."""
        if "seed" in values:
            values = {"seed_text": "", **values}
        return super().changed(**values)

    def with_test(self, usual: str | None = None) -> Resampling:
        """Returns the value with the test that a function makes: None for no test.

        Args:
            usual: The test of the function if the value names none.

        Raises:
            OptionError: There is no test, and all pairs are to be tested.
        """
        test = usual if self.test is None else self.test
        if self.all_pairs and test in (None, "none"):
            raise OptionError("all_pairs needs a test: choose test='bootstrap' or test='randomization'")
        return self.changed(test=None if test == "none" else test)

    def without_test(self) -> Resampling:
        """Returns the seed, the level, the power and the threads, for other draws than those of the test."""
        return Resampling(
            seed=self.seed, alpha=self.alpha, power=self.power, threads=self.threads, seed_text=self.seed_text
        )

    def resolved(self, draws: bool = False) -> Resampling:
        """Returns the value with the number of threads, and with a seed if anything is drawn, else without.

        Args:
            draws: Whether something is drawn besides the test and the intervals that the value asks for.

        Raises:
            OptionError: `SACREBLEU_SEED` or `PARBLEU_THREADS` has a value that it does not take.
        """
        text, number = self.seed_text, self.seed
        if not (draws or self.test or self.intervals):
            text, number = "", None
        elif number is None:
            text, number = chosen_seed()
        return self.changed(threads=thread_count(self.threads), seed=number, seed_text=text)

    def bootstrap_for(self, function: str) -> Resampling:
        """Returns the value for a function whose usual and only test is the bootstrap of segments.

        Raises:
            OptionError: The value names another test or unit.
        """
        asked = self if self.test != "none" else self.changed(all_pairs=False)
        return asked.with_test("bootstrap").resolved_for(function, "bootstrap")

    def resolved_for(self, function: str, test: str | None = None) -> Resampling:
        """Returns the value with a seed and the number of threads, for a function that draws in one way only.

        Args:
            function: What it is called, for messages.
            test: The only test that the value may name; None for none.

        Raises:
            OptionError: The value names another test or unit.
        """
        if self.test not in (None, test):
            instead = "has no test that is chosen" if test is None else f"tests by {test}"
            raise OptionError(f"{function} {instead}: leave out test={self.test!r}")
        if self.unit != "segment":
            raise OptionError(f"{function} draws segments: leave out unit={self.unit!r}")
        return self.resolved(draws=True)

    @property
    def n_test_samples(self) -> int:
        """How many samples or trials the test draws; 0 without a test."""
        return (self.n_samples or TESTS[self.test]) if self.test in TESTS else 0

    @property
    def n_refined_samples(self) -> int:
        """How many samples the p-value of a bootstrap test comes from where fewer leave it open; else 0."""
        if self.test != "bootstrap" or self.n_refined == 0:
            return 0
        n_samples = self.n_test_samples
        return self.n_refined or min(REFINED * n_samples, max(n_samples, MOST_UNASKED))

    @property
    def n_bootstrap_samples(self) -> int:
        """How many bootstrap samples intervals come from; 0 without intervals."""
        if self.test == "bootstrap":
            return self.n_test_samples
        asked = self.n_interval_samples if self.test in TESTS else self.n_samples
        return (asked or BOOTSTRAP_SAMPLES) if self.intervals else 0

    @property
    def signed_seed(self) -> str:
        """The seed as signatures show it: the number in a test, and the text as given beside intervals.

        A seed that was drawn is "none" in both; "" if there is no seed.
        """
        if self.seed is None or (self.test is not None and self.seed_text != "none"):
            return "" if self.seed is None else str(self.seed)
        return self.seed_text


def bootstrap_scores(
    metrics: Metrics,
    n_samples: int = BOOTSTRAP_SAMPLES,
    seed: int | str | None = None,
    threads: int | None = None,
) -> list[NDArray[np.float64]]:
    """Scores every system on test sets drawn from the segments with replacement.

    Args:
        metrics: For every metric a pair (scorer, tables); `tables` has a table of statistics for every
            system, int64 or float64 (segments, columns).
        n_samples: How many test sets are drawn; at least 1.
        seed: A whole number from 0, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.
        threads: How many threads may work; None for `PARBLEU_THREADS`, or all processors.

    Returns:
        For every metric a float64 array (systems, n_samples).

    Raises:
        OptionError: `n_samples`, `seed` or `threads` has a value that it does not take.
        InputShapeError: Tables differ in length, do not fit their scorer, are empty, or hold NaN or infinity.
        InputTypeError: A table is not a contiguous array of int64 or float64 with two dimensions.
    """
    import numpy

    check_sampling(n_samples)
    views = _core.bootstrap(metrics, n_samples, seed_number(seed), 0, thread_count(threads))
    return [numpy.array([numpy.asarray(view) for view, _ in systems]) for systems in views]


def bootstrap_interval(
    scorer: Scorer,
    table: Table,
    n_samples: int = BOOTSTRAP_SAMPLES,
    seed: int | str | None = None,
    threads: int | None = None,
) -> Interval:
    """Computes the interval of one system's score, as sacreBLEU's `corpus_score(..., n_bootstrap=n_samples)`.

    `mean` and `half_width` of the result are what sacreBLEU calls `_mean` and `_ci`.

    Args:
        scorer: What turns a sum of rows into a score: a native metric, `Mean()`, or a callable.
        table: The system's statistics, int64 or float64 (segments, columns).
        n_samples: How many test sets are drawn; at least 1.
        seed: A whole number from 0, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.
        threads: How many threads may work; None for `PARBLEU_THREADS`, or all processors.

    Raises:
        OptionError: `n_samples`, `seed` or `threads` has a value that it does not take.
        InputShapeError: Tables differ in length, do not fit their scorer, are empty, or hold NaN or infinity.
        InputTypeError: A table is not a contiguous array of int64 or float64 with two dimensions.
    """
    ((interval,),) = bootstrap_intervals([(scorer, [table])], n_samples, seed, threads)
    return interval


def bootstrap_intervals(
    metrics: Metrics,
    n_samples: int = BOOTSTRAP_SAMPLES,
    seed: int | str | None = None,
    threads: int | None = None,
    progress: ProgressBar = no_progress,
) -> list[list[Interval]]:
    """Computes 95 % bootstrap intervals of all systems under all metrics, from the same drawn test sets.

    Args:
        metrics: For every metric a pair (scorer, tables); `tables` has a table of statistics for every
            system, int64 or float64 (segments, columns).
        n_samples: How many test sets are drawn; at least 1.
        seed: A whole number from 0, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.
        threads: How many threads may work; None for `PARBLEU_THREADS`, or all processors.
        progress: `parbleu._base.progress.progress_bar` for a progress bar on a terminal.

    Returns:
        For every metric a list with the interval of every system.

    Raises:
        OptionError: `n_samples`, `seed` or `threads` has a value that it does not take.
        InputShapeError: Tables differ in length, do not fit their scorer, are empty, or hold NaN or infinity.
        InputTypeError: A table is not a contiguous array of int64 or float64 with two dimensions.
    """
    check_sampling(n_samples)
    with progress(RESAMPLING, n_samples) as advance:
        samples = _core.bootstrap(metrics, n_samples, seed_number(seed), 0, thread_count(threads), advance)
    return [[estimate_interval(*system) for system in systems] for systems in samples]


def check_sampling(n_samples: int) -> None:
    """Raises OptionError if the number of samples is no whole number, below 1 or above the limit."""
    if not hasattr(n_samples, "__index__"):
        raise OptionError(f"n_samples, the number of samples, must be a whole number, not {n_samples!r}")
    if not 1 <= n_samples <= MOST_SAMPLES:
        limit = "at least 1" if n_samples < 1 else f"at most {MOST_SAMPLES:,}"
        raise OptionError(f"n_samples, the number of samples, must be {limit}, not {n_samples:,}")


def check_level(name: str, value: float) -> None:
    """Raises OptionError for a level, of significance or confidence, that is no number between 0 and 1."""
    is_number = hasattr(value, "__float__")
    if not (is_number and 0 < value < 1):
        raise OptionError(f"{name} is a number between 0 and 1, not {value if is_number else repr(value)}")


def _count(option: str, value: Any) -> int | None:
    if value is None:
        return None
    if not hasattr(value, "__index__") or isinstance(value, bool):
        raise OptionError(f"{option} must be a whole number from 1, not {value!r}")
    check_sampling(int(value))
    return int(value)


def read_seed() -> tuple[str, int]:
    """Returns the seed that `SACREBLEU_SEED` sets.

    Returns:
        What the signature shows (the variable's text, lower-cased; `"12345"` where it is not set), and the
        number. The text `none` asks for a number that the operating system draws anew each time.

    Raises:
        OptionError: The variable holds neither `none` nor a non-negative whole number.
    """
    import os

    text = os.environ.get(SEED_VARIABLE, DEFAULT_SEED).lower()
    return text, parse_seed(text)


def chosen_seed(seed: int | str | None = None) -> tuple[str, int]:
    """Returns the text and the number of a seed; of `SACREBLEU_SEED`, or 12345, if `seed` is None.

    Args:
        seed: A whole number from 0, "none" for a new one, or None.

    Returns:
        The text that the signature shows, and the number.

    Raises:
        OptionError: `seed`, or `SACREBLEU_SEED`, is neither "none" nor a whole number from 0.
    """
    if seed is None:
        return read_seed()
    if isinstance(seed, str):
        return seed.lower(), parse_seed(seed, "seed")
    if not hasattr(seed, "__index__") or isinstance(seed, bool) or seed < 0:
        raise OptionError(_wrong("seed", seed))
    return str(int(seed)), int(seed)


def seed_number(seed: int | str | None = None) -> int:
    """Returns the number of a seed; of `SACREBLEU_SEED`, or 12345, if `seed` is None.

    Raises:
        OptionError: `seed`, or `SACREBLEU_SEED`, is neither "none" nor a whole number from 0.
    """
    return chosen_seed(seed)[1]


def same_seed(text: str, other: str) -> bool:
    """Returns whether two texts mean the same seed; two of `none` do.

    Raises:
        OptionError: One is no seed.
    """
    words = (text.lower(), other.lower())
    return words[0] == words[1] or ("none" not in words and parse_seed(text) == parse_seed(other))


def parse_seed(text: str, source: str = SEED_VARIABLE) -> int:
    """Returns the number that a seed's text means; for `none` one of 32 bits from the operating system.

    Args:
        text: A whole number from 0, or "none" in upper or lower case.
        source: Where the text comes from, for the message.

    Raises:
        OptionError: The text is neither of them.
    """
    if text.lower() == "none":
        import os

        return int.from_bytes(os.urandom(4), "little")  # as many as NumPy's legacy generator takes
    try:
        if source == SEED_VARIABLE:
            seed = int(text) if text.isascii() else -1  # as sacreBLEU reads it
        else:
            from parbleu._base.numbers import read_int

            seed = read_int(text)
    except ValueError:
        seed = -1
    if seed < 0:
        raise OptionError(_wrong(source, text))
    return seed


def _wrong(source: str, value: object) -> str:
    return f"{source} must be a whole number from 0 up, or 'none' for a new one each time, not {value!r}"
