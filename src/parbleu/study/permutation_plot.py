"""A picture of how many reorderings BLEU does not see, drawn by Matplotlib: the extra `parbleu[plots]`."""

from __future__ import annotations

from contextlib import contextmanager
from os import fspath

from parbleu.errors import MissingDependencyError, OptionError
from parbleu.io.atomic import check_place, replacing
from parbleu.study.permutation_study import Permutations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from os import PathLike
    from typing import Any

FORMATS = ("svg", "png", "pdf")

_SHOWN = 15
_COUNT = "log10 of reorderings"
# The same picture for the same data: no date, and no random identifiers in SVG. Names may hold dollar signs.
_SETTINGS: Any = {"svg.hashsalt": "parbleu", "text.parse_math": False}


def check(path: str | PathLike[str]) -> str:
    """Returns the format that a picture's name chooses; nothing is drawn.

    Raises:
        OptionError: it is none of `FORMATS`.
        MissingDependencyError: Matplotlib is not installed.
        UnwritableFileError: there is no such directory.
    """
    kind = fspath(path).rpartition(".")[2].lower()
    if kind not in FORMATS:
        raise OptionError(f"{fspath(path)}: a picture's name ends in .{', .'.join(FORMATS)}")
    check_place(path)
    try:
        import matplotlib.figure  # noqa: F401 - whether it can be
    except ImportError:
        raise MissingDependencyError("pictures need Matplotlib: pip install 'parbleu[plots]'") from None
    return kind


@contextmanager
def picture(path: str | PathLike[str], width: float, height: float) -> Iterator[Any]:
    """Yields an empty figure of Matplotlib; writes it in the end, whole or not at all.

    Args:
        path: where to; the name ends in .svg, .png or .pdf.
        width: in inches.
        height: in inches.

    Raises:
        OptionError: the name ends in something else.
        MissingDependencyError: Matplotlib is not installed.
        UnwritableFileError: the file cannot be written.
    """
    ending = check(path)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_SETTINGS):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        metadata = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[ending]
        with replacing(path) as file:
            figure.savefig(file, format=ending, metadata=metadata)


def draw(
    study: Permutations | Mapping[str, Permutations], path: str | PathLike[str], kind: str = "safe"
) -> None:
    """Draws a histogram of the segments' counts, the counts against length, and the most permutable segments.

    Args:
        study: the corpus in blocks; of several systems name -> corpus, each of which gets a row.
        path: where to; the name ends in .svg, .png or .pdf. It appears whole or not at all.
        kind: one of `parbleu.study.segment_blocks.KINDS`.

    Raises:
        OptionError: the name ends in something else, or there is no system.
        UnknownNameError: there is no such kind.
        MissingDependencyError: Matplotlib is not installed.
        UnwritableFileError: the file cannot be written.
    """
    named = {"": study} if isinstance(study, Permutations) else study
    if not named:
        raise OptionError("there is nothing to draw")
    with picture(path, 15, 4.5 * len(named)) as figure:
        rows = figure.subplots(len(named), 3, sharex="col", squeeze=False)  # to be compared
        most = max(count.log10 for corpus in named.values() for count in corpus.counts(kind)) or 1
        for axes, (name, corpus) in zip(rows, named.items(), strict=True):
            _plot(axes, name, corpus, kind, most)


def _plot(axes: Any, name: str, study: Permutations, kind: str, most: float) -> None:
    histogram, scatter, bars = axes
    counts = [count.log10 for count in study.counts(kind)]
    histogram.hist(counts, bins=30, range=(0, most))
    histogram.set(xlabel=f"{_COUNT} ({kind})", ylabel="segments")
    histogram.set_title(name or "How many reorderings segments have")
    scatter.scatter([segment.tokens for segment in study.segments], counts, s=8)
    scatter.set_ylim(-0.03 * most, 1.03 * most)
    scatter.set(xlabel=f"tokens ({study.tokenize})", ylabel=_COUNT, title="Reorderings and length")
    top = study.most_permutable(kind)[:_SHOWN][::-1]
    bars.barh([f"segment {index + 1}" for index in top], [counts[index] for index in top])
    bars.set(xlabel=_COUNT, title="The most permutable segments")
