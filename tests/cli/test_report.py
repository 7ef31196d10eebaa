"""`parbleu report`: what it writes and refuses."""

import pytest

import parbleu


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


def test_saved_comparison(run, report, corpus):
    systems = {"hyp": (corpus / "hyp").read_text("utf-8").splitlines()}
    systems["same"] = systems["hyp"]
    references = [(corpus / name).read_text("utf-8").splitlines() for name in "ab"]
    comparison = parbleu.compare(systems, references, ["bleu"], test="bootstrap", n_samples=20)
    comparison.save(corpus / "saved.json")
    found = report("saved.json", "-o", "page.html")
    assert (found.status, found.out) == (0, "")
    assert "bs:20|" in (corpus / "page.html").read_text("utf-8")
    report("saved.json", "-o", "page.html", "-n", "30")
    assert "bs:30|" in (corpus / "page.html").read_text("utf-8")
    found = report("saved.json", "-o", "saved.json")
    assert (found.status, found.err.count("would overwrite saved.json")) == (1, 1)
    (corpus / "saved.json").write_text('{"metrics": []}', "utf-8")
    found = report("saved.json", "-o", "other.html")
    assert found.status == 1
    assert found.err.startswith(
        "parbleu: saved.json: this is not a saved comparison: 'systems'; comparison.save("
    )
    assert report("none.json", "-o", "other.html").status == 1
    assert not (corpus / "other.html").exists()
