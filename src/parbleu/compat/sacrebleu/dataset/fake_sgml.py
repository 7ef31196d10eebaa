"""Defines the classes of WMT's test sets before 2021."""

from __future__ import annotations

from collections.abc import Callable

from parbleu.compat.sacrebleu.dataset.base import CataloguedDataset
from parbleu.testsets.formats._fake_sgml import copy_segments, copy_source


class FakeSGMLDataset(CataloguedDataset):
    """A file of WMT's SGML for each field."""

    FORMAT = "fake_sgml"

    def _convert_format(self, input_file_path: str, output_filep_path: str) -> None:
        """Writes the segments of a raw file, one a line."""
        with open(output_filep_path, "wb") as file:
            copy_segments(input_file_path, "src", _only("src", file.write))

    def _convert_meta(self, input_file_path: str, field: str, output_filep_path: str) -> None:
        """Writes for each segment of a raw file what its document says: "docid", "genre" or "origlang"."""
        with open(output_filep_path, "wb") as file:
            copy_source(input_file_path, [field], _only(field, file.write))


def _only(field: str, write: Callable[[bytes], int]) -> Callable[[str, bytes], None]:
    """Returns a writer of fields that writes one of them."""

    def write_field(name: str, lines: bytes) -> None:
        if name == field:
            write(lines)

    return write_field


class WMTAdditionDataset(FakeSGMLDataset):
    """The same, with further references in plain text."""

    FORMAT = "wmt_addition"
