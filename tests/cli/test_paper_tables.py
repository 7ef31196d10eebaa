"""Tests the tables that `parbleu score` prints for papers: they compile, and fit into a column."""

import shutil
import subprocess

import pytest

LATEX = shutil.which("pdflatex")
DOCUMENT = r"""\documentclass[twocolumn]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{booktabs}
\begin{document}
%s
\end{document}
"""


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
    return lambda *words: run(
        "score", "ref", "-i", *systems, "-m", "bleu", "chrf++", "ter", *words, cwd=tmp_path
    )


def rows(printed):
    body = printed.partition("\\midrule\n")[2].partition("\\bottomrule")[0]
    return [[cell.strip() for cell in line.rstrip("\\\n").split("&")] for line in body.splitlines()]


CASES = [[], ["-pbs"], ["-par", "-n", "200"], ["--all-pairs", "-n", "200"]]


@pytest.mark.skipif(LATEX is None, reason="LaTeX is not installed")
@pytest.mark.parametrize("words", CASES, ids=" ".join)
def test_latex_compiles_within_a_column(score, words, tmp_path):
    printed = score(*words, "-f", "latex")
    assert (printed.status, printed.err) == (0, "")
    (tmp_path / "paper.tex").write_text(DOCUMENT % printed.out, encoding="utf-8")
    command = [LATEX, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    if "booktabs.sty' not found" in told.stdout:
        pytest.skip("LaTeX has no booktabs")
    assert told.returncode == 0, told.stdout
    assert "Overfull" not in told.stdout


def test_stars_and_the_caption(score):
    printed = score("-pbs", "-f", "latex").out
    one, two, three = rows(printed)
    assert one[0] == r"system\_one"
    assert two[1:] == one[1:]
    assert [cell.rstrip("}").endswith("*") for cell in three] == [False, True, True, True]
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
    assert '"Baseline: system_three"' in score(*words, "--baseline", "system_three").out


def test_without_pairs(score):
    words = ["--all-pairs", "-n", "50", "-f", "text"]
    assert "calibrated)" in score(*words).out
    assert "calibrated)" not in score(*words, "--no-pairs").out


def test_typst(score):
    printed = score("--all-pairs", "-n", "200", "-f", "typst").out
    assert 'caption: "Scores on 60 segments.' in printed
    assert "¹" in printed
