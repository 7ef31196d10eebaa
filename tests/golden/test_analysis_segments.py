"""Tests buckets of segments against recorded numbers of compare-mt and MT-Telescope."""

from pathlib import Path

import numpy as np
import pytest

from compare_mt import METRICS, RecordedCorpus, SingleBlanks
from conftest import find_oracles
from parbleu import Resampling
from parbleu.analysis import compared_texts, first_of_each_source, length_range, segments

pytestmark = pytest.mark.usefixtures("oracles")

WAYS = {"length": "length", "lengthdiff": "length_difference", "score": "score", "label": "label"}


@pytest.fixture(scope="module", params=["de-en", "en-ja"])
def corpus(request):
    return RecordedCorpus(find_oracles(), request.param)


def last_token(line):
    last = line.split()[-1] if line.split() else ""
    kinds = {"?": "question", "？": "question", "!": "exclaim", "！": "exclaim", ".": "stop", "。": "stop"}
    return kinds.get(last, "none")


def token_ratio(source, reference):
    return f"{len(source.split()) / len(reference.split()):.3f}"


LABELS = {
    "last token of the reference": lambda source, reference: last_token(reference),
    "source tokens / reference tokens": token_ratio,
}


class Lowered:
    """A metric of texts in lower case."""

    def __init__(self, metric):
        self.name = metric.name
        self.metric = metric

    def statistics(self, hypotheses, references):
        return self.metric.statistics(
            [line.lower() for line in hypotheses], [[line.lower() for line in references[0]]]
        )

    def score(self, row):
        return self.metric.score(row)


def test_segments(corpus, comparison):
    plain = corpus.texts()
    for recorded in corpus.golden["sentence_buckets"]:
        profile = recorded["profile"]
        if "raises" in recorded or profile.get("score_measure") == "ribes":  # parbleu has no RIBES
            continue
        labels = {}
        if recorded.get("labels"):
            make = LABELS[recorded["labels"]]
            labels["label"] = [*map(make, corpus.source, corpus.reference)]
        texts = compared_texts(
            corpus.outputs, [corpus.reference], source=corpus.source, labels=labels, tokenize="none"
        )
        assert len(texts) == len(plain)
        metric = METRICS[profile.get("score_measure", "sentbleu")]
        if "case_insensitive" in profile:
            metric = Lowered(metric)
        cutoffs = [float(cut) for cut in profile.get("bucket_cutoffs", "").split(":") if cut] or None
        if profile["bucket_type"] == "numlabel":
            way, cutoffs = "label", cutoffs or [0.25, 0.5, 0.75]
        else:
            way = WAYS[profile["bucket_type"]]
        if way == "score" and profile["score_measure"] == "length":
            cutoffs = [place / 10 for place in range(1, 10)]  # its scale is 1
        if cutoffs is not None and "bucket_cutoffs" in profile:
            whole = "." not in profile["bucket_cutoffs"]
            cutoffs = [int(cut) if whole else cut for cut in cutoffs]
        label_set = profile["label_set"].split("+") if "label_set" in profile else None
        result = segments(
            texts, way, [metric], cutoffs=cutoffs, label_set=label_set, resampling=Resampling("none")
        )
        comparison.check(f"{profile} names", list(result.buckets), recorded["buckets"])
        scored = profile.get("statistic_type") == "score"
        for place, system in enumerate(corpus.systems):
            theirs = recorded["systems"][system]
            if not scored:
                comparison.check(f"{profile} {system}", result.counts[place].tolist(), theirs)
                continue
            ours = result.figures[0].values[place]
            empty = result.counts[place] == 0
            comparison.check(f"{profile} {system} empty", np.isnan(ours).tolist(), empty.tolist())
            close = np.allclose(np.where(empty, 0, ours), theirs, rtol=1e-12, atol=1e-9)
            comparison.check(f"{profile} {system} {ours.tolist()} {theirs}", close, True)
    comparison.finish(at_least=80)
    assert sum("raises" in recorded for recorded in corpus.golden["sentence_buckets"]) == 4


@pytest.mark.parametrize("pair", ["en-de", "en-ja"])
def test_all_that_compare_mt_cannot_do(pair):
    """It raises on counts by length or label, and on details of scores."""
    folder = Path(__file__).parents[2] / "examples" / pair
    names = ["ref.A.txt", "system.careful.txt", "system.careless.txt"]
    reference, *outputs = [(folder / name).read_text("utf-8").splitlines() for name in names]
    texts = compared_texts(dict(zip("ab", outputs, strict=True)), [reference])
    counts = segments(texts, "length", ["chrf"], resampling=Resampling("none")).counts
    assert (counts.sum(axis=1) == len(texts)).all()
    assert segments(texts, "length", ["chrf"], resampling=Resampling(n_samples=20))["chrF2"].low is not None


@pytest.fixture(scope="module")
def telescope(read_golden):
    return read_golden("analysis/mt-telescope")


def numbered(texts):
    """Texts whose outputs are their places."""
    return compared_texts({"x": [str(place) for place in range(len(texts))]}, [texts], source=texts)


def places(texts):
    stream = texts.systems["x"]
    return [int(stream[place]) for place in range(len(stream))]


def test_ranges_of_lengths(telescope):
    path = find_oracles() / "data" / "wmt23" / "de-en" / "refA.en"
    texts = numbered([line.strip() for line in path.read_text("utf-8").split("\n")[:549]])
    for recorded in telescope["length"]:
        assert places(length_range(texts, recorded["min"], recorded["max"])) == recorded["kept"]


def test_the_first_of_equal_sources(telescope):
    recorded = telescope["duplicates"]
    assert places(first_of_each_source(numbered(recorded["sources"]))) == recorded["kept"]
    path = find_oracles() / "data" / "wmt23" / "cs-uk" / "source.cs"
    texts = numbered([line.strip() for line in path.read_text("utf-8").splitlines()])
    assert len(first_of_each_source(texts)) == telescope["duplicates_cs_uk_kept"]


def test_buckets_of_scores(telescope):
    recorded = telescope["score_buckets"]
    scores = {"x": recorded["x"], "y": recorded["y"]}
    count = len(recorded["x"])
    texts = compared_texts(dict.fromkeys(scores, ["a"] * count), [["a"] * count], scores={"COMET": scores})
    for result in recorded["results"]:
        cutoffs = result["critical_major_minor_thresholds"]
        found = segments(texts, "COMET", ["COMET"], cutoffs=cutoffs, resampling=Resampling("none"))
        shares = 100 * found.counts / count
        for name, theirs in zip(("critical", "major", "minor", "none"), shares.T.tolist(), strict=True):
            assert result["percent_x_y"][name] == pytest.approx(theirs)


def test_edges(read_golden):
    """compare-mt's score of an empty bucket is 0; ours is none."""
    edge = read_golden("analysis/compare-mt.edge")
    given = edge["texts"]
    tokens = {name: [SingleBlanks()(line) for line in lines] for name, lines in given.items()}
    texts = compared_texts({"s0": tokens["s0"], "s1": tokens["s1"]}, [tokens["ref"]], tokenize="none")
    for recorded in edge["sentence_buckets"]:
        profile = recorded["profile"]
        if "raises" in recorded:
            continue
        cutoffs = [int(cut) for cut in profile["bucket_cutoffs"].split(":")]
        metric = METRICS[profile.get("score_measure", "sentbleu")]
        found = segments(
            texts, WAYS[profile["bucket_type"]], [metric], cutoffs=cutoffs, resampling=Resampling("none")
        )
        values = found.counts if "statistic_type" not in profile else found.figures[0].values
        empty = found.counts == 0
        assert np.where(empty, 0, values) == pytest.approx(np.array(recorded["systems"]), abs=1e-9)
        if "statistic_type" in profile:
            assert np.isnan(values).tolist() == empty.tolist()
