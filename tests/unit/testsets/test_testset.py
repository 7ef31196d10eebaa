"""Test sets as lists, as files, and in parts."""

import pytest

import parbleu
from parbleu import testsets
from parbleu.errors import (
    InputShapeError,
    NoAnnotationError,
    OptionError,
    UnknownFieldError,
    UnknownLanguagePairError,
    UnknownTestSetError,
)
from parbleu.testsets import _catalogue as catalogue
from parbleu.testsets._pair_files import PairFiles
from parbleu.testsets._segment_labels import parts

SOURCE = ["The harbour is closed.", "Ships &amp; boats wait.", "Nobody complains.", "Why would they?"]
REFERENCE = ["Der Hafen ist zu.", "Schiffe &amp; Boote warten.", "Niemand klagt.", "Warum auch?"]


@pytest.fixture
def entry(home, harbour):
    return catalogue.find(harbour)


def test_a_test_set_is_lists(entry, home):
    loaded = parbleu.load_test_set("harbour/x", "en-de")
    assert loaded.source == SOURCE
    assert loaded.references == [REFERENCE]
    assert loaded.docids == ["one", "one", "two", "three"]
    assert loaded.origlang == ["en", "en", "de", "de"]  # as the fields of sacreBLEU have it
    assert loaded.domains is None
    assert loaded.systems == {}
    assert loaded.fields == ["src", "ref", "docid", "genre", "origlang"]
    assert loaded.field("genre") == ["news", "news", "news", "blog"]
    assert loaded.path("ref") == str(home / "harbour/x/harbour_x.en-de.ref")
    assert len(loaded) == 4
    assert repr(loaded) == "TestSet('harbour/x', 'en-de')"
    assert loaded.citation is None
    assert parbleu.corpus_bleu(REFERENCE, loaded.references).score == pytest.approx(100)


def test_what_a_caller_does_to_a_list_stays_with_the_caller(entry):
    loaded = parbleu.load_test_set("harbour/x", "en-de")
    loaded.source.clear()
    loaded.references[0].clear()
    assert loaded.source == SOURCE
    assert loaded.references == [REFERENCE]


def test_a_part_of_a_test_set(entry):
    part = parbleu.load_test_set("harbour/x", "en-de", origlang="non-en", subset="politics")
    assert part.source == ["Nobody complains."]
    assert part.references == [["Niemand klagt."]]
    assert repr(part) == "TestSet('harbour/x', 'en-de', origlang='non-en', subset='politics')"
    assert len(part) == 1


def test_several_sets_are_one_after_the_other(entry, mine, tmp_path):
    mine("more")
    (tmp_path / "sets/src.txt").write_text("one\n")
    (tmp_path / "sets/ref.txt").write_text("eins\n")
    both = parbleu.load_test_set("harbour/x,more", "en-de")
    assert both.source == [*SOURCE, "one"]
    assert both.references == [[*REFERENCE, "eins"]]
    assert both.fields == ["src", "ref"]
    assert both.docids is None
    assert both.name == "harbour/x,more"
    with pytest.raises(InputShapeError, match="several sets: load each"):
        both.path("src")
    with pytest.raises(UnknownFieldError, match="field of more/en-de: 'docid'"):
        both.field("docid")
    mine("two", language_pairs={"en-de": ["src.txt", "ref.txt", "ref.txt"]})
    unequal = parbleu.load_test_set("more,two", "en-de")
    assert unequal.source == ["one", "one"]
    with pytest.raises(InputShapeError, match="different numbers of references: more has 1, two has 2"):
        _ = unequal.references


def test_what_is_not_there(entry):
    with pytest.raises(UnknownTestSetError, match=r"'harbour': did you mean 'harbour/x'\?"):
        parbleu.load_test_set("harbour", "en-de")
    with pytest.raises(UnknownLanguagePairError, match=r"'en-fr': .*choose from en-de, de-en"):
        parbleu.load_test_set("harbour/x", "en-fr")
    with pytest.raises(UnknownFieldError, match="'ref:B'"):
        parbleu.load_test_set("harbour/x", "en-de").field("ref:B")


def test_paths(entry, home):
    directory = home / "harbour/x"
    names = ["src", "ref", "docid", "genre", "origlang"]
    files = [str(directory / f"harbour_x.en-de.{name}") for name in names]
    loaded = parbleu.load_test_set("harbour/x", "en-de")
    assert [loaded.path(name) for name in loaded.fields] == files
    assert testsets.locate("harbour/x/en-de").paths == files
    assert testsets.locate("harbour/x/en-de", "ref").paths == files[1:2]


def test_names_of_sets_with_a_language_pair(entry):
    assert len(catalogue.names(sacrebleu="2.6.0")) == 68
    assert "harbour/x" in testsets.names("de-en")
    assert testsets.names("liv-en") == ["wmt22"]
    assert testsets.names("zh") == []


# --- parts


def test_segments_are_chosen_by_language_and_topic(entry):
    def chosen(origlang=None, subset=None):
        return [
            number
            for number, kept in enumerate(PairFiles(entry, "en-de").selection(origlang, subset))
            if kept
        ]

    assert PairFiles(entry, "en-de").selection(None, None) is None
    assert chosen("en") == [0, 1]
    assert chosen("de") == [2]  # the third document does not say
    assert chosen("non-en") == [2, 3]
    assert chosen("non-de") == [0, 1, 3]
    assert chosen("fr") == []
    assert chosen(subset="business") == [0, 1]
    assert chosen(subset="country:EU") == [2]
    assert chosen(subset="^GB-|DE$") == [0, 1, 2]
    assert chosen(subset="") == [0, 1, 2, 3]
    assert chosen("en", "politics") == []
    with pytest.raises(OptionError, match=r"subset '\(' is not a regular expression"):
        chosen(subset="(")


def labels(entry):
    return PairFiles(entry, "en-de").labels()


def test_parts_of_a_set(entry):
    assert parts([labels(entry)]) == [
        ("origlang=de domain=ALL", [False, False, True, False]),
        ("origlang=de country=EU", [False, False, True, False]),
        ("origlang=de domain=politics", [False, False, True, False]),
        ("origlang=en domain=ALL", [True, True, False, False]),
        ("origlang=en domain=business", [True, True, False, False]),
        ("origlang=en country=GB", [True, True, False, False]),
    ]
    assert [name for name, _ in parts([labels(entry)], "non-en", "country:EU")] == [
        "origlang=non-en domain=ALL",
        "origlang=non-en country=EU",
    ]


def test_parts_of_sets_of_which_one_says_nothing(entry, mine, tmp_path):
    mine("more")
    (tmp_path / "sets/src.txt").write_text("one\n")
    (tmp_path / "sets/ref.txt").write_text("eins\n")
    more = catalogue.find("more")
    assert parts([labels(more)]) == []
    found = dict(parts([labels(more), labels(entry)], "non-en"))
    assert found["origlang=non-en domain=ALL"] == [False, False, False, True, True]
    assert found["origlang=non-en domain=politics"] == [False, False, False, True, False]
    with pytest.raises(NoAnnotationError, match="more/en-de does not say in which language"):
        PairFiles(more, "en-de").selection("en", None)
    with pytest.raises(NoAnnotationError, match="more/en-de does not say what a segment is about"):
        PairFiles(more, "en-de").selection(None, "news")
