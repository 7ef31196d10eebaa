"""Tests which segments are examples, and how they are shown."""

import numpy as np
import pytest

from parbleu import BLEU
from parbleu.analysis import compared_texts, document_differences, find_examples
from parbleu.analysis._examples import rank_shares
from parbleu.errors import OptionError, UnknownMetricError, UnknownNameError
from parbleu.text import Tokenizer

REFERENCE = ["the cat sat on the mat", "a small dog barks", "it rains", "we went home"]
SYSTEMS = {
    "a": ["the cat sat on the mat", "one dog", "it rains", "we went home"],
    "b": ["cat mat", "a small dog barks", "it rains", "we go home"],
    "c": ["the cat sat", "a small cat barks", "it rains", "no"],
}
SCORES = {"people": {"a": [1.0, 0.0, 0.5, 0.9], "b": [0.9, 0.1, 0.5, 0.2], "c": [0.5, 0.4, 0.5, 0.0]}}
DOCUMENTS = {"document": ["one", "one", "two", "two"]}


@pytest.fixture
def texts():
    return compared_texts(SYSTEMS, [REFERENCE], scores=SCORES, labels=DOCUMENTS)


def listed(found):
    return [(each.segment, each.better) for each in found.examples]


def test_both_directions_the_greatest_difference_first(texts):
    found = find_examples(texts, metrics=["chrf"], systems=["a", "b"])
    assert listed(found) == [(0, "a"), (3, "a"), (1, "b")]
    assert found.examples[0].value < 0 < found.examples[-1].value


def test_a_lower_ter_is_better(texts):
    found = find_examples(texts, metrics=["ter"], systems=["a", "b"])
    assert listed(found) == [(0, "a"), (3, "a"), (1, "b")]


def test_given_scores_are_the_default(texts):
    found = find_examples(texts)
    assert found.metrics[0].name == "people"
    assert listed(found) == [(3, "a"), (0, "a"), (1, "b")]


def test_equal_hypotheses_are_never_listed(texts):
    # The scores of segment 2 differ, though the hypotheses are equal: people are not exact.
    people = {
        name: [*values[:2], number, values[3]]
        for number, (name, values) in enumerate(SCORES["people"].items())
    }
    texts = compared_texts(SYSTEMS, [REFERENCE], scores={"people": people})
    for order in ("difference", "spread"):
        assert 2 not in [each.segment for each in find_examples(texts, order).examples]


def test_a_system_and_itself_have_no_examples():
    texts = compared_texts({"a": SYSTEMS["a"], "copy": SYSTEMS["a"]}, [REFERENCE])
    found = find_examples(texts)
    assert found.examples == found.segments == ()
    assert [len(table.rows) for table in found.tables()] == [0, 0]


def test_spread_of_all_systems(texts):
    found = find_examples(texts, "spread", ["chrf"], n_examples=2)
    assert [each.segment for each in found.examples] == [3, 1]
    rows = found.metrics[0].values
    assert found.examples[0].value == pytest.approx(np.std(rows[:, 3]))
    table = found.tables()[0]
    assert table.column("highest_system") == ["a", "b"]
    assert table.column("lowest_system") == ["c", "a"]


def test_metrics_that_disagree(texts):
    found = find_examples(texts, "metrics", ["chrf", "people"], n_examples=1)
    assert listed(found) == [(1, "chrF2"), (0, "people")]
    shares = [rank_shares(metric.goodness.ravel()).reshape(3, 4) for metric in found.metrics]
    for each in found.examples:
        row = texts.place(each.systems[0])
        assert each.value == pytest.approx((shares[1] - shares[0])[row, each.segment])


def test_equal_values_share_their_rank():
    assert rank_shares(np.array([3.0, 1.0, 3.0, 2.0])).tolist() == pytest.approx([2.5 / 3, 0, 2.5 / 3, 1 / 3])
    assert rank_shares(np.array([1.0])).tolist() == [0]


def test_segments_of_one_document(texts):
    assert {each.segment for each in find_examples(texts, document="one").examples} == {0, 1}
    with pytest.raises(UnknownNameError, match="document 'three'"):
        find_examples(texts, document="three")


def test_documents_by_their_means(texts):
    found = document_differences(texts, systems=["a", "b"])
    assert [each.document for each in found.documents] == ["two", "one"]
    assert found.documents[0].segments == (2, 3)
    assert found.tables()[0].column("difference") == pytest.approx([-0.35, 0.0])


def test_texts_have_their_edits_marked(texts):
    found = find_examples(texts, metrics=["chrf"], systems=["a", "b"])
    shown = found.tables()[1]

    by_name = dict(
        zip(
            zip(shown.column("segment"), shown.column("text_of"), strict=True),
            shown.column("marked_text"),
            strict=True,
        )
    )
    assert by_name[4, "b"] == "we [-went-]{+go+} home"
    assert by_name[1, "b"] == "[-the-] cat [-sat on the-] mat"
    assert found.system_scripts is not None
    assert len(found.system_scripts) == len(found.segments) == 3


def test_bleu_has_the_tokenizer_of_the_texts():
    references = ["我们今天去北京看朋友。", "他说猫今天在家里睡觉。"]
    systems = {"a": [text[:-1] for text in references], "b": [text[2:] for text in references]}
    found = find_examples(compared_texts(systems, [references], tokenize="zh"), metrics=["bleu"])
    scores = BLEU(tokenize="zh", effective_order=True).segment_scores(systems["a"], [references])
    assert found.metrics[0].values[0] == pytest.approx(scores)
    assert scores[0] > 50


def test_bleu_is_bleu_where_it_lacks_the_tokenizer_of_the_texts():
    class Words(Tokenizer):
        def __call__(self, text):
            return text

    found = find_examples(compared_texts(SYSTEMS, [REFERENCE], tokenize=Words("words")), metrics=["bleu"])
    assert found.metrics[0].name == "BLEU"


def test_refusals(texts):
    with pytest.raises(UnknownNameError, match="order of examples"):
        find_examples(texts, "size")
    with pytest.raises(OptionError, match="two metrics"):
        find_examples(texts, "metrics", ["chrf"])
    with pytest.raises(OptionError, match="two systems"):
        find_examples(texts, systems=["a", "b", "c"])
    with pytest.raises(OptionError, match="two systems"):
        find_examples(texts, systems=["a", "a"])
    with pytest.raises(UnknownNameError, match="system 'd'"):
        find_examples(texts, systems=["a", "d"])
    with pytest.raises(UnknownMetricError):
        find_examples(texts, metrics=["peple"])
    with pytest.raises(OptionError, match="at least 1"):
        find_examples(texts, n_examples=0)
