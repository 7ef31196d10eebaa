"""Tables of what a tokenizer does around every single code point: what is probed, and how it is stored."""

from __future__ import annotations

from collections.abc import Iterable

# Tokenizers by their names in the tables: those of BLEU, and sets of TER's options.
PROBES: dict[str, dict[str, bool] | None] = {
    **dict.fromkeys(("13a", "intl", "zh", "char")),
    **{
        name: dict(zip(("normalized", "no_punct", "asian_support"), options, strict=True))
        for name, options in {
            "ter-norm": (True, False, False),
            "ter-norm-asian": (True, False, True),
            "ter-nopunct": (False, True, False),
            "ter-nopunct-asian": (False, True, True),
            "ter-asian-only": (False, False, True),
            "ter-norm-nopunct-asian": (True, True, True),
        }.items()
    },
}
POINTS = (*range(0x40000), *range(0xE0000, 0xE0200), 0xF0000, 0x10FFFD, 0x10FFFF)
SIGMAS = ("ΑΣ", "ΑΣΑ", "Σ", "ΑΣ Α", "ΑΣ.", "ΑΣ'Α", "Α\xadΣ", "1Σ", "ΣΣ", "ΆΣ\u0301")

Run = tuple[int, int, str]


def encode_runs(outputs: Iterable[tuple[int, str]]) -> list[Run]:
    """Runs of code points with the same output, which has `C` for the code point itself.

    A character of the templates or the patterns is a run of its own, marked by `=` and stored as is.
    """
    literal = set("ab12 C")
    runs: list[Run] = []
    for point, output in outputs:
        char = chr(point)
        pattern = "=" + output if char in literal else output.replace(char, "C")
        if runs and runs[-1][1] == point - 1 and runs[-1][2] == pattern and char not in literal:
            runs[-1] = (runs[-1][0], point, pattern)
        else:
            runs.append((point, point, pattern))
    return runs


def decode_runs(runs: Iterable[Run]) -> dict[int, str]:
    """The output of each code point."""
    expected: dict[int, str] = {}
    for first, last, pattern in runs:
        for point in range(first, last + 1):
            expected[point] = pattern[1:] if pattern[:1] == "=" else pattern.replace("C", chr(point))
    return expected
