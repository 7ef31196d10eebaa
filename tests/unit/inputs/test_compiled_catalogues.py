"""Tests that MO is read as gettext compiles it of PO."""

import struct

import pytest

from compiled_catalogues import HEADER, compiled
from extras import extra
from parbleu._inputs import unit_suffix
from parbleu._inputs.unit_files import unit_file
from parbleu._inputs.unit_formats import UnitOptions, read_units
from parbleu.errors import FormatError

MESSAGES = [HEADER, ("%d boat\0%d boats", "%d Boot\0%d Böte"), ("door\4Open", "Öffnen"), ("tug", "")]
UNITS = [
    ("%d boat[0]", "%d boat", "%d Boot"),
    ("%d boat[1]", "%d boats", "%d Böte"),
    ("door|Open", "Open", "Öffnen"),
    ("tug", "tug", None),
]


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1"])
def test_messages(tmp_path, charset, order):
    (tmp_path / "a.mo").write_bytes(compiled(MESSAGES, charset, order))
    units = read_units(str(tmp_path / "a.mo"), UnitOptions())
    assert [(unit.key, unit.source, unit.target) for unit in units] == UNITS


def test_a_header_of_a_template(tmp_path):
    (tmp_path / "a.mo").write_bytes(compiled([(HEADER[0], HEADER[1].format("CHARSET")), *MESSAGES[1:]]))
    assert len(read_units(str(tmp_path / "a.mo"), UnitOptions())) == len(UNITS)


def test_what_is_no_catalogue(tmp_path):
    content = compiled(MESSAGES)
    far = content[:28] + struct.pack("<I", 1 << 20) + content[32:]
    for wrong in (
        content[:20],
        content[:60],
        content[:-20],
        far,
        content.replace(b"=utf-8", b"=ascii"),
        compiled([(HEADER[0], HEADER[1].format("undefined")), *MESSAGES[1:]]),
    ):
        (tmp_path / "a.mo").write_bytes(wrong)
        with pytest.raises(FormatError, match="no compiled catalogue"):
            read_units(str(tmp_path / "a.mo"), UnitOptions())


def test_a_text_in_moldovan_is_no_catalogue(tmp_path):
    (tmp_path / "a.mo").write_text("Remorcherul așteaptă.\n", "utf-8")
    assert unit_suffix(str(tmp_path / "a.mo")) == ""


@pytest.mark.parametrize("order", ["<", ">"])
def test_names_of_c_that_depend_on_the_system(tmp_path, order):
    """As `msgfmt` 0.21 writes them: `PRIu64` has the number 0, and `I` of `%Id` the number 1."""
    last, names = 0xFFFFFFFF, b"PRIu64\0I\0"
    parts = [[(b"%", 0), (b" boats wait\0", last)], [(b"%", 1), (b"d von %", 0), (b" Booten\0", last)]]
    tables, end = 48, 48 + 16 + 8 + 4 * (1 + 4 + 1 + 6)
    begins, rows, texts = [], [], b""
    for text in parts:
        begins.append(tables + 24 + 4 * len(rows))
        rows += [end + len(names) + len(texts)]
        rows += [number for part, after in text for number in (len(part), after)]
        texts += b"".join(part for part, _ in text)
    sizes = [0x950412DE, 1, 0, 48, 48, 0, 48, 2, tables, 1, tables + 16, tables + 20]
    numbers = [*sizes, 7, end, 2, end + 7, *begins, *rows]
    content = struct.pack(f"{order}{len(numbers)}I", *numbers) + names + texts
    (tmp_path / "a.mo").write_bytes(content)
    units = read_units(str(tmp_path / "a.mo"), UnitOptions())
    told = [(unit.key, unit.target) for unit in units]
    assert told == [("%<PRIu64> boats wait", "%Id von %<PRIu64> Booten")]
    (tmp_path / "a.mo").write_bytes(content[:-3])
    with pytest.raises(FormatError, match="no compiled catalogue"):
        read_units(str(tmp_path / "a.mo"), UnitOptions())


def test_the_po_beside_it_is_read(tmp_path):
    """Whose states an MO lacks."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.mo").write_bytes(compiled(MESSAGES))
    (tmp_path / "b.po").write_text('msgid "tug"\nmsgstr "Schlepper"\n')
    extra("translate")
    assert unit_file(str(tmp_path), UnitOptions()).files == ["a.mo"] * 4 + ["b.po"]
