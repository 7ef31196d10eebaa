"""The functions: the metrics' options in the order of sacreBLEU's arguments, one metric per combination."""

import inspect

import pytest

import parbleu
from parbleu import BLEU, CHRF, TER
from parbleu.metrics import _functional as functional

HYPOTHESES = ["The dog bit the man.", "It wasn't surprising ."]
REFERENCES = [["The dog had bit the man.", "It was not unexpected ."], [None, "No surprise ."]]


@pytest.mark.parametrize(
    ("function", "arguments", "metric"),
    [
        ("corpus_bleu", {}, BLEU()),
        (
            "corpus_bleu",
            {"smooth_method": "floor", "smooth_value": 0.5},
            BLEU(smooth_method="floor", smooth_value=0.5),
        ),
        ("corpus_bleu", {"lowercase": True, "force": True, "tokenize": "intl"}, BLEU(True, True, "intl")),
        ("corpus_bleu", {"effective_order": True, "tokenize": None}, BLEU(effective_order=True)),
        ("corpus_chrf", {}, CHRF()),
        ("corpus_chrf", {"char_order": 4, "word_order": 2, "beta": 3}, CHRF(4, 2, 3)),
        (
            "corpus_chrf",
            {"whitespace": True, "eps_smoothing": True},
            CHRF(whitespace=True, eps_smoothing=True),
        ),
        ("corpus_ter", {}, TER()),
        ("corpus_ter", {"normalized": True, "no_punct": True, "asian_support": True}, TER(True, True, True)),
        ("corpus_ter", {"case_sensitive": True}, TER(case_sensitive=True)),
    ],
)
def test_corpora(function, arguments, metric):
    score = getattr(parbleu, function)(HYPOTHESES, REFERENCES, **arguments)
    assert str(score) == str(metric.corpus_score(HYPOTHESES, REFERENCES))
    assert score.signature == metric.get_signature()


def test_sentences():
    arguments = HYPOTHESES[0], [REFERENCES[0][0], "A dog bites."]
    assert str(parbleu.sentence_bleu(*arguments)) == str(
        BLEU(effective_order=True).sentence_score(*arguments)
    )
    assert str(parbleu.sentence_chrf(*arguments)) == str(CHRF().sentence_score(*arguments))
    assert str(parbleu.sentence_ter(*arguments)) == str(TER().sentence_score(*arguments))
    assert str(parbleu.sentence_chrf(*arguments, word_order=2)) == str(
        CHRF(word_order=2).sentence_score(*arguments)
    )


def test_arguments():
    bleu = "smooth_method smooth_value"
    names = {
        "corpus_bleu": f"hypotheses references {bleu} force lowercase tokenize effective_order",
        "sentence_bleu": f"hypothesis references {bleu} lowercase tokenize effective_order",
        "corpus_chrf": "hypotheses references char_order word_order beta whitespace eps_smoothing",
        "sentence_chrf": "hypothesis references char_order word_order beta whitespace eps_smoothing",
        "corpus_ter": "hypotheses references normalized no_punct asian_support case_sensitive",
        "sentence_ter": "hypothesis references normalized no_punct asian_support case_sensitive",
    }
    for name, arguments in names.items():
        assert " ".join(inspect.signature(getattr(parbleu, name)).parameters) == arguments


def test_equal_numbers_of_other_types_keep_their_names():
    assert parbleu.sentence_chrf("a", ["a"], beta=2).name == "chrF2"
    assert parbleu.sentence_chrf("a", ["a"], beta=2.0).name == "chrF2.0"
    assert parbleu.sentence_chrf("a", ["a"], beta=2).name == "chrF2"


def test_a_loop_over_options_does_not_fill_the_memory():
    for step in range(2000):
        parbleu.sentence_bleu("a", ["a"], smooth_method="floor", smooth_value=step / 7)
    assert len(functional._metrics) <= functional._MOST
