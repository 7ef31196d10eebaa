"""Tests that a comparison writes its page, and that one saved with its texts gives the same page."""

import copy
import json
import pickle

import pytest

import parbleu
from parbleu.errors import InputTypeError, OptionError
from parbleu.report import PageOptions, comparison_report

SYSTEMS = {
    "first": ["the cat sat on a mat", "nobody came", "\ud800 alone", ""],
    "second": ["a cat is on the mat", "no one came here", "alone", "nothing"],
}
REFERENCES = [
    ["the cat sat on the mat", "nobody came", "alone", "nothing"],
    [None, "no one came", "all alone", None],
]
COMET = {"COMET": {"first": [0.5, 0.25, 1, 0], "second": [0.75, 0.5, 1, 0.5]}}


def compared(**options):
    metrics = [parbleu.BLEU(lowercase=True), {"chrF++": parbleu.CHRF(word_order=2)}, COMET]
    settings = {"test": "bootstrap", "n_samples": 60, "all_pairs": True, "seed": 7}
    return parbleu.compare(SYSTEMS, REFERENCES, metrics, **{**settings, **options})


@pytest.mark.parametrize("test", ["bootstrap", "randomization", None])
def test_page_has_the_numbers_of_the_comparison(test, tmp_path):
    options = {} if test else {"test": None, "n_samples": None, "all_pairs": False, "seed": None}
    comparison = compared(**{"test": test, **options})
    comparison_report(comparison, page=PageOptions(title="Ours"), source=["a"] * 4).write(
        tmp_path / "page.html"
    )
    assert "<title>Ours</title>" in (tmp_path / "page.html").read_text("utf-8")
    shown = comparison_report(comparison).comparison
    for metric in comparison.metrics:
        for score in metric.scores:
            assert shown[metric.name][score.system].score == score.score
            if test == "bootstrap":
                assert shown[metric.name][score.system] == score


def test_saved_comparison_gives_the_same_page(tmp_path):
    comparison = compared()
    comparison.save(tmp_path / "saved.json")
    read = type(comparison).from_dict(json.loads((tmp_path / "saved.json").read_text("ascii")))
    assert read == comparison
    assert comparison_report(read).html() == comparison_report(comparison).html()
    assert type(comparison).from_dict(comparison.to_dict()) == comparison


def test_texts_are_kept_beside_the_value():
    comparison = compared()
    copies = (
        pickle.loads(pickle.dumps(comparison)),
        copy.copy(comparison),
        copy.deepcopy(comparison),
        comparison.changed(alpha=comparison.alpha),
    )
    for other in copies:
        assert other == comparison
        assert hash(other) == hash(comparison)
        assert repr(other) == repr(comparison)
        assert "input" not in repr(other)
        assert other.to_dict(texts=True) == comparison.to_dict(texts=True)
    with pytest.raises(OptionError, match="has no texts"):
        type(comparison).from_dict(comparison.to_dict()).to_dict(texts=True)


def test_refuses_what_it_cannot_save(tmp_path):
    with pytest.raises(OptionError, match="no texts to save"):
        parbleu.compare(None, None, [COMET]).save(tmp_path / "saved.json")
    with pytest.raises(OptionError, match="no texts to show"):
        comparison_report(parbleu.compare(None, None, [COMET]))

    class Length(parbleu.BLEU):
        """A metric of somebody else's."""

    with pytest.raises(OptionError, match="cannot be saved"):
        parbleu.compare(SYSTEMS, REFERENCES, [Length()]).save(tmp_path / "saved.json")
    broken = {**compared().to_dict(), "input": {"systems": 3}}
    with pytest.raises(InputTypeError, match="no texts of a saved comparison"):
        type(compared()).from_dict(broken)
    assert not list(tmp_path.iterdir())


def test_verdict_says_what_the_explanation_says():
    systems = {name: texts * 8 for name, texts in SYSTEMS.items()}
    references = [texts * 8 for texts in REFERENCES]
    tested = parbleu.compare(systems, references, ["bleu", "chrf"], test="bootstrap", all_pairs=True)
    report = comparison_report(tested, explain=True)
    for metric, sentence in zip(report.comparison.metrics, report.verdict, strict=True):
        best, second = (metric.scores[place].system for place in report.comparison.order(metric.name)[:2])
        [pair] = [
            each
            for each in report.comparison.explanation.pairs
            if each.metric == metric.name and {each.first, each.second} == {best, second}
        ]
        assert f"leads {second} by {abs(pair.difference):.2f}" in sentence
        assert f"p = {pair.p_holm:.4f}" in sentence
        assert f"A true gap of {pair.detectable:.2f} would" in sentence
        if pair.agreement is not None:
            assert f"in {pair.agreement:.0f} % of pairs" in sentence
