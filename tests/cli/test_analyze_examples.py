"""`parbleu analyze examples`: what it prints, writes and refuses."""

import json

import pytest

REFERENCE = "the cat sat on the mat\na small dog barks\nit rains\nwe went home\n"
FIRST = "the cat sat on the mat\none dog\nit rains\nwe went home\n"
SECOND = "a cat sat on mat\na small dog barks\nit rains\nwe go home\n"


@pytest.fixture
def examples(run, tmp_path):
    """Runs `parbleu analyze examples` in a folder with two systems and human scores."""
    for name, text in (("ref", REFERENCE), ("one", FIRST), ("two", SECOND)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "people.csv").write_text("one,two\n0.9,0.8\n0.2,0.9\n1,1\n0.7,0.9\n")
    (tmp_path / "documents").write_text("first\nfirst\nsecond\nsecond\n")
    return lambda *words, **more: run("analyze", "examples", "ref", "-i", *words, cwd=tmp_path, **more)


def test_text(examples):
    found = examples("one", "two", "-m", "chrf", "ter")
    assert (found.status, found.err) == (0, "")
    assert found.out == TRANSCRIPT


TRANSCRIPT = """\
                                      ─── chrF2 ────  ─── TER ────
example  segment  better  difference   one ↑   two ↑  one ↓  two ↓
──────────────────────────────────────────────────────────────────
      1        4  one         -74.92  100.00   25.08   0.00  33.33
      2        1  one         -53.68  100.00   46.32   0.00  33.33
      3        2  two         +91.44    8.56  100.00  75.00   0.00

n_segments: 4
n_references: 1
tokenize: 13a
lowercase: no
order: difference
metrics: chrF2, TER

  text of     chrF2  edits  text
────────────────────────────────
example 1, segment 4
  reference       –      –  we went home
  one        100.00      0  we went home
  two         25.08      1  we [-went-]{+go+} home
example 2, segment 1
  reference       –      –  the cat sat on the mat
  one        100.00      0  the cat sat on the mat
  two         46.32      2  [-the-]{+a+} cat sat on [-the-] mat
example 3, segment 2
  reference       –      –  a small dog barks
  one          8.56      3  [-a-] [-small-]{+one+} dog [-barks-]
  two        100.00      0  a small dog barks

[-...-] is in the reference alone, {+...+} in the hypothesis alone.
"""


def test_metrics_and_people(examples):
    found = examples(
        "one", "two", "--scores", "people=people.csv", "-m", "chrf", "people", "--by", "metrics", "-f", "json"
    )
    assert found.status == 0
    table = json.loads(found.out)["tables"]["examples"]
    assert table["facts"]["metrics"] == "chrF2, people"
    first = table["rows"][0]
    assert (first["segment"], first["system"], first["better"]) == (4, "one", "chrF2")


def test_spread_and_documents(examples):
    assert "highest system" in examples("one", "two", "--by", "spread").out
    found = examples("one", "two", "--by", "documents", "--labels", "document=documents", "-f", "csv")
    assert found.out.splitlines()[0] == "document,n_segments,one,two,difference,segments"
    assert [line.split(",")[0] for line in found.out.splitlines()[1:3]] == ["second", "first"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("one",), "two systems"),
        (("one", "two", "--systems", "one", "three"), "three"),
        (("one", "two", "--by", "metrics", "-m", "chrf"), "two metrics"),
        (("one", "two", "-m", "people"), "people"),
        (("one", "two", "--only-document", "first"), "document"),
        (("one", "two", "--examples", "0"), "from 1"),
    ],
)
def test_refusals(examples, words, message):
    found = examples(*words)
    assert found.status in (1, 2)
    assert found.out == ""
    assert message in found.err
    assert found.err.count("\n") == 1
