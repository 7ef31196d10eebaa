"""`parbleu score`: computes BLEU, chrF and TER of systems' outputs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu.cli.shell.console import Console

PLAIN: dict[str, tuple[str, tuple[str | float, ...]]] = {
    "bleu": ("Bleu", ("13a", False, 4, "exp", 0.0, False)),
    "chrf": ("Chrf", (6, 0, 2.0, False, False, False)),
    "chrf++": ("Chrf", (6, 2, 2.0, False, False, False)),
    "ter": ("Ter", (False, False, False, False)),
}
"""Name of a metric -> its class in the core, and what this is made with by default."""

SMALL = 1 << 22
"""Bytes of a file from which on the time to start does not matter."""

TOKENIZED_PERIODS = 100
"""Segments that end in a blank and a full stop, from which on text may look tokenized."""


def run_plain(words: list[str], console: Console) -> int | None:
    """Prints one number of small files, for `REF... -i HYP -b` with no other option than `-m METRIC`.

    Two thirds of the time of this most frequent command would go into loading what declares other options,
    signatures and tables. All else is left to the module `command`: other words, and text to warn of.

    Args:
        words: the command line after `parbleu score`.
        console: where to print.

    Returns:
        the exit status; None if nothing was printed, since the module `command` must decide.

    Raises:
        ParbleuError: files cannot be read, or do not fit together.
    """
    found = plain_files(words)
    if found is None:
        return None
    from parbleu import _core
    from parbleu.base.threads import thread_count
    from parbleu.comparison.corpora import Corpora

    metric, references, system = found
    kind, options = PLAIN[metric]
    engine, row, periods = getattr(_core, kind)(*options), None, 0
    with Corpora(references, [system]) as corpora:
        for [hypotheses], streams in corpora.pieces():
            row = engine.total(hypotheses, streams, thread_count(), row)
            periods += hypotheses.tokenized_periods()
        if periods >= TOKENIZED_PERIODS or corpora.is_suspicious():
            return None
    console.show(f"{engine.score(row):.1f}")
    return 0


def plain_files(words: list[str]) -> tuple[str, list[str], str] | None:
    """Returns the metric, the files of references and the system's file; None of other command lines."""
    from os import stat

    begin = next((place for place, word in enumerate(words) if word[:1] == "-"), 0)
    values = {}
    rest = iter(words[begin:])
    for word in rest:
        if word in values or word not in ("-b", "-i", "-m"):
            return None
        values[word] = "" if word == "-b" else next(rest, "-")
    metric, system = values.get("-m", "bleu"), values.get("-i", "-")
    if begin == 0 or "-b" not in values or metric not in PLAIN or system[:1] == "-":
        return None
    try:
        # What has no size, such as a pipe, cannot be read a second time.
        small = all(0 < stat(file).st_size < SMALL for file in (*words[:begin], system))  # noqa: PTH116 - is large
    except (OSError, ValueError):
        return None
    return (metric, words[:begin], system) if small else None
