"""Tests counts of post-edits: by hand, and against TER and edit distances."""

import numpy as np
import pytest

import parbleu
from parbleu.analysis import compared_texts, edit_scripts, post_edits
from parbleu.errors import UnknownNameError

# Translation, post-edited text, and by hand: insertions, deletions, substitutions, shifts.
BY_HAND = [
    ("the ship waits", "the ship waits", (0, 0, 0, 0)),
    ("the ship waits", "the ship still waits", (1, 0, 0, 0)),
    ("the big ship waits", "the ship waits", (0, 1, 0, 0)),
    ("the boat waits", "the ship waits", (0, 0, 1, 0)),
    ("waits the ship outside", "the ship waits outside", (0, 0, 0, 1)),
    ("a b c d e", "d e a b c", (0, 0, 0, 1)),
    ("yes", "no never", (1, 0, 1, 0)),
    ("one two three four", "one five three", (0, 1, 1, 0)),
    ("The Ship Waits", "the ship waits", (0, 0, 0, 0)),
    ("red green blue", "green blue red now", (1, 0, 0, 1)),
]
LABELS = {"editor": ["ann", "bob"] * 5, "match": ["MT"] * 9 + [None]}


@pytest.fixture
def texts():
    translations, edited, _ = zip(*BY_HAND, strict=True)
    return compared_texts({"mt": list(translations)}, [list(edited)], labels=LABELS)


def test_operations_by_hand(texts):
    result = post_edits(texts)
    found = [(each.insertions, each.deletions, each.substitutions, each.shifts) for each in result.segments]
    assert found == [counts for _, _, counts in BY_HAND]
    every = result.counts[0]
    words = sum(len(edited.split()) for _, edited, _ in BY_HAND)
    edits = sum(sum(counts) for _, _, counts in BY_HAND)
    assert (every.words, every.edits, every.n_segments, every.n_untouched) == (words, edits, 10, 1)
    assert every.hter == pytest.approx(100 * edits / words)
    assert every.untouched == 10
    assert [band.n_segments for band in result.bands] == [2, 0, 1, 2, 3, 1, 1, 0]
    assert sum(band.share for band in result.bands) == pytest.approx(1)


def test_the_rate_is_that_of_ter(texts):
    [edited] = texts.references
    assert post_edits(texts).counts[0].hter == parbleu.TER().corpus_score(texts.systems["mt"], [edited]).score


def test_groups_add_up(texts):
    crossed = post_edits(texts, by=["editor", "match"]).counts
    assert {count.label for count in crossed[1:]} == {"editor, match"}
    assert {count.group for count in crossed[1:]} <= {
        f"{editor}, {match}" for editor in ("ann", "bob") for match in ("MT", "(none)")
    }
    assert sum(count.edits for count in crossed[1:]) == crossed[0].edits
    for name, groups in (("editor", ["ann", "bob"]), ("match", ["MT", "(none)"])):
        every, one, other = post_edits(texts, by=[name]).counts
        assert [one.group, other.group] == groups
        for number in (
            "edits",
            "words",
            "word_edits",
            "character_edits",
            "n_segments",
            "shifts",
            "n_untouched",
        ):
            assert getattr(one, number) + getattr(other, number) == getattr(every, number)
    with pytest.raises(UnknownNameError):
        post_edits(texts, by=["mood"])


def test_edit_rates_are_edit_distances(texts):
    every = post_edits(texts).counts[0]
    for unit, edits, length in (
        ("word", every.word_edits, every.post_edited_words),
        ("character", every.character_edits, every.post_edited_characters),
    ):
        scripts = edit_scripts(texts.references, texts.systems["mt"], unit)
        assert edits == scripts.edits.sum()
        texts_of = texts.references[0].to_list()
        assert length == sum(len(text.split()) if unit == "word" else len(text) for text in texts_of)


def test_every_operation_is_listed(texts):
    result = post_edits(texts, operations=True)
    assert len(result.operations) == result.counts[0].edits
    shift = next(each for each in result.operations if each.operation == "shift")
    assert (shift.segment, shift.before) == (5, "waits")
    assert {each.operation for each in result.operations} == {"insert", "delete", "substitute", "shift"}
    assert [table.name for table in result.tables()] == ["edits", "bands", "operations"]
    shown = post_edits(texts, segments=True).tables()
    assert [table.name for table in shown] == ["edits", "bands", "segments"]


def test_several_post_edited_texts():
    texts = compared_texts({"a": ["x y", "z"], "b": ["x", "z"]}, [["x y z", "q"], ["x y", None]])
    first, second = (each for each in post_edits(texts).counts if each.label == "all")
    assert (first.system, first.n_untouched, first.edits, first.words) == ("a", 1, 1, 3.5)
    assert (second.n_untouched, second.edits) == (0, 2)


def test_no_words():
    result = post_edits(compared_texts({"a": ["x", ""]}, [["", ""]]))
    assert result.counts[0].hter == 100
    assert np.isfinite(result.counts[0].character_rate)
