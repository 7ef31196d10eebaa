"""Tests the flags and modes of `mtme` on the campaign of examples/metaeval."""

import csv
import io
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from campaign import metric_file, said
from misbehaving_server import Internet
from own_process import printed
from parbleu.evalset._file_layout import PACKAGE
from toy_sets import tar

module = pytest.importorskip("parbleu.compat.mt_metrics_eval.mtme")


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def mtme(run, sets, tmp_path):
    """Runs `mtme WORDS`, given as one text or several, where the campaign is known."""

    def runner(*words, env=()):
        env = {"PARBLEU_EVALSETS": str(sets), "HOME": str(tmp_path), **dict(env)}
        return run(*" ".join(words).split(), command=module.run, env=env)

    return runner


@pytest.fixture
def demo(mtme):
    """Runs `mtme` on the campaign; returns what it prints."""

    def runner(*words):
        done = mtme("-t demo -l en-de", *words)
        assert (done.status, done.err) == (0, "")
        return done.out

    return runner


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
def test_spellings(mtme, words):
    assert mtme(words).out.startswith("demo en-de: 48 segs, 10 docs, 7 systems (includes 0 outliers")


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
    ],
)
def test_wrong_flags(mtme, words, told):
    assert said(mtme(words)).startswith(f"mtme: error: {told}")


def test_help(mtme):
    out = mtme("--help").out
    assert out.startswith("usage: mtme [FLAGS]\n")
    assert all(f"--{mode}" in out for mode in module.MODES)
    assert mtme("-t demo -helpfull").out == out
    assert mtme("--version").out.startswith("mtme of parbleu 0.")
    assert said(mtme("-t demo")) == "mtme: No language_pair specified. (mtme --help explains)\n"
    assert said(mtme("-l en-de")) == "mtme: No test_set specified. (mtme --help explains)\n"


def test_no_numpy_is_loaded(sets):
    """A list of sets takes a fiftieth of MT Metrics Eval's time, which needs three seconds to start."""
    code = f"import sys\nfrom {module.__name__} import run\nrun(sys.argv[1:])\nprint(*sys.modules)"
    for words in (["--list"], ["-t", "demo", "-l", "en-de", "--echo", "doc,src", "--data", str(sets)]):
        loaded = set(printed(code, *words).splitlines()[-1].split())
        assert not loaded & {"numpy", "argparse", "logging", "csv"}


def test_lists(mtme, sets):
    assert mtme("--list").out.endswith(" wmt20 wmt19 demo\n")
    assert mtme("--list -t demo").out == "language pairs for demo: en-de\n"
    assert "demo" not in mtme("--list", env={"PARBLEU_EVALSETS": ""}).out
    assert "demo" in mtme("--list --data", str(sets), env={"PARBLEU_EVALSETS": ""}).out
    assert "unknown evaluation set 'demmo'" in said(mtme("--list -t demmo"))


def test_echo(demo, mtme):
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
    assert "unknown text 'refC'" in said(mtme("-t demo -l en-de --echosys src,refC"))


def test_missing_text(mtme, tmp_path, sets):
    shutil.copytree(sets, tmp_path / "odd")
    source = tmp_path / "odd" / "demo" / "sources" / "en-de.txt"
    lines = source.read_text(encoding="utf-8").splitlines()
    lines[:2] = ["[No translation supplied]", "a\tb | c & d"]
    source.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    words = f"-t demo -l en-de --echo src --data {tmp_path / 'odd'}"
    assert mtme(words).out.splitlines()[:2] == ["[No translation supplied]", "a\tb | c & d"]


def test_what_is_no_score(mtme, sets, tmp_path):
    """A metric's `nan` is printed as that, a gap in human scores as None."""
    shutil.copytree(sets, tmp_path / "own")
    for path, gap in (
        (Path(metric_file(tmp_path / "own", "TER-refA.seg")), "nan"),
        (tmp_path / "own" / "demo" / "human-scores" / "en-de.esa.seg.score", "None"),
    ):
        first, rest = path.read_text(encoding="utf-8").split("\n", 1)
        path.write_text(f"{first.split()[0]} {gap}\n{rest}", encoding="utf-8")
    words = f"-t demo -l en-de --scores --data {tmp_path / 'own'}"
    titles, row = (line.split("\t") for line in mtme(words).out.splitlines()[:2])
    assert (row[titles.index("TER-refA:seg")], row[titles.index("esa:seg")]) == ("nan", "None")


def test_scores(demo):
    rows = list(csv.DictReader(io.StringIO(demo("--scores")), delimiter="\t"))
    assert len(rows) == 7 * 48
    row = rows[48 + 9]
    assert list(row)[:5] == ["system-name", "domain", "doc", "seg-id", "esa:seg"]
    assert (row["system-name"], row["domain"], row["doc"], row["seg-id"]) == ("careless", "talk", "key", "10")
    assert row["esa:doc"] == "None"


def test_correlation(demo, mtme, sets, tmp_path):
    path = metric_file(sets, "chrF-refA.seg")
    assert demo(f"-i {path} --avg item").startswith(
        "demo en-de seg-level: scoring 6/7 systems, gold=esa, comparing columns in 6x48 matrices"
    )
    assert demo(f"-i {path} -o {tmp_path / 'line'}") == ""
    assert (tmp_path / "line").read_text() == demo(f"-i {path}")
    assert "there is no directory" in said(mtme(f"-t demo -l en-de -i {path} -o {tmp_path}/none/x"))


def test_standard_input(sets, mtme, monkeypatch):
    """It is where scores come from without `-i`, or with `-`; nobody types them."""
    words = ["-t", "demo", "-l", "en-de", "--data", str(sets), "-i", "-"]
    command = [sys.executable, "-m", "parbleu.compat.mt_metrics_eval.mtme", *words]
    path = metric_file(sets, "chrF-refA.seg")
    with open(path, "rb") as file:
        done = subprocess.run(command, stdin=file, capture_output=True, text=True, check=True)
    assert done.stdout == mtme(f"-t demo -l en-de -i {path}").out
    monkeypatch.setattr(module, "sys", SimpleNamespace(stdin=Terminal()))
    assert "which file of scores? (-i FILE;" in said(mtme("-t demo -l en-de"))


def test_comparison(demo, mtme, sets):
    files = [metric_file(sets, f"{name}.seg") for name in ("chrF-refA", "TER-refA")]
    words = f"-i {files[0]} -c {files[1]} --avg item --k 200"
    text = demo(words, "--seed 3")
    assert [line[:3] for line in text.splitlines()] == ["1: ", "2: ", "Pea"]
    assert demo(words, "--seed 3 --threads 2") == text
    told = mtme(words, "-t demo -l en-de").err
    assert told == "mtme: drawn by splitmix64, anew each time (--seed N: what MT Metrics Eval draws)\n"
    other = f"-t demo -l en-de -i {files[0]} -c {metric_file(sets, 'TER-refA.sys')} --k 0"
    done = mtme(other)
    assert (done.status, done.out.count("\n")) == (1, 2)
    assert "at different granularities" in done.err


def metrics_of(text):
    return [line.split()[0] for line in text.splitlines()[1:]]


def test_what_is_compared(demo, mtme, tmp_path, sets):
    assert "  . >\n" in demo("--matrix --k 0")
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
    assert "unknown domain 'sea'" in said(mtme("-t demo -l en-de --matrix --matrix_domain sea"))
    mine = tmp_path / "more" / "en-de"
    mine.mkdir(parents=True)
    shutil.copy(metric_file(sets, "chrF-refA.seg"), mine / "Mine-refA.seg.score")
    more = f"--matrix --k 0 --add_metrics_from_dir {tmp_path / 'more'}"
    assert "Mine" not in metrics_of(demo(more))
    assert "Mine" in metrics_of(demo(more, "--matrix_level seg"))


def test_options_of_correlations(demo, mtme):
    quoted = (
        "--matrix --k 20 --matrix_level seg --avg item --matrix_corr KendallWithTiesOpt "
        "--matrix_perm_test pairs"
    )
    assert "corr_fcn_args={'variant':'23'}" in demo(quoted, "--seed 2 --matrix_corr_args {'variant':'23'}")
    thresh = "--matrix --matrix_corr KendallLike --matrix_corr_args {'thresh':'x'}"
    assert "thresh must be a number, not 'x'" in said(mtme("-t demo -l en-de", thresh))
    for wrong in ("[1]", "{", "{1:2}", "print()"):
        told = said(mtme("-t demo -l en-de --matrix --matrix_corr_args", wrong))
        assert "--matrix_corr_args is a dict such as" in told
    assert "does not take these options" in said(mtme("-t demo -l en-de --matrix --matrix_corr_args {'x':1}"))
    assert "unknown correlation 'tau'" in said(mtme("-t demo -l en-de --matrix --matrix_corr tau"))
    assert "accuracy takes a list" in said(mtme("-t demo -l en-de --matrix --matrix_refs refA,refB"))
    assert "accuracy takes several" in said(mtme("-t demo -l en-de,en-de --matrix"))


def test_output_file(demo, mtme, tmp_path):
    text = demo("--matrix --k 50 --seed 1")
    target = tmp_path / "table.txt"
    assert demo(f"--matrix --k 50 --seed 1 -o {target}") == ""
    assert target.read_text() == text
    assert "cannot write" in said(mtme(f"-t demo -l en-de --matrix --k 0 -o {target}/below"))
    assert target.read_text() == text
    nowhere = f"{tmp_path}/none/x"
    for words in (f"--matrix -o {nowhere}", f"--matrix --matrix_save {nowhere}"):  # told before the work
        assert said(mtme(f"-t demo -l en-de {words}")).endswith(f": there is no directory {tmp_path}/none\n")


def test_download(mtme, tmp_path, internet: Internet):
    """The package comes from a mirror here, and is unpacked where it is wanted."""
    internet.put(f"{PACKAGE}.tgz", tar({f"{PACKAGE}/demo/sources/en-de.txt": "one\n"}))
    env = {"PARBLEU_MIRROR": internet.url(""), "PARBLEU_EVALSETS": ""}
    done = mtme("--download", env=env)
    assert (done.status, done.out) == (0, f"Downloading data into {tmp_path}/.mt-metrics-eval\n"), done.err
    assert mtme("--list", env=env).out.endswith(" demo\n")


def test_rows_without_a_value_are_left_out_of_printed_correlations(demo, tmp_path):
    """`--replace_nans_with_zeros` counts them as 0 where metrics are compared, as in the original."""
    path = tmp_path / "flat.seg.score"
    lines = demo("--scores").splitlines()
    titles = lines[0].split("\t")
    metric = next(place for place, title in enumerate(titles) if title == "chrF-refA:seg")
    with path.open("w") as file:
        for number, line in enumerate(lines[1:]):
            cells = line.split("\t")
            file.write(f"{cells[0]}\t{0 if number % 3 == 0 else cells[metric]}\n")
    plain = demo(f"-i {path} --avg item")
    assert demo(f"-i {path} --avg item --replace_nans_with_zeros") == plain


def test_williams_of_kendall_like_compares_plain_means(demo, sets):
    from parbleu.evalset import EvalSet
    from parbleu.stats.williams import williams_significance

    one, two = (metric_file(sets, name) for name in ("chrF-refA.seg", "BLEU-refA.seg"))
    out = demo(f"-i {one} -c {two} --avg item --k 0").splitlines()[-1]
    printed = out.partition("Kendall-like@0:")[2].partition("pWilliams=")[2].partition(",")[0]
    evalset = EvalSet("demo", "en-de", sets)
    gold = evalset.gold("segment", "std")
    systems = [name for name in sorted(gold) if name not in evalset.human_sys_names]
    table = gold.rows(systems)
    scores = [evalset.scores("segment", name).rows(systems) for name in ("chrF-refA", "BLEU-refA")]
    expected = williams_significance(
        "KendallLike", table, *scores, "item", count_missing=True, weighted=False, thresh=0
    )
    assert printed == f"{expected.p_value:0.3f}"
