"""Human judgement: recorded outputs of MT Metrics Eval's converters and scorer, and real annotation files."""

import hashlib
import json
import math
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from parbleu._cli.main import main
from parbleu.errors import RatingError
from parbleu.evalset import EvalSet, load_evalset
from parbleu.evalset._campaign import Campaign, write_campaign
from parbleu.human import get_scheme, human_scores, read_judgements
from parbleu.human._rating_files import write_judgements
from parbleu.human.formats._mt_metrics_eval import read_collection

README_WEIGHTS = "major:5 minor:1 No-error:0 minor/Fluency/Punctuation:0.1"
TED = ("--test_set", "wmt21.tedtalks", "--language_pair", "en-de")
OUR_TED = ("-t", "wmt21.tedtalks", "-l", "en-de")


@pytest.fixture(scope="module")
def golden(oracles):
    return oracles / "golden" / "mtme"


@pytest.fixture(scope="module")
def digests(golden):
    log = json.loads((golden / "converters" / "log.json").read_text(encoding="utf-8"))
    return {entry["file"]: entry["sha256"] for entry in log if "sha256" in entry}


@pytest.fixture(scope="module")
def ted(oracles):
    return oracles / "data" / "human" / "mqm_ted_en-de.tsv"


@pytest.fixture
def convert(oracles, monkeypatch):
    """Runs a converter of the face, or one of ours, with the real evaluation sets in place."""
    monkeypatch.setenv("PARBLEU_EVALSETS", str(oracles / "data" / "evalsets"))

    def run(name, *words):
        words = list(map(str, words))
        if "-" in name:
            return main(["human", "convert", name, *words])
        face = import_module(f"parbleu.compat.mt_metrics_eval.converters.{name}")
        with pytest.raises(SystemExit) as end:
            face.main([name, *words])
        return end.value.code

    return run


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("name", "weights"), [("default", ()), ("readme_weights", ("--weights", README_WEIGHTS))]
)
def test_score_mqm(convert, digests, ted, tmp_path, name, weights):
    out = tmp_path / "scores.tsv"
    assert convert("score_mqm", "--input", ted, f"--output={out}", *weights) == 0
    assert digest(out) == digests[f"score_mqm.ted.en-de.{name}.tsv"]


@pytest.mark.parametrize(("rater", "name"), [("merged", ""), ("rater1", ".rater1")])
def test_evalset_to_standalone(convert, digests, oracles, tmp_path, rater, name):
    ratings = oracles / f"data/evalsets/wmt21.tedtalks/human-scores/en-de.mqm.{rater}.seg.rating"
    out = tmp_path / "ratings.jsonl"
    face = ("evalset_ratings_to_standalone", "--evalset_ratings_files", ratings, "--ratings_file", out, *TED)
    ours = ("evalset-to-standalone", ratings, "--into", out, "--overwrite", *OUR_TED)
    for command in (face, ours):
        assert convert(*command) == 0
        assert digest(out) == digests[f"ted.ende{name}.standalone.jsonl"]


def test_standalone_to_evalset_and_back(convert, digests, golden, oracles, tmp_path):
    merged = oracles / "data/evalsets/wmt21.tedtalks/human-scores/en-de.mqm.merged.seg.rating"
    ratings = tmp_path / "ratings.jsonl"
    assert (
        convert(
            "evalset_ratings_to_standalone", "--evalset_ratings_files", merged, *TED,
            "--ratings_file", ratings,
        )
        == 0
    )  # fmt: skip
    back, key = tmp_path / "back", tmp_path / "key.tsv"
    command = ("standalone_ratings_to_evalset", "--ratings_file", ratings, *TED, "--output_dir", back)
    assert convert(*command, "--prefix", "en-de.x.", "--rater_key_file", key) == 0
    assert convert(*command, "--prefix", "en-de.m.", "--merge_raters") == 0
    files = sorted(back.iterdir())
    ours = ("standalone-to-evalset", ratings, *OUR_TED, "--into", tmp_path / "ours")
    assert convert(*ours, "--prefix", "en-de.x.", "--rater-names", tmp_path / "names") == 0
    assert convert(*ours, "--prefix", "en-de.m.", "--merge") == 0
    assert [digest(path) for path in sorted((tmp_path / "ours").iterdir())] == list(map(digest, files))
    assert (tmp_path / "names").read_bytes() == key.read_bytes()
    assert len(files) == 5
    assert {f"back/{file.name}": digest(file) for file in files} == {
        name: value for name, value in digests.items() if name.startswith("back/")
    }
    assert key.read_bytes() == (golden / "converters" / "back" / "key.tsv").read_bytes()
    assert (back / "en-de.m.merged.seg.rating").read_bytes() == merged.read_bytes()


def test_verify_scores(convert, golden, oracles, tmp_path, capfd):
    news = ("--test_set", "wmt21.news", "--language_pair", "en-de")
    sets, bad = oracles / "data" / "evalsets", golden / "converters" / "BLEUbad-refC.sys.score"
    good = sets / "wmt21.news/metric-scores/en-de/BLEU-refC.sys.score"
    human = sets / "wmt21.news/human-scores/en-de.mqm.seg.score"
    assert convert("verify_scores_file", "--scores_file", good, *news) == 0
    assert convert("verify_scores_file", "--scores_file", human, "--human_scores", *news) == 0
    assert convert("verify_scores_file", *news) == 0
    assert convert("verify_scores_file", "--scores_file", bad, *news) == 1
    assert convert("verify_scores_file", "--scores_file", "/dev/null", *news) == 1
    assert capfd.readouterr().out == ""
    repaired = tmp_path / "repaired.score"
    assert convert("verify_scores_file", "--scores_file", bad, *news, "--repair", repaired) == 0
    # The original lists what it added in the order of a set of strings, which varies; ours is sorted.
    assert capfd.readouterr().out == "Added dummy scores (0s) for missing outputs: ['UEdin', 'refA']\n"
    expected = (golden / "converters" / "repaired.score").read_text(encoding="utf-8")
    assert sorted(repaired.read_text(encoding="utf-8").splitlines()) == sorted(expected.splitlines())


def test_verify_scores_of_domains(convert, oracles):
    """The original cannot read them."""
    path = oracles / "data/evalsets/wmt24/metric-scores/en-cs/chrF-refA.domain.score"
    assert (
        convert(
            "verify_scores_file", "--scores_file", path, "--test_set", "wmt24", "--language_pair", "en-cs"
        )
        == 0
    )
    assert convert("verify-scores", path, "-t", "wmt24", "-l", "en-cs") == 0


@pytest.mark.parametrize("name", ["full", "qe", "segonly_nometa"])
def test_codalab(golden, tmp_path, capfd, name):
    place = golden / "codalab" / name
    assert main(["human", "codalab", str(place / "input"), str(tmp_path)]) == 0
    log = json.loads((golden / "codalab" / "log.json").read_text(encoding="utf-8"))
    assert capfd.readouterr().out == log[name]["stdout"]
    assert (tmp_path / "scores.txt").read_bytes() == (place / "output" / "scores.txt").read_bytes()


@pytest.fixture(scope="module")
def ted_judgements(ted):
    return [replace(each, system="refA") if each.system == "ref" else each for each in read_judgements(ted)]


def test_a_raw_file_becomes_the_published_evaluation_set(ted_judgements, oracles, tmp_path):
    """Its ratings byte for byte, texts, and scores to the last digit."""
    campaign = Campaign("en-de", ted_judgements)
    ours = write_campaign(tmp_path, "ted", campaign, "mqm", references={"refA": None})
    published = EvalSet("wmt21.tedtalks", "en-de", oracles / "data" / "evalsets")
    for name in ours.human_rating_names:
        files = [
            root / "human-scores" / f"en-de.{name}.seg.rating"
            for root in (tmp_path / "ted", oracles / "data" / "evalsets" / "wmt21.tedtalks")
        ]
        assert files[0].read_bytes() == files[1].read_bytes()
    assert ours.human_rating_names == published.human_rating_names
    assert list(ours.src) == list(published.src)
    assert {name: list(ours.sys_outputs[name]) for name in ours.sys_outputs} == {
        name: list(published.sys_outputs[name]) for name in published.sys_outputs
    }
    assert dict(ours.docs) == dict(published.docs)
    for level in ("segment", "system"):
        scores, wanted = ours.scores(level, "mqm"), published.scores(level, "mqm")
        assert scores.systems == wanted.systems
        np.testing.assert_allclose(scores.table, wanted.table, rtol=1e-12)  # which is rounded


def test_ratings_of_a_published_set(oracles):
    published = EvalSet("wmt21.tedtalks", "en-de", oracles / "data" / "evalsets")
    ratings, raters = published.ratings("mqm.rater1"), published.rater_ids_per_seg("mqm.rater1")
    assert {rater for each in raters.values() for rater in each} == {"rater1", None}
    for system, rated in ratings.items():
        for segment, rating in enumerate(rated):
            assert (rating is None) == (raters[system][segment] is None)
            if rating is not None:
                rating.check(published.sys_outputs[system][segment], published.src[segment])


def test_stored_scores_are_those_of_the_scheme(ted_judgements, oracles):
    path = oracles / "data/evalsets/wmt21.tedtalks/human-scores/en-de.mqm.merged.seg.rating"
    stored = human_scores(read_judgements(path), "stored").system_scores()
    assert stored == human_scores(ted_judgements, "mqm").system_scores()


@pytest.mark.parametrize("name", ["google", "unbabel", "standalone", "seg-rating"])
def test_real_ratings_survive_every_format_that_marks_errors(ted_judgements, tmp_path, name):
    chosen = [each for each in ted_judgements if each.segment < 60]
    known = [replace(each, score=1.5 if name == "unbabel" else None) for each in chosen]
    if name == "seg-rating":
        known = [replace(each, document=None, place=None, source=None, hypothesis=None) for each in known]
    if name == "standalone":
        known = [replace(each, place=None) for each in known]
    path = tmp_path / "ratings"
    write_judgements(path, known, name)

    def key(judgement):
        return judgement.system, judgement.segment, judgement.rater

    assert sorted(read_judgements(path), key=key) == sorted(known, key=key)


def test_scores_of_a_set_without_ratings(oracles):
    folder = oracles / "data/evalsets/wmt21.news/human-scores"
    found = human_scores(read_judgements(folder / "en-de.mqm.seg.score")).system_scores()
    published = dict(line.split() for line in (folder / "en-de.mqm.sys.score").read_text().splitlines())
    wanted = {name: float(score) for name, score in published.items() if score != "None"}
    assert found == pytest.approx(wanted, rel=1e-14)  # the set's own has another order of summation


def test_esa_of_wmt24(oracles, tmp_path):
    path = oracles / "data" / "human" / "esa_wmt24_wave3.csv"
    judgements = read_judgements(path)
    with pytest.raises(RatingError, match=r"several language pairs \(eng-jpn, eng-zho\)"):
        human_scores(judgements, "esa")
    for lang, pair in (("jpn", "en-ja"), ("zho", "en-zh")):
        texts = EvalSet("wmt24", pair, oracles / "data" / "evalsets")
        published = texts.gold("segment")
        chosen = [each for each in judgements if each.tgt_lang == lang and each.system in published]
        for system, scores in human_scores(chosen, "esa").segment_scores().items():
            found = [score for _, score in sorted(scores.items())]
            places = [segment for _, segment in sorted(scores)]
            np.testing.assert_allclose(found, published[system][places], rtol=1e-12)
    texts = EvalSet("wmt24", "en-ja", oracles / "data" / "evalsets")
    spans = [
        span
        for each in judgements
        if each.tgt_lang == "jpn" and each.system in texts.sys_outputs
        for _, span in each.rating.spans(texts.sys_outputs[each.system][each.segment])
    ]
    assert len(spans) > 1000
    assert "釈放している" in spans  # the last character belongs to it
    japanese = [each for each in judgements if each.tgt_lang == "jpn" and each.system in texts.sys_outputs]
    ours = write_campaign(
        tmp_path,
        "ours",
        Campaign("en-ja", japanese, texts.src, texts.sys_outputs),
        "esa",
        references={"refA": texts.all_refs["refA"]},
    )
    assert ours.n_segments == 998
    copy = tmp_path / "copy.csv"
    write_judgements(copy, judgements, "esa")
    assert read_judgements(copy) == judgements


def test_published_mean_scores(oracles):
    """The file of means that came with MQM has no raters, and blanks and TABs between its columns."""
    path = oracles / "data" / "human" / "mqm_newstest2021_en-de.avg_seg_scores.tsv"
    judgements = read_judgements(path)
    _, *lines = path.read_text().splitlines()
    scored = [line.split() for line in lines if "None" not in line]
    assert (len(lines), len(scored)) == (17034, 8959)
    read = [[one.system, f"{one.score:.6f}", f"{one.segment + 1}"] for one in judgements]
    assert read == scored


def test_collections_of_two_columns_name_their_rater(tmp_path):
    (path := tmp_path / "en-de.mqm.rater3.seg.rating").write_text('A\t{"errors": []}\nA\tNone\n')
    assert read_collection(str(path), "rater3").raters == {"A": ["rater3", None]}


def test_published_scores_of_segments_are_computed_again(oracles, ted):
    """13 systems of 529 segments out of Google's table; references too, of both pairs, out of ratings."""
    scheme, counts = get_scheme("mqm"), {}
    for pair in ("en-de", "zh-en"):
        evalset = load_evalset("wmt21.tedtalks", pair, str(oracles / "data" / "evalsets"))
        gold = evalset.scores("segment", "mqm")
        counts[pair] = 0
        for system, ratings in evalset.ratings("mqm.merged").items():
            costs = [
                math.nan if rating is None else sum(map(scheme.cost, rating.errors)) for rating in ratings
            ]
            assert np.allclose(-np.array(costs), gold[system], rtol=0, atol=1e-9, equal_nan=True)
            counts[pair] += int(np.isfinite(costs).sum())
        if pair == "en-de":
            published, sources = gold, list(evalset.src)
    assert counts == {"en-de": 7406, "zh-en": 7935}

    judgements = read_judgements(ted)
    places = sorted({judgement.segment for judgement in judgements})
    texts = {judgement.segment: judgement.source for judgement in judgements}
    assert [texts[place] for place in places] == sources
    scores = human_scores(judgements, "mqm").segment_scores()
    systems = sorted(scores.keys() & published.keys())
    for system in systems:
        computed = [scores[system]["", place] for place in places]
        assert np.allclose(computed, published[system], rtol=0, atol=1e-9)
    assert len(systems) * len(places) == 6877
