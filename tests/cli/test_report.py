"""`parbleu report`: what it writes and refuses."""

import base64
import gzip
import json
import sys
from pathlib import Path

import pytest

import parbleu
from parbleu._cli.report import enough_samples
from parbleu.analysis import compared_texts

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


def test_asks_for_the_package_of_pages_before_anything_is_read(report, monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    done = report("none", "-i", "hyp", "-o", "page.html")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("parbleu: a report needs Jinja2: pip install 'jinja2")


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


def test_draws_enough_samples_for_its_answer(report, corpus):
    """So many tests that none of them could be significant with the default; what is asked for is drawn."""
    names = [f"hyp{number}" for number in range(8)]
    for name in names:
        (corpus / name).write_bytes((corpus / "hyp").read_bytes())
    words = ("a", "-i", *names, "-m", "bleu", "chrf", "-o", "page.html", "-q")
    assert report(*words, "--test", "randomization").status == 0  # 56 tests: 10,000 trials are enough
    assert "trials" in (corpus / "page.html").read_text("utf-8")
    assert "|ar:10000|" in (corpus / "page.html").read_text("utf-8")
    assert report(*words, "-n", "30").status == 0
    assert "|bs:30|" in (corpus / "page.html").read_text("utf-8")


def test_enough_samples():
    texts = compared_texts({f"s{n}": ["a line"] * 500 for n in range(7)}, [["a line"] * 500])
    asked = parbleu.Resampling("bootstrap")
    enough = enough_samples(asked, texts, 4)
    assert enough > 84 / 0.05  # 21 pairs by 4 metrics
    found = parbleu.compare(texts.systems, texts.references, ["bleu"], test="bootstrap", n_samples=20)
    assert found.why_never_significant() != ""
    assert enough_samples(asked, texts.changed(systems={"s0": texts.systems["s0"]}), 4) is None
    assert enough_samples(parbleu.Resampling("none"), texts, 4) is None


def test_title_and_date(report, corpus, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert report("a", "-i", "hyp", "-l", "en-de", "-o", "page.html", "--test", "none").status == 0
    page = (corpus / "page.html").read_text("utf-8")
    assert "<title>en-de</title>" in page
    assert "1 metric · 1970-01-02</p>" in page or "metrics · 1970-01-02</p>" in page


def test_refuses(report):
    found = report("a", "-i", "hyp")
    assert (found.status, found.err) == (2, "parbleu: name the file for the page: -o report.html\n")
    found = report("a", "-i", "hyp", "--source", "b", "-o", "b")
    assert (found.status, found.err) == (
        1,
        "parbleu: --output would overwrite b, which is read by --source; give it another name\n",
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--p-columns joint", "--p-columns joint is of the table that --explain adds"),
        ("--n-samples 0", "n_samples, the number of samples, must be at least 1"),
        ("--seed x", "seed must be a whole number from 0 up"),
    ],
)
def test_options_are_judged_before_texts_are_scored(report, corpus, words, complaint):
    program = "command:touch worked; sed s/.*/1/"
    refused = report("a", "-i", "hyp", "b", "-m", program, "-o", "page.html", *words.split())
    assert (refused.status in (1, 2), refused.out, refused.err.count("\n")) == (True, "", 1)
    assert complaint in refused.err
    assert not (corpus / "worked").exists()


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


def test_options_of_texts_beside_a_saved_comparison(report, corpus):
    """They changed nothing, and were not refused."""
    texts = {name: (corpus / name).read_text("utf-8").splitlines() for name in ("a", "hyp")}
    parbleu.compare({"x": texts["hyp"], "y": texts["a"]}, [texts["a"]]).save(corpus / "c.json")
    for words in (("-m", "ter"), ("--labels", "domain=a"), ("--lowercase",), ("--join", "blocks:2")):
        found = report("c.json", "-o", "page.html", *words)
        assert (found.status, found.out) == (2, "")
        assert "is of texts that are scored now, not of a saved comparison: leave it out" in found.err
        assert not (corpus / "page.html").exists()
    assert report("c.json", "-o", "page.html", "--title", "T", "--alpha", "0.1", "-q").status == 0


def test_segments_that_are_joined(run, tmp_path):
    """A page has the scores and signatures that `parbleu score` prints of the same texts."""
    (tmp_path / "documents.txt").write_text("".join(f"{number // 10}\n" for number in range(48)))
    texts = ("ref.A.txt", "-i", *SYSTEMS[:2])
    for way in (
        ("--join", "documents", "--documents", str(tmp_path / "documents.txt")),
        ("--join", "blocks:4"),
    ):
        page = tmp_path / "page.html"
        assert run("report", *texts, *way, "-m", "bleu", "-o", str(page), "-q", cwd=EXAMPLES).status == 0
        data = page.read_text("utf-8").split('id="page-data">')[1].split("</script>")[0]
        found = json.loads(gzip.decompress(base64.b64decode(data)))["tables"]["scores"]
        printed = run("score", *texts, *way, "-pbs", "-f", "json", "-q", cwd=EXAMPLES).out
        scores = json.loads(printed)["tables"]["scores"]
        names = [column["name"] for column in found["columns"]]
        assert [row[names.index("BLEU")] for row in found["rows"]] == [row["BLEU"] for row in scores["rows"]]
        assert f"|join:{way[1]}[space]|texts:" in scores["facts"]["BLEU signature"]
        assert f"|join:{way[1]}[space]|texts:" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--documents", "b"), "--documents is for --join documents; --labels document=FILE labels segments"),
        (("--join-separator", "none"), "add --join WAY"),
        (
            ("--join", "blocks:2", "--documents", "b"),
            "--join blocks:2 counts segments: leave out --documents",
        ),
        (
            ("--join", "blocks:2", "--scores", "x=b"),
            "--scores are of segments, which --join makes into texts",
        ),
        (
            ("--join", "blocks:2", "--ratings", "b"),
            "--ratings are of segments, which --join makes into texts",
        ),
    ],
)
def test_what_does_not_fit_joined_texts(report, words, told):
    found = report("a", "-i", "hyp", "b", "-o", "page.html", *words)
    assert (found.status > 0, found.out) == (True, "")
    assert told in found.err
