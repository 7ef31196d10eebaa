"""The random numbers that MT Metrics Eval draws: those of `numpy.random.seed(n)`."""

from __future__ import annotations

from parbleu import _core
from parbleu.errors import OptionError


def legacy_generator(seed: int | _core.Mersenne | None) -> _core.Mersenne:
    """Returns the generator that `numpy.random.seed(seed)` starts; a generator is returned as it is.

    Without a seed it is one that the operating system draws.

    Raises:
        OptionError: The seed is not from 0 to 2**32 - 1.
    """
    if isinstance(seed, _core.Mersenne):
        return seed
    if seed is None:
        import os

        seed = int.from_bytes(os.urandom(4), "little")
    if not 0 <= seed < 2**32:
        raise OptionError(f"NumPy's legacy generator takes seeds from 0 to 2**32 - 1, not {seed}")
    return _core.Mersenne(seed)
