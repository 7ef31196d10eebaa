"""Tests edit scripts, and what metrics count, as offsets into the texts that users have."""

import numpy as np
import pytest

from parbleu import BLEU, CHRF, TER
from parbleu.analysis import (
    Edit,
    bleu_matches,
    chrf_matches,
    compared_texts,
    edit_scripts,
    marked,
    reference_edits,
    system_edits,
    ter_alignments,
)
from parbleu.errors import InputShapeError, OptionError, UnknownNameError

REFERENCES = [["Der Hund bellt laut.", "Ja!", "", None], ["Laut bellt der Hund.", None, "x", "Gut so, Anna."]]
SYSTEMS = {
    "a": ["Der Hund bellte laut.", "Ja!", "", "So gut, Anna."],
    "b": ["Ein Hund bellt.", "Nein", "😀 x", "  Gut  so , Anna ."],
}


@pytest.fixture
def texts():
    return compared_texts(SYSTEMS, REFERENCES)


def pieces(scripts, segment, left, right):
    return [
        (run.edit.name.lower(), left[run.left_begin : run.left_end], right[run.right_begin : run.right_end])
        for run in scripts[segment]
    ]


def test_words_of_the_closest_reference(texts):
    scripts = reference_edits(texts, "a")
    assert scripts.chosen.tolist() == [0, 0, 0, 1]
    assert scripts.edits.tolist() == [1, 0, 0, 2]
    assert pieces(scripts, 0, REFERENCES[0][0], SYSTEMS["a"][0]) == [
        ("equal", "Der Hund", "Der Hund"),
        ("substitute", "bellt", "bellte"),
        ("equal", "laut.", "laut."),
    ]
    assert scripts[2] == []


def test_characters(texts):
    scripts = system_edits(texts, "a", "b", "character")
    assert pieces(scripts, 2, "", "😀 x") == [("insert", "", "😀 x")]
    assert scripts.edits[2] == 3
    assert not scripts.coarse.any()


def test_case_can_make_no_difference():
    for unit in ("word", "character"):
        assert edit_scripts(["Ja Nein"], ["ja NEIN"], unit, lowercase=True).edits.tolist() == [0]
        assert edit_scripts(["Ja Nein"], ["ja NEIN"], unit).edits[0] > 0


def test_offsets_stay_those_of_the_text_where_case_changes_lengths():
    left, right = "İstanbul is big", "İSTANBUL is big &amp; old"
    for unit in ("word", "character"):
        (runs,) = edit_scripts([left], [right], unit, lowercase=True)
        assert runs[-1].left_end == len(left)
        assert runs[-1].right_end == len(right)


def test_runs_tile_both_texts(texts):
    for unit in ("word", "character"):
        scripts = reference_edits(texts, "b", unit)
        for runs, chosen, segment in zip(scripts, scripts.chosen, range(4), strict=True):
            for side, text in ((1, REFERENCES[chosen][segment]), (3, SYSTEMS["b"][segment])):
                covered = np.zeros(len(text), int)
                for run in runs:
                    covered[run[side] : run[side + 1]] += 1
                assert all(
                    n == 1 or (char.isspace() and n == 0) for n, char in zip(covered, text, strict=True)
                )


def test_marked_text():
    left, right = "the cat sat on the mat", "a cat on the big mat"
    assert (
        marked(left, right, edit_scripts([left], [right])[0]) == "[-the-]{+a+} cat [-sat-] on the {+big+} mat"
    )
    assert marked(left, left, edit_scripts([left], [left])[0]) == left


def test_matches_are_those_that_metrics_count(texts):
    for system in SYSTEMS:
        bleu = BLEU().engine.statistics(texts.systems[system], texts.references, 1)
        assert np.array_equal(bleu_matches(texts, system).counts(), bleu[:, 2:6])
        for metric in (CHRF(), CHRF(word_order=2), CHRF(lowercase=True, char_order=3)):
            chrf = metric.engine.statistics(texts.systems[system], texts.references, 1)
            characters, words = chrf_matches(texts, system, metric)
            end = 3 * metric.char_order
            assert np.array_equal(characters.counts(), chrf[:, 2:end:3])
            if words is not None:
                assert np.array_equal(words.counts(), chrf[:, end + 2 :: 3])
        for metric in (TER(), TER(normalized=True)):
            ter = metric.engine.statistics(texts.systems[system], texts.references, 1)
            assert np.array_equal(ter_alignments(texts, system, metric).edits(), ter[:, 0])


def test_longest_matches():
    texts = compared_texts({"a": ["x the cat sat y the"]}, [["the cat sat down"]])
    found = bleu_matches(texts, "a")
    assert found.longest().tolist() == [0, 3, 3, 3, 0, 0]
    assert ["x the cat sat y the"[begin:end] for begin, end in found.places][1:4] == ["the", "cat", "sat"]


def test_shifts_of_ter():
    texts = compared_texts({"a": ["Down he sat on the mat ."]}, [["he sat on the mat . down"]])
    found = ter_alignments(texts, "a")
    assert found.shifts.tolist() == [[0, 1, 6]]
    assert [(step.edit, step.shift) for step in found[0]] == [(Edit.EQUAL, -1)] * 6 + [(Edit.EQUAL, 0)]
    step = found[0][-1]
    assert (step.reference_begin, step.reference_end) == (20, 24)
    assert (step.hypothesis_begin, step.hypothesis_end) == (0, 4)


def test_refusals(texts):
    with pytest.raises(OptionError, match="not of 'line'"):
        edit_scripts(["a"], ["b"], "line")
    with pytest.raises(InputShapeError):
        edit_scripts(["a", "b"], ["b"])
    with pytest.raises(UnknownNameError):
        reference_edits(texts, "c")
    with pytest.raises(OptionError, match="without white space"):
        chrf_matches(texts, "a", CHRF(whitespace=True))
    with pytest.raises(IndexError, match="no segment 4"):
        reference_edits(texts, "a")[4]
