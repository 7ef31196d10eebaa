"""Defines `Report`, the result of `parbleu.report.make_report`, which is written as an HTML page."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike

from parbleu.io.atomic import replacing
from parbleu.report.html_page import html_page
from parbleu.report.report_contents import Contents


@dataclass(frozen=True)
class Report(Contents):
    """Everything that one page shows; the attributes are those of `Contents`."""

    def html(self, *, compressed: bool = True) -> str:
        """Returns the page, which needs no other file and no network.

        Args:
            compressed: False for data that browsers without `DecompressionStream` can read as well.

        Raises:
            MissingDependencyError: Jinja2 is not installed.
        """
        return html_page(self, compressed)

    def write(self, path: str | PathLike[str], *, compressed: bool = True) -> None:
        """Writes the page to a file, whole or not at all.

        Args:
            path: the file, which is replaced.
            compressed: as for `html`.

        Raises:
            UnwritableFileError: the file cannot be written.
            MissingDependencyError: Jinja2 is not installed.
        """
        page = self.html(compressed=compressed).encode("utf-8")
        with replacing(path) as file:
            file.write(page)
