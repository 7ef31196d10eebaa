"""The fields of real WMT files against the text that sacreBLEU made of them, byte for byte."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from parbleu.testsets._catalogue_entry import Entry, PairEntry
from parbleu.testsets.formats import FORMATS
from parbleu.testsets.formats._wmt_xml import WmtXml

PAIRS = (
    "wmt21/systems de-fr",
    "wmt21/systems en-is",
    "wmt21/systems en-ja",
    "wmt21/systems ru-en",
    "wmt23 ru-en",
)

Case = tuple[WmtXml, dict[str, Any]]


@pytest.fixture(scope="module")
def golden(read_golden: Any) -> Any:
    return read_golden("testsets/wmt_xml")


@pytest.fixture(params=PAIRS)
def case(request: pytest.FixtureRequest, golden: dict[str, Any], oracles: Path) -> Case:
    """The file in its format, and the fields with their checksums."""
    row = golden[request.param]
    name, langpair = request.param.split()
    entry = Entry(name, "wmt_xml", language_pairs={langpair: PairEntry((row["raw"],))})
    path = str(oracles / "data/xml" / row["local"])
    return FORMATS["wmt_xml"](entry, langpair, [path]), row["fields"]


def collect(reader: WmtXml) -> dict[str, bytes]:
    found: dict[str, list[bytes]] = {}
    reader.convert(lambda field, lines: found.setdefault(field, []).append(lines))
    return {field: b"".join(pieces) for field, pieces in found.items()}


def test_all_pairs_are_tried(golden: dict[str, Any]) -> None:
    assert sorted(PAIRS) == sorted(golden)


def test_fields(case: Case) -> None:
    reader, expected = case
    fields = reader.fields()
    found = collect(reader)
    assert sorted(fields) == sorted(found) == sorted(expected)
    for field, row in expected.items():
        assert hashlib.sha256(found[field]).hexdigest() == row["sha256"], field
        assert found[field].count(b"\n") == row["lines"]


def test_annotations(case: Case) -> None:
    reader, _ = case
    found = collect(reader)
    annotations = list(reader.annotations())
    about = {name: found[name].decode().split("\n")[:-1] for name in ("docid", "origlang")}
    assert [each.docid for each in annotations] == about["docid"]
    assert [each.origlang for each in annotations] == about["origlang"]
    domains = found.get("domain", b"\n" * len(annotations)).decode().split("\n")[:-1]
    assert [each.domain or "" for each in annotations] == domains
