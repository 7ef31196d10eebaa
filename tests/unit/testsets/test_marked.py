"""Tests how files with markup are recognized and read, and where they are refused."""

import pytest

from parbleu.errors import FormatError, OptionError, UndecodableLineError
from parbleu.testsets import read_documents, read_segments

SGML = """\ufeff<!DOCTYPE srcset SYSTEM "ftp://jaguar.ncsl.nist.gov/mt/resources/mteval-xml-v1.3.dtd">
<!-- made <for> a test -->
<SrcSet setid='harbour' SRCLANG=German>
<DOC DocID = "a.b" genre=news>
<url>http://x/?a&b</url><keywords>ships & <b>boats
<hl>
<seg id="1">Der  Hafen &amp; das
  Meer</seg>
</hl>
<p>
<Seg id='2'> &#71;r&#xFC;&szlig;e &unknown; AT&T; 3 < 4 </SEG >
<seg
  id=3></seg>
<doc docid='c/d'>
<p><seg>ohne Nummer</seg><seg id="x y">&quot;so&apos;</seg><seg/></p>
</DOC>
</srcset>
<refset srclang="German" trglang="English" refid="R">
<doc docid="a.b" sysid="first"><seg id=1>The harbour<br> and the sea</seg></doc>
<doc docid="a.b"><seg id=1>Harbour</seg></doc>
</refset>
<TSTSET sysid="one &amp; two" trglang=en><doc docid=a.b><seg id=1>Port</seg></doc></TSTSET>
"""


@pytest.fixture
def file(tmp_path):
    def make(text, name="x.sgm"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return make


def found(path, **options):
    return [
        (each.kind, each.name, each.docid, each.language, dict(zip(each.ids, each.segments, strict=True)))
        for each in read_documents(path, **options)
    ]


def test_sgml_as_people_write_it(file):
    path = file(SGML)
    assert found(path) == [
        *(
            ("src", "", "a.b", "German", segments)
            for segments in [{"1": "Der Hafen & das Meer", "2": "Grüße &unknown; AT&T; 3 < 4", "3": ""}]
        ),
        ("src", "", "c/d", "German", {"1": "ohne Nummer", "x y": "\"so'", "3": ""}),
        ("ref", "first", "a.b", "English", {"1": "The harbour<br> and the sea"}),
        ("ref", "R", "a.b", "English", {"1": "Harbour"}),
        ("hyp", "one & two", "a.b", "en", {"1": "Port"}),
    ]
    assert [(each.line, each.markup) for each in read_documents(path)] == [
        *((line, 0) for line in (4, 14)),
        *((19, 19), (20, 0), (22, 0)),
    ]


def test_what_iwslt_calls_xml(file):
    path = file(
        '<?xml version="1.0" encoding="ISO-8859-1"?>\n<mteval><srcset srclang="english"><doc docid="1">\n'
        '<title>Caf\xe9 & more</title><seg id="1"> a caf\xe9 & more </seg></doc></srcset></mteval>\n'.encode(
            "latin-1"
        )
    )
    assert found(path) == [("src", "", "1", "english", {"1": "a café & more"})]


def test_documents_without_a_set_or_names(file):
    path = file("<doc><seg id=1>a</seg></doc><DOC><seg id=1>b</seg></DOC>")
    assert found(path) == [("src", "", "1", "", {"1": "a"}), ("src", "", "2", "", {"1": "b"})]


def test_xml_keeps_all_text_of_a_segment(file):
    path = file(
        "<dataset><doc id='d'><src lang='de'><p><seg id='1'>eins <b>zwei</b>\n drei</seg></p></src>"
        "<src lang='de'><seg id='2'>vier</seg></src>"
        "<hyp system='A' language='en'><seg id='1'>one &lt; two</seg></hyp>"
        "<ref><seg id='1'/></ref></doc></dataset>"
    )
    assert found(path) == [
        ("src", "", "d", "de", {"1": "eins zwei drei", "2": "vier"}),
        ("hyp", "A", "d", "en", {"1": "one < two"}),
        ("ref", "", "d", "", {"1": ""}),
    ]
    assert [each.markup for each in read_documents(path)] == [1, 0, 0]


SET = "<srcset>\n<doc docid='d'>\n"
END = "</doc></srcset>"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (f"{SET}<seg id=1>a\n<seg id=2>b</seg>{END}", 3, "a <seg> that does not end: <seg> comes before"),
        (f"{SET}<seg id=1>a\n</doc></srcset>", 3, "a <seg> that does not end: </doc> comes before"),
        (f"{SET}<seg id=1>a\n", 3, "a <seg> without its </seg>"),
        (
            f"{SET}<seg id=1>a</seg>\n<seg id='1'>b</seg>{END}",
            4,
            "the segment '1' stands twice in the document 'd'",
        ),
        (f"{SET}\nstray text<seg id=1>a</seg>{END}", 4, "text outside of a segment: 'stray text'"),
        (f"{SET}<seg id=1>a</seg> tail{END}", 3, "text outside of a segment: 'tail'"),
        (f"{SET}<seg id=1>a</seg>\n", 4, "the file ends inside of the <doc> of line 2"),
        (f"{SET}<seg id=1>a</seg></doc>\n", 4, "the file ends inside of the <srcset> of line 1"),
        ("<mteval>\n<srcset></srcset>", 3, "the file ends inside of the <mteval> of line 1"),
        (f"{SET}{END}", 0, "there is no segment in it"),
        ("<srcset>\n<seg id=1>a</seg></srcset>", 2, "a <seg> outside of a <doc>"),
        (f"{SET}</seg>", 3, "</seg> without a <seg>"),
        ("<srcset>\n</doc>", 2, "</doc> without a <doc>"),
        ("<srcset>\n</refset>", 2, "</refset> without a <refset>"),
        (f"{SET}<refset>", 3, "a <refset> inside of the <srcset> of line 1"),
        (f'{SET}<seg id="1>a</seg>\n<seg id="2">b</seg>{END}', 3, "the tag '<seg' is malformed"),
        (f"{SET}<seg id=1>&#xD800;</seg>{END}", 3, "&#xD800; stands for no character"),
        (f"{SET}\n<doc docid='&#0;'>", 4, "&#0; stands for no character"),
        (
            '<!DOCTYPE srcset [\n<!ENTITY a "b">]><srcset>',
            1,
            "declares what is not read here, such as entities",
        ),
        ("<srcset><!-- no end", 1, "'<!-- no end' is not ended"),
        ("Just a line of text.\n<seg id=1>", 0, "it does not begin as SGML or XML does"),
        ("", 0, "it does not begin as SGML or XML does; plain text needs no conversion"),
        (
            "id,ref\n1,Tug.\n2,Crane.\n",
            0,
            "does: it is a table in CSV; end its name in .csv, and `parbleu score`",
        ),
        ('{"mt": "Tug."}\n{"mt": "Crane."}\n', 0, "does: it is JSON lines: `parbleu score` reads columns, "),
        ("<\0s\0", 0, "it does not begin as SGML or XML does; name its encoding, such as utf-16-le"),
        (
            "<dataset><doc id='d'>\n<src>a<seg id='1'>b</seg></src></doc></dataset>",
            2,
            "text outside of a <seg>",
        ),
        (
            "<dataset><doc>\n<src><seg id='1'/><seg id='1'/></src></doc></dataset>",
            2,
            "the segment '1' stands twice",
        ),
        ("<dataset><doc id='d'>\n<src><seg id='1'>b</src></doc></dataset>", 2, "</src>"),
        ("<!DOCTYPE d [<!ENTITY a 'aaaa'>]><dataset/>", 1, "entit"),
        ("<html><p>a</p></html>", 0, "there is no segment in it"),
    ],
)
def test_what_is_refused(file, text, line, problem):
    with pytest.raises(FormatError) as caught:
        list(read_documents(file(text)))
    assert problem in caught.value.problem
    assert caught.value.line == line
    assert str(caught.value).startswith(str(file(text)))


def test_bytes_that_are_no_text(file):
    path = file(f"{SET}<seg id=1>caf\xe9</seg>{END}".encode("latin-1"))
    with pytest.raises(UndecodableLineError, match=r"x.sgm:3: byte 0xe9 at column 14"):
        list(read_documents(path))
    assert next(read_segments(path, encoding="latin-1")) == "café"
    with pytest.raises(FormatError, match="unknown encoding: no-such"):
        list(read_documents(path, encoding="no-such"))


def test_segments_of_one_text(file):
    path = file(SGML)
    assert list(read_segments(path))[-3:] == ["ohne Nummer", "\"so'", ""]
    assert list(read_segments(str(path), "ref", "R")) == ["Harbour"]
    assert list(read_segments(path, "hyp")) == ["Port"]
    with pytest.raises(
        FormatError, match=r"x.sgm:20: there are several texts ref, 'first' and 'R': name one"
    ):
        list(read_segments(path, "ref"))
    with pytest.raises(
        FormatError, match="there is no hyp two in it, only src, ref first, ref R, hyp one & two"
    ):
        list(read_segments(path, "hyp", "two"))
    with pytest.raises(OptionError, match="kind is one of src, ref, hyp, not 'source'"):
        list(read_segments(path, "source"))


@pytest.mark.parametrize("shape", ["<seg id=1>{}", "<!--{}", "<doc {}", "<p>\n{}</p", "<x>{}"])
def test_no_more_is_read_than_makes_sense(file, shape, monkeypatch):
    """Broken files neither fill the memory nor take long."""
    path = file(SET + shape.format("x y " * 2_500_000))
    with pytest.raises(FormatError):
        list(read_documents(path))
