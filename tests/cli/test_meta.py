"""`parbleu meta` on the campaign of examples/metaeval: listings, scores, correlations, rankings."""

import csv
import io
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from campaign import metric_file, said
from misbehaving_server import Internet
from own_process import printed as printed_by_python
from parbleu._cli import COMMANDS as GROUPS
from parbleu.evalset._file_layout import PACKAGE
from parbleu.evalset._levels import WORDS
from parbleu.tables import FORMATS
from printed_json import printed_tables
from toy_sets import tar

DEMO = "-t demo -l en-de"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def rows_of(text, table=None):
    """Returns the rows of JSON that one table, or the one of that name among several, became."""
    found = printed_tables(text)
    return (found if table is None else found[table])["rows"]


def test_help(meta):
    out = meta("--help").out
    assert out.count("\n") < 24
    assert all(
        re.search(rf"^  {name} +{re.escape(what)}$", out, re.MULTILINE)
        for name, what in GROUPS["meta"].items()
    )
    for name in GROUPS["meta"]:
        assert meta(name, "--help").out.startswith(f"usage: parbleu meta {name} ")
        assert said(meta(name, "--none"), 2).startswith(f"parbleu meta {name}: error: ")
    assert "did you mean 'matrix'?" in meta("matrx").err


def test_no_numpy_is_loaded(sets):
    code = (
        "import sys\nfrom parbleu._cli.main import main\nmain(['meta', *sys.argv[1:]])\nprint(*sys.modules)"
    )
    for words in (
        ["list"],
        ["show", "-t", "demo", "-l", "en-de", "--texts", "document", "src", "--data", str(sets)],
    ):
        loaded = printed_by_python(code, *words).splitlines()[-1].split()
        assert not {"numpy", "argparse"} & set(loaded)


def test_list(meta, printed, sets):
    records = rows_of(printed("list -f json"))
    assert records[-1] == {"test_set": "demo", "language_pairs": 1, "local": 1, "official": False}
    assert records[0] == {"test_set": "wmt25", "language_pairs": 16, "local": 0, "official": True}
    assert printed("list -t wmt24 -f csv").splitlines()[:2] == [
        "test_set,language_pair,local",
        "wmt24,en-de,false",
    ]
    assert "demo" not in meta("list", env={"PARBLEU_EVALSETS": ""}).out
    assert "demo" in meta("list --data", str(sets), env={"PARBLEU_EVALSETS": ""}).out
    assert "unknown evaluation set 'demmo'" in said(meta("list -t demmo"))
    assert "unknown evaluation set 'demmo': did you mean 'demo'? there is no" in said(
        meta("show -t demmo -l en-de")
    )
    assert "-t SET is needed" in said(meta("show -l en-de"), 2)
    assert "unrecognized arguments: demo" in said(meta("list demo"), 2)


def test_show(printed):
    found = printed_tables(printed("show -t demo -l en-de -f json"))
    assert found["contents"]["rows"] == [
        {
            "test_set": "demo",
            "language_pair": "en-de",
            "segments": 48,
            "documents": 10,
            "domains": 7,
            "systems": 7,
            "references": 2,
        }
    ]
    systems = {row["system"]: (row["human"], row["outlier"]) for row in found["systems"]["rows"]}
    assert (systems["refB"], systems["hasty"]) == ((True, False), (False, False))
    assert found["references"]["rows"][0] == {"reference": "refA", "standard": True}
    assert found["human_scores"]["rows"] == [
        {"human_scores": "esa", "levels": "system, domain, segment", "standard_at": "system, domain, segment"}
    ]
    primary = {row["metric"] for row in found["metrics"]["rows"] if row["primary"]}
    assert primary == {"BLEU-refA", "chrF-refA", "chrF-refA.refB"}


def test_texts(meta, printed):
    rows = rows_of(printed("show -t demo -l en-de --texts domain document src ref refB -f json"))
    assert rows[8] == {
        "domain": "news",
        "document": "bridge",
        "src": "A petition against the closure has gathered 3,817 signatures in ten days.",
        "ref": "Eine Petition gegen die Sperrung hat in zehn Tagen 3.817 Unterschriften gesammelt.",
        "refB": "Binnen zehn Tagen haben 3817 Menschen eine Petition gegen die Schließung unterzeichnet.",
    }
    rows = rows_of(printed("show -t demo -l en-de --texts document --hypotheses -f json"))
    assert rows[48 + 45] == {"system": "careless", "output": "Vielen Dank!", "document": "last"}
    assert len(rows) == 7 * 48
    assert "unknown text 'refC'" in said(meta("show -t demo -l en-de --texts src refC"))


def test_missing_text(printed, tmp_path, sets):
    shutil.copytree(sets, tmp_path / "odd")
    source = tmp_path / "odd" / "demo" / "sources" / "en-de.txt"
    lines = source.read_text(encoding="utf-8").splitlines()
    lines[0] = "[No translation supplied]"
    source.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    words = f"show -t demo -l en-de --texts src --data {tmp_path / 'odd'}"
    assert rows_of(printed(words, "-f json"))[0] == {"src": None}
    assert printed(words, "-f markdown").splitlines()[2] == "| – |"


def test_scores(printed):
    rows = rows_of(printed("scores -t demo -l en-de --level segment -f json"))
    assert len(rows) == 7 * 48
    row = rows[48 + 9]
    assert (row["system"], row["domain"], row["document"], row["segment"]) == ("careless", "talk", "key", 10)
    assert list(row)[4:] == ["esa", "BLEU-refA", "TER-refA", "chrF-refA", "chrF-refA.refB"]
    table = list(csv.DictReader(io.StringIO(printed("scores -t demo -l en-de --level segment -f csv"))))
    assert float(table[48 + 9]["esa"]) == row["esa"]
    rows = rows_of(printed("scores -t demo -l en-de -f json"))
    assert [row["system"] for row in rows if row["esa"] is None] == ["refB"]


def test_correlate(printed, sets):
    words = f"correlate {metric_file(sets, 'chrF-refA.seg')} {DEMO}"
    found = printed_tables(printed(words, "--average-by item -f json"))
    facts = found["facts"]
    assert [facts[name] for name in ("level", "systems", "items", "average_by")] == ["segment", 6, 48, "item"]
    assert [row["correlation"] for row in found["rows"]] == [
        "Pearson",
        "Spearman",
        "Kendall",
        "Kendall-like@0",
    ]
    assert {row["metric"] for row in found["rows"]} == {"chrF-refA"}
    one = rows_of(printed(words, "-f json"))
    assert [row["p_value"] is None for row in one] == [False, False, False, True]
    threshold = rows_of(printed(words, "--average-by item --threshold 5 -f json"))
    assert threshold[-1]["correlation"] == "Kendall-like@5"


@pytest.mark.parametrize(
    ("level", "items"), [("system", 1), ("domain", 7), ("document", 10), ("segment", 48)]
)
def test_levels_of_files(meta, sets, level, items):
    done = meta(f"correlate {metric_file(sets, f'chrF-refA.{WORDS[level]}')} {DEMO} -f json")
    if level == "document":
        assert "no standard human scores at the level document" in said(done)
    else:
        facts = printed_tables(done.out)["facts"]
        assert (facts["level"], facts["systems"], facts["items"]) == (level, 6, items)


def test_files_that_do_not_fit(meta, sets, tmp_path):
    lines = Path(metric_file(sets, "chrF-refA.seg")).read_text(encoding="utf-8").splitlines(keepends=True)
    cut = tmp_path / "cut.txt"
    words = f"correlate {cut} {DEMO}"
    cut.write_text("".join(line for number, line in enumerate(lines) if number % 48), encoding="utf-8")
    told = said(meta(words))
    assert "each system has 47 scores; demo en-de needs 1 (system), 10 (document), 48 (segment)" in told
    cut.write_text("".join(line for line in lines if not line.startswith("stiff")), encoding="utf-8")
    assert "there are no scores of stiff, of which there are gold scores\n" in said(meta(words))
    text = Path(metric_file(sets, "chrF-refA.sys")).read_text()
    (tmp_path / "renamed.sys.score").write_text(text.replace("stiff", "stif"))
    told = said(meta(f"correlate {tmp_path}/renamed.sys.score {DEMO}"))
    assert "gold scores; it has scores of stif, which the set lacks" in told
    assert "cannot read" in said(meta(f"correlate {tmp_path}/none {DEMO}"))
    for score, told in (
        ("nan", ": careful has no score at position 1, wh"),
        ("None", ": careful has no score at position 1, wh"),
        ("inf", ":1: 'inf' is no number"),
    ):
        cut.write_text("".join([f"careful {score}\n", *lines[1:]]), encoding="utf-8")
        assert f"{cut}{told}" in said(meta(words))
    assert "No esa scores for system nobody" in said(
        meta(f"correlate {metric_file(sets, 'chrF-refA.seg')} {DEMO} --add-systems nobody")
    )


def test_standard_input(sets, printed, meta, monkeypatch):
    """Scores may come from there; nobody types them."""
    words = ["meta", "correlate", "-", "-t", "demo", "-l", "en-de", "--data", str(sets), "-f", "json"]
    command = [sys.executable, "-m", "parbleu", *words]
    path = metric_file(sets, "chrF-refA.seg")
    with open(path, "rb") as file:
        done = subprocess.run(command, stdin=file, capture_output=True, text=True, check=True)
    theirs = rows_of(printed(f"correlate {path} {DEMO} -f json"))
    assert [{**row, "metric": "chrF-refA"} for row in rows_of(done.stdout)] == theirs
    assert "name one file of scores" in said(meta(f"correlate {DEMO}"), 2)
    monkeypatch.setattr("parbleu._cli.meta.sys", SimpleNamespace(stdin=Terminal()))
    assert "standard input is a terminal" in said(meta(f"correlate - {DEMO}"), 2)


def test_compare(meta, printed, sets):
    files = [metric_file(sets, f"{name}.seg") for name in ("chrF-refA", "TER-refA")]
    words = f"compare {' '.join(files)} {DEMO} --average-by item -n 200"
    text = printed(words, "--seed 3 -f json")
    assert printed(words, "--seed 3 --threads 2 -f json") == text
    found = printed_tables(text)["differences"]
    assert found["facts"] == {"n_samples": 200, "seed": 3, "generator": "mt19937"}
    values = {(row["metric"], row["correlation"]): row["value"] for row in rows_of(text, "correlations")}
    for row in found["rows"]:
        other = {"chrF-refA": "TER-refA", "TER-refA": "chrF-refA"}[row["better"]]
        assert values[row["better"], row["correlation"]] >= values[other, row["correlation"]]
        assert row["p_calibrated"] == pytest.approx((200 * row["p_permutation"] + 1) / 201)
    facts = printed_tables(printed(words, "-f json"))["differences"]["facts"]
    assert (facts["seed"], facts["generator"]) == (12345, "mt19937")
    words += " --generator splitmix64 --seed none"
    fast = printed_tables(printed(words, "-f json"))["differences"]["facts"]
    assert fast["generator"] == "splitmix64"
    assert 0 <= fast["seed"] < 2**32
    shown = printed(f"compare {' '.join(files)} {DEMO} -n 200 -f markdown")
    assert "p, permutation" in shown
    assert "0.000" not in shown  # a permutation test never finds a p-value of 0
    untested = printed_tables(printed(words.replace("-n 200", "-n 0"), "-f json"))["differences"]
    assert untested["facts"] == {"n_samples": 0}
    assert all(row["p_permutation"] is None for row in untested["rows"])
    told = said(meta(f"compare {files[0]} {metric_file(sets, 'TER-refA.sys')} {DEMO}"))
    assert "chrF-refA is of level segment, TER-refA of level system" in told
    same = printed_tables(printed(f"compare {files[0]} {files[0]} {DEMO} -n 0 -f json"))["correlations"][
        "rows"
    ]
    assert {row["metric"] for row in same} == {"1: chrF-refA", "2: chrF-refA"}
    assert "name two files" in said(meta(f"compare {files[0]} {DEMO}"), 2)


def test_chance_and_intervals(printed, sets):
    words = f"correlate {metric_file(sets, 'chrF-refA.seg')} {DEMO} --average-by item --chance --intervals"
    found = printed_tables(printed(words, "-f json"))
    assert found["notes"] == ["95 % intervals: bootstrap over items."]
    rows = found["rows"]
    assert {row["metric"] for row in rows[4:]} == {"(constant)", "(random)"}
    for row in rows:
        if row["metric"] == "(constant)" and row["correlation"] != "Kendall-like@0":
            assert [row[name] for name in ("value", "p_value", "low", "high")] == [None] * 4
        else:
            assert row["low"] <= row["value"] <= row["high"]
            assert row["p_value"] is None  # 48 p-values have none together
    matrix = rows_of(printed("matrix -t demo -l en-de --chance --intervals -n 10 -f json"))
    assert {row["metric"] for row in matrix} == {"BLEU", "chrF", "(constant)", "(random)"}
    defined = [row for row in matrix if row["metric"] != "(constant)"]
    assert all(row["low"] <= row["correlation"] <= row["high"] for row in defined)


def test_matrix(printed):
    found = printed_tables(printed("matrix -t demo -l en-de --all -n 100 --seed 5 -f json"))
    facts, rows = found["facts"], found["rows"]
    assert list(facts.items()) == [
        ("test_set", "demo"),
        ("language_pair", "en-de"),
        ("level", "system"),
        ("gold", "esa"),
        ("references", "refA"),
        ("correlation", "pearson"),
        ("average_by", "none"),
        ("exchange", "scores"),
        ("n_samples", 100),
        ("seed", 5),
        ("generator", "mt19937"),
    ]
    one, *others = [row["metric"] for row in rows]
    assert rows[0][f"p_value: {one}"] is None
    for place, name in enumerate(others, 1):
        p_value = rows[0][f"p_value: {name}"]
        assert rows[0]["better_than"][place] == (">" if p_value < 0.05 else "=")
        assert rows[0][f"p_calibrated: {name}"] == pytest.approx((100 * p_value + 1) / 101)
    assert rows[1][f"p_value: {others[0]}"] is None
    assert "p_value" not in printed("matrix -t demo -l en-de -n 10 -f markdown")


def test_an_executor_changes_nothing(meta, printed):
    words = "matrix -t demo -l en-de --all -n 40 --seed 5 -f json"
    here = printed(words)
    for name in ("concurrent.futures:ThreadPoolExecutor", "concurrent.futures:ProcessPoolExecutor"):
        assert printed(words, f"--executor {name}") == here
    for name, problem in (
        ("nowhere:x", "No module"),
        ("os:x", "no attribute"),
        ("os:getcwd", "no submit()"),
        ("asyncio:get_running_loop", "no running event loop"),
    ):
        assert problem in said(meta(f"{words} --executor {name}"), 2)


def test_an_executor_of_an_engine_that_is_not_here_is_refused(meta, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)  # its adapter imports it with the first test
    done = meta("matrix -t demo -l en-de -n 40 --executor parbleu.scale.ray:RayExecutor")
    assert "--executor parbleu.scale.ray:RayExecutor: import of ray halted" in said(done, 2)


def test_matrix_without_tests(printed):
    """Without a test nothing is known."""
    found = printed_tables(printed("matrix -t demo -l en-de -n 0 -f json"))
    assert list(found["facts"])[-1] == "average_by"
    assert [row["rank"] for row in found["rows"]] == [None, None]


def metrics_of(text):
    return {row["metric"] for row in rows_of(text)}


def test_what_is_compared(meta, printed, tmp_path, sets):
    words = "matrix -t demo -l en-de -n 0 -f json"
    assert metrics_of(printed(words)) == {"BLEU", "chrF"}
    assert metrics_of(printed(words, "--primary-metrics TER")) == {"TER"}
    both = printed(words, "--references refA refB")
    assert printed_tables(both)["facts"]["references"] == "refA, refB"
    assert metrics_of(both) == {"BLEU", "chrF (chrF-refA)", "chrF (chrF-refA.refB)"}
    assert printed_tables(printed(words, "--human -g esa"))["facts"]["human"] is True
    assert printed_tables(printed(words, "--domain news"))["facts"]["domain"] == "news"
    close = printed(words, "--human --close-references refB")
    assert printed_tables(close)["facts"]["close_references"] == "refB"
    assert "unknown domain 'sea'" in said(meta(words, "--domain sea"))
    mine = tmp_path / "more" / "en-de"
    mine.mkdir(parents=True)
    shutil.copy(metric_file(sets, "chrF-refA.seg"), mine / "Mine-refA.seg.score")
    more = f"{words} --add-metrics-from {tmp_path / 'more'}"
    told = "Mine-refA is left out: it has no scores at the level system: add a file of them, or --derive"
    assert told in meta(more).err
    assert "Mine" not in metrics_of(meta(more).out)
    told = "Mine-refA is left out: it used refA, and this compares metrics that use refB or no reference"
    assert told in meta(more, "--level segment --references refB").err
    assert "Mine" in metrics_of(printed(more, "--derive"))
    assert "Mine" in metrics_of(printed(more, "--level segment"))


def test_options_of_correlations(meta, printed):
    words = "matrix -t demo -l en-de -n 20"
    ties = f"{words} --level segment --average-by item --seed 2"
    ties += " --correlation KendallWithTiesOpt --exchange pairs"
    assert "correlation_options: variant=23\n" in printed(ties, "--correlation-options variant=23")
    assert "correlation_options: sample_rate=0.5\n" in printed(ties, "--correlation-options sample_rate=0.5")
    assert printed(ties, "--recalibrate") != printed(ties)
    assert "add --exchange pairs" in said(meta(words, "--recalibrate"), 2)
    like = f"{words} --correlation KendallLike"
    assert "are a variant, numbers" in said(meta(like, "--correlation-options thresh=x"), 2)
    assert "this must be NAME=VALUE" in said(meta(like, "--correlation-options thresh"), 2)
    assert "does not take these options" in said(meta(words, "--correlation-options x=1"))
    pairs = "matrix -t demo -l en-de,en-de -n 5"
    assert "only the correlation accuracy takes several" in said(meta(pairs))
    assert "over several language pairs" in said(meta(pairs, "--correlation accuracy --intervals"))
    assert "close_references" not in printed(pairs, "--correlation accuracy")
    assert "refs=[{'refA'},{'refA'}]" not in printed(pairs.replace(",en-de", ""), "--correlation accuracy")


def test_output_file(meta, printed, tmp_path):
    words = "matrix -t demo -l en-de -n 50 --seed 1"
    target = tmp_path / "table.txt"
    assert printed(f"{words} -o {target}") == ""
    assert target.read_text() == printed(words)
    assert [path.name for path in target.parent.iterdir()] == ["table.txt"]
    assert printed(f"{words} --save {tmp_path}/saved") == printed(words)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["saved.json", "saved.npz", "table.txt"]
    nowhere = f"{tmp_path}/none/x"
    for more in (f"-o {nowhere}", f"--save {nowhere}"):  # told before the work
        assert said(meta(words, more)).endswith(f": there is no directory {tmp_path}/none\n")
    assert said(meta("run", "wmt24", "-o", nowhere)).startswith(f"parbleu: cannot write {nowhere}: ")


def test_formats_of_all_commands(printed, sets):
    path = metric_file(sets, "chrF-refA.seg")
    for words in (
        "list",
        "show -t demo -l en-de",
        "show -t demo -l en-de --texts src",
        "scores -t demo -l en-de",
        f"correlate {path} {DEMO}",
        f"compare {path} {metric_file(sets, 'TER-refA.seg')} {DEMO} -n 5",
        "matrix -t demo -l en-de -n 5",
        f"run wmt24 {DEMO} -n 5",
    ):
        for name in FORMATS:
            assert printed(words, "-f", name).endswith("\n")


def test_download(run, tmp_path, internet: Internet):
    """The package comes from a mirror here, and is unpacked where it is wanted."""
    internet.put(f"{PACKAGE}.tgz", tar({f"{PACKAGE}/demo/sources/en-de.txt": "one\n"}))
    env = {"PARBLEU_MIRROR": internet.url(""), "HOME": str(tmp_path)}
    done = run("meta", "download", env=env)
    assert (done.status, done.out) == (0, f"{tmp_path}/.mt-metrics-eval/{PACKAGE}\n"), done.err
    assert "demo" in run("meta", "list", env=env).out
    done = run("meta", "download", str(tmp_path / "other"), "-f", "csv", env=env)
    assert "demo" in done.out
    assert (tmp_path / "other" / PACKAGE / "demo" / "sources" / "en-de.txt").read_text() == "one\n"
