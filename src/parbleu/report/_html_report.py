"""Defines `Report`, the result of `parbleu.report.make_report`, which is written as an HTML page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import Path

from parbleu._base.wording import counted
from parbleu._io.atomic import replacing
from parbleu.report._html_page import PagePart, html_page
from parbleu.report._report_contents import Contents


@dataclass(frozen=True)
class Report(Contents):
    """Everything that one page shows, and the ways to write it."""

    def html(self) -> str:
        """Returns the page, which needs no other file and no network.

        Raises:
            MissingDependencyError: Jinja2 is not installed.
        """
        return html_page(self)

    def write(self, path: str | PathLike[str]) -> None:
        """Writes the page to a file, whole or not at all.

        Args:
            path: the file, which is replaced.

        Raises:
            UnwritableFileError: the file cannot be written.
            MissingDependencyError: Jinja2 is not installed.
        """
        page = self.html().encode("utf-8", "backslashreplace")  # names of files may be no UTF-8
        with replacing(path) as file:
            file.write(page)

    def write_split(self, path: str | PathLike[str], label: str) -> tuple[str, ...]:
        """Writes a page of segments for each value of a label, and an index page with all tables.

        Args:
            path: the index page, such as "report.html"; the others are called "report-1.html" and so on.
            label: "document", "domain" or another label of the texts.

        Returns:
            the files, the index last: while it is missing, not all others are there.

        Raises:
            UnknownNameError: the segments have no such label.
            UnwritableFileError: a file cannot be written.
            MissingDependencyError: Jinja2 is not installed.
        """
        groups: dict[str, list[int]] = {}
        for segment, value in enumerate(self.texts.label(label)):
            groups.setdefault(value or f"no {label}", []).append(segment)
        begin, point, end = fspath(path).rpartition(".")
        files, parts = [], []
        for number, (value, segments) in enumerate(groups.items(), 1):
            file = f"{begin}-{number}{point}{end}" if point else f"{end}-{number}"
            page = replace(
                self,
                title=f"{self.title}: {label} {value}",
                shown_segments=tuple(segments),
                selection=f"The page shows the segments of {label} {value}; all tables are of all segments.",
            )
            page.write(file)
            files.append(file)
            parts.append(PagePart(Path(file).name, f"{label} {value}", counted(len(segments), "segment")))
        index = replace(self, shown_segments=(), selection="Each of these pages shows some of the segments.")
        text = html_page(index, parts)
        with replacing(path) as out:
            out.write(text.encode("utf-8", "backslashreplace"))
        return (*files, fspath(path))
