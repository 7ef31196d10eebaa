"""Tests the tables that `parbleu score` prints for papers: they compile, and fit into a column."""

import json
import os
import re
import shutil
import subprocess

import pytest

from extras import extra
from printed_json import printed_tables

LATEX = shutil.which("pdflatex")
DOCUMENT = r"""\documentclass[twocolumn]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{booktabs,graphicx}
\begin{document}
%s
\clearpage
\bibliographystyle{plain}
\bibliography{works}
\end{document}
"""
TYPST = """#set page(columns: 2)
%s
#bibliography("works.bib")
"""


DRAWN_STAR = re.compile(
    r'<g transform="translate\([^)]*\)"><g transform="matrix\(1 0 0 -1 (\S+) [^)]*\)"><use [^>]*></g></g>'
)
"""In Typst's SVG a box with one glyph; how far the glyph is from where the box begins."""


@pytest.fixture
def score(run, tmp_path):
    """Runs `parbleu score` on three systems: two with the same scores, and one that differs."""
    files = {
        "ref": "the cat sat on the mat\na dog\n",
        "system_one": "the cat is on the mat\na dog\n",
        "system_two": "the cat is on the mat\na dog \n",
        "system_three": "the cat sat on a mat\nthe dog\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text * 30)
    systems = [name for name in files if name != "ref"]
    (tmp_path / "given.csv").write_text("\n".join([",".join(systems), *["0.5,0.25,0.75"] * 60]))
    return lambda *words: run(
        "score", "ref", "-i", *systems, "-m", "bleu", "chrf++", "ter", *words, cwd=tmp_path
    )


def rows(printed):
    body = printed.partition("\\midrule\n")[2].partition("\\bottomrule")[0]
    return [[cell.strip() for cell in line.rstrip("\\\n").split("&")] for line in body.splitlines()]


CASES = [[], ["-pbs"], ["-par", "-n", "200"], ["--all-pairs", "-n", "200"]]
WIDE = ["--all-pairs", "-n", "1000", "--scores", "A-Metric-XL=given.csv", "B-Metric-XXL=given.csv"]
WIDTHS = [[], ["--full-width"]]


def compiled(folder, *command):
    """Runs a program of LaTeX on the paper, and returns what it says."""
    told = subprocess.run([*command, "paper"], cwd=folder, capture_output=True, text=True, check=False)
    if "booktabs.sty' not found" in told.stdout and os.environ.get("CI") != "true":
        pytest.skip("LaTeX has no booktabs")
    assert told.returncode == 0, told.stdout
    return told.stdout


@pytest.mark.long
@pytest.mark.skipif(LATEX is None and os.environ.get("CI") != "true", reason="LaTeX is not installed")
@pytest.mark.parametrize("width", WIDTHS, ids=" ".join)
@pytest.mark.parametrize("words", [*CASES, WIDE], ids=" ".join)
def test_latex_compiles_within_its_columns(score, words, width, tmp_path):
    printed = score(*words, *width, "-f", "latex", "--bib", "works.bib")
    assert (printed.status, printed.err) == (0, "")
    (tmp_path / "paper.tex").write_text(DOCUMENT % printed.out, encoding="utf-8")
    latex = ("pdflatex", "-interaction=nonstopmode", "-halt-on-error")
    compiled(tmp_path, *latex)
    assert "Warning" not in compiled(tmp_path, "bibtex")
    compiled(tmp_path, *latex)
    told = compiled(tmp_path, *latex)
    assert "Overfull" not in told
    assert "undefined" not in told
    assert printed.out.startswith("% \\usepackage{booktabs,graphicx}\n\\begin{table" + ("*" if width else ""))


@pytest.mark.long
@pytest.mark.parametrize("width", WIDTHS, ids=" ".join)
@pytest.mark.parametrize("words", [*CASES, WIDE], ids=" ".join)
def test_typst_compiles(score, words, width, tmp_path):
    typst = extra("typst")
    printed = score(*words, *width, "-f", "typst", "--bib", "works.bib")
    assert (printed.status, printed.err) == (0, "")
    (tmp_path / "paper.typ").write_text(TYPST % printed.out, encoding="utf-8")
    assert typst.compile(str(tmp_path / "paper.typ")).startswith(b"%PDF")
    assert ('scope: "parent"' in printed.out) == bool(width)


def test_stars_of_typst_stand_behind_their_numbers(score, tmp_path):
    """Each star begins where its box begins, which has no width and is at the end of the number."""
    typst = extra("typst")
    printed = score("-pbs", "-n", "200", "-f", "typst").out
    (tmp_path / "paper.typ").write_text(printed, encoding="utf-8")
    starts = DRAWN_STAR.findall(typst.compile(str(tmp_path / "paper.typ"), format="svg").decode())
    assert len(starts) == printed.count("#box(") > 0
    assert set(starts) == {"0"}


def test_the_bibliography_has_what_the_caption_cites(score, tmp_path):
    for words, test in {"-pbs": "koehn-2004-statistical", "-par": "riezler-maxwell-2005-pitfalls"}.items():
        printed = score(words, "-n", "50", "-f", "latex", "--bib", "works.bib").out
        cited = {key for keys in re.findall(r"\\cite\{(.+?)\}", printed) for key in keys.split(",")}
        works = (tmp_path / "works.bib").read_text(encoding="utf-8")
        entries = re.findall("^@[a-z]+{(.+),$", works, re.MULTILINE)
        assert sorted(cited) == sorted(entries)
        (tmp_path / "works.bib").unlink()
        chrf = {"popovic-2015-chrf", "popovic-2017-chrf"}
        metrics = {"papineni-etal-2002-bleu", "snover-etal-2006-study", *chrf}
        assert cited == {test, "holm-1979-simple", "post-2018-call", *metrics}
    assert "\\cite" not in score("-pbs", "-n", "50", "-f", "latex").out


def test_a_second_table_extends_the_bibliography(score, tmp_path):
    file = tmp_path / "works.bib"
    file.write_text("% mine\n@book{mine,\n}\n@misc{post-2018-call,\n note = {mine}}\n", encoding="utf-8")
    for test in ("-pbs", "-par"):
        assert score(test, "-n", "50", "-f", "latex", "--bib", "works.bib").status == 0
    text = file.read_text(encoding="utf-8")
    keys = re.findall(r"^@\w+{([^,]+),", text, re.MULTILINE)
    assert text.startswith("% mine\n@book{mine,\n}\n")
    assert len(keys) == len(set(keys))
    assert {"mine", "koehn-2004-statistical", "riezler-maxwell-2005-pitfalls"} <= {*keys}
    assert score("-par", "-n", "50", "-f", "latex", "--bib", "works.bib").status == 0
    assert file.read_text(encoding="utf-8") == text
    file.write_text("@misc{\n  post-2018-call,\n}\n", encoding="utf-8")
    assert score("-par", "-n", "50", "-f", "latex", "--bib", "works.bib").status == 0
    assert len(re.findall(r"{\s*post-2018-call,", file.read_text(encoding="utf-8"))) == 1


def test_caption_and_label(score):
    words = ["-pbs", "-n", "50", "--caption", "Our 50 % gain.", "--label", "tab:main"]
    latex = score(*words, "-f", "latex").out
    assert "\\caption{Our 50 \\% gain. Scores on 60 segments." in latex
    assert score(*[word.rstrip(".") for word in words], "-f", "latex").out == latex  # a sentence ends anyway
    assert latex.count("}\\label{tab:main}\n") == 1
    typst = score(*words, "-f", "typst").out
    assert 'caption: "Our 50 % gain. Scores on 60 segments.' in typst
    assert "\n) <tab:main>\n" in typst
    assert "letters, digits and -:._" in score(*words[:-1], "a b", "-f", "latex").err
    assert score(*words, "-f", "csv").status == 2


def test_the_test_set_is_cited(run, tmp_path):
    own = {
        "name": "snails",
        "format": "plain",
        "language_pairs": {"en-de": ["src", "ref"]},
        "citation": ["@misc{snail:1,", "  title = {Snails},", "}", "", "@book{snail-2, title = {More {@}}}"],
    }
    (tmp_path / "snails.json").write_text(json.dumps(own))
    for name in ("src", "ref", "hyp"):
        (tmp_path / name).write_text("a b c d e\n")
    words = ("score", "-t", "snails", "-l", "en-de", "-i", "hyp", "-f", "latex")
    printed = run(*words, "--bib", "works.bib", cwd=tmp_path, env={"PARBLEU_TESTSETS": str(tmp_path)})
    assert r"on 1 segment of snails en-de~\cite{snail:1,snail-2}." in printed.out
    works = (tmp_path / "works.bib").read_text(encoding="utf-8")
    assert re.findall(r"^@\w+{(.+?),", works, re.MULTILINE) == [
        "snail:1",
        "snail-2",
        "papineni-etal-2002-bleu",
        "post-2018-call",
    ]
    assert "  title = {Snails},\n}\n\n@book" in works


def test_full_width_adds_intervals_and_p_values(score):
    narrow, wide = (rows(score("-pbs", "-f", "latex", *words).out) for words in WIDTHS)
    assert [row[0] for row in narrow] == [row[0] for row in wide]
    assert all(r"$\pm$" in cell for row in wide for cell in row[1::2])
    p_values = [cell for row in wide for cell in row[2::2]]
    assert all(re.fullmatch(r"\\textendash\{\}|[01]\.\d{4}", cell) for cell in p_values)
    assert not any(r"$\pm$" in cell for row in narrow for cell in row)


def test_few_metrics_have_intervals_and_p_values_in_a_column(run, tmp_path):
    for name, text in {
        "ref": "a cat sat on the mat",
        "one": "a cat sat on a mat",
        "two": "a cat is it",
    }.items():
        (tmp_path / name).write_text(f"{text}\n" * 30)
    for metrics, cells in ((["bleu"], 3), (["bleu", "ter"], 3), (["bleu", "chrf", "ter"], 4)):
        words = ["score", "ref", "-i", "one", "two", "-m", *metrics, "-pbs", "-n", "100", "-f", "latex", "-q"]
        printed = rows(run(*words, cwd=tmp_path).out)
        assert {len(row) for row in printed} == {cells}
        assert (r"$\pm$" in printed[1][1]) == (len(metrics) < 3)
        assert bool(re.fullmatch(r"[01]\.\d{4}", printed[1][2])) == (len(metrics) == 1)


def test_p_values_of_sacrebleu_stand_beside_ours(score):
    for width in WIDTHS:
        printed = score("-pbs", "--sacrebleu-p", "-f", "latex", *width).out
        assert printed.count("& p (Holm) & p (sacreBLEU) ") == 3
        assert all(re.fullmatch(r"[01]\.\d{4}", cell) for cell in rows(printed)[1][3::3])
        assert "p (sacreBLEU): that of sacreBLEU, not corrected" in printed


def test_decimals_by_metric(score):
    row = rows(score("-f", "latex", "--decimals", "chrf++=3,TER=0").out)[0]
    assert [len(re.sub("[^0-9.]", "", cell).partition(".")[2]) for cell in row[1:]] == [1, 3, 0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-f", "text", "--decimals", "BLUE=2"], "unknown metric 'BLUE': did you mean 'BLEU'"),
        (["-f", "text", "--decimals", "BLEU=-2"], "is a number from 0"),
        (["-f", "text", "--decimals", "BLEU=x"], "invalid decimals value: 'BLEU=x'"),
        (["-f", "text", "--bib", "works.bib"], "add -f latex or -f typst"),
        (["-f", "csv", "--full-width"], "add -f latex or -f typst"),
        (["-f", "latex", "--bib", "ref"], "--bib would overwrite ref, which is read"),
        (["-f", "latex", "--bib", "nowhere/works.bib"], "there is no directory nowhere"),
    ],
)
def test_wrong_options(score, words, message):
    failed = score(*words)
    assert failed.status != 0
    assert message in failed.err
    assert failed.out == ""


def test_one_system(run, score, tmp_path):
    words = ("ref", "-i", "system_one", "-f", "latex")
    printed = run("score", *words, "--bib", "works.bib", cwd=tmp_path).out
    assert "bold" not in printed.replace("textbf", "bold")
    assert "\\cite{papineni-etal-2002-bleu}" in printed
    by_metric = run("score", *words, "--decimals", "BLEU=3", cwd=tmp_path)
    assert "give one number" in by_metric.err
    data = run("score", *words[:3], "-f", "json", "--decimals", "BLEU=3", cwd=tmp_path)
    assert data == run("score", *words[:3], "-f", "json", "--decimals", "3", cwd=tmp_path)


def test_stars_and_the_caption(score):
    printed = score("-pbs", "-m", "bleu", "chrf++", "ter", "-f", "latex").out
    one, two, three = rows(printed)
    assert one[0] == r"system\_one"
    assert two[1:] == one[1:]
    assert [cell.rstrip("}").endswith("*") for cell in three] == [False, True, False, True]  # after Holm's
    assert printed.rstrip().endswith("\\end{table}")
    caption = printed.partition(r"\caption{")[2].partition("\n")[0]
    for part in (r"from system\_one", "bootstrap", "1000 samples", "Seed 12345", "60 segments", "chrF2++"):
        assert part in caption


def test_clusters(score):
    one, two, three = rows(score("--all-pairs", "-n", "500", "-f", "latex").out)
    assert two[1:] == one[1:]
    assert one[3].startswith(r"\textbf{")
    assert one[3].endswith("$^{1}$}")
    assert three[3].endswith("$^{2}$")


def test_sort_and_baseline(score):
    printed = score("-pbs", "-f", "latex", "--sort", "BLEU", "--baseline", "system_two").out
    assert [row[0] for row in rows(printed)] == [r"system\_three", r"system\_two", r"system\_one"]
    assert r"from system\_two" in printed
    table = score("-pbs", "-f", "text", "--sort", "chrf++").out
    assert table.index("system_one") < table.index("system_three ")
    assert "unknown system 'system_twoo': did you mean 'system_two'" in score("--baseline", "system_twoo").err
    assert "unknown metric 'wer'" in score("--sort", "wer", "-f", "text").err


def test_json_has_the_baseline_first(score):
    words = ["-pbs", "-n", "50", "-f", "json"]
    found = printed_tables(score(*words, "--baseline", "system_three").out)
    assert found["rows"][0]["system"] == found["facts"]["baseline"] == "system_three"


def test_without_pairs(score):
    words = ["--all-pairs", "-n", "50", "-f", "text"]
    assert "  ties\n" in score(*words).out
    assert "  ties\n" not in score(*words, "--no-pairs").out


@pytest.mark.parametrize(
    ("name", "star"), [("latex", r"\rlap{*}"), ("typst", '#box(width: 0pt, align(left, "*"))')]
)
def test_p_values_of_all_pairs(score, name, star):
    words = ["--all-pairs", "-n", "500", "-m", "bleu", "chrf++", "--p-columns", "bh", "sacrebleu"]
    pairs = printed_tables(score(*words, "-f", "json").out)["pairs"]["rows"]
    without = score(*words, "-f", name, "--no-pairs").out
    printed = score(*words, "-f", name).out
    assert printed.startswith(without)
    added = printed.removeprefix(without)
    for column in ("p (Holm)", "p (BH)", "p (sacreBLEU)"):
        assert added.count(column) >= 2
    for pair in pairs:
        assert f"{pair['p_holm']:.4f}" in added
    assert added.count(star) == sum(pair["p_holm"] <= 0.05 for pair in pairs) > 0
    assert star not in without


@pytest.mark.parametrize("name", ["latex", "typst"])
def test_what_else_was_asked_is_there(score, name):
    explained = score("--explain", "-n", "50", "-f", name).out
    for title in ("Scores on 60 segments", "What the differences mean", "Effect sizes"):
        assert explained.count(title) == 1
    of_runs = score("--runs", "x", "x", "y", "-n", "20", "-f", name).out
    assert "variance between runs" in of_runs


def test_typst(score):
    printed = score("--all-pairs", "-n", "200", "-f", "typst").out
    assert 'caption: "Scores on 60 segments.' in printed
    assert "¹" in printed
