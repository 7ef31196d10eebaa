"""Tests the face's evaluation sets: containers like the original's, and what the face improves."""

import pickle

import numpy as np
import pytest

from parbleu.compat.mt_metrics_eval import data, meta_info, ratings, standalone_ratings, stats
from parbleu.errors import EvalSetError, FormatError, UnknownNameError


def test_names(evs):
    assert (evs.sys_names, evs.ref_names) == ({"A", "B", "C", "refA"}, {"refA", "refB"})
    assert (evs.std_ref, evs.human_sys_names, evs.outlier_sys_names) == ("refA", {"refA"}, {"C"})
    assert evs.metric_names == {"BLEU-refA", "Part-src"}
    assert evs.metric_basenames == {"BLEU", "Part"}
    assert evs.ParseMetricName("X-all") == ("X", {"refA", "refB"})
    assert (evs.BaseMetric("X-Y-src"), evs.ReferencesUsed("X-Y-src")) == ("X-Y", set())
    assert [evs.DisplayName(name) for name in ("BLEU-refA", "Part-src")] == ["BLEU", "*Part[noref]"]
    assert [evs.StdHumanScoreName(level) for level in ("sys", "doc")] == ["mqm", None]
    assert (evs.src_lang, evs.tgt_lang) == ("en", "de")
    assert (evs.DocsPerSeg(), evs.DomainsPerDoc()) == (["d1", "d1", "d2", "d3"], ["news", "talks", "news"])


def test_texts_may_be_changed_and_serialized(evs):
    assert evs.sys_outputs["A"] == ["A", None, "", "A"]
    assert evs.docs == {"d1": [0, 2], "d2": [2, 3], "d3": [3, 4]}
    assert evs.domains == {"news": [[0, 2], [3, 4]], "talks": [[2, 3]]}
    assert isinstance(evs.sys_outputs, dict)
    evs.sys_outputs["mine"] = evs.src
    assert evs.sys_outputs["mine"] is evs.src


def test_what_is_there_is_not_changed_by_asking(evs):
    """Asking the original for a system that is not there adds it."""
    scores = evs.Scores("seg", "mqm")
    assert scores["A"] == [-1.0, None, -3.0, 0.0]
    assert scores["nobody"] == []
    assert "nobody" not in scores
    assert evs.Scores("seg", "mqm") is scores
    assert evs.Scores("sys", "mqm")["refA"] == [None]
    for level, name in (("doc", "mqm"), ("seg", "nothing"), ("nothing", "mqm"), ("doc", None)):
        assert evs.Scores(level, name) is None


def test_systems_that_a_metric_lacks_get_zeros(evs, caplog):
    assert evs.Scores("sys", "Part-src") == {"A": [2.5], "B": [6.5], "C": [0], "refA": [0]}
    strict = data.EvalSet("tiny", "en-de", True, evs.info, evs._arguments[0], strict=True)
    with pytest.raises(ValueError, match="C, refA"):
        strict.Scores("sys", "Part-src")


def test_a_set_says_itself_what_is_standard(home):
    (home / "tiny" / "references" / "en-de.refB.txt").unlink()
    evs = data.EvalSet("tiny", "en-de", path=home)
    assert (evs.std_ref, evs.info.std_gold) == ("refA", {"seg": "mqm", "sys": "mqm"})
    assert evs.metric_names == evs.rating_names == set()


def test_information_about_sets_may_be_added(home, monkeypatch):
    info = meta_info.MetaInfo("refB", {"sys": "mqm"}, set(), set())
    monkeypatch.setitem(meta_info.DATA, "tiny", {"en-de": info})
    evs = data.EvalSet("tiny", "en-de", path=home)
    assert evs.std_ref == "refB"
    evs.SetOutlierSysNames({"B"})
    assert evs.outlier_sys_names == {"B"}
    assert info.outlier_systems == set()


def test_what_is_standard_may_be_changed_later(evs):
    evs.SetOutlierSysNames({"A"})
    evs.info.std_gold["sys"] = "nothing"
    with pytest.raises(KeyError, match="nothing"):
        correlations(evs)
    evs.info.std_gold["sys"] = "mqm"
    found = data.GetCorrelations(evs, "sys", {"refA"}, set(), False, False, "std", False)
    assert found["BLEU-refA"].gold_scores == [-1.25, -2]


def test_correlations(evs):
    gold, metric = evs.Scores("seg", "mqm"), evs.Scores("seg", "BLEU-refA")
    corr = evs.Correlation(gold, metric)
    assert (corr.num_sys, corr.num_items, corr.none_count) == (3, 4, 3)
    assert corr.metric_scores == [1, 2, 3, 4, 5, 6, 7, 8, 1, 1, 1, 2]
    assert evs.Correlation(gold, metric, {"B", "A"}, [3, 0]).gold_scores == [0, -1, -1, -2]
    with pytest.raises(ValueError, match="refA"):
        evs.Correlation(gold, metric, {"refA"})
    with pytest.raises(ValueError, match="A has 4 gold scores"):
        evs.Correlation(gold, {**metric, "A": [1]})


def test_metrics_of_ones_own(evs):
    scores = {name: [1.0] for name in ("A", "B", "C", "refA")}
    evs.AddMetric("Mine", set(), "sys", scores)
    evs.AddMetric("Mine", {"refB", "refA"}, "sys", scores)
    assert evs.metric_names >= {"Mine-src", "Mine-refA.refB"}
    with pytest.raises(ValueError, match="already"):
        evs.AddMetric("Mine", set(), "sys", scores)
    evs.AddMetric("Mine", set(), "sys", {**scores, "A": [2.0]}, replace=True)
    assert evs.Scores("sys", "Mine-src")["A"] == [2.0]
    with pytest.raises(EvalSetError, match="C, refA"):
        evs.AddMetric("Other", set(), "sys", {"A": [1], "B": [2]})
    assert evs.Scores("sys", "Other-src") is None  # the original keeps what it refused
    evs.AddMetric("Other", set(), "sys", {"A": [1], "B": [2]}, repair=True)
    evs.SetPrimaryMetrics({"Mine"})
    assert (evs.primary_metrics, evs.DisplayName("BLEU-refA")) == ({"Mine"}, "*BLEU")
    again = pickle.loads(pickle.dumps(evs))
    assert again.metric_names == evs.metric_names
    assert again.Scores("sys", "Other-src") == evs.Scores("sys", "Other-src")
    assert again.primary_metrics == {"Mine"}
    evs.SetPrimaryMetrics(set())
    assert evs.primary_metrics == {"BLEU"}


def test_metrics_from_a_directory(evs, tmp_path):
    (tmp_path / "mine").mkdir()
    lines = "".join(f"{name}\t1\n" for name in ("A", "B", "C", "refA"))
    (tmp_path / "mine" / "M-src.sys.score").write_text(lines)
    assert evs.AddMetricsFromDir(tmp_path / "mine") == ["M"]
    assert pickle.loads(pickle.dumps(evs)).Scores("sys", "M-src")["A"] == [1.0]


def test_checking_scores(evs):
    scores = {"A": [1.0], "B": [2.0]}
    assert evs.CheckScores(scores, "mqm", "sys", True) == []
    with pytest.raises(ValueError, match="no scores of C, refA"):
        evs.CheckScores(scores, "M-src", "sys", False)
    assert evs.CheckScores(scores, "M-refA", "sys", False, repair=True) == ["C"]
    assert scores == {"A": [1.0], "B": [2.0], "C": [0]}
    with pytest.raises(ValueError, match="no outputs of X"):
        evs.CheckScores({"X": [1.0]}, "mqm", "sys", True)


def test_ratings(evs):
    assert evs.rating_names == {"mqm.rater1"}
    rating = ratings.Rating([ratings.Error(0, 1, severity="minor")])
    assert evs.Ratings("mqm.rater1") == {"A": [rating, None, None, None]}
    assert ratings.Rating.FromDict(rating.ToDict()) == rating
    assert evs.RaterIdsPerSeg("mqm.rater1") == {"A": ["rater1", None, None, None]}
    assert evs.Ratings("mqm.rater1") is evs.Ratings("mqm.rater1")
    assert pickle.loads(pickle.dumps(evs)).Ratings("mqm.rater1") == evs.Ratings("mqm.rater1")
    assert evs.Ratings("mqm") is None
    with pytest.raises(KeyError):
        evs.RaterIdsPerSeg("mqm")
    with pytest.raises(ValueError, match="start"):
        ratings.Error.FromDict({"end": 3})


def test_standalone_ratings():
    values = {"source": "s", "hypothesis": "h", "errors": [], "segment_id": 3, "src_lang": "en", "more": 1}
    rating = standalone_ratings.Rating.FromDict(values)
    assert (rating.source, rating.segment_id, rating.src_lang, rating.tgt_lang) == ("s", 3, "en", None)
    assert standalone_ratings.Rating.FromDict(rating.ToDict()) == rating
    for wrong in ({"segment_id": "3"}, {"source": 1}, {"hypothesis": None}, {"errors": None}):
        with pytest.raises(ValueError, match=r"must be|errors"):
            standalone_ratings.Rating.FromDict(values | wrong)


def test_ratings_that_nobody_asked_for(home, evs):
    without = data.EvalSet("tiny", "en-de", info=evs.info, path=home)
    assert (without.human_rating_names, without.Ratings("mqm.rater1")) == (set(), None)
    with pytest.raises(KeyError, match="pass read_stored_ratings=True"):
        without.RaterIdsPerSeg("mqm.rater1")


def correlations(evs, **options):
    return data.GetCorrelations(evs, "sys", {"refA"}, set(), False, True, "std", False, **options)


def test_what_is_compared(evs):
    found = correlations(evs)
    assert list(found) == ["BLEU-refA", "Part-src"]
    assert found["BLEU-refA"].gold_scores == [-1.5, -1.25, -2]
    assert list(correlations(evs, metric_format="spreadsheet")) == ["BLEU", "*Part[noref]"]
    more = {"extern": {name: [1.0] for name in "ABC"}}
    assert list(correlations(evs, extern_metrics=more))[-1] == "extern"
    with pytest.raises(UnknownNameError, match="domain"):
        correlations(evs, domain="sports")


def test_samples_of_items(evs):
    """The original crashes on any sample."""
    found = data.GetCorrelations(
        evs, "seg", {"refA"}, set(), False, True, "std", False, sample_size=2, sample_seed=3
    )
    places = stats.Sample(4, 2, "uniform", seed=3).sample
    assert found["BLEU-refA"].metric_scores[:2] == [[1.0, 2.0, 3.0, 4.0][place] for place in places]


def test_printing(evs, capsys):
    np.random.seed(1)
    found = data.CompareMetrics(correlations(evs), stats.KendallVariants, k=10)
    data.PrintMetricComparison(found[0], found[1], evs=evs)
    lines = capsys.readouterr().out.splitlines()
    shown = {"BLEU-refA": "BLEU", "Part-src": "*Part[noref]"}
    assert [line.split()[0] for line in lines] == [shown[name] for name in found[0]]
    assert all(isinstance(entry, list) for entry in found[0].values())


def test_files(evs, home):
    path = home / "tiny" / "human-scores" / "en-de.mqm.seg.score"
    assert data.ReadScoreFile(str(path)) == evs.Scores("seg", "mqm")
    (home / "bad").write_text("A 1\nB\n")
    with pytest.raises(FormatError, match=r"bad:2"):
        data.ReadScoreFile(str(home / "bad"))
    (home / "domains").write_text("news A 1\ntalks A None\nnews B 2\n")
    found = data.ReadDomainScoreFile(str(home / "domains"), ["news", "talks"])
    assert found == {"A": [1.0, None], "B": [2.0, None]}
    assert data.MakeMetricName("X", {"refB", "refA"}) == "X-refA.refB"
    assert [data.MakeMetricName("X", refs) for refs in (set(), "refA", {"all"})] == [
        "X-src",
        "X-refA",
        "X-all",
    ]


def test_a_set_that_is_not_there(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(ValueError, match="meta download"):
        data.EvalSet("wmt24pp", "en-de_DE", False)
    assert data.LocalDir() == f"{tmp_path}/.mt-metrics-eval"
