"""Makes figures of Matplotlib, from the extra `parbleu[plots]`, and writes them to files."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from io import BytesIO
from os import fspath
from typing import TYPE_CHECKING, Any

from parbleu._base.extras import install_command
from parbleu._base.log import warn
from parbleu._io.atomic import check_place, replacing
from parbleu.errors import MissingDependencyError, OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")
DOTS_PER_INCH = 200
"""Of PNG; the other formats are drawings."""

# The same picture for the same data: no date, and no random identifiers in SVG. Text stays text, so fonts of
# the viewer show what ours lack, and names may hold dollar signs.
_SETTINGS: Any = {
    "svg.hashsalt": "parbleu",
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "text.parse_math": False,
}
_METADATA: dict[str, dict[str, None]] = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
_FONTS = (
    "CJK",
    "Noto Sans",
    "WenQuanYi",
    "IPA",
    "Takao",
    "Hiragino",
    "PingFang",
    "YaHei",
    "Malgun",
    "Unifont",
)
"""Parts of the names of fonts with letters that Matplotlib's own font lacks."""


def check_figure(path: str | PathLike[str]) -> str:
    """Returns the format of a picture by its file name, without drawing.

    Raises:
        OptionError: it is none of `FORMATS`.
        MissingDependencyError: Matplotlib is not installed.
        UnwritableFileError: there is no such directory.
    """
    kind = fspath(path).rpartition(".")[2].lower()
    if kind not in FORMATS:
        raise OptionError(f"{fspath(path)}: a picture's name ends in .{', .'.join(FORMATS)}")
    check_place(path)
    _check_matplotlib()
    return kind


def _check_matplotlib() -> None:
    try:
        import matplotlib.figure  # noqa: F401 - whether it can be
    except ImportError:
        raise MissingDependencyError(f"pictures need Matplotlib: {install_command('plots')}") from None


@contextmanager
def new_figure(inches: tuple[float, float]) -> Iterator[Figure]:
    """Yields an empty figure of so many inches, width and height, to draw in within the context.

    Raises:
        MissingDependencyError: Matplotlib is not installed.
    """
    _check_matplotlib()
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.font_manager import fontManager

    installed = sorted({font.name for font in fontManager.ttflist})
    others = [name for name in installed if any(part in name for part in _FONTS)]
    with rc_context({**_SETTINGS, "font.family": ["DejaVu Sans", *others]}):
        figure = Figure(figsize=inches, layout="constrained")
        yield figure
    # A notebook shows what has this method; Matplotlib adds it only to figures that `pyplot` made.
    vars(figure)["_repr_png_"] = partial(_png, figure)


def _png(figure: Figure) -> bytes:
    """Returns a figure as notebooks show it."""
    from matplotlib import rc_context

    picture = BytesIO()
    with rc_context(_SETTINGS):
        figure.savefig(picture, format="png")
    return picture.getvalue()


def write_figure(figure: Figure, path: str | PathLike[str]) -> None:
    """Writes a figure; equal figures make equal files, which appear whole or not at all.

    Args:
        figure: what `Result.plot` returns, or any figure.
        path: where to; the name ends in .svg, .pdf or .png.

    Raises:
        OptionError: the name ends in something else.
        UnwritableFileError: the file cannot be written.
    """
    kind = check_figure(path)
    from warnings import catch_warnings, simplefilter

    from matplotlib import rc_context

    with rc_context(_SETTINGS), catch_warnings(record=True) as caught:
        simplefilter("always")
        with replacing(path) as file:
            figure.savefig(file, format=kind, metadata=_METADATA[kind], dpi=DOTS_PER_INCH)
    if kind != "svg" and any("missing from" in str(warning.message) for warning in caught):
        warn(f"{fspath(path)}: no installed font has all letters of the names; .svg takes the viewer's fonts")
