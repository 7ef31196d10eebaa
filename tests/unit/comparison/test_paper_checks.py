"""Tests the checklist for the results behind a table of a paper."""

import json

import pytest

import parbleu
from parbleu._comparison.paper_checks import CHECKS, check_paper, metric_family
from parbleu._inputs.segment_scores import SegmentScores
from parbleu.errors import FormatError, NoSegmentsError, OptionError, UnknownNameError, UnreadableFileError

BLEU = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
CHRF = "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0"


def sacrebleu(name="BLEU", signature=BLEU, length=None):
    """What sacreBLEU prints of one system and one metric."""
    found = {"name": name, "score": 20.5, "signature": signature}
    return found if length is None else {**found, "verbose_score": f"50.0/20.0 (ref_len = {length})"}


@pytest.fixture
def check(tmp_path):
    """Saves results under names, and checks them; returns check -> statuses, and all findings."""

    def checker(results, **options):
        paths = []
        for name, result in results.items():
            paths.append(tmp_path / f"{name}.json")
            paths[-1].write_text(result if isinstance(result, str) else json.dumps(result))
        found = check_paper(paths, **options)
        statuses = {}
        for each in found.found:
            statuses.setdefault(each.check, []).append(each.status)
        assert tuple(statuses) == CHECKS
        assert found.tables()[0].facts["n_problems"] == len(found.problems)
        return statuses, found

    return checker


def test_a_compared_table_is_sound(check, systems, references):
    options = {"test": "bootstrap", "n_samples": 20}
    compared = parbleu.compare(systems, references, ["bleu", "chrf"], **options)
    declared = dict.fromkeys(systems, ())
    statuses, found = check({"all": compared.to_json()}, references="human", optimized=declared)
    assert statuses.pop("settings") == ["not stated"]
    assert set(map(tuple, statuses.values())) == {("ok",)}
    (test,) = (each for each in found.found if each.check == "significance")
    assert "paired bootstrap, 20 samples, seed 12345" in test.sentence
    assert len(found.scores) == 6


def test_one_metric_or_only_bleu(check):
    assert check({"a": sacrebleu()})[0]["metrics"] == ["problem"]
    both = [sacrebleu(), sacrebleu("BLEU", BLEU.replace("13a", "flores200"))]
    assert check({"a": both})[0]["metrics"] == ["problem"]
    assert check({"a": [sacrebleu(), sacrebleu("chrF2", CHRF)]})[0]["metrics"] == ["ok"]
    assert check({"a": sacrebleu()}, human_evaluation=True)[0]["metrics"] == ["ok"]


def test_systems_in_files_of_their_own_are_not_tested(check):
    assert check({"a": sacrebleu()})[0]["significance"] == ["ok"]
    statuses, found = check({"a": sacrebleu(), "b": sacrebleu()})
    assert statuses["significance"] == ["problem"]
    assert "BLEU of a and b" in found.problems[1].message


def test_sacrebleus_tables_have_no_signatures(check):
    table = [
        {"system": "Baseline: a", "BLEU": {"score": 20.5, "p_value": None}},
        {"system": "b", "BLEU": {"score": 21.5, "p_value": 0.01}},
    ]
    statuses, found = check({"table": table})
    assert statuses["signatures"] == ["problem"]
    assert statuses["significance"] == ["not stated"]
    assert [score.system for score in found.scores] == ["a", "b"]


@pytest.mark.parametrize(
    "signature",
    ["", "BLEU+case.mixed+numrefs.1", "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp", "tok:mine|version:1"],
)
def test_signatures_that_cannot_be_verified(check, signature):
    assert check({"a": sacrebleu("BLEU", signature)})[0]["signatures"] == ["problem"]


def test_short_signatures_are_the_long_ones(check):
    short = "#:1|c:mixed|e:no|tok:13a|s:exp|v:2.4.0"
    statuses, _ = check({"a": sacrebleu(), "b": sacrebleu("BLEU", short)})
    assert (statuses["signatures"], statuses["settings"]) == (["ok"], ["not stated"])


def test_scores_of_other_tools_need_a_model(check):
    comet = SegmentScores("COMET", {"a": [0.5, 0.6], "b": [0.4, 0.6]})
    result = parbleu.compare(metrics=[comet], test="bootstrap", n_samples=10).to_json()
    assert check({"all": result})[0]["signatures"] == ["problem"]
    statuses, found = check({"all": result}, models={"COMET": "wmt22-comet-da 2.2"})
    assert statuses["signatures"] == ["ok"]
    assert any("wmt22-comet-da 2.2" in each.sentence for each in found.found)


@pytest.mark.parametrize(
    ("other", "word"),
    [
        (sacrebleu("BLEU", BLEU.replace("13a", "intl")), "tok"),
        (sacrebleu("BLEU", BLEU.replace("nrefs:1", "nrefs:2")), "nrefs"),
        (sacrebleu("BLEU", BLEU.replace("|version", "|test:wmt20|version")), "test"),
        (sacrebleu("BLEU", BLEU, 101), "references of different lengths: 100 tokens (a), 101 tokens (b)"),
    ],
)
def test_settings_and_test_sets_that_differ(check, other, word):
    statuses, found = check({"a": sacrebleu(length=100), "b": other})
    assert statuses["settings"] == ["problem"]
    assert any(word in each.message for each in found.problems)


def test_numbers_of_segments_that_differ(check, systems, references):
    one = parbleu.compare({"base": systems["base"]}, references, ["bleu"]).to_json()
    shorter = [each[:9] for each in references]
    other = parbleu.compare({"better": systems["better"][:9]}, shorter, ["bleu"]).to_json()
    _, found = check({"one": one, "other": other})
    assert any("different numbers of segments" in each.message for each in found.problems)


def test_versions_and_samples_are_no_settings(check):
    other = BLEU.replace("nrefs:1|", "nrefs:1|bs:1000|seed:1|").replace("2.6.0", "2.3.1")
    assert check({"a": sacrebleu(), "b": sacrebleu("BLEU", other)})[0]["settings"] == ["not stated"]


def test_the_named_test_set_is_printed(check):
    on = sacrebleu("BLEU", BLEU.replace("|version", "|test:wmt20|lang:en-de|version"))
    statuses, found = check({"a": on, "b": on})
    assert statuses["settings"] == ["ok"]
    assert any(each.sentence == "All systems were scored alike on wmt20." for each in found.found)


def test_interference_reaches_the_family(check):
    results = {"a": [sacrebleu(), sacrebleu("chrF2", CHRF)], "b": sacrebleu()}
    assert check(results)[0]["interference"] == ["not stated"]
    statuses, found = check(results, optimized={"a": ["TER"], "b": []})
    assert statuses["interference"] == ["problem"]
    assert "judged by BLEU and chrF2" in found.problems[-1].message
    assert check(results, optimized={"a": ["COMET"], "b": []})[0]["interference"] == ["ok"]
    assert check(results, optimized={"a": []})[0]["interference"] == ["not stated"]


def test_families():
    assert metric_family("Unbabel/wmt22-comet-da") == metric_family("CometKiwi23") == "COMET"
    assert metric_family("BLEURT-20") != metric_family("BLEU") == metric_family("chrF++")
    assert metric_family("Mine") == "mine"


def test_references(check):
    for kind, status in (("human", "ok"), ("machine", "problem"), ("post-edited", "problem")):
        assert check({"a": sacrebleu()}, references=kind)[0]["references"] == [status]


def test_mistakes(check, tmp_path):
    for options, error in (
        ({"references": "x"}, OptionError),
        ({"optimized": {"x": []}}, UnknownNameError),
        ({"models": {"COMET": "x"}}, UnknownNameError),
    ):
        with pytest.raises(error):
            check({"a": sacrebleu()}, **options)
    for text in (
        "",
        "1",
        "[]",
        "{}",
        '{"tables": {}}',
        '{"tables": {"scores": {"facts": {}, "rows": []}}}',
        '["x"]',
    ):
        with pytest.raises(FormatError):
            check({"a": text})
    with pytest.raises(UnreadableFileError):
        check_paper([tmp_path / "none"])
    with pytest.raises(NoSegmentsError):
        check_paper([])


def test_significance_that_depends_on_how_texts_are_written(check, systems, references):
    compared = json.loads(
        parbleu.compare(systems, references, ["bleu"], test="bootstrap", n_samples=20).to_json()
    )
    doubt = "what is significant depends on how texts are written: quotes"
    statuses, found = check({"all": {**compared, "warnings": ["b is empty", doubt]}})
    assert statuses["significance"] == ["problem", "ok"]
    (problem,) = (each for each in found.problems if each.check == "significance")
    assert problem.message.startswith(doubt)
