"""Which random numbers a test draws.

`legacy_generator(n)` draws what `numpy.random.seed(n)` starts, and with it a test draws what MT Metrics Eval
draws. `fast_generator(n)` is several times faster and lets many threads draw at once.
"""

from __future__ import annotations

from parbleu import _core
from parbleu.errors import OptionError

Generator = _core.Mersenne | _core.SplitMix


def legacy_generator(seed: int | _core.Mersenne | None = None) -> _core.Mersenne:
    """Returns the generator that `numpy.random.seed(seed)` starts; a generator is returned as it is.

    The seed is from 0 to 2**32 - 1; without one the system draws it.
    """
    if isinstance(seed, _core.Mersenne):
        return seed
    return _core.Mersenne(_checked(seed, 32))


def fast_generator(seed: int | None = None) -> _core.SplitMix:
    """Returns our own generator. The seed is from 0 to 2**64 - 1; without one the system draws it."""
    return _core.SplitMix(_checked(seed, 64))


def choose_generator(seed: int | Generator | None) -> Generator:
    """Returns NumPy's legacy generator if there is a seed, our own if there is none; or what is given."""
    if seed is None:
        return fast_generator()
    return seed if isinstance(seed, _core.SplitMix) else legacy_generator(seed)


def generator_name(generator: Generator) -> str:
    """Returns "mt19937" for NumPy's legacy generator, "splitmix64" for ours."""
    return "mt19937" if isinstance(generator, _core.Mersenne) else "splitmix64"


def _checked(seed: int | None, bits: int) -> int:
    """Returns a seed, or a new one; raises OptionError if it is out of range."""
    if seed is None:
        import os

        return int.from_bytes(os.urandom(bits // 8), "little")
    if not hasattr(seed, "__index__") or not 0 <= seed < 2**bits:
        raise OptionError(f"the seed must be a whole number from 0 to 2**{bits} - 1, not {seed!r}")
    return int(seed)
