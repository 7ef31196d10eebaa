"""Defines the class of WMT's test sets since 2021."""

from __future__ import annotations

import os

from parbleu.compat.sacrebleu.dataset.base import CataloguedDataset
from parbleu.testsets.formats._wmt_xml import WmtFile


def _get_field_by_translator(translator: str | None) -> str:
    return f"ref:{translator}" if translator else "ref"


class WMTXMLDataset(CataloguedDataset):
    """A file of XML with the source, references and systems."""

    FORMAT = "wmt_xml"

    @staticmethod
    def _unwrap_wmt21_or_later(raw_file: str) -> dict[str, list[str]]:
        """Returns field -> lines of a file of XML, with single blanks for white space."""
        fields: dict[str, list[bytes]] = {}
        file = WmtFile(raw_file)
        file.write(lambda field, lines: fields.setdefault(field, []).append(lines))
        texts = {field: b"".join(fields[field]).decode() for field in file.fields()}
        return {field: text.split("\n")[:-1] for field, text in texts.items()}

    def _get_langpair_path(self, langpair: str) -> str:
        """Returns the raw file of a language pair."""
        self._get_langpair_metadata(langpair)
        return os.path.join(self._rawdir, self._entry.pair(langpair).files[0])

    def _get_langpair_allowed_refs(self, langpair: str) -> list[str]:
        """Returns the fields of the references that are a language pair's standard ones."""
        self._get_langpair_metadata(langpair)
        return [_get_field_by_translator(name) for name in self._entry.pair(langpair).references or ()]
