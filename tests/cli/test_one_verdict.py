"""One comparison has one verdict: commands, tables, figures, pages and exit codes agree."""

import json
import re

import pytest

import parbleu
from parbleu._base.significance import is_significant

PAIRS = {
    "clear": ("system.careful.txt", "system.careless.txt"),
    "one metric only": ("system.careless.txt", "system.literal.txt"),
    "none": ("system.literal.txt", "shuffled.txt"),
}
METRICS = (["bleu"], ["chrf", "bleu", "ter"])
NAMES = {"bleu": "BLEU", "chrf": "chrF2", "ter": "TER"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("verdict")
    from three_systems import EXAMPLES

    for name in ("ref.A.txt", "system.careful.txt", "system.literal.txt", "system.careless.txt"):
        (path / name).write_bytes((EXAMPLES / "en-de" / name).read_bytes())
    literal = (path / "system.literal.txt").read_text("utf-8").splitlines()
    careless = (path / "system.careless.txt").read_text("utf-8").splitlines()
    mixed = [careless[place] if place % 16 == 3 else text for place, text in enumerate(literal)]
    (path / "shuffled.txt").write_text("".join(f"{text}\n" for text in mixed), "utf-8")
    return path


def verdicts(run, folder, pair, metrics, test):
    """Checks that all commands say the same; returns whether the difference is significant by each metric."""
    texts = ["ref.A.txt", "-i", *pair, "-m", *metrics, *test]
    names = [NAMES[metric] for metric in metrics]
    found = {}

    def tables(*words):
        return json.loads(run(*words, "-f", "json", cwd=folder).out)["tables"]

    second = json.loads(run("score", *texts, cwd=folder).out)["tables"]["scores"]["rows"][1]
    found["score into a pipe"] = {name: second[f"{name}_p_holm"] for name in names}
    table = tables("score", *texts)
    assert table["scores"]["facts"]["n_tests"] == len(metrics)
    found["score -f json"] = {name: table["scores"]["rows"][1][f"{name}_p_holm"] for name in names}
    explained = tables("score", *texts, "--explain")
    found["--explain"] = {row["metric"]: row["p_holm"] for row in explained["answers"]["rows"]}
    ranked = tables("score", *texts, "--all-pairs")
    found["--all-pairs"] = {row["metric"]: row["p_holm"] for row in ranked["pairs"]["rows"]}
    gate_test = ["--test", "randomization" if test == ["-par"] else "bootstrap"]
    words = ["gate", *pair, "--ref", "ref.A.txt", "-m", *metrics, *gate_test]
    gate = tables(*words)
    found["gate"] = {row["metric"]: row["p_holm"] for row in gate["tests"]["rows"]}
    turned = tables(*words[:5], "-m", *metrics[::-1], *gate_test)
    found["gate in another order"] = {row["metric"]: row["p_holm"] for row in turned["tests"]["rows"]}
    assert len({json.dumps({name: each[name] for name in names}) for each in found.values()}) == 1, found

    p_values = found["gate"]
    significant = {name: is_significant(p_values[name], 0.05) for name in names}
    rows = {row["metric"]: row for row in gate["tests"]["rows"]}
    worse = {
        name: significant[name] and (rows[name]["difference"] < 0) == rows[name]["higher_is_better"]
        for name in names
    }
    printed = run("score", *texts, "--explain", "--all-pairs", "-f", "markdown", cwd=folder).out
    for name in names:
        shown = f"{p_values[name]:.4f}" + ("\\*" if significant[name] else " ")
        assert printed.count(shown) >= 3, (name, printed)  # scores, pairs, answers
    paper = run("score", *texts, "-f", "latex", cwd=folder).out
    [row] = [line for line in paper.splitlines() if line.startswith(pair[1].removesuffix(".txt"))]
    cells = [cell.strip().rstrip("\\").strip() for cell in row.split("&")[1:]]
    if len(metrics) == 1:
        assert cells.pop() == f"{p_values[names[0]]:.4f}"
    assert [cell.rstrip("}").endswith("*") for cell in cells] == list(significant.values())
    assert "calibrated p" in paper

    status = run(*words, cwd=folder).status
    failed = run("score", *texts, "--fail-if-worse", cwd=folder)
    assert status == failed.status == int(any(worse.values()))
    outcome = gate["outcome"]["rows"][0]["outcome"]
    gains = any(significant[name] and not worse[name] for name in names)
    assert outcome == ("worse" if status else "better" if gains else "no evidence of loss")
    better = {name: pair[0] if worse[name] else pair[1] for name in names if significant[name]}
    if len(metrics) > 1:
        [verdict] = explained["verdicts"]["rows"]
        sides = {better[name].removesuffix(".txt") for name in better}
        named = {*verdict["for_first"].split(", "), *verdict["for_second"].split(", ")} - {""}
        assert named == set(better)
        expected = "metrics disagree" if len(sides) > 1 else next(iter(sides), "no evidence")
        assert verdict["better"] == expected
    for row in ranked["scores"]["rows"]:
        for name in names:
            assert (row[f"{name}_best_rank"] == row[f"{name}_worst_rank"]) == significant[name]
    return significant


@pytest.mark.long
@pytest.mark.parametrize("metrics", METRICS, ids="+".join)
@pytest.mark.parametrize("test", [["-pbs"], ["-par"]], ids=str)
@pytest.mark.parametrize("pair", PAIRS)
def test_commands_agree(run, folder, pair, metrics, test):
    significant = verdicts(run, folder, PAIRS[pair], metrics, test)
    if pair == "clear":
        assert all(significant.values())
    if pair == "none":
        assert not any(significant.values())


@pytest.mark.long
@pytest.mark.parametrize("pair", PAIRS)
def test_page_and_figures_agree(folder, pair):
    pytest.importorskip("jinja2")
    systems = {name: (folder / name).read_text("utf-8").splitlines() for name in PAIRS[pair]}
    references = [(folder / "ref.A.txt").read_text("utf-8").splitlines()]
    compared = parbleu.compare(systems, references, ["bleu", "chrf"], test="bootstrap", all_pairs=True)
    page = parbleu.report.make_report(parbleu.analysis.compared_texts(systems, references), ["bleu", "chrf"])
    for metric, sentence in zip(compared.metrics, page.verdict, strict=True):
        [tested] = metric.pairs
        significant = is_significant(tested.p_holm, compared.alpha)
        assert f"(p = {tested.p_holm:.4f}, corrected for 2 tests)" in sentence
        assert ("is significant" in sentence) == significant
        assert ("is not significant" in sentence) == (not significant)
        assert abs(tested.difference) == pytest.approx(
            float(re.search(r"leads \S+ by (\S+) ", sentence)[1]), abs=0.006
        )
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    figure = parbleu.analysis.difference_matrix(compared)
    for axes, metric in zip(figure.axes, compared.metrics, strict=False):
        stars = {text.get_text().endswith("*") for text in axes.texts}
        assert stars == {is_significant(metric.pairs[0].p_holm, compared.alpha)}


def test_sacrebleus_p_is_shown_on_request_only(run, folder):
    words = ["score", "ref.A.txt", "-i", *PAIRS["one metric only"], "-pbs", "-m", "chrf"]
    plain = run(*words, "-f", "text", cwd=folder).out
    assert "sacreBLEU" not in plain
    asked = run(*words, "--sacrebleu-p", "-f", "text", cwd=folder).out
    assert "p (sacreBLEU)" in asked
    assert "not corrected" in asked
    assert "p_sacrebleu" in run(*words, "--sacrebleu-p", cwd=folder).out
    assert "p_sacrebleu" not in run(*words, cwd=folder).out


def test_other_corrections_are_shown_on_request_only(run, folder):
    words = ["score", "ref.A.txt", "-i", *PAIRS["clear"], "-m", "bleu", "chrf", "--all-pairs", "--explain"]
    plain = run(*words, "-f", "json", cwd=folder).out
    asked = run(*words, "-f", "json", "--p-columns", "bh", "by", "joint", cwd=folder).out
    for name in ("p_bh", "p_by", "p_joint"):
        assert f'"{name}"' not in plain
        assert f'"{name}"' in asked
