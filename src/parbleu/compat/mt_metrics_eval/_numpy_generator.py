"""Draws NumPy's global random numbers (`numpy.random.seed` and so on) in native code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from parbleu import _core
from parbleu.errors import OptionError


@contextmanager
def global_generator() -> Iterator[_core.Mersenne]:
    """Lends NumPy's global generator: draws within are those that `numpy.random` would make.

    Afterwards that goes on behind it, also if there was an error. If nothing was drawn, it is not touched.

    Raises:
        OptionError: `numpy.random.set_bit_generator` put another generator than NumPy's legacy one there.
    """
    import numpy

    state = numpy.random.get_state(legacy=False)
    if state["bit_generator"] != "MT19937":
        raise OptionError(
            f"numpy.random draws by {state['bit_generator']}, but must by MT19937, its legacy generator: "
            "numpy.random.set_bit_generator(numpy.random.MT19937())"
        )
    twister = state["state"]
    random = _core.mersenne_from_state(twister["key"], twister["pos"])
    try:
        yield random
    finally:
        words, used = random.state
        if used != twister["pos"] or not numpy.array_equal(words, twister["key"]):
            twister["key"], twister["pos"] = numpy.asarray(words), used
            numpy.random.set_state(state)
