"""Chooses the seed of resampling: an argument, or `SACREBLEU_SEED`, or 12345."""

from __future__ import annotations

from parbleu.errors import OptionError

VARIABLE = "SACREBLEU_SEED"
DEFAULT = "12345"


def read_seed() -> tuple[str, int]:
    """Returns the seed that `SACREBLEU_SEED` sets.

    Returns:
        What the signature shows (the variable's text, lower-cased; `"12345"` where it is not set), and the
        number. The text `none` asks for a number that the operating system draws anew each time.

    Raises:
        OptionError: The variable holds neither `none` nor a non-negative whole number.
    """
    import os

    text = os.environ.get(VARIABLE, DEFAULT).lower()
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
    """Whether two texts mean the same seed; two of `none` do.

    Raises:
        OptionError: One is no seed.
    """
    words = (text.lower(), other.lower())
    return words[0] == words[1] or ("none" not in words and parse_seed(text) == parse_seed(other))


def parse_seed(text: str, source: str = VARIABLE) -> int:
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
        if source == VARIABLE:
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
