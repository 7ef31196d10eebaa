"""Tests success and consistency of terms; the exclusive matching against all assignments."""

from __future__ import annotations

import json
import re
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu import Resampling, wmt
from parbleu.errors import FormatError, InputShapeError
from parbleu.wmt import TermTexts
from parbleu.wmt._terminology import (
    exclusive_hits,
    form_spans,
    lemma_spans,
    normalized_text,
    score_consistency,
)

NONE = Resampling("none")
SPANS = st.lists(
    st.tuples(st.integers(0, 7), st.integers(1, 4)).map(lambda s: (s[0], s[0] + s[1])), max_size=3
)


@given(st.lists(SPANS, max_size=5))
def test_exclusive_matching_is_the_largest(candidates):
    best = 0
    for choice in product(*([None, *spans] for spans in candidates)):
        chosen = sorted(span for span in choice if span)
        if all(one[1] <= other[0] for one, other in pairwise(chosen)):
            best = max(best, len(chosen))
    assert exclusive_hits(candidates) == best


def test_exclusive_matching_of_many_occurrences():
    text = " ".join(["gear box", "box", "gear box housing"] * 4)
    forms = ["gear box", "box", "gear", "gear box housing"]
    spans = {form: form_spans(text, form) for form in forms}
    # eight of "gear" are there: three and three for the longer forms leave two
    assert exclusive_hits([spans[form] for form in forms * 3]) == 11
    assert exclusive_hits([spans["box"]] * 20) == 12


def test_forms_are_words_of_their_own():
    text = normalized_text("Te  kojinete, te\u200b! te_x C++")
    assert text == "te kojinete, te! te_x c++"
    assert form_spans(text, "te") == [(0, 2), (13, 15)]
    assert form_spans(text, "c++") == [(22, 25)]
    assert form_spans(text, "") == []
    assert form_spans("a b a b a", "a b a") == [(0, 5), (4, 9)]


def test_success_by_substrings():
    made = wmt.terminology_success(
        ["the space is free", "storage", "nothing"],
        {"one": ["Der Raumspacer", "Lager", "x"], "two": ["Space", "Speicher", "y"]},
        {"proper": [{"space": "Space"}, {"storage": "Speicher"}, {"absent": "x"}]},
        references=["Der Space", "Der Speicher", "z"],
        resampling=Resampling(n_samples=50),
    )
    rows = {row.system: (row.success, row.hits, row.terms) for row in made.rates}
    assert rows == {"one": (0.5, 1, 2), "two": (1, 2, 2), "reference": (1, 2, 2)}
    [difference] = made.differences
    assert (difference.first, difference.second, difference.difference) == ("one", "two", 0.5)
    assert made.rates[0].lemma_success is None


def test_lemmas_have_a_column_of_their_own():
    lemmas = wmt.TermLemmas(
        ["the|||bank|||be"],
        {"one": ["die|||bank|||sein"]},
        {"banks": "bank", "Banken": "bank"},
    )
    made = wmt.terminology_success(
        ["The bank is"],
        {"one": ["Die Bank ist"]},
        {"proper": [{"banks": "Banken"}]},
        lemmas=lemmas,
        resampling=NONE,
    )
    [row] = made.rates
    assert (row.success, row.lemma_success, row.terms) == (0, 1, 1)


def test_occurrences_that_the_reference_translates():
    made = wmt.terminology_success(
        ["A a b c"],
        {"one": ["x"]},
        {"proper": [{"a": ["x", "xx"], "b": "y", "": "", "c": "y"}]},
        references=["x z"],
        rule="wmt25-track2",
        resampling=NONE,
    )
    assert [(row.system, row.success, row.terms) for row in made.rates] == [
        ("one", 0.5, 1),
        ("reference", 0.5, 1),
    ]
    with pytest.raises(InputShapeError, match="give references"):
        wmt.terminology_success(["a"], {"one": ["x"]}, {}, rule="wmt25-track2")
    with pytest.raises(InputShapeError, match="one has 2 lines, the source 1"):
        wmt.terminology_success(["a"], {"one": ["x", "y"]}, {})


def test_consistency():
    occurrences = [("bank", "Bank"), ("bank", "Ufer"), ("bank", "Ufer"), ("gear", "Gang")]
    first, frequent = (wmt.expected_renderings(occurrences, kind) for kind in ("first", "frequent"))
    made = wmt.term_consistency({"first": first, "frequent": frequent, "none": []})
    assert [(row.micro, row.macro, row.expected) for row in made.systems] == [
        (0.5, pytest.approx((1 / 3 + 1) / 2), 2),
        (0.75, pytest.approx((2 / 3 + 1) / 2), 2),
        (None, None, 0),
    ]


def test_tables_of_renderings(tmp_path):
    path = tmp_path / "mine.tsv"

    def scored(*rows):
        path.write_text("".join("\t".join(row) + "\n" for row in rows))
        return [(row.kind, row.micro) for row in score_consistency({"mine": str(path)}).systems]

    official = ("", "tgt", "pseudoref_first", "tgt", "pseudoref_frequent")
    assert scored(official, ("0", "x", "x", "y", "x")) == [("first", 1), ("frequent", 0)]
    rows = [("t", "x"), ("t", "y"), ("t", "y"), ("u", "z")]
    assert scored(("term", "rendering"), *rows) == [("first", 0.5), ("frequent", 0.75)]
    own = [("rendering", "predefined", "term"), *((rendering, "x", term) for term, rendering in rows)]
    assert scored(*own)[-1] == ("predefined", 0.25)
    assert scored(*own, ("v", "", "w"))[-1] == ("predefined", 0.25)  # nothing is expected of this term
    for wrong, problem in (
        ([("term", "rendering"), ("t",)], "mine.tsv:2: the line has 1 column, and 2 in the header"),
        ([("term", "rendering", "term"), ("t", "x", "u")], "mine.tsv:1: there are 2 columns term: leave one"),
        ([("tgt", "pseudoref_a", "tgt", "pseudoref_a")], "mine.tsv:1: there are 2 columns pseudoref_a"),
        ([("tgt", "pseudoref_a", "pseudoref_b")], "mine.tsv:1: there are no columns term and rendering"),
        ([("term", "tgt")], "mine.tsv:1: there are no columns term and rendering"),
        ([("pseudoref_first",)], "mine.tsv:1: there are no columns"),
        ([], "mine.tsv:1: there are no columns"),
    ):
        with pytest.raises(FormatError, match=re.escape(problem)):
            scored(*wrong)


TERMS = [
    [
        wmt.RequiredTerm("gear box", "Getriebe", "Getriebes", ("Schaltung",), label="seen"),
        wmt.RequiredTerm("box", "Kasten", label="unseen"),
    ],
    [],
    [wmt.RequiredTerm("gear box", "Getriebe", lemmas=("getriebe",))],
]


def test_tiers_of_2026():
    systems = {
        "one": ["Teile des Getriebes", "x", "kein Wort"],
        "two": ["Die Schaltung, der Kasten", "", "Getrieben"],
    }
    words = {
        "one": [[], [], [wmt.LemmatizedWord(0, 4, "kein"), wmt.LemmatizedWord(5, 9, "wort")]],
        "two": [[], [], [wmt.LemmatizedWord(0, 9, "getriebe")]],
    }
    made = wmt.term_matches(
        systems, TERMS, words=words, by_label=True, documents=["a", "a", "a"], resampling=NONE
    )
    found = {(row.system, row.measure): (row.hits, row.terms) for row in made.rates}
    assert found["one", "exclusive"] == (1, 3)
    assert found["two", "exclusive"] == (3, 3)
    assert found["one", "annotated"] == (1, 3)
    assert found["two", "annotated"] == (1, 3)
    assert found["two", "annotated_lemma"] == (2, 3)
    assert found["two", "glossary"] == (2, 3)
    assert found["one", "inflected_exact"] == (1, 1)
    assert found["one", "annotated_types"] == (1, 2)
    assert found["two", "exclusive, unseen"] == (1, 1)
    assert made.version in str(made)


def test_the_references_are_measured():
    made = wmt.term_matches(
        {"one": ["a", "b", "c"]},
        TERMS,
        references=["Getriebe Kasten", "", "Getriebe"],
        resampling=Resampling(n_samples=20),
    )
    oracle = {row.measure: row.success for row in made.rates if row.system == "reference"}
    assert oracle["exclusive"] == 1
    assert oracle["inflected_exact"] == 0
    assert "exclusive, seen" not in oracle
    with pytest.raises(InputShapeError, match="one has 1 paragraphs"):
        wmt.term_matches({"one": ["a"]}, TERMS)


def test_lemmas_of_a_library():
    texts = TermTexts(
        ("Two Houses", "a mouse"),
        ("zwei Häuser", "eine Maus"),
        {"proper": [{"house": ["Haus", "Häuschen"]}, {}], "random": [{}, {"a mouse": "Mäuse"}]},
        {"S": ("zwei Häusern", "keine")},
    )
    known = {"houses": "house", "häusern": "Haus", "häuser": "Haus", "mäuse": "Maus"}

    def lemmatize(text):
        return [known.get(word.lower(), word) for word in text.split()]

    lemmas = wmt.TermLemmas.of(texts, lemmatize, lemmatize)
    assert lemmas.source == ["two|||house", "a|||mouse"]
    assert lemmas.systems == {"S": ["zwei|||haus", "keine"], "reference": ["zwei|||haus", "eine|||maus"]}
    assert lemmas.terms == {
        "house": "house",
        "Haus": "haus",
        "Häuschen": "häuschen",
        "a mouse": "a|||mouse",
        "Mäuse": "maus",
    }
    made = wmt.terminology_success(
        texts.source,
        texts.systems,
        texts.dictionaries,
        references=texts.references,
        lemmas=lemmas,
        resampling=NONE,
    )
    rates = {(row.system, row.measure): (row.success, row.lemma_success) for row in made.rates}
    assert rates["S", "proper"] == (0, 1)
    assert rates["reference", "random"] == (0, 1)


def test_lemmas_in_a_row():
    words = [wmt.LemmatizedWord(n, n + 1, lemma) for n, lemma in enumerate("abab")]
    assert lemma_spans(words, ("a", "b")) == [(0, 2), (2, 4)]
    assert lemma_spans(words, ()) == []


def test_files_of_terms(tmp_path):
    def read(lines, outputs):
        for name, rows in (("t.jsonl", lines), ("o.jsonl", outputs)):
            (tmp_path / name).write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        outputs = {"mine": str(tmp_path / "o.jsonl")}
        return wmt.read_terminology(str(tmp_path / "t.jsonl"), outputs, source="en", target="de")

    lines = [{"en": "a b", "de": "x"}, {"en": "c", "de": "y", "proper": {"c": ["y", "z"]}, "noterm": {}}]
    made = read(lines, [{"en": "a  b", "de": "x"}, {"de": "z"}])
    assert made.dictionaries == {"proper": [{}, {"c": ["y", "z"]}]}
    assert made.systems == {"mine": ("x", "z")}
    with pytest.raises(FormatError, match=r'o.jsonl:1: en is "c", and the terms have "a b"'):
        read(lines, [{"en": "c", "de": "x"}, {"en": "a b", "de": "z"}])
    for terms, message in (
        (["x"], "proper is an object"),
        ({"c": None}, 'proper: "c" has a translation or a list of them, not null'),
        ({"c": ["y", 3]}, 'proper: "c" has'),
    ):
        with pytest.raises(FormatError, match=f"t.jsonl:2: {message}"):
            read([lines[1], {**lines[0], "proper": terms}], [])
