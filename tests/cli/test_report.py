"""`parbleu report`: what it writes and refuses."""

import base64
import gzip
import json
from pathlib import Path

import pytest

import parbleu

EXAMPLES = Path(__file__).parents[2] / "examples" / "en-de"
SYSTEMS = [f"system.{name}.txt" for name in ("careful", "careless", "literal")]


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


def test_numbers_are_those_of_other_commands(run, tmp_path):
    texts = ("ref.A.txt", "ref.B.txt", "-i", *SYSTEMS)
    page = tmp_path / "page.html"
    words = (*texts, "-m", "bleu", "ter", "-o", str(page), "-q")
    assert run("report", *words, cwd=EXAMPLES).status == 0
    data = page.read_text("utf-8").split('id="page-data">')[1].split("</script>")[0]
    tables = json.loads(gzip.decompress(base64.b64decode(data)))["tables"]
    scored = ("score", *texts, "-m", "bleu", "ter", "--paired-bs", "--all-pairs")
    for command, name, own in (
        (scored, "scores", "scores"),
        (scored, "pairs", "pairs"),
        (("analyze", "words", *texts, "--by", "length"), "f1", "words_length"),
        (("analyze", "segments", *texts), "BLEU", "segments_length_BLEU"),
        (("analyze", "errors", *texts), "reference", "classes_reference"),
        (("analyze", "data", *texts), "checks", "checks"),
    ):
        found = json.loads(run(*command, "-q", "-f", "json", cwd=EXAMPLES).out)
        found = found.get("tables", found)
        assert name in found, list(found)
        columns = [column["name"] for column in tables[own]["columns"]]
        rows = [dict(zip(columns, row, strict=True)) for row in tables[own]["rows"]]
        assert rows == found[name]["rows"], own


def test_refuses(report):
    found = report("a", "-i", "hyp")
    assert (found.status, found.err) == (2, "parbleu: name the file for the page: -o report.html\n")
    found = report("a", "-i", "hyp", "--source", "b", "-o", "b")
    assert (found.status, found.err) == (
        1,
        "parbleu: --output would overwrite b, which is read by --source; give it another name\n",
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
        "parbleu: saved.json: this is not a saved comparison: there is no 'systems'; comparison.save("
    )
    (corpus / "saved.json").write_text("[1]", "utf-8")
    assert (
        "not a saved comparison: an object is expected, not a list;"
        in report("saved.json", "-o", "other.html").err
    )
    assert report("none.json", "-o", "other.html").status == 1
    assert not (corpus / "other.html").exists()
