"""Minimum Bayes risk decoding, by metrics of every kind."""

import sys

import numpy as np
import pytest

import parbleu
from parbleu import BLEU, CHRF, TER
from parbleu.errors import (
    InputShapeError,
    InputTypeError,
    MissingDependencyError,
    OptionError,
    UnknownNameError,
)
from parbleu.nbest import NbestList, decode, decode_each, matrix_file
from parbleu.nbest import _decoding as decoding

LISTS = [
    ["the cat sat on the mat", "a cat sat on the mat", "the cat sat on the mat", "dogs"],
    ["yes"],
    ["one two three", "one two", "two three four five", "one two three four"],
]


class Length:
    """A metric of somebody else: not a subclass, and lower is better."""

    name = "length difference"
    higher_is_better = False

    def statistics(self, hypotheses, references):
        return [[abs(len(a) - len(b)), 1] for a, b in zip(hypotheses, references[0], strict=True)]

    def score(self, row):
        return row[0] / row[1]


@pytest.mark.parametrize("utility", ["chrf", "bleu", "ter", "chrf++", CHRF(char_order=2), BLEU, Length()])
def test_expected_utilities_are_means_of_pairs(utility):
    found = decode(LISTS, utility)
    metric = parbleu.nbest._utility.Utility(utility).metric
    for decision, texts in zip(found, LISTS, strict=True):
        if isinstance(utility, Length):
            matrix = [[abs(len(a) - len(b)) for b in texts] for a in texts]
        else:
            matrix = metric.pairwise_scores(texts, texts)
        means = np.mean(matrix, axis=1)
        assert decision.utilities == pytest.approx(means.tolist(), rel=1e-12)
        best = max if found.higher_is_better else min
        assert decision.utility == best(decision.utilities)
        assert decision.chosen == decision.utilities.index(decision.utility)
        assert decision.text == texts[decision.chosen]
    assert found.texts == [decision.text for decision in found]
    assert len(found) == 3


def test_batches_and_threads_change_nothing(monkeypatch):
    expected = decode(LISTS * 5, threads=1)
    assert decode(LISTS * 5, threads=3).decisions == expected.decisions
    monkeypatch.setattr(decoding, "MOST_PAIRS", 1)
    assert decode(LISTS * 5).decisions == expected.decisions


def test_lists_are_read_as_they_are_needed(monkeypatch):
    monkeypatch.setattr(decoding, "MOST_LISTS", 2)
    taken = []

    def lists():
        for texts in LISTS * 3:
            taken.append(texts)
            yield texts

    decisions = decode_each(lists())
    next(decisions)
    assert len(taken) == 2


def test_references_with_probabilities():
    references = [NbestList(str(number), ("dogs", "cats"), (-0.5, -2.5)) for number in (1, 2, 3)]
    (first, *_) = decode(LISTS, "chrf", references=references, weights="probability")
    share = 1 / (1 + np.exp(-2.0))
    matrix = CHRF().pairwise_scores(LISTS[0], ["dogs", "cats"])
    assert first.utilities == pytest.approx((matrix @ [share, 1 - share]).tolist(), rel=1e-12)


def test_aggregated_references_of_one_reference_are_its_scores():
    references = [["the cat"], ["no"], ["one two"]]
    for utility in (CHRF(), BLEU(force=True), BLEU(tokenize="char")):
        plain = decode(LISTS, utility, references=references)
        together = decode(LISTS, utility, references=references, aggregate=True)
        for one, other in zip(plain, together, strict=True):
            assert other.utilities == pytest.approx(one.utilities, rel=1e-12)


@pytest.mark.needs("pyarrow")
def test_matrices(tmp_path):
    import pyarrow.feather

    with matrix_file(tmp_path / "m.arrow") as write:
        found = list(decode_each(LISTS, "ter", matrices=write))
    table = pyarrow.feather.read_table(tmp_path / "m.arrow").to_pydict()
    assert table["segment"] == ["1"] * 4 + ["2"] + ["3"] * 4
    assert table["candidate"] == [1, 2, 3, 4, 1, 1, 2, 3, 4]
    matrix = TER().pairwise_scores(LISTS[0], LISTS[0])
    assert table["utilities"][:4] == matrix.tolist()
    assert [decision.utilities for decision in found] == [d.utilities for d in decode(LISTS, "ter")]


def test_a_failed_file_of_matrices_is_not_there(tmp_path):
    pytest.importorskip("pyarrow")
    with pytest.raises(InputShapeError), matrix_file(tmp_path / "m.arrow") as write:
        list(decode_each([["a"], []], matrices=write))
    assert not list(tmp_path.iterdir())


def test_matrices_need_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with (
        pytest.raises(MissingDependencyError, match=r"pyarrow.*pip install"),
        matrix_file(tmp_path / "m.arrow"),
    ):
        pass


def test_tables():
    chosen, candidates = decode(LISTS, "ter").tables()
    assert chosen.column("text") == decode(LISTS, "ter").texts
    assert len(candidates.rows) == 9
    ranks = [row[2] for row in candidates.rows if row[0] == "1"]
    assert sorted(ranks) == [1, 2, 3, 4]
    assert ranks[chosen.column("candidate")[0] - 1] == 1
    assert chosen.facts["utility"] == "TER"
    assert "yes" in decode(LISTS)._repr_html_()


@pytest.mark.parametrize(
    ("given", "options", "error", "message"),
    [
        ([["a"], []], {}, InputShapeError, "segment 2 has no candidates"),
        ([["a"], "b"], {}, InputTypeError, "segment 2 is 'b', not a list of strings"),
        ([["a", None]], {}, InputTypeError, "segment 1: candidate 2 is None"),
        (7, {}, InputTypeError, "not 7"),
        ([["a"]], {"weights": "probability"}, InputShapeError, "segment 1 has no scores"),
        ([["a"]], {"weights": "equal"}, UnknownNameError, "uniform, probability"),
        ([["a"]], {"references": [["a"], ["b"]]}, InputShapeError, "segment 2 has no candidates"),
        ([["a"], ["b"]], {"references": [["a"]]}, InputShapeError, "segment 2 has no references"),
        ([NbestList("x", ("a",))], {"references": [["a"]]}, InputShapeError, "references of segment '1'"),
        ([["a"]], {"utility": "ter", "aggregate": True}, OptionError, "leave the aggregation out"),
        ([["a"]], {"utility": "blue"}, UnknownNameError, "did you mean 'bleu'"),
        ([["a"]], {"utility": {"x": {"s": [1.0]}}}, OptionError, "not scores from elsewhere"),
    ],
)
def test_errors_say_where(given, options, error, message):
    with pytest.raises(error, match=message):
        decode(given, **options)


def test_matrices_and_aggregation_exclude_each_other():
    with pytest.raises(OptionError, match="leave out one of the two"):
        decode_each([["a"]], aggregate=True, matrices=print)


def test_a_list_checks_its_parts():
    with pytest.raises(InputShapeError, match="2 candidates and 1 scores"):
        NbestList("1", ("a", "b"), (0.5,))
    with pytest.raises(OptionError, match="not a finite number"):
        NbestList("1", ("a", "b"), (0.5, float("nan"))).weights("probability")


@pytest.mark.needs("matplotlib")
def test_a_figure_of_expected_utilities():
    axes = decode(LISTS, "bleu").plot().axes[0]
    assert axes.get_xlabel() == "expected BLEU"
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["all candidates", "chosen"]
