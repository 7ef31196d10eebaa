"""Tests WMT's XML: the segments that count, their order, and errors with places."""

import gzip
import sys
from pathlib import Path

import pytest
from benchmarks.measure import run

from parbleu._io.lines import open_binary
from parbleu.errors import FormatError, UndecodableLineError, UnreadableFileError
from parbleu.testsets.formats import _raw_text as raw_text
from parbleu.testsets.formats import _wmt_xml as wmt_xml
from parbleu.testsets.formats._base import Annotation


def seg(number, text):
    return f'<seg id="{number}">{text}</seg>'


def group(name, *texts, first=1, **attributes):
    attributes = {"lang": "xx" if name == "src" else "yy"} | attributes
    words = "".join(f' {key}="{value}"' for key, value in attributes.items())
    segments = "".join(seg(at, text) for at, text in enumerate(texts, first))
    return f"<{name}{words}><p>{segments}</p></{name}>"


def doc(*groups, **attributes):
    words = "".join(
        f' {key}="{value}"' for key, value in ({"id": "d", "origlang": "xx"} | attributes).items()
    )
    return f"<doc{words}>{''.join(groups)}</doc>\n"


def dataset(*documents):
    return '<?xml version="1.0" encoding="utf-8"?>\n<dataset id="t">\n' + "".join(documents) + "</dataset>\n"


SRC = group("src", "a", "b")
REF = group("ref", "r", "s", translator="A")


@pytest.fixture
def convert(raw):
    return lambda text: raw.convert("wmt_xml", raw.paths(text, suffix="xml"))


@pytest.fixture
def refused(raw):
    """The message about a file that is refused by everything."""

    def refused(text):
        paths = raw.paths(text, suffix="xml")
        with pytest.raises(FormatError) as caught:
            raw.convert("wmt_xml", paths)
        assert caught.value.path == paths[0]
        return str(caught.value).removeprefix(paths[0])

    return refused


# --- what counts


def test_fields(convert):
    hyp = [group("hyp", "h", "i", system=name) for name in ("Z", "Y")]
    found = convert(dataset(doc(SRC, group("ref", "1", "2"), REF, *hyp, domain="news", id="d.1")))
    assert list(found) == ["src", "ref", "ref:A", "docid", "origlang", "Z", "Y", "domain"]
    assert found == {
        "src": ["a", "b"],
        "ref": ["1", "2"],
        "ref:A": ["r", "s"],
        "docid": ["d.1"] * 2,
        "origlang": ["xx"] * 2,
        "Z": ["h", "i"],
        "Y": ["h", "i"],
        "domain": ["news"] * 2,
    }


def test_a_segment_without_any_reference_is_left_out(convert):
    source = group("src", "a", "b", "c", "d")
    first = group("ref", "", "x", " ", translator="A")
    second = group("ref", "", "", "", translator="B")
    found = convert(dataset(doc(source, first, second, group("hyp", "1", "2", "3", "4", system="S"))))
    assert (found["src"], found["ref:A"], found["ref:B"]) == (["b", "c"], ["x", ""], ["", ""])
    assert found["S"] == ["2", "3"]


def test_segments_are_sorted_by_number(convert):
    source = f'<src lang="xx">{seg(10, "ten")}{seg(" 9 ", "nine")}{seg("+1", "one")}</src>'
    reference = f'<ref lang="yy" translator="A">{seg(1, "eins")}{seg("0_10", "zehn")}{seg(9, "neun")}</ref>'
    found = convert(dataset(doc(source, reference)))
    assert (found["src"], found["ref:A"]) == (["one", "nine", "ten"], ["eins", "neun", "zehn"])


def test_the_last_of_several_segments_with_a_number(convert):
    found = convert(
        dataset(doc(SRC, group("src", "B", "c", first=2), REF, group("ref", "t", first=3, translator="A")))
    )
    assert (found["src"], found["ref:A"]) == (["a", "B", "c"], ["r", "s", "t"])


def test_empty_and_missing_texts_are_empty_lines(convert):
    source = f'<src lang="xx"><seg id="1"/>{seg(2, "")}{seg(3, "c")}</src>'
    found = convert(
        dataset(doc(source, group("ref", "x", "y", "z", translator="A"), group("hyp", "h", system="S")))
    )
    assert (found["src"], found["S"]) == (["", "", "c"], ["h", "", ""])


def test_fields_stay_side_by_side(convert):
    first = doc(SRC, REF, group("hyp", "1", "2", system="S"))
    second = doc(SRC, group("ref", "x", "y", translator="B"), group("hyp", "3", "4", system="T"))
    found = convert(dataset(first, second))
    assert (found["ref:A"], found["ref:B"]) == (["r", "s", "", ""], ["", "", "x", "y"])
    assert (found["S"], found["T"]) == (["1", "2", "", ""], ["", "", "3", "4"])


def test_documents_of_test_suites_are_left_out_but_for_their_translators(convert):
    suite = doc(
        SRC, group("ref", "x", translator="T"), group("hyp", "h", system="S"), testsuite="proverbs", id="p"
    )
    found = convert(dataset(suite, doc(SRC, REF)))
    assert list(found) == ["src", "ref:T", "ref:A", "docid", "origlang"]
    assert found["ref:T"] == ["", ""]
    assert all(not lines for lines in convert(dataset(suite)).values())


@pytest.mark.parametrize(("domains", "expected"), [(["n", ""], None), (["", "n"], ["", "", "n", "n"])])
def test_the_last_document_decides_whether_there_are_domains(convert, raw, domains, expected):
    documents = [doc(SRC, REF, **({"domain": domain} if domain else {})) for domain in domains]
    text = dataset(*documents, doc(SRC, domain="of no segment"))
    assert convert(text).get("domain") == expected
    annotations = raw.annotations("wmt_xml", raw.paths(text, suffix="xml"))
    assert annotations == [Annotation("xx", "d", domain or None) for domain in domains for _ in range(2)]


def test_collections_and_other_elements_are_looked_through(convert):
    inner = "<collection id='c'>" + doc("<x>", SRC, "</x>", REF) + "</collection>"
    assert convert(f"<!DOCTYPE any SYSTEM 'any.dtd'><any>words{inner}<!-- x --><?y z?></any>")["src"] == [
        "a",
        "b",
    ]


def test_systems_may_have_strange_names(convert):
    found = convert(
        dataset(doc(SRC, REF, *(group("hyp", "h", system=name) for name in ("domain", "../x", "ref-A", ""))))
    )
    assert list(found)[-4:] == ["domain", "../x", "ref-A", ""]


# --- text


def test_white_space_and_references(convert):
    text = (
        "\n a&#xA0;b\u3000\u2028c&#13;\n\td &amp;amp; &lt;&gt;&quot;&apos;&#x1F600; <![CDATA[ <&amp;>]]>\x85"
    )
    source = group("src", text, "\u200b\u00a0")
    found = convert(dataset(doc(source, REF, id=" x&#10;y\u3000&quot; ", origlang="")))
    assert found["src"] == ["a b c d &amp; <>\"'\U0001f600 <&amp;>", "\u200b"]
    assert (found["docid"], found["origlang"]) == (['x y "'] * 2, [""] * 2)


def test_markup_ends_a_text_and_a_warning_says_so(convert, warnings):
    source = group("src", "a <b>bold</b> c", "d<!-- remark -->\n", "<?x?>e", "f<seg id='9'>g</seg> ")
    found = convert(dataset(doc(source, group("ref", *"1234", translator="A"))))
    assert found["src"] == ["a", "d", "", "f"]
    (warning,) = warnings
    assert warning.endswith(
        "0.xml:3: markup inside of a segment ends its text, as in sacreBLEU; what follows is left out"
    )


def test_white_space_behind_markup_is_no_text(convert, warnings):
    convert(dataset(doc(group("src", "a<!-- remark -->\n ", "b"), REF)))
    assert not warnings


# --- encodings


@pytest.mark.parametrize("size", [1, 3, 64, 1 << 18])
@pytest.mark.parametrize(
    ("declared", "encoding"), [("utf-8", "utf-8-sig"), ("ISO-8859-1", "latin-1"), ("UTF-16", "utf-16")]
)
def test_encodings(raw, monkeypatch, declared, encoding, size):
    monkeypatch.setattr(raw_text, "_BLOCK", max(size, 200))
    text = dataset(doc(group("src", "ä", "ÿ"), REF)).replace("utf-8", declared, 1)
    assert raw.convert("wmt_xml", raw.paths(text.encode(encoding), suffix="xml"))["src"] == ["ä", "ÿ"]


def test_compressed(raw):
    text = dataset(doc(SRC, REF))
    assert raw.convert("wmt_xml", raw.paths(text, suffix="xml.gz"))["src"] == ["a", "b"]


def test_a_wrong_encoding(raw, refused):
    assert (
        refused(dataset(doc(SRC, REF)).replace("utf-8", "klingon"))
        == ":1: unknown encoding: klingon; try utf-8 or latin-1"
    )
    assert "byte 0xe4 begins no character that XML allows" in refused(
        dataset(doc(group("src", "ä"))).encode("latin-1")
    )
    text = dataset(doc(group("src", "ä"), REF)).replace("utf-8", "ascii2", 1).replace("ascii2", "cp1252")
    with pytest.raises(UndecodableLineError, match=r"0\.xml:3: byte 0x81 at column 57 is not valid cp1252"):
        raw.convert("wmt_xml", raw.paths(text.encode("cp1252").replace(b"\xe4", b"\x81"), suffix="xml"))


# --- what is refused


@pytest.mark.parametrize(
    ("documents", "problem"),
    [
        (
            doc(SRC, REF) + doc(group("src", "a", lang="zz"), REF),
            ":4: <src> in the language 'zz' after others in 'xx'",
        ),
        (doc(SRC, REF, group("ref", "a", lang="zz")), ":3: <ref> in the language 'zz' after others in 'yy'"),
        (
            doc("<src>" + seg(1, "a") + "</src>", SRC, REF),
            ":3: <src> in the language 'xx' after others in None",
        ),
        (doc(SRC), ": no <ref> in any <doc>: this is not a test set of WMT"),
        ("", ": no <src> in any <doc>: this is not a test set of WMT"),
        (doc(SRC, REF) + "<doc origlang='x'/>", ":4: <doc> without the attribute id"),
        ("<doc id='x'/>", ":3: <doc> without the attribute origlang"),
        (doc(SRC, REF, "\n<hyp/>"), ":4: <hyp> without the attribute system"),
        (doc(SRC, REF, "<src><seg>a</seg></src>"), ":3: a <seg> without the attribute id (column "),
        (
            doc("<src lang='xx'>\n" + seg("1a", "") + "</src>", REF),
            ":3: a <seg> of this <src> has the id '1a', which is",
        ),
        (
            doc(SRC, REF, "\n", group("hyp", "h", system="src")),
            ":4: a system is called 'src', as another field is",
        ),
        (
            doc(SRC, REF, "\n", group("hyp", "h", system="domain"), domain="x"),
            ":4: a system is called 'domain', as another field is",
        ),
        (doc(SRC, REF, doc()), ":3: a <doc> inside of another (column "),
        (doc(SRC, "<hyp system='S'>\n" + REF + "</hyp>"), ":4: a <ref> inside of another group of segments"),
    ],
)
def test_files_that_sacrebleu_cannot_have_meant(refused, documents, problem):
    assert refused(dataset(documents)).startswith(problem)


BODY = doc(SRC, REF).strip()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", ":1: the file ends before its first element"),
        ("404 Not Found\n", ":1: text before the first element: no XML (column 1)"),
        (f"<d>{BODY}\n", ":2: the file ends inside of <d>, which begins in line 1: it is not complete"),
        (f"<d>{BODY}</d", ":1: the file ends inside of <d>, which begins in line 1: it is not complete"),
        (f"<d>{BODY}</d>\n<", ":2: the file ends inside of what begins here: it is not complete (column 1)"),
        (f"<d>{BODY}</d>\nx", ":2: text after the last element"),
        (f"<d>{BODY}</d><e/>", ":1: a second element outside of the first"),
        (f"<d>\n{BODY}</e>", ":2: </e> where <d> is open, which begins in line 1"),
        (f"<d>{BODY}</d></d>", ":1: </d> ends nothing"),
        (f"<d>{BODY}</ d>", ":1: this is no end tag: </ d>"),
        ("\n<?xml version='1.0'?><d/>", ":2: an XML declaration that is not the beginning of the file"),
        ("<? ?><d/>", ":1: a processing instruction without a name"),
        ("<d>a & b</d>", ':1: "&" begins no reference here: write &amp; (column 6)'),
        ("<d>&a b;</d>", ':1: "&" begins no reference here: write &amp;'),
        ("<d>&nbsp;</d>", ":1: &nbsp; is none of the entities amp, lt, gt, quot and apos, and no others are"),
        ("<d a='&x;'/>", ":1: &x; is none of the entities amp, lt, gt, quot and apos"),
        *(
            (f"<d>&#{code};</d>", f":1: &#{code}; is no character")
            for code in ("", "x", "28", "xD800", "x110000", "-1")
        ),
        ("<d>\n\x01</d>", ":2: byte 0x01 begins no character that XML allows, in UTF-8 (column 1)"),
        ("<d>\ufffe</d>", ":1: byte 0xef begins no character"),
        ("<d>]]></d>", ':1: "]]>" in text: write ]]&gt;'),
        ("<d>a < b</d>", ':1: "<" inside of a tag, or no tag at all: write &lt;'),
        ("<d><1/></d>", ':1: "<" begins no tag here: write &lt;'),
        ("<d a=1/>", ":1: the attribute a has no value in quotes"),
        ("<d a/>", ":1: the attribute a has no value in quotes"),
        ("<d a='1'b='2'/>", ":1: no blank before the attribute b"),
        ("<d a='1' a='2'/>", ":1: the attribute a is there twice"),
        ("<d 1='1'/>", ":1: this is no attribute: 1='1'"),
        ("<d a='<'/>", ':1: "<" in the value of an attribute: write &lt;'),
        ("<d a='&'/>", ':1: "&" begins no reference here: write &amp;'),
        ("<d><!-- a -- b --></d>", ':1: "--" inside of a comment (column 11)'),
        ("<d><!x></d>", ":1: no comment, CDATA section or DOCTYPE begins like this"),
        ("<![CDATA[x]]><d/>", ":1: text outside of elements"),
        ("<d/><!DOCTYPE d>", ":1: a DOCTYPE that does not stand before the first element"),
        ("<!DOCTYPE d <d/>", ':1: "<" inside of a DOCTYPE'),
        (
            "<!DOCTYPE d [\n<!ENTITY a 'b'>]><d/>",
            ":2: entities are declared here, which is refused since they can",
        ),
        ("<!DOCTYPE d [<!ATTLIST d a CDATA 'b'>]><d/>", ":1: attributes are declared here, which is refused"),
        (
            f"<d {' '.join(f'a{n}=x' for n in range(257))}/>".replace("x", "''"),
            ":1: more than 256 attributes",
        ),
        ("<d>" * 257, ":1: more than 256 elements inside of each other (column 769)"),
    ],
)
def test_files_that_are_no_xml(refused, text, problem):
    assert refused(text).startswith(problem)


def test_a_dtd_without_consequences(convert):
    inside = "\n<!ELEMENT doc ANY><!-- <!ENTITY x '> --><?y ]> ?><!NOTATION n SYSTEM ']>'> "
    dtd = f"<!DOCTYPE dataset [{inside}] >\n"
    assert convert(dtd + f"<dataset>{BODY}</dataset>")["src"] == ["a", "b"]


def test_laughs_are_not_billions(refused):
    laughs = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10}">' for at in range(1, 10))
    text = f'<!DOCTYPE d [<!ENTITY l0 "ha">{laughs}]><d>&l9;</d>'
    assert "entities are declared here" in refused(text)


def test_files_are_not_fetched_for_entities(refused, tmp_path):
    (tmp_path / "secret").write_text("secret")
    text = f'<!DOCTYPE d [<!ENTITY % e SYSTEM "file://{tmp_path}/secret"> %e;]><d/>'
    assert "entities are declared here" in refused(text)


def test_markup_without_end_does_not_fill_the_memory(refused):
    for begin, what in (
        ("<d ", "tag"),
        ("<!-- ", "comment"),
        ("<?x ", "processing instruction"),
        ("<!DOCTYPE ", "DOCTYPE"),
    ):
        assert refused(begin + "x" * 3_000_000).startswith(
            f":1: a {what} of more than 1048576 bytes begins here"
        )


def test_a_file_that_is_not_there(raw, tmp_path):
    paths = [str(tmp_path / "nowhere.xml")]
    for call in (raw.convert, raw.annotations):
        with pytest.raises(UnreadableFileError, match="nowhere"):
            call("wmt_xml", paths)


def test_a_damaged_compressed_file(raw, tmp_path):
    (path,) = raw.paths(dataset(doc(SRC, REF)) * 50, suffix="xml.gz")
    data = gzip.compress(dataset(*[doc(SRC, REF)] * 500).encode())
    (tmp_path / "0.xml.gz").write_bytes(data[:-20])
    with pytest.raises(UnreadableFileError, match="cannot read"):
        raw.convert("wmt_xml", [path])


# --- reading again


def test_a_changed_file_has_other_fields(raw):
    paths = raw.paths(dataset(doc(SRC, REF)), suffix="xml")
    assert list(raw.convert("wmt_xml", paths)) == ["src", "ref:A", "docid", "origlang"]
    raw.paths(dataset(doc(SRC, group("ref", "1", "2", translator="BB"))), suffix="xml")
    assert list(raw.convert("wmt_xml", paths)) == ["src", "ref:BB", "docid", "origlang"]


def test_a_file_is_read_once_for_its_fields_and_their_lines(raw, monkeypatch):
    paths = raw.paths(dataset(doc(SRC, REF)), suffix="xml")
    opened = []
    monkeypatch.setattr(raw_text, "open_binary", lambda path: opened.append(path) or open_binary(path))
    first = raw.convert("wmt_xml", paths)
    assert opened == paths
    assert raw.convert("wmt_xml", paths) == first  # the lines are not kept for ever
    assert opened == paths * 2


def test_the_names_of_fields_stay_as_they_are(raw):
    format_ = wmt_xml.WmtXml(raw.entry(), "xx-yy", raw.paths(dataset(doc(SRC, REF)), suffix="xml"))
    fields = format_.fields()
    fields.append("not ours")
    assert format_.fields() == fields[:-1]


def test_many_lines_are_not_kept(raw, monkeypatch):
    monkeypatch.setattr(wmt_xml, "_LARGE", 30)
    paths = raw.paths(dataset(doc(SRC, REF), doc(SRC, REF), doc(SRC, REF)), suffix="xml")
    format_ = wmt_xml.WmtXml(raw.entry(), "xx-yy", paths)
    assert format_.fields()[0] == "src"
    assert format_._lines is None
    assert raw.convert("wmt_xml", paths)["src"] == ["a", "b"] * 3


CONVERT = """
import sys
from parbleu.testsets._catalogue_entry import Entry, PairEntry
from parbleu.testsets.formats import _wmt_xml as wmt_xml
wmt_xml._LARGE = 1 << 20
entry = Entry("t", "wmt_xml", language_pairs={"xx-yy": PairEntry(("x",))})
sizes = []
wmt_xml.WmtXml(entry, "xx-yy", [sys.argv[1]]).convert(lambda field, lines: sizes.append(len(lines)))
print(sum(sizes))
"""


def test_memory_does_not_grow_with_the_file(tmp_path):
    words = ["Wörter und mehr " * 5] * 20
    systems = [group("hyp", *words, system=str(k)) for k in range(8)]
    document = doc(group("src", *words), group("ref", *words), *systems)
    runs = []
    for count in (100, 1000):
        (tmp_path / str(count)).write_text(dataset(*[document] * count), encoding="utf-8")
        runs.append(run([sys.executable, "-c", CONVERT, str(tmp_path / str(count))]))
    small, large = runs
    assert (tmp_path / "1000").stat().st_size > 20_000_000
    assert int(large.output) == 10 * int(small.output) > 15_000_000
    assert large.peak - small.peak < 3_000_000


@pytest.mark.parametrize("whose", ["document", "references"])
def test_attributes_do_not_fill_the_memory(tmp_path, raw, whose):
    """A document's are repeated for each segment, and anybody can have many references."""
    (path,) = raw.paths("", suffix="xml")
    value = "z" * 100_000
    if whose == "document":
        texts = group("src", *"a" * 1000) + group("ref", *"b" * 1000)
        text = dataset(doc(texts, domain=value))
    else:
        text = dataset(doc(SRC, f"<ref lang='yy' about='{value}'/>" * 1000))
    Path(path).write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match="a <doc> of more than 67108864 bytes"):
        raw.convert("wmt_xml", [path])


def test_too_many_systems(refused):
    for count in (1, 3):
        systems = [group("hyp", "h", system=f"S{at}") for at in range(1200 // count)]
        documents = [doc(SRC, REF, *(each.replace("S", f"{at}S") for each in systems)) for at in range(count)]
        assert "more than 1,000 translators and systems" in refused(dataset("".join(documents)))


def test_a_document_that_is_too_large(tmp_path, raw):
    (path,) = raw.paths("", suffix="xml")
    with (tmp_path / "0.xml").open("w") as file:
        file.write("<d><doc><src><seg id='1'>")
        for _ in range(65):
            file.write("x" * (1 << 20))
    with pytest.raises(FormatError, match="a <doc> of more than 67108864 bytes"):
        raw.convert("wmt_xml", [path])
