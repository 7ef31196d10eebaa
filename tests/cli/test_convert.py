"""Tests `parbleu convert`: which files it writes, and which input it refuses."""

import gzip
from pathlib import Path

import pytest

from parbleu.errors import FormatError, OptionError
from parbleu.testsets import TextExtraction
from parbleu.testsets._text_extraction import FileTexts
from printed_json import printed_tables

SOURCE = """<srcset setid="x" srclang="de" trglang="any">
<doc docid="b"><p><seg id="1">Der Hafen</seg><seg id="2">Das Meer &amp; mehr</seg></p></doc>
<doc docid="a"><seg id="1">Ende</seg></doc>
</srcset>
"""
REFERENCE = """<refset setid="x" srclang="de" trglang="en">
<doc docid="a" sysid="A/1"><seg id="1">End</seg></doc>
<doc docid="b" sysid="A/1"><seg id="2">The sea</seg><seg id="1">The harbour</seg></doc>
</refset>
"""
SYSTEM = """<tstset setid="x" trglang="en" sysid="one">
<doc docid="b"><seg id="2">Sea<br></seg></doc>
</tstset>
"""
FOUND = "parbleu: found 1 source, 1 reference, 1 system: 2 documents, 3 segments\n"
LACKS = (
    "parbleu: hyp one lacks 2 of 3 segments of src, the first being '1' of 'b': empty lines stand for them\n"
    "parbleu: hyp.sgm:2: other markup in a segment of hyp one: SGML keeps it, XML only what is in it\n"
)


@pytest.fixture
def folder(tmp_path):
    for name, text in (("src", SOURCE), ("ref", REFERENCE), ("hyp", SYSTEM)):
        (tmp_path / f"{name}.sgm").write_text(text)
    (tmp_path / "all.sgm.gz").write_bytes(gzip.compress(f"{REFERENCE}{SYSTEM}{SOURCE}".encode()))
    return tmp_path


@pytest.fixture
def sgm(run, folder):
    return lambda *words: run("convert", *words, cwd=folder)


ALL = ("src.sgm", "ref.sgm", "hyp.sgm")


def test_one_text_to_standard_output(sgm):
    found = sgm("src.sgm")
    assert found == (0, "Der Hafen\nDas Meer & mehr\nEnde\n", FOUND.replace(", 1 reference, 1 system", ""))
    assert sgm("all.sgm.gz", "--set", "ref") == (0, "The harbour\nThe sea\nEnd\n", FOUND)
    assert sgm(*ALL, "--systems", "one").out == "\nSea<br>\n\n"
    assert sgm(*ALL, "--system", "one").err == FOUND + LACKS


def test_a_file_for_each_text(sgm, folder):
    assert sgm(*ALL, "-o", "out.{set}.{system}.txt") == (0, "", FOUND + LACKS)
    assert (folder / "out.src.txt").read_text() == "Der Hafen\nDas Meer & mehr\nEnde\n"
    assert (folder / "out.ref.A_1.txt").read_text() == "The harbour\nThe sea\nEnd\n"
    assert (folder / "out.hyp.one.txt").read_text() == "\nSea<br>\n\n"
    assert sgm(*ALL, "--ids", "-o", "made/here/").status == 0
    assert sorted(path.name for path in (folder / "made/here").iterdir()) == [
        *("hyp.one.tsv", "ref.A_1.tsv", "src.tsv"),
    ]
    assert (folder / "made/here/hyp.one.tsv").read_text() == "b\t1\t\nb\t2\tSea<br>\na\t1\t\n"
    assert sgm("src.sgm", "--docid", "a", "-o", "made").status == 0
    assert (folder / "made/src.txt").read_text() == "Ende\n"
    assert sgm("ref.sgm", "-o", "made/of.{system}").status == 0  # alone, it has an order of its own
    assert (folder / "made/of.A_1").read_text() == "End\nThe sea\nThe harbour\n"


def test_segments_as_a_table(sgm, folder):
    found = sgm("ref.sgm", "hyp.sgm", "src.sgm", "--docid", "a", "-f", "json")
    assert printed_tables(found.out)["rows"] == [
        {"set": "src", "system": "", "document": "a", "segment": "1", "text": "Ende"},
        {"set": "ref", "system": "A/1", "document": "a", "segment": "1", "text": "End"},
        {"set": "hyp", "system": "one", "document": "a", "segment": "1", "text": ""},
    ]
    assert sgm("src.sgm", "--docid", "a", "-f", "csv", "-o", "out.csv").out == ""
    assert (folder / "out.csv").read_text() == 'set,system,document,segment,text\nsrc,"",a,1,Ende\n'


def test_list(sgm):
    found = sgm(*ALL, "--list")
    assert found.err == FOUND
    assert "\nhyp  one     en                1         1        2\n" in found.out
    found = printed_tables(sgm(*ALL, "--list", "-f", "json", "--set", "src").out)
    assert found["rows"] == [
        {"set": "src", "system": "", "language": "de", "documents": 2, "segments": 3, "missing": 0}
    ]


@pytest.mark.needs("pandas")
def test_units_are_lines(run, tmp_path):
    job = str(Path(__file__).parents[2] / "examples" / "translators" / "post-edited.xlf")
    translations = run("convert", job)
    assert translations.status == 0
    assert translations.out.startswith("Öffnen Sie das Ventil langsam.\n")
    assert run("convert", job, "--set", "src", "-o", "out.txt", cwd=tmp_path).status == 0
    sources = (tmp_path / "out.txt").read_text()
    assert sources != translations.out
    assert sources.count("\n") == translations.out.count("\n")
    table = run("convert", job, "-f", "csv").out
    assert table.startswith("document,segment,text\n")
    assert run("convert", job, "--ids").out.split("\n")[0].split("\t")[2] == "Öffnen Sie das Ventil langsam."
    assert run("convert", job, "--list").status == 2


def test_from_python(folder):
    paths = [str(folder / name) for name in ALL]
    texts = TextExtraction(paths).list().to_pandas()
    assert list(texts["set"]) == ["src", "ref", "hyp"]
    assert "".join(TextExtraction(paths, kind="ref", docids=["a"]).lines()) == "End\n"
    TextExtraction(paths, kind="src", with_ids=True).write(str(folder / "src.tsv"))
    assert (folder / "src.tsv").read_text() == "b\t1\tDer Hafen\nb\t2\tDas Meer & mehr\na\t1\tEnde\n"
    with pytest.raises(OptionError, match="a list has whole texts"):
        TextExtraction(paths, docids=["a"]).list()


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ([], 2, "name a file in SGML or XML (parbleu convert --help"),
        (["--column", "mt"], 2, "name a table (parbleu convert --help"),
        (["src.sgm", "--list", "--docid", "a"], 2, "--list shows whole texts: leave out --docid and --ids"),
        (["-"], 2, "- has to be a regular file, since it is read twice: save it to a file first"),
        (["."], 2, ". is a folder: name its files"),
        (["no.sgm"], 1, "cannot read no.sgm: No such file or directory"),
        (
            [*ALL],
            1,
            "these are several texts: src, ref A/1, hyp one; choose one (--set, --system), or give each a",
        ),
        ([*ALL, "-o", "out.txt"], 1, "these are several texts: "),
        ([*ALL, "-o", "{set}.sgm", "--set", "src"], 1, "-o would overwrite src.sgm, which is read"),
        ([*ALL, "-o", "x{system}", "--system", "one"], 0, ""),
        (["src.sgm", "--set", "hyp"], 1, "there is no hyp, only 1 source"),
        (
            [*ALL, "--system", "on"],
            1,
            "unknown system or reference 'on': did you mean 'one'? choose from A/1, one",
        ),
        ([*ALL, "--set", "src", "--docid", "c"], 1, "there is no document 'c'; --ids shows them"),
        (["src.sgm", "-o", "no/out.txt"], 1, "cannot write no/out.txt: there is no directory no"),
        (["src.sgm", "src.sgm"], 1, "src.sgm:2: the document 'b' of src stands here again, after src.sgm:2"),
        (["ref.sgm", "ref.sgm"], 1, "after ref.sgm:2; give each reference or system a sysid of its own"),
        (["src.sgm", "-f", "json", "-o", "src.sgm"], 1, "--output would overwrite src.sgm"),
        (["src.sgm", "-f", "json", "-o", "made/here/"], 1, "cannot write made/here/"),
        (["src.sgm", "-f", "xml"], 2, "invalid choice: 'xml'"),
    ],
)
def test_command_lines(sgm, words, status, message):
    found = sgm(*words)
    assert found.status == status
    assert message in found.err
    assert found.out == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SYSTEM.replace('"b"', '"c"'), "hyp.sgm:2: the document 'c' of hyp one is not in src"),
        (SYSTEM.replace('id="2"', 'id="3"'), "hyp.sgm:2: the segment '3' of 'b' in hyp one is not in src"),
        (SYSTEM.replace("</seg>", ""), "hyp.sgm:2: a <seg> that does not end"),
        (SYSTEM[:40], "hyp.sgm:1: the tag '<tstset' is malformed or not ended"),
    ],
)
def test_nothing_is_written_of_what_is_wrong(sgm, folder, text, message):
    (folder / "hyp.sgm").write_text(text)
    (folder / "src.txt").write_text("before")
    found = sgm(*ALL, "-o", ".")
    assert (found.status, found.out) == (1, "")
    assert message in found.err
    assert (folder / "src.txt").read_text() == "before"
    assert not list(folder.glob("*ref*.txt"))


def test_faults_that_leave_segments_whole(sgm, folder):
    (folder / "src.sgm").write_text(SOURCE.replace("</doc>\n</srcset>", "\n of all</seg>\n" + "x\n" * 4))
    outside = "src.sgm:4: text outside of a segment: 'of all'"
    assert sgm("src.sgm").err == f"parbleu: {outside}; `parbleu convert --lenient` goes on\n"
    cut = "the file ends inside of the <doc> of line 3: it is cut off, or </doc> is missing"
    found = sgm("src.sgm", "--lenient")
    assert found.out == "Der Hafen\nDas Meer & mehr\nEnde\n"
    assert found.err.split("\n")[1:] == [
        f"parbleu: {outside}",
        "parbleu: src.sgm:5: text outside of a segment: 'x'",
        f"parbleu: src.sgm:10: {cut}",
        "",
    ]
    (folder / "src.sgm").write_text(SOURCE.replace("</seg>", "</seg></seg>\n" * 30, 1))
    found = sgm("src.sgm", "--lenient")
    assert found.err.count("</seg> without a <seg>") == 20
    assert found.err.endswith("src.sgm: these are the first 20 lines with faults; there may be more\n")


SHORTER = SOURCE[: SOURCE.index('<doc docid="a"')] + "</srcset>"


@pytest.mark.parametrize("changed", [SOURCE.replace('"2"', '"3"'), SOURCE.replace('"a"', '"c"'), SHORTER])
def test_a_file_that_changes_between_the_readings(folder, changed):
    path = folder / "src.sgm"
    contents = FileTexts([str(path)])
    path.write_text(changed)
    with pytest.raises(FormatError, match="it has changed since it was read first"):
        list(contents.parts(contents.texts))


def test_a_name_is_no_directory_above(sgm, folder):
    (folder / "hyp.sgm").write_text(SYSTEM.replace("one", ".."))
    assert sgm(*ALL, "--set", "hyp", "-o", "made/{system}.txt").status == 1
    (folder / "made").mkdir()
    assert sgm(*ALL, "--set", "hyp", "-o", "made/{system}.txt").status == 0
    assert (folder / "made/__.txt").is_file()


def test_two_texts_for_one_file(sgm, folder):
    (folder / "hyp.sgm").write_text(SYSTEM.replace("one", "A_1"))
    found = sgm("ref.sgm", "hyp.sgm", "-o", "out.{system}")
    assert (found.status, found.out) == (1, "")
    assert "ref A/1 and hyp A_1 would both be written to out.A_1" in found.err


def test_nothing_in_a_text_acts_on_a_terminal(run, tmp_path):
    """In a pipe or a file it is as it stands in the file."""
    (tmp_path / "src.sgm").write_text(SOURCE.replace('<seg id="1">', '<seg id="1">&#27;[2J&#155;2J ', 1))
    piped = run("convert", "src.sgm", cwd=tmp_path)
    assert piped.out.startswith("\x1b[2J\x9b2J ")
    shown = run("convert", "src.sgm", cwd=tmp_path, terminal=True)
    assert shown.out == piped.out.replace("\x1b", r"\x1b").replace("\x9b", r"\x9b")


def test_a_column_of_tables(run, tmp_path):
    (tmp_path / "a.csv").write_text('id,mt\n1,one\n2,"two\nlines"\n')
    (tmp_path / "b.jsonl").write_text('{"mt": ""}\n{"mt": "vier"}\n')
    lines = "one\ntwo lines\n\nvier\n"
    assert run("convert", "a.csv", "b.jsonl", "--column", "mt", cwd=tmp_path) == (0, lines, "")
    assert run("convert", "a.csv", "b.jsonl", "--column", "mt", "-o", "mt.txt", cwd=tmp_path).status == 0
    assert (tmp_path / "mt.txt").read_text() == lines
    piped = run("convert", "-", "--column", "mt", cwd=tmp_path, stdin=(tmp_path / "b.jsonl").read_bytes())
    assert piped == (0, "\nvier\n", "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("a.csv", "--column", "MT"), "a.csv: there is no column 'MT'; did you mean 'mt'?"),
        (("a.csv", "--column", "mt", "--set", "src"), "leave out the options of other files"),
        (("a.csv", "--column", "mt", "-o", "a.csv"), "would overwrite a.csv"),
        (("gone.jsonl", "--column", "mt"), "gone.jsonl"),
        (("null.jsonl", "--column", "mt"), "null.jsonl:2: column 'mt': the text is missing"),
        (("a.txt", "--column", "mt"), "a.txt: this is no table"),
        (("a.csv",), "`parbleu convert --column COLUMN` writes one"),
    ],
)
def test_columns_that_are_refused(run, tmp_path, words, told):
    (tmp_path / "a.csv").write_text("id,mt\n1,one\n")
    (tmp_path / "a.txt").write_text("one\n")
    (tmp_path / "null.jsonl").write_text('{"mt": "x"}\n{"mt": null}\n')
    result = run("convert", *words, cwd=tmp_path)
    assert result.status != 0
    assert told in result.err
