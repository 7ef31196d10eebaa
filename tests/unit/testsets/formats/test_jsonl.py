"""Tests JSON lines: paths in the options, and errors for wrong rows."""

import json

import pytest

from parbleu.errors import CatalogueError, FormatError
from parbleu.testsets._catalogue_entry import PairEntry
from parbleu.testsets.formats._base import Annotation

WMT25 = {
    "dataset_id": "wmttest2025",
    "doc_id": "en-de_DE_#_news_#_1",
    "domain": "news",
    "src_lang": "en",
    "tgt_lang": "de_DE",
    "src_text": "One.\nTwo.\n\nThree \u3000 four.",
    "refs": {"refA": {"ref": "Eins.\nZwei.\n\nDrei vier."}},
}


@pytest.fixture
def convert(raw):
    """Converts rows, as dictionaries or as text."""

    def convert(rows, options=None, language_pair="en-de_DE", suffix="jsonl"):
        text = "".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows)
        paths = raw.paths(text, suffix=suffix)
        entry = raw.entry(paths, options=options, language_pair=language_pair)
        return raw.convert("jsonl", paths, entry, language_pair)

    return convert


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz"])
def test_the_layout_of_wmt25_needs_no_options(convert, suffix):
    other = WMT25 | {"tgt_lang": "ja_JP"}
    blind = WMT25 | {"refs": {}}
    assert convert([other, WMT25, "\n", blind, "  \n", WMT25], suffix=suffix) == {
        "src": ["One. Two. Three four."] * 2,
        "ref:refA": ["Eins. Zwei. Drei vier."] * 2,
        "docid": ["en-de_DE_#_news_#_1"] * 2,
        "origlang": ["en"] * 2,
        "domain": ["news"] * 2,
    }


def test_documents_can_be_split(convert):
    found = convert([WMT25], {"split": "\n\n"})
    assert (found["src"], found["ref:refA"]) == (["One. Two.", "Three four."], ["Eins. Zwei.", "Drei vier."])
    assert found["docid"] == ["en-de_DE_#_news_#_1"] * 2


def test_annotations(raw):
    paths = raw.paths(
        json.dumps(WMT25) + "\n" + json.dumps(WMT25 | {"domain": None, "doc_id": 7}), suffix="jsonl"
    )
    entry = raw.entry(paths, options={"split": "\n\n", "language_pair": None})
    assert raw.annotations("jsonl", paths, entry) == [
        *[Annotation("en", "en-de_DE_#_news_#_1", "news")] * 2,
        *[Annotation("en", "7", None)] * 2,
    ]


ROW = {
    "lp": "en-de",
    "source": ["a", "b"],
    "tgt": {"refA": ["A", ""], "sys1": ["1", "2"], "sys2": ["3", "4"]},
}
OPTIONS = {
    "source": "source",
    "references": {"refA": "tgt.refA", "": "post.edit"},
    "systems": "tgt.*",
    "language_pair": "lp",
    "docid": None,
    "domain": None,
    "origlang": None,
}


def test_names_and_lists_of_segments(convert):
    assert convert([ROW], OPTIONS, "en-de") == {
        "src": ["a"],
        "ref:refA": ["A"],
        "ref": [""],
        "sys1": ["1"],
        "sys2": ["3"],
    }


def test_fields_stay_side_by_side(convert):
    second = ROW | {"tgt": {"sys3": ["5", "6"]}, "post": {"edit": ["C", "D"]}}
    assert convert([ROW, second], OPTIONS, "en-de") == {
        "src": ["a", "a", "b"],
        "ref:refA": ["A", "", ""],
        "ref": ["", "C", "D"],
        "sys1": ["1", "", ""],
        "sys2": ["3", "", ""],
        "sys3": ["", "5", "6"],
    }


def test_without_references_every_segment_counts(convert):
    options = OPTIONS | {"references": None, "systems": {"mine": "tgt.sys1"}}
    assert convert([ROW], options, "en-de") == {"src": ["a", "b"], "mine": ["1", "2"]}


def test_rows_without_any_reference_do_not_vanish(convert):
    with pytest.raises(FormatError, match=r"no row has a reference; the option 'references' says where"):
        convert([WMT25 | {"refs": {}}])


def test_where(convert):
    rows = [
        {"source": "a", "target": "A", "bad": True},
        {"source": "b", "target": "B", "bad": False},
    ]
    options = OPTIONS | {
        "references": "target",
        "systems": None,
        "language_pair": None,
        "where": {"bad": False},
    }
    assert convert(rows, options) == {"src": ["b"], "ref": ["B"]}


@pytest.mark.parametrize(
    ("row", "options", "problem"),
    [
        ('{"a": 1\n', {}, ":2: no JSON: Expecting ',' delimiter (column 8)"),
        ("[]\n", {}, ":2: a line must be a JSON object, {...}"),
        ("[" * 100_000, {}, ":2: JSON that cannot be read: its brackets are nested deeper"),
        ('{"a": "\\ud800"}', {}, ":2: half of a surrogate pair, which is not a character"),
        (WMT25 | {"src_text": None}, {}, ":2: no source; the test set's option 'source' says where it is"),
        (WMT25 | {"src_text": 5}, {}, ":2: the source is neither a text nor a list of texts"),
        (WMT25 | {"refs": {"B": {"ref": [1]}}}, {}, ":2: ref:B is neither a text nor a list of texts"),
        (
            WMT25 | {"refs": {"B": {"ref": "a"}}},
            {"split": "\n\n"},
            ":2: ref:B has 1 segment, and the source 2",
        ),
        (
            "",
            {"where": {"domain": "x"}},
            ": no row is of en-de_DE: the test set's options 'language_pair' and 'where'",
        ),
        (
            WMT25 | {"out": {"src": "x"}},
            {"systems": "out.*"},
            ": a system is called 'src', as another field is",
        ),
    ],
)
def test_rows_that_are_wrong(convert, tmp_path, row, options, problem):
    with pytest.raises(FormatError) as caught:
        convert([WMT25, row], options)
    assert str(caught.value).startswith(f"{tmp_path / '0.jsonl'}{problem}")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"src": "x"}, "'src' is unknown; there are source, references, systems"),
        ({"source": 5}, "'source' is 5; a text is wanted"),
        ({"split": ""}, "'split' is ''; a text is wanted"),
        ({"language_pair": 5}, "'language_pair' is 5; a text, or a list of texts, is wanted"),
        ({"where": []}, "'where' is not an object of paths and values"),
        (
            {"systems": "out"},
            "'systems' is 'out'; take one '*' for the names, or an object of names and paths",
        ),
        ({"references": "a.*.b.*"}, "'references' is 'a.*.b.*'; take one '*'"),
        ({"references": {"A": None}}, "'references' is None; a text is wanted"),
    ],
)
def test_options_that_are_wrong(convert, options, problem):
    with pytest.raises(CatalogueError) as caught:
        convert([WMT25], options)
    assert str(caught.value).startswith(f"test set mine: the option {problem}")


def test_rows_are_left_out_by_what_they_must_not_have(convert):
    rows = [{"s": "a", "t": "A", "kind": "canary"}, {"s": "b", "t": "B", "kind": "news"}]
    options = {"source": "s", "references": "t", "language_pair": None, "where_not": {"kind": "canary"}}
    options |= {"docid": None, "domain": "kind", "origlang": None}
    assert convert(rows, options) == {"src": ["b"], "ref": ["B"], "domain": ["news"]}


def test_white_space_that_is_kept_and_line_ends(convert):
    found = convert([WMT25], {"white_space": "keep"})
    assert found["src"] == ["One. Two.  Three \u3000 four."]
    with pytest.raises(CatalogueError, match="'white_space' is 'all'; 'keep' leaves texts as they are"):
        convert([WMT25], {"white_space": "all"})


def test_pairs_without_references_have_all_segments_if_that_is_asked_for(convert):
    blind = WMT25 | {"refs": {}}
    assert "ref:refA" not in convert([blind], {"blind": True})
    assert len(convert([blind, WMT25], {"blind": True})["src"]) == 1


@pytest.fixture
def join(raw):
    """Converts two files whose rows are joined by their ids."""

    def join(first, second, names=None, suffix="jsonl", form="jsonl", **options):
        texts = [
            "".join(json.dumps({"id": name, "text": text, "kind": "x"}) + "\n" for name, text in rows)
            for rows in (first, second)
        ]
        paths = raw.paths(*texts, suffix=suffix)
        options = {"source": "text", "language_pair": None, "docid": None, "origlang": None, **options}
        options |= {"domain": "kind"}
        entry = raw.entry(paths, options=options)
        entry = entry.changed(language_pairs={"xx-yy": PairEntry(tuple(paths), names=names)})
        return raw.convert(form, paths, entry)

    return join


def test_two_files_are_joined_by_their_ids(join):
    found = join([(1, "a"), (2, "b")], [(2, "B"), (1, "A")], join="id")
    assert found == {"src": ["a", "b"], "ref": ["A", "B"], "domain": ["x", "x"]}
    assert join([(1, "a")], [(1, "A")], ("refB",), join="id")["ref:refB"] == ["A"]


@pytest.mark.parametrize(
    ("first", "second", "problem"),
    [
        ([(1, "a"), (2, "b")], [(1, "A")], "1.jsonl: no segment is called '2', as one of "),
        ([(1, "a")], [(1, "A"), (3, "C")], "is called '3', as one here is"),
        ([(1, "a"), (1, "b")], [(1, "A")], "0.jsonl:2: '1' is the name of an earlier segment, too"),
        ([(1, "a")], [(1, "A"), (1, "B")], "1.jsonl:2: '1' is the name of an earlier segment, too"),
        ([(None, "a")], [(1, "A")], "0.jsonl:1: no 'id', which names the segment"),
    ],
)
def test_ids_that_do_not_fit(join, first, second, problem):
    with pytest.raises(FormatError) as caught:
        join(first, second, join="id")
    assert problem in str(caught.value)


def test_two_files_are_not_read_one_after_the_other(join):
    with pytest.raises(CatalogueError, match="xx-yy has 2 files, and no option 'join' says which field"):
        join([(1, "a")], [(1, "A")])
