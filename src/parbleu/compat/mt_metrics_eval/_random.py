"""NumPy's global random numbers, `numpy.random.seed` and so on, drawn by native code."""

from __future__ import annotations

from contextlib import contextmanager

from parbleu import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def global_generator() -> Iterator[_core.Mersenne]:
    """Lends NumPy's global generator: what is drawn within is what `numpy.random` would have drawn.

    Afterwards that goes on behind it, also if there was an error.
    """
    import numpy

    state = numpy.random.get_state(legacy=False)
    twister = state["state"]
    random = _core.mersenne_from_state(twister["key"], twister["pos"])
    try:
        yield random
    finally:
        words, used = random.state
        twister["key"], twister["pos"] = numpy.asarray(words), used
        numpy.random.set_state(state)
