"""Oracles of n-best lists against all combinations, and lists with the scores of their candidates."""

import itertools
import json

import numpy as np
import pytest

import parbleu
from parbleu._core import Segments
from parbleu.errors import InputShapeError, OptionError, UnknownNameError
from parbleu.nbest import NbestList, oracles, read_nbest, rescore
from parbleu.nbest._nbest_scores import candidate_metrics

LISTS = [
    ["a cat is on a mat", "the cat sat on the mat", "cats sit"],
    ["I like old trains very much", "I like trains", "old trains are what I like very much"],
    ["nothing at all", "it rains today", "today it is raining hard"],
]
REFERENCES = [
    ["the cat sat on a mat", "I like old trains", "it is raining today"],
    ["a cat sat there", "I love old trains", "today it rains"],
]
METRICS = {"bleu": parbleu.BLEU(force=True), "chrf": parbleu.CHRF(), "ter": parbleu.TER()}


@pytest.mark.parametrize("name", METRICS)
def test_oracles_are_the_best_of_what_is_there(name):
    metric = METRICS[name]
    found = oracles(LISTS, REFERENCES, {name: metric})
    (oracle,) = found.oracles
    best, better = (max, 1) if metric.higher_is_better else (min, -1)
    sentence = metric.for_sentences()
    for number, texts in enumerate(LISTS):
        references = [stream[number] for stream in REFERENCES]
        scores = [sentence.sentence_score(text, references).score for text in texts]
        assert oracle.scores[number].tolist() == scores
        assert scores[oracle.chosen["oracle"][number]] == best(scores)
        assert (scores[oracle.chosen["worst"][number]] - best(scores)) * better <= 0
    for choice, chosen in oracle.chosen.items():
        texts = [texts[place] for texts, place in zip(LISTS, chosen, strict=True)]
        assert oracle.corpus[choice] == pytest.approx(metric.corpus_score(texts, REFERENCES).score, rel=1e-12)
        assert found.texts(name, choice) == texts
    assert oracle.chosen["first"] == (0, 0, 0)
    combinations = [metric.corpus_score(texts, REFERENCES).score for texts in itertools.product(*LISTS)]
    corpus = oracle.corpus
    assert (corpus["corpus_oracle"] - corpus["oracle"]) * better >= 0
    # No change of one segment is better.
    at = oracle.chosen["corpus_oracle"]
    for number, texts in enumerate(LISTS):
        for place in range(len(texts)):
            changed = [*at[:number], place, *at[number + 1 :]]
            score = metric.corpus_score(
                [texts[one] for texts, one in zip(LISTS, changed, strict=True)], REFERENCES
            ).score
            assert (corpus["corpus_oracle"] - score) * better >= -1e-9
    assert (best(combinations) - corpus["corpus_oracle"]) * better >= -1e-9


def test_tables():
    corpora, segments = oracles(LISTS, REFERENCES, ["chrf", "ter"]).tables()
    assert corpora.column("metric") == ["chrF2", "TER"]
    assert len(segments.rows) == 6
    assert corpora.facts == {"segments": 3, "candidates": 9}


def test_scored_lists(tmp_path):
    lists = [NbestList(str(at), tuple(texts), (-1.0, -2.0, -3.0)) for at, texts in enumerate(LISTS)]
    found = list(rescore(lists, REFERENCES, ["chrf", "ter"]))
    scores = parbleu.CHRF().segment_scores(LISTS[1], [[stream[1]] * 3 for stream in REFERENCES])
    assert found[1].scores["chrF2"].tolist() == scores.tolist()
    assert sorted(found[1].ranks("TER")) == [1, 2, 3]
    assert found[1].order("TER")[0] == int(np.argmin(found[1].scores["TER"]))
    row = json.loads(found[1].line(sort="chrF2"))
    assert row["line"] == 1
    assert row["ranks"]["chrF2"] == [1, 2, 3]
    assert row["metrics"]["chrF2"] == sorted(scores.tolist(), reverse=True)
    path = tmp_path / "scored"
    for form in ("json", "moses"):
        path.write_text("".join(each.line(form) + "\n" for each in found), encoding="utf-8")
        again = list(read_nbest(path))
        assert [each.candidates for each in again] == [each.candidates for each in lists]
        assert [each.scores for each in again] == [each.scores for each in lists]
    assert again[0].features[0].startswith("chrF2= ")


def test_errors():
    with pytest.raises(
        InputShapeError, match=r"segment 3: this is list 3, and the references have 2 segments"
    ):
        oracles(LISTS, [stream[:2] for stream in REFERENCES])
    with pytest.raises(InputShapeError, match=r"^2 n-best lists, and the references have 3 segments"):
        list(rescore(LISTS[:2], REFERENCES))
    with pytest.raises(OptionError, match="two metrics are called 'chrF2'"):
        oracles(LISTS, REFERENCES, ["chrf", parbleu.CHRF()])
    (first, *_) = rescore([["a ||| b"]], [["a"]], ["chrf"])
    with pytest.raises(OptionError, match="write JSON"):
        first.line("moses")
    with pytest.raises(UnknownNameError, match="chrF2"):
        first.line(sort="COMET")
    with pytest.raises(UnknownNameError, match="json, moses"):
        first.line("tsv")


@pytest.mark.parametrize("name", ["bleu", "chrf++", "ter"])
def test_sums_are_scored_at_once_as_one_by_one(name):
    (metric,) = candidate_metrics([name])
    rows = metric.statistics(Segments(LISTS[0]), [Segments(REFERENCES[0][:1] * len(LISTS[0]))], 1)
    sums = rows + rows[::-1]
    assert metric.corpora(sums).tolist() == [metric.corpus(row) for row in sums]
