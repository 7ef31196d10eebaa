"""Creates the random number generators of permutation tests.

`legacy_generator(n)`, called "mt19937", returns the generator that `numpy.random.seed(n)` starts; a test that
uses it draws what MT Metrics Eval draws. `fast_generator(n)`, called "splitmix64", is several times faster,
and many threads can draw from it at once.
"""

from __future__ import annotations

from parbleu import _core
from parbleu._base.known_names import check_name
from parbleu.errors import OptionError
from parbleu.stats.resampling import seed_number

Generator = _core.Mersenne | _core.SplitMix

GENERATORS = ("mt19937", "splitmix64")


def legacy_generator(seed: int | str | _core.Mersenne | None = None) -> _core.Mersenne:
    """Returns the generator that `numpy.random.seed(seed)` starts; a generator is returned as it is.

    The seed is from 0 to 2**32 - 1, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345.
    """
    if isinstance(seed, _core.Mersenne):
        return seed
    return _core.Mersenne(_checked(seed_number(seed), 32))


def fast_generator(seed: int | str | None = None) -> _core.SplitMix:
    """Returns our own generator. The seed is from 0 to 2**64 - 1, or as that of `legacy_generator`."""
    return _core.SplitMix(_checked(seed_number(seed), 64))


def choose_generator(
    seed: int | str | Generator | None = None, name: str = "mt19937"
) -> tuple[Generator, int | None]:
    """Returns a generator, and the seed that it begins with.

    Args:
        seed: a whole number from 0, "none" for a new one, or None for `SACREBLEU_SEED`, or 12345. A generator
            is returned as it is, and None for its seed.
        name: which generator, one of `GENERATORS`.

    Raises:
        OptionError: there is no such seed.
        UnknownNameError: there is no such generator.
    """
    if isinstance(seed, Generator):
        return seed, None
    check_name("generator of random numbers", name, GENERATORS)
    number = seed_number(seed)
    return legacy_generator(number) if name == "mt19937" else fast_generator(number), number


def generator_name(generator: Generator) -> str:
    """Returns the name of a generator, one of `GENERATORS`."""
    return "mt19937" if isinstance(generator, _core.Mersenne) else "splitmix64"


def _checked(seed: int, bits: int) -> int:
    """Returns a seed; raises OptionError if it is out of range."""
    if seed >= 2**bits:
        raise OptionError(f"the seed must be a whole number from 0 to 2**{bits} - 1, not {seed}")
    return seed
