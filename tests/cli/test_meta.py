"""`parbleu meta` on the campaign of examples/metaeval: flags, modes, formats."""

import csv
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from campaign import metric_file, said
from misbehaving_server import Internet
from parbleu.cli.meta import correlation
from parbleu.cli.meta.command import COMMANDS, MODES, MTME
from parbleu.evalset.file_layout import PACKAGE
from toy_sets import tar


class Terminal(io.StringIO):
    def isatty(self):
        return True


# Flags


@pytest.mark.parametrize(
    "words",
    [
        "--list -t demo -l en-de",
        "-list --t demo --l en-de",
        "--list=true -test_set=demo -language_pair=en-de",
        "-list=1 --test_set demo --l=en-de",
        "--nolist --list -t wmt24 -t demo -l en-de",
        "--list -t demo -l en-de --thresh -1 --nomatrix --matrix=FALSE",
        "--list -t demo -l en-de --",
    ],
)
def test_spellings(meta, words):
    assert meta(words).out.startswith("demo en-de: 48 segs, 10 docs, 7 systems (includes 0 outliers")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--lst", "there is no flag --lst; did you mean --list?"),
        ("--nogold", "there is no flag --nogold"),
        ("--matri", "there is no flag --matri"),
        ("-tdemo", "there is no flag --tdemo"),
        ("--list -t", "the flag --t lacks its value"),
        ("--k many", "--k is a whole number, not 'many'"),
        ("--thresh=x", "--thresh is a number, not 'x'"),
        ("--matrix=maybe", "--matrix is either true or false, not 'maybe'"),
        ("--nomatrix=true", "--matrix is either true or false"),
        ("--avg seg", "--avg is one of none, item, sys, not 'seg'"),
        ("--list wmt24", "nothing is expected beside flags, but there is 'wmt24'"),
        ("--list -- wmt24", "nothing is expected beside flags"),
        ("-f xml", "--format is one of text, json, csv, markdown, latex, not 'xml'"),
    ],
)
def test_wrong_flags(meta, words, told):
    assert said(meta(words)).startswith(f"parbleu meta: error: {told}")


def test_help(meta, run):
    out = meta("--help").out
    assert out.startswith("usage: parbleu meta [COMMAND] [FLAGS]\n")
    assert all(f"--{mode}" in out for mode in MODES)
    assert all(f"  {name:<8}{what}\n" in out for name, what in COMMANDS.items())
    assert meta("-t demo -helpfull").out == out
    assert run("--help", program=MTME, verb="meta").out.startswith("usage: mtme [COMMAND] [FLAGS]\n")
    assert run("--version", program=MTME, verb="meta").out.startswith("mtme of parbleu 0.")
    for name in COMMANDS:
        assert meta(name, "--help").out.startswith(f"usage: parbleu meta {name} ")
        assert said(meta(name, "--none"), 2).startswith(f"parbleu meta {name}: error: ")


def test_names_in_messages(meta, run):
    assert said(meta("-t demo")) == "parbleu: No language_pair specified. (parbleu meta --help explains)\n"
    done = run("-l", "en-de", program=MTME, verb="meta")
    assert said(done) == "mtme: No test_set specified. (mtme --help explains)\n"


def test_nothing_heavy_is_loaded(sets):
    """A list of sets takes a hundredth of MT Metrics Eval's time, which needs three seconds to start."""
    code = "import sys\nfrom parbleu.cli.main import main\nmain(['meta', *sys.argv[1:]])\nprint(*sys.modules)"
    for words in (["--list"], ["-t", "demo", "-l", "en-de", "--echo", "doc,src", "--data", str(sets)]):
        done = subprocess.run(
            [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
        )
        loaded = set(done.stdout.splitlines()[-1].split())
        assert not loaded & {"numpy", "argparse", "dataclasses", "logging", "pathlib", "csv"}


# Modes


def test_lists(meta, sets):
    assert meta("--list").out.endswith(" wmt20 wmt19 demo\n")
    assert meta("--list -t demo").out == "language pairs for demo: en-de\n"
    records = json.loads(meta("--list -f json").out)["rows"]
    assert records[-1] == {"test_set": "demo", "language_pairs": 1, "here": 1, "official": False}
    assert records[0] == {"test_set": "wmt25", "language_pairs": 16, "here": 0, "official": True}
    assert meta("--list -t wmt24 -f csv").out.splitlines()[:2] == [
        "test_set,language_pair,here",
        "wmt24,en-de,False",
    ]
    assert "demo" not in meta("--list", env={"PARBLEU_EVALSETS": ""}).out
    assert "demo" in meta("--list --data", str(sets), env={"PARBLEU_EVALSETS": ""}).out
    assert "unknown evaluation set 'demmo'" in said(meta("--list -t demmo"))


def test_echo(demo, meta):
    rows = [line.split("\t") for line in demo("--echo domain,doc,src,ref,refB").splitlines()]
    assert rows[8] == [
        "news",
        "bridge",
        "A petition against the closure has gathered 3,817 signatures in ten days.",
        "Eine Petition gegen die Sperrung hat in zehn Tagen 3.817 Unterschriften gesammelt.",
        "Binnen zehn Tagen haben 3817 Menschen eine Petition gegen die Schließung unterzeichnet.",
    ]
    lines = demo("--echosys doc").splitlines()
    assert len(lines) == 7 * 48
    assert lines[48 + 45] == "careless\tVielen Dank!\tlast"
    parsed = json.loads(demo("--echosys doc -f json"))["rows"]
    assert parsed[48 + 45] == {"system": "careless", "output": "Vielen Dank!", "doc": "last"}
    assert "Unknown text type for --echosys: refC" in said(meta("-t demo -l en-de --echosys src,refC"))


def test_missing_text_and_odd_characters(meta, tmp_path, sets):
    shutil.copytree(sets, tmp_path / "odd")
    source = tmp_path / "odd" / "demo" / "sources" / "en-de.txt"
    lines = source.read_text(encoding="utf-8").splitlines()
    lines[:2] = ["[No translation supplied]", "a\tb | c & d"]
    source.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    words = f"-t demo -l en-de --echo src --data {tmp_path / 'odd'}"
    assert meta(words).out.splitlines()[:2] == ["[No translation supplied]", "a\tb | c & d"]
    assert json.loads(meta(words, "-f json").out)["rows"][:2] == [{"src": None}, {"src": "a\tb | c & d"}]
    assert meta(words, "-f markdown").out.splitlines()[2:4] == ["| -- |", "| a\tb \\| c & d |"]
    assert r"a" + "\t" + r"b | c \& d" in meta(words, "-f latex").out


def test_scores(demo):
    text = [line.split("\t") for line in demo("--scores").splitlines()]
    assert text[0][:8] == [
        "system-name",
        "domain",
        "doc",
        "seg-id",
        "esa:seg",
        "BLEU-refA:seg",
        "TER-refA:seg",
        "chrF-refA:seg",
    ]
    assert len(text) == 1 + 7 * 48
    row = dict(zip(text[0], text[48 + 10], strict=True))
    assert (row["system-name"], row["domain"], row["doc"], row["seg-id"]) == ("careless", "talk", "key", "10")
    assert row["esa:doc"] == "None"
    rows = list(csv.DictReader(io.StringIO(demo("--scores -f csv"))))
    assert rows[48 + 9] == {name: "" if cell == "None" else cell for name, cell in row.items()}
    record = json.loads(demo("--scores -f json"))["rows"][48 + 9]
    assert record["seg-id"] == 10
    assert record["esa:seg"] == float(row["esa:seg"])
    assert record["esa:doc"] is None


def test_what_is_no_score(meta, sets, tmp_path):
    """A metric's `nan` is printed as that, a gap in human scores as None; both are gaps elsewhere."""
    shutil.copytree(sets, tmp_path / "own")
    for path, gap in (
        (Path(metric_file(tmp_path / "own", "TER-refA.seg")), "nan"),
        (tmp_path / "own" / "demo" / "human-scores" / "en-de.esa.seg.score", "None"),
    ):
        first, rest = path.read_text(encoding="utf-8").split("\n", 1)
        path.write_text(f"{first.split()[0]} {gap}\n{rest}", encoding="utf-8")
    words = f"-t demo -l en-de --scores --data {tmp_path / 'own'}"
    titles, row = (line.split("\t") for line in meta(words).out.splitlines()[:2])
    assert (row[titles.index("TER-refA:seg")], row[titles.index("esa:seg")]) == ("nan", "None")
    record = json.loads(meta(words, "-f json").out)["rows"][0]
    assert (record["TER-refA:seg"], record["esa:seg"]) == (None, None)


def test_correlation(demo, sets):
    words = f"-i {metric_file(sets, 'chrF-refA.seg')} --avg item"
    text = demo(words)
    assert text.startswith(
        "demo en-de seg-level: scoring 6/7 systems, gold=esa, comparing columns in 6x48 matrices"
    )
    found = json.loads(demo(words, "-f json"))
    values = {row["correlation"]: row["value"] for row in found["rows"]}
    assert f"Pearson={values['Pearson']:.3f},p" in text
    assert text.endswith(f" Kendall-like@0={values['Kendall-like@0']:.3f}\n")
    assert (found["level"], found["systems"], found["items"], found["average_by"]) == ("seg", 6, 48, "item")
    assert "generator" not in found  # nothing was drawn
    one = json.loads(demo(words, "--avg none -f json"))["rows"]
    assert [row["p_value"] is None for row in one] == [False, False, False, True]


@pytest.mark.parametrize(("level", "items"), [("sys", 1), ("domain", 7), ("doc", 10), ("seg", 48)])
def test_levels_of_files(meta, sets, level, items):
    done = meta(f"-t demo -l en-de -i {metric_file(sets, f'chrF-refA.{level}')}")
    if level == "doc":
        assert "no standard human scores at the level doc" in said(done)
    else:
        assert (
            f"demo en-de {level}-level: scoring 6/7 systems, gold=esa, comparing flattened 6x{items} "
            in done.out
        )


def test_files_that_do_not_fit(meta, sets, tmp_path):
    lines = Path(metric_file(sets, "chrF-refA.seg")).read_text(encoding="utf-8").splitlines(keepends=True)
    cut = tmp_path / "cut.txt"
    cut.write_text("".join(line for number, line in enumerate(lines) if number % 48), encoding="utf-8")
    told = said(meta(f"-t demo -l en-de -i {cut}"))
    assert "each system has 47 scores; demo en-de needs 1 (sys), 10 (doc), 48 (seg)" in told
    cut.write_text("".join(line for line in lines if not line.startswith("stiff")), encoding="utf-8")
    assert "there are no scores of stiff, which have gold scores" in said(meta(f"-t demo -l en-de -i {cut}"))
    assert "cannot read" in said(meta(f"-t demo -l en-de -i {tmp_path}/none"))
    for score, lacks in (("nan", "has no score"), ("None", "has no score"), ("inf", "has an infinite score")):
        cut.write_text("".join([f"careful {score}\n", *lines[1:]]), encoding="utf-8")
        told = said(meta(f"-t demo -l en-de -i {cut}"))
        assert f"{cut}: careful {lacks} at position 1, wh" in told


def test_standard_input(sets, meta, monkeypatch):
    """It is where scores come from without `-i`, or with `-`; nobody types them."""
    words = ["meta", "-t", "demo", "-l", "en-de", "--data", str(sets), "-i", "-"]
    command = [sys.executable, "-m", "parbleu", *words]
    path = metric_file(sets, "chrF-refA.seg")
    with open(path, "rb") as file:
        done = subprocess.run(command, stdin=file, capture_output=True, text=True, check=True)
    assert done.stdout == meta(f"-t demo -l en-de -i {path}").out
    monkeypatch.setattr(correlation, "sys", SimpleNamespace(stdin=Terminal()))
    assert "which file of scores? (-i FILE;" in said(meta("-t demo -l en-de"))


def test_comparison(demo, meta, sets):
    files = [metric_file(sets, f"{name}.seg") for name in ("chrF-refA", "TER-refA")]
    words = f"-i {files[0]} -c {files[1]} --avg item --k 200"
    text = demo(words, "--seed 3")
    assert [line[:3] for line in text.splitlines()] == ["1: ", "2: ", "Pea"]
    assert demo(words, "--seed 3 --threads 2") == text
    found = json.loads(demo(words, "--seed 3 -f json"))
    assert (found["seed"], found["generator"], found["k"]) == (3, "mt19937", 200)
    pearson = found["rows"][0]
    better = "2>1" if pearson["better"] == 2 else "1>2"
    shown = f"Pearson:{better},pWilliams={pearson['p_williams']:.3f},pPERM={pearson['p_permutation']:.3f} "
    assert text.splitlines()[2].startswith(shown)
    assert pearson["p_calibrated"] == pytest.approx((200 * pearson["p_permutation"] + 1) / 201)
    told = meta(words, "-t demo -l en-de").err
    assert told == "parbleu: drawn by splitmix64, anew each time (--seed N: what MT Metrics Eval draws)\n"
    assert meta(words, "-t demo -l en-de --seed 3").err == ""
    fast = json.loads(demo(words, "-f json"))
    assert (fast["seed"], fast["generator"]) == (None, "splitmix64")
    untested = json.loads(demo(words, "--k 0 -f json"))["rows"]
    assert all(row["p_permutation"] is None for row in untested)


def test_chance_and_intervals(demo, sets):
    words = f"-i {metric_file(sets, 'chrF-refA.seg')} --avg item --chance --intervals"
    text = demo(words)
    assert "\n(constant): demo en-de " in text
    assert text.count("95 % intervals, bootstrap over items: Pearson=") == 3
    rows = json.loads(demo(words, "-f json"))["rows"]
    assert {row["metric"] for row in rows[4:]} == {"(constant)", "(random)"}
    for row in rows:
        if row["metric"] == "(constant)" and row["correlation"] != "Kendall-like@0":
            assert [row[name] for name in ("value", "p_value", "low", "high")] == [None] * 4
        else:
            assert row["low"] <= row["value"] <= row["high"]
            assert row["p_value"] is None  # 48 p-values have none together
    matrix = json.loads(demo("--matrix --chance --intervals --k 10 -f json"))["rows"]
    assert {row["metric"] for row in matrix} == {"BLEU", "chrF", "(constant)", "(random)"}
    defined = [row for row in matrix if row["metric"] != "(constant)"]
    assert all(row["low"] <= row["correlation"] <= row["high"] for row in defined)
    assert demo("--matrix --intervals --k 0").count("95 % from") == 2


def test_matrix(demo):
    text = demo("--matrix --nomatrix_primary --k 100 --seed 5").splitlines()
    assert text[0].startswith("test_set=demo lang=en-de domain=None level=sys human=False ")
    found = json.loads(demo("--matrix --nomatrix_primary --k 100 --seed 5 -f json"))
    assert (found["task"], found["seed"], found["generator"]) == (text[0], 5, "mt19937")
    first = found["rows"][0]
    (one, *others) = [row["metric"] for row in found["rows"]]
    assert first[f"p_calibrated: {one}"] is None
    for name in others:
        assert first[f"p_calibrated: {name}"] == pytest.approx((100 * first[f"p: {name}"] + 1) / 101)
    for line, row in zip(text[1:], found["rows"], strict=True):
        signs = [
            "." if p is None else ">" if p < 0.05 else "=" for name, p in row.items() if name[:3] == "p: "
        ]
        cells = [row["metric"], str(row["rank"]), f"{row['correlation']:.7f}", *signs]
        assert line.split() == cells
    assert "splitmix64" in demo("--matrix --k 10 -f markdown")


def test_matrix_without_tests(demo):
    """Without a test nothing is known; as text it is printed as by MT Metrics Eval."""
    assert "  . >\n" in demo("--matrix --k 0")
    found = json.loads(demo("--matrix --k 0 -f json"))
    assert set(found) == {"task", "rows"}
    assert [row["rank"] for row in found["rows"]] == [None, None]
    assert "p: BLEU" not in found["rows"][0]


def metrics_of(text):
    return [line.split()[0] for line in text.splitlines()[1:]]


def test_what_is_compared(demo, meta, tmp_path, sets):
    assert sorted(metrics_of(demo("--matrix --k 0"))) == ["BLEU", "chrF"]
    assert metrics_of(demo("--matrix --k 0 --primary_metrics TER")) == ["TER"]
    both = demo("--matrix --k 0 --matrix_refs refA.refB")
    assert "refs={'refA','refB'} " in both
    assert {line.partition("  ")[0].strip() for line in both.splitlines()[1:]} == {
        "BLEU",
        "chrF (chrF-refA)",
        "chrF (chrF-refA.refB)",
    }
    assert "human=True" in demo("--matrix --k 0 --matrix_human -g esa")
    assert "domain=news level=sys" in demo("--matrix --k 0 --matrix_domain news")
    assert "unknown domain 'sea'" in said(meta("-t demo -l en-de --matrix --matrix_domain sea"))
    mine = tmp_path / "more" / "en-de"
    mine.mkdir(parents=True)
    shutil.copy(metric_file(sets, "chrF-refA.seg"), mine / "Mine-refA.seg.score")
    more = f"--matrix --k 0 --add_metrics_from_dir {tmp_path / 'more'}"
    assert "Mine" not in metrics_of(demo(more))
    assert "Mine" in metrics_of(demo(more, "--derive"))
    assert "Mine" in metrics_of(demo(more, "--matrix_level seg"))


def test_options_of_correlations(demo, meta):
    quoted = (
        "--matrix --k 20 --matrix_level seg --avg item --matrix_corr KendallWithTiesOpt "
        "--matrix_perm_test pairs"
    )
    assert "corr_fcn_args={'variant':'23'}" in demo(quoted, "--seed 2 --matrix_corr_args {'variant':'23'}")
    assert demo(quoted, "--recalibrate --seed 2") != ""
    assert "add --matrix_perm_test pairs" in said(meta("-t demo -l en-de --matrix --recalibrate"))
    thresh = "--matrix --matrix_corr KendallLike --matrix_corr_args {'thresh':'x'}"
    assert "thresh must be a number, not 'x'" in said(meta("-t demo -l en-de", thresh))
    for wrong in ("[1]", "{", "{1:2}", "print()"):
        told = said(meta("-t demo -l en-de --matrix --matrix_corr_args", wrong))
        assert "--matrix_corr_args is a dict such as" in told
    assert "does not take these options" in said(meta("-t demo -l en-de --matrix --matrix_corr_args {'x':1}"))
    assert "corr_fcn is one of" in said(meta("-t demo -l en-de --matrix --matrix_corr tau"))
    assert "only accuracy takes lists" in said(meta("-t demo -l en-de --matrix --matrix_refs refA,refB"))
    assert "only accuracy takes several" in said(meta("-t demo -l en-de,en-de --matrix"))
    assert "over several language pairs" in said(
        meta("-t demo -l en-de,en-de --matrix --matrix_corr accuracy --intervals --k 5")
    )


def test_output_file(demo, meta, tmp_path):
    text = demo("--matrix --k 50 --seed 1")
    target = tmp_path / "table.txt"
    assert demo(f"--matrix --k 50 --seed 1 -o {target}") == ""
    assert target.read_text() == text
    assert [path.name for path in target.parent.iterdir()] == ["table.txt"]
    assert "cannot write" in said(meta(f"-t demo -l en-de --matrix --k 0 -o {target}/below"))
    assert target.read_text() == text
    nowhere = f"{tmp_path}/none/x"
    for words in (f"--matrix -o {nowhere}", f"--matrix --matrix_save {nowhere}"):  # told before the work
        assert said(meta(f"-t demo -l en-de {words}")).endswith(f": there is no directory {tmp_path}/none\n")
    assert said(meta("run", "wmt24", "-o", nowhere)).startswith(f"parbleu: cannot write {nowhere}: ")


def test_formats_of_all_modes(meta, demo, sets):
    modes = [
        "--list",
        "--echo src",
        "--echosys doc",
        "--scores",
        f"-i {metric_file(sets, 'chrF-refA.seg')}",
        "--matrix --k 5",
    ]
    for mode in modes:
        records = json.loads(demo(mode, "-f json"))["rows"]
        table = list(csv.reader(io.StringIO(demo(mode, "-f csv"))))
        assert len(table) == 1 + len(records) > 1
        assert table[0][: len(records[0])] == list(records[0])
        lines = demo(mode, "-f markdown").splitlines()
        assert lines[1].replace("-", "").replace(":", "").replace("|", "").strip() == ""
        assert len([line for line in lines if line.startswith("| ")]) == 2 + len(records)
        latex = demo(mode, "-f latex")
        assert latex.endswith("\\end{tabular}\n")
        assert latex.count(r"\\") >= 1 + len(records)


def test_download(run, tmp_path, internet: Internet):
    """The package comes from a mirror here, and is unpacked where it is wanted."""
    archive = tar({f"{PACKAGE}/demo/sources/en-de.txt": "one\n"})
    internet.put(f"{PACKAGE}.tgz", archive)
    env = {"PARBLEU_MIRROR": internet.url(""), "HOME": str(tmp_path)}
    done = run("meta", "--download", env=env)
    assert (done.status, done.out) == (0, f"Downloading data into {tmp_path}/.mt-metrics-eval\n"), done.err
    assert run("meta", "--list", env=env).out.endswith(" demo\n")
    done = run("meta", "--download", "--data", str(tmp_path / "other"), "-f", "json", env=env)
    assert json.loads(done.out)["rows"] == [{"directory": f"{tmp_path}/other/{PACKAGE}"}]
    assert (tmp_path / "other" / PACKAGE / "demo" / "sources" / "en-de.txt").read_text() == "one\n"
