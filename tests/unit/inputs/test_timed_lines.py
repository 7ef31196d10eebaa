"""Tests that lines with times are read as the programs that write them mean them."""

import pytest

from extras import extra
from parbleu._inputs import unit_suffix
from parbleu._inputs.unit_formats import UnitOptions, read_units
from parbleu.errors import FormatError

OF_SUBSRT = "00:00:00.000,00:00:01.500\r\nThe tug\r\nwaits.\r\n\r\n00:00:02.000,00:00:03.500\r\n42\r\n\r\n"
"""What subsrt 1.1.1 (npm) writes as SBV."""
OF_YOUTUBE = "0:00:00.000,0:00:01.500\nThe tug[br]waits.\n0:00:02.000,0:00:03.500\n42\n"
LRC = """[ti:Harbour]
[re:Lavf59.27.100]
[t_time:(03:21)]

[00:12.00]The tug waits.
[00:17.20]
[00:21.105]<00:21.10> It <00:21.60>rains.
[00:30.00][01:02.5]Ahoy,
anna: sailor!
[01:10.00]Good
[01:10.00]night.
"""
"""As pylrc 0.1.2, ffmpeg 9.0.2 and subsrt 1.1.1 write: of a second line, the last has no time."""
STM = """;; CATEGORY "0" "" ""
talk 1 anna 0.0 1.5 The tug waits.
talk 1 ben 2.0000000000000004 3.5 <o,f0,male> 1 < 2
talk 1 excluded 3.5 4.0 ignore_time_segment_in_scoring
talk 1 anna 4.00 5 It rains.
talk 1 ben 4.0 6
other A anna 0 1.25 <NA> Ahoy!
"""
"""As meeteval 0.4.3 and sclite's STM have it."""
OF_PRAAT = """File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0 
xmax = 6 
tiers? <exists> 
size = 2 
item []: 
    item [1]:
        class = "IntervalTier" 
        name = "sentence" 
        xmin = 0 
        xmax = 6 
        intervals: size = 3 
        intervals [1]:
            xmin = 0 
            xmax = 2 
            text = "The ""tug"" waits." 
        intervals [2]:
            xmin = 2 
            xmax = 4 
            text = "" 
        intervals [3]:
            xmin = 4 
            xmax = 6 
            text = "5 boats, ß 中
here!" 
    item [2]:
        class = "TextTier" 
        name = "points" 
        xmin = 0 
        xmax = 6 
        points: size = 1 
        points [1]:
            number = 1.5 
            mark = "x" 
"""  # noqa: W291
"""What Praat 6.3.07 saves as a text file, and, in the other one, as a short text file."""
SHORT = """File type = "ooTextFile"
Object class = "TextGrid"

0
6
<exists>
2
"IntervalTier"
"sentence"
0
6
3
0
2
"The ""tug"" waits."
2
4
""
4
6
"5 boats, ß 中
here!"
"TextTier"
"points"
0
6
1
1.5
"x"
"""


def read(path, text, encoding="utf-8"):
    path.write_bytes(text.encode(encoding))
    return [(unit.key, unit.target, unit.times) for unit in read_units(str(path), UnitOptions())]


@pytest.mark.parametrize("text", [OF_SUBSRT, OF_YOUTUBE])
def test_sbv(tmp_path, text):
    extra("pysubs2")
    expected = [("1", "The tug waits.", (0.0, 1.5)), ("2", "42", (2.0, 3.5))]
    assert read(tmp_path / "a.sbv", text) == expected
    for wrong in (text.replace(",", ", ", 1), f"Captions\n{text}"):
        with pytest.raises(FormatError, match=r"a\.sbv:1: this is no time line"):
            read(tmp_path / "a.sbv", wrong)


def test_lyrics(tmp_path):
    lines = [("0:12.000", "The tug waits."), ("0:21.105", "It rains."), ("0:30.000", "Ahoy, anna: sailor!")]
    lines += [("1:02.500", "Ahoy, anna: sailor!"), ("1:10.000", "Good night.")]
    assert read(tmp_path / "a.lrc", LRC) == [(*line, None) for line in lines]
    shifted = read(tmp_path / "a.lrc", f"[offset:+12500]\n{LRC}")
    assert [key for key, *_ in shifted] == ["0:00.000", "0:08.605", "0:17.500", "0:50.000", "0:57.500"]
    in_two_languages = read(tmp_path / "a.lrc", LRC.replace("[re:Lavf", "[re:Lav"))
    assert [text for _, text, _ in in_two_languages][-2:] == ["Good", "night."]
    with pytest.raises(FormatError, match=r"a\.lrc:1: a line of LRC begins with its time"):
        read(tmp_path / "a.lrc", f"Harbour\n{LRC}")
    with pytest.raises(FormatError, match=r"a\.lrc:12: a line of LRC begins with its time"):
        read(tmp_path / "a.lrc", f"{LRC}[01:02:03.45]Ahoy!")
    with pytest.raises(FormatError, match=r"a\.lrc:1: .* at most 100 times"):
        read(tmp_path / "a.lrc", "[00:01]" * 101 + "Ahoy!")


def test_a_text_in_northern_luri_is_no_song(tmp_path):
    (tmp_path / "a.lrc").write_text("The tug waits.\n")
    assert unit_suffix(str(tmp_path / "a.lrc")) == ""


def test_transcripts(tmp_path):
    assert read(tmp_path / "a.stm", STM) == [
        ("0:00.000", "The tug waits.", (0, 1.5)),
        ("0:02.000", "1 < 2", (2.0000000000000004, 3.5)),
        ("0:04.000 1 anna", "It rains.", (4, 5)),
        ("0:04.000 1 ben", None, (4, 6)),
        ("0:00.000", "Ahoy!", (0, 1.25)),
    ]
    units = read_units(str(tmp_path / "a.stm"), UnitOptions())
    assert [unit.document for unit in units] == ["talk"] * 4 + ["other"]
    for line, words in (
        ("talk 1 anna 0.0", "FILE CHANNEL SPEAKER"),
        ("talk 1 anna 0.0 soon x", "a.stm:1: a line of STM"),
        ("talk 1 anna 0.0 1.0 the { tug / boat } waits", "alternatives"),
    ):
        with pytest.raises(FormatError, match=words):
            read(tmp_path / "a.stm", line)


@pytest.mark.parametrize("text", [OF_PRAAT, SHORT])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_textgrids(tmp_path, text, encoding):
    """Praat saves UTF-16 once a text has a character that ASCII lacks."""
    path = tmp_path / "a.TextGrid"
    expected = [("0:00.000", 'The "tug" waits.', (0, 2)), ("0:04.000", "5 boats, ß 中 here!", (4, 6))]
    assert read(path, text, encoding) == expected
    points = text.replace("TextTier", "IntervalTier").replace("1.5", "1.5 6").replace('"points"', '"words"')
    with pytest.raises(FormatError, match="several tiers have text, sentence and words"):
        read(path, points, encoding)
    cut = text.rindex('"') if text is OF_PRAAT else text.index("boats")
    for end in (-20, cut):
        with pytest.raises(FormatError, match="this is no TextGrid"):
            read(path, text[:end], encoding)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"ooBinaryFile\x08TextGrid\0\0", "save it there as a text file"),
        (b'{"xmin": 0.0, "xmax": 12.0, "tiers": []}', "this is no TextGrid"),
        (b'File type = "ooTextFile"\nObject class = "PitchTier"\n', "this is no TextGrid"),
    ],
)
def test_what_is_no_textgrid(tmp_path, content, words):
    (tmp_path / "a.TextGrid").write_bytes(content)
    with pytest.raises(FormatError, match=words):
        read_units(str(tmp_path / "a.TextGrid"), UnitOptions())
