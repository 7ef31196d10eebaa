"""`parbleu report`: what it writes and refuses."""

import pytest


@pytest.fixture
def report(run, corpus):
    """Runs `parbleu report` in the folder of a small corpus."""
    return lambda *words, **more: run("report", *words, cwd=corpus, **more)


def test_writes_a_page(report, corpus):
    (corpus / "other").write_bytes((corpus / "b").read_bytes())
    words = ["a", "b", "-i", "hyp", "other", "-o", "page.html", "-m", "bleu", "chrf++", "--test", "none"]
    found = report(*words)
    assert (found.status, found.out) == (0, "")
    page = (corpus / "page.html").read_text(encoding="utf-8")
    assert "chrF2++" in page
    assert f"parbleu report {' '.join(words)}" in page


def test_refuses(report):
    found = report("a", "-i", "hyp")
    assert (found.status, found.err) == (2, "parbleu: name the file for the page: -o report.html\n")
    found = report("a", "-i", "hyp", "--source", "b", "-o", "b")
    assert (found.status, found.err) == (
        1,
        "parbleu: --output would overwrite b, which is read; give it another name\n",
    )


def test_evaluation_set(run, sets, tmp_path):
    words = ("--evalset", "demo", "-l", "en-de", "--data", str(sets), "-o", str(tmp_path / "page.html"))
    found = run("report", *words, "--test", "none")
    assert (found.status, found.out) == (0, "")
    assert ">esa" in (tmp_path / "page.html").read_text(encoding="utf-8")
    found = run("report", "ref.txt", *words)
    assert (found.status, found.err) == (
        2,
        "parbleu: --evalset SET needs -l PAIR, and takes no references and no -t\n",
    )
