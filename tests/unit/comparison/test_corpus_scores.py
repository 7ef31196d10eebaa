"""Scoring one system that is read from files: in pieces, whole, by segments."""

import io
import sys
from contextlib import contextmanager

import pytest

from parbleu import BLEU, CHRF, TER
from parbleu._comparison.corpus_scores import CorpusScores, score_corpus
from parbleu._comparison.sentence_scores import score_sentences, sentence_scores
from parbleu._inputs.line_files import LineFiles
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu.errors import InputShapeError
from parbleu.stats.resampling import Resampling

HYPOTHESES = ["the cat sat", "a dog ran far away", "it rains here again", "no one saw that"]
REFERENCES = ["the cat sat down", "the dog ran far away", "it rains again", "nobody saw that"]


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.setattr("parbleu._io.lines.SMALL_BLOCK", 20)  # several pieces
    for name, lines in (("hyp", HYPOTHESES), ("ref", REFERENCES)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    return [str(tmp_path / "ref")], [str(tmp_path / "hyp")]


@pytest.mark.parametrize("subsets", [False, True])
def test_scores_are_those_of_lists(files, subsets):
    with LineFiles(NamedCorpus(*files)) as reader:
        found = score_corpus(reader, [BLEU(), CHRF(word_order=2), TER()], subsets=subsets, threads=1)
    assert isinstance(found, CorpusScores)
    wanted = [metric.corpus_score(HYPOTHESES, [REFERENCES]) for metric in (BLEU(), CHRF(word_order=2), TER())]
    assert [score.score for score in found.scores] == [score.score for score in wanted]
    assert [str(score.signature) for score in found.scores] == [str(score.signature) for score in wanted]
    assert CorpusScores(found.scores).to_csv().startswith("metric,score,")


def metrics_of_all_kinds():
    return [BLEU(), BLEU(tokenize="char"), CHRF(word_order=2), TER(), TER(normalized=True)]


@pytest.mark.parametrize("subsets", [False, True])
def test_intervals(files, subsets):
    drawn = Resampling(n_samples=50, intervals=True, seed=7)
    with LineFiles(NamedCorpus(*files)) as reader:
        found = score_corpus(reader, metrics_of_all_kinds(), resampling=drawn, subsets=subsets).scores
    wanted = [
        metric.corpus_score(HYPOTHESES, [REFERENCES], intervals=True, n_samples=50, seed=7)
        for metric in metrics_of_all_kinds()
    ]
    assert [each.score for each in found] == [each.score for each in wanted]
    assert [each.interval for each in found] == [each.interval for each in wanted]
    assert [str(each.signature) for each in found] == [str(each.signature) for each in wanted]


def test_each_piece_is_announced(files):
    seen = []
    with LineFiles(NamedCorpus(*files)) as reader:
        score_corpus(reader, [BLEU()], on_part=seen.append)
    assert len(seen) > 1
    assert [line for part in seen for line in part.systems["hyp"].to_list()] == HYPOTHESES
    assert [line for part in seen for line in part.references[0].to_list()] == REFERENCES


def test_the_resampling_is_told(files):
    calls = []

    @contextmanager
    def progress(what, total):
        calls.append((what, total))
        yield calls.append

    drawn = Resampling(n_samples=30, intervals=True)
    with LineFiles(NamedCorpus(*files)) as reader:
        score_corpus(reader, [BLEU(), TER()], resampling=drawn, progress=progress)
    assert calls == [("resampling", 30)]  # once for all metrics; it is too short for more


@pytest.mark.parametrize("many", [1, 1000])
@pytest.mark.needs("pandas")
def test_sentences(files, monkeypatch, many):
    monkeypatch.setattr("parbleu._comparison.sentence_scores.MANY", many)
    metric = BLEU(effective_order=True)
    with LineFiles(NamedCorpus(*files)) as reader:
        found = score_sentences(reader, metric)
    pairs = list(zip(HYPOTHESES, REFERENCES, strict=True))
    wanted = [metric.sentence_score(hypothesis, [reference]) for hypothesis, reference in pairs]
    assert found.scores == tuple(score.score for score in wanted)
    assert found.signature == str(wanted[0].signature)
    assert found.to_pandas()["segment"].tolist() == [1, 2, 3, 4]
    with LineFiles(NamedCorpus(*files)) as reader:
        assert [str(score) for score in sentence_scores(reader, metric)] == list(map(str, wanted))


def fed(monkeypatch, lines):
    text = "".join(f"{line}\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_standard_input_that_was_begun(files, monkeypatch):
    """To count the systems there loses no line, whether it is read in pieces or whole."""
    fed(monkeypatch, HYPOTHESES)
    with LineFiles(NamedCorpus(files[0], ["-"])) as reader:
        assert reader.names() == ["System 1"]
        [found] = score_corpus(reader, [CHRF()]).scores
    assert found.score == CHRF().corpus_score(HYPOTHESES, [REFERENCES]).score
    fed(monkeypatch, [f"{line}\t{line}" for line in HYPOTHESES])
    with LineFiles(NamedCorpus(files[0], ["-"])) as reader:
        assert reader.names() == ["System 1", "System 2"]
        corpus = reader.whole()
    assert [system.to_list() for system in corpus.systems.values()] == [HYPOTHESES, HYPOTHESES]
    assert corpus.references[0].to_list() == REFERENCES


def test_several_systems_are_refused(files):
    references, systems = files
    with (
        LineFiles(NamedCorpus(references, systems * 2, names=["a", "b"])) as reader,
        pytest.raises(InputShapeError, match="one system can be scored here, not 2"),
    ):
        score_corpus(reader, [BLEU()])
