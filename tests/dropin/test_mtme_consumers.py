"""Programs that call MT Metrics Eval as its users do, run with the alias and compared with its own numbers.

Which calls is known from the sources of those projects; the programs are ours.
"""

import json
from hashlib import sha256
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

PROGRAMS = Path(__file__).parent / "mtme_consumers"


@pytest.fixture
def home(oracles, tmp_path):
    """A home directory in which the evaluation sets lie where MT Metrics Eval looks for them."""
    (tmp_path / ".mt-metrics-eval").mkdir()
    (tmp_path / ".mt-metrics-eval" / "mt-metrics-eval-v2").symlink_to(oracles / "data" / "evalsets")
    return tmp_path


@pytest.fixture
def program(home, python):
    """Runs a program, which knows nothing of parbleu; returns what it printed."""

    def start(*words):
        return python("-m", "parbleu.compat", "mt_metrics_eval", "--", *words, HOME=str(home))

    return start


@pytest.fixture
def found(program, request):
    """What the program prints that is called as the test."""
    name = request.node.name.removeprefix("test_")
    return json.loads(program(str(PROGRAMS / f"{name}.py")))


@pytest.fixture
def recorded(read_golden):
    return lambda name: read_golden(f"mtme/{name}")


def calibrated(recorded, test_set, lp, metric):
    return [
        row
        for row in recorded(f"evalsets/{test_set}.{lp}.tiesopt")
        if (row["metric"], row["avg"], row["variant"]) == (metric, "item", "acc23")
        and row.get("sample_rate", 1.0) == 1.0
    ]


def test_metricx(found, recorded):
    (row,) = calibrated(recorded, "wmt21.tedtalks", "en-de", "chrF-refA")
    assert found["systems"] == sorted(row["sys_order"])
    assert found["accuracy"] == pytest.approx(row["best_tau"], rel=1e-12)
    (spa,) = [
        row["spa"]
        for row in recorded("evalsets/wmt21.tedtalks.en-de.pce")["rows"]
        if row["metric"] == "chrF-refA"
    ]
    assert found["spa"] == pytest.approx(spa, abs=1e-3)  # the order of systems moves it
    agreements, pairs = found["agreement"]
    assert pairs == len(found["systems"]) * (len(found["systems"]) - 1) // 2
    assert 0 < agreements < pairs


def of_results(recorded, test_set, lp, **wanted):
    (row,) = [
        row
        for row in recorded(f"evalsets/{test_set}.{lp}.correlations")["results"]
        if all(row[name] == value for name, value in wanted.items())
    ]
    return row


def test_doc_mt_metrics(found, recorded):
    row = of_results(recorded, "wmt24", "en-cs", level="sys", gold="esa", human=False, metric="BLEU-refA")
    assert found["bleu"] == pytest.approx(row["none"]["Pearson"], rel=1e-12)
    assert found["kendall"] == pytest.approx(row["none"]["Kendall_b"], rel=1e-12)
    assert all(0 < abs(value) < 1 for value in found["own"])


def test_sentinel_metric(found, recorded):
    (row,) = [
        row for row in recorded("evalsets/wmt24.en-ja.matrix") if row["name"].startswith("sys_kendall_")
    ]
    assert list(found["correlations"]) == list(row["corr_ranks"])
    for name, (value, _) in row["corr_ranks"].items():
        assert found["correlations"][name] == pytest.approx(value, rel=1e-12)


def test_tiger_score(found, recorded):
    row = of_results(recorded, "wmt24", "en-zh", level="sys", gold="esa", human=False, metric="chrF-refA")
    value = row["none"]["Pearson"][0]
    assert found["theirs"] == pytest.approx(abs(value), rel=1e-12)
    assert found["own"] == pytest.approx([-value, 0.5, 1], rel=1e-9)
    assert found["compared"] == pytest.approx([-value, 1], rel=1e-9)


def test_data_pipeline(found, home):
    assert "parbleu meta download" in found["missing"]
    assert found["listed"] == 4 + 55
    assert found["where"] == f"{home}/.mt-metrics-eval/mt-metrics-eval-v2"
    assert (found["segments"], found["metrics"], found["ratings"]) == (998, [], None)


def test_metrics_notebook(found):
    assert "Length[noref]" in found["metrics"]
    assert len(found["metrics"]) > 2
    assert list(found["averages"].values()) == sorted(found["averages"].values(), reverse=True)
    lines = found["table"].splitlines()
    assert lines[2].split() == ["corr_fcn:", "pce", "acc-t", "pce", "acc-t"]
    assert len(lines) == 5 + len(found["metrics"])
    assert len(found["matrix"].splitlines()) == len(found["metrics"])


def test_ties_matter(found, recorded):
    (row,) = calibrated(recorded, "wmt21.tedtalks", "zh-en", "BLEU-refB")
    assert found["value"] == pytest.approx(row["best_tau"], rel=1e-12)
    assert found["rows"] == 529
    one, two, three = found["flat"]
    assert one == two == pytest.approx(three, rel=1e-9)
    assert found["tau_b"][0] == pytest.approx(found["tau_b"][1], rel=1e-12)


@pytest.mark.parametrize("tag", ["list", "list_wmt24", "corr_sys_bleu", "corr_seg_chrf_item"])
def test_the_command(program, recorded, oracles, tag):
    """The other recorded runs go through the same command in tests/cli/test_meta_golden.py."""
    (run,) = [run for run in recorded("cli/commands") if run["tag"] == tag]
    words = [word.replace("@", f"{oracles}/data/evalsets/") for word in run["args"].split()]
    printed = program("-m", "mt_metrics_eval.mtme", *words)
    assert printed == (oracles / "golden" / "mtme" / "cli" / f"{tag}.txt").read_text(encoding="utf-8")


@pytest.fixture
def convert(program):
    """Runs a converter, which prints nothing."""

    def start(name, *words):
        assert program("-m", f"mt_metrics_eval.converters.{name}", *map(str, words)) == ""

    return start


@pytest.fixture
def digests(recorded):
    return {row["file"]: row["sha256"] for row in recorded("converters/log") if "sha256" in row}


def digest(path):
    return sha256(path.read_bytes()).hexdigest()


def test_a_table_of_mqm_to_scores(convert, digests, oracles, tmp_path):
    table = oracles / "data" / "human" / "mqm_ted_en-de.tsv"
    convert("score_mqm", "--input", table, "--output", tmp_path / "scores")
    assert digest(tmp_path / "scores") == digests["score_mqm.ted.en-de.default.tsv"]


def test_ratings_to_standalone_ones_and_back(convert, digests, home, tmp_path):
    kept = (
        home / ".mt-metrics-eval/mt-metrics-eval-v2/wmt21.tedtalks/human-scores/en-de.mqm.merged.seg.rating"
    )
    alone = tmp_path / "ratings.jsonl"
    about = ("--test_set", "wmt21.tedtalks", "--language_pair=en-de", f"--ratings_file={alone}")
    convert("evalset_ratings_to_standalone", "--evalset_ratings_files", kept, *about)
    assert digest(alone) == digests["ted.ende.standalone.jsonl"]
    convert("standalone_ratings_to_evalset", *about, "--output_dir", tmp_path / "back", "--merge_raters")
    assert (tmp_path / "back" / "merged.seg.rating").read_bytes() == kept.read_bytes()
    convert("standalone_ratings_to_evalset", *about, "--output_dir", tmp_path / "back", "--prefix=en-de.x.")
    for rater in ("rater1", "rater2", "rater3", "rater4"):
        file = f"back/en-de.x.{rater}.seg.rating"
        assert digest(tmp_path / file) == digests[file]


def test_files_of_scores_are_verified(convert, python, home, oracles):
    about = ("--test_set", "wmt21.news", "--language_pair", "en-de", "--scores_file")
    good = oracles / "data/evalsets/wmt21.news/metric-scores/en-de/BLEU-refC.sys.score"
    bad = oracles / "golden/mtme/converters/BLEUbad-refC.sys.score"
    convert("verify_scores_file", *about, good)
    converter = ("mt_metrics_eval", "--", "-m", "mt_metrics_eval.converters.verify_scores_file")
    said = python("-m", "parbleu.compat", *converter, *about, str(bad), status=1, HOME=str(home))
    assert said == f"verify_scores_file: {bad}: there are no scores of UEdin, refA\n"


def test_nothing_else_is_imported(python):
    """Of what the original needs at once."""
    python(
        "-m",
        "parbleu.compat",
        "mt_metrics_eval",
        "--",
        "-m",
        "timeit",
        "-n1",
        "-r1",
        "from mt_metrics_eval import data, meta_info, mtme, pce, ratings, standalone_ratings, stats",
        "from mt_metrics_eval import tasks, tau_optimization",
        "import sys; assert not {'scipy', 'apache_beam', 'absl', 'dacite', 'pandas'} & set(sys.modules)",
    )
