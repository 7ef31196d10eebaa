"""Tests `parbleu power`."""

import json

import pytest

from three_systems import EXAMPLES, REFERENCES, SYSTEMS

PAIR = [str(SYSTEMS[name]) for name in ("literal", "careless")]
PILOT = str(EXAMPLES / "mqm" / "mqm.tsv")


def test_segments(run):
    words = [
        str(REFERENCES[0]),
        "-i",
        *PAIR,
        "-m",
        "chrf",
        "bleu",
        "--sizes",
        "24",
        "-n",
        "200",
        "-f",
        "json",
    ]
    found = run("power", "segments", *words, "--difference", "2")
    tables = json.loads(found.out)["tables"]
    assert [row["segments"] for row in tables["sizes"]["rows"]] == [24, 48, 24, 48]
    assert [row["metric"] for row in tables["needed"]["rows"]] == ["chrF2", "BLEU"]
    assert run("power", "segments", *words, "--difference", "2", "--threads", "1").out == found.out


def test_segments_of_a_table(run, tmp_path):
    files = [REFERENCES[0], *(SYSTEMS[name] for name in ("literal", "careless"))]
    columns = [path.read_text(encoding="utf-8").splitlines() for path in files]
    rows = [dict(zip("rab", texts, strict=True)) for texts in zip(*columns, strict=True)]
    (tmp_path / "t.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    words = ("--sizes", "24", "-n", "200", "-f", "json")
    of_files = run("power", "segments", str(REFERENCES[0]), "-i", *PAIR, *words)
    of_table = run("power", "segments", "t.jsonl", "--hyp", "a", "b", "--ref", "r", *words, cwd=tmp_path)
    assert (of_table.status, of_table.out) == (0, of_files.out)
    one = run("power", "segments", "t.jsonl", "--hyp", "a", "--ref", "r", cwd=tmp_path)
    assert (one.status, "two systems" in one.err) == (2, True)


def test_segments_of_given_scores(run, tmp_path):
    count = len(REFERENCES[0].read_text(encoding="utf-8").splitlines())
    rows = [{"r": "x y", "a": "x", "b": "y", "a:own": n % 7, "b:own": n % 3} for n in range(count)]
    (tmp_path / "t.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    stems = "\t".join(path.rpartition("/")[2] for path in PAIR)
    scores = "".join(f"{row['a:own']}\t{row['b:own']}\n" for row in rows)
    (tmp_path / "own.tsv").write_text(f"{stems}\n{scores}")
    words = ("--sizes", "24", "-n", "50", "-f", "json")
    of_files, of_table = (
        json.loads(run("power", "segments", *source, *words, cwd=tmp_path).out)["tables"]["sizes"]["rows"]
        for source in (
            (str(REFERENCES[0]), "-i", *PAIR, "--scores", "own=own.tsv"),
            ("t.jsonl", "--hyp", "a", "b", "--ref", "r", "--score", "own"),
        )
    )
    assert [row["metric"] for row in of_files] == ["chrF2", "chrF2", "own", "own"]
    assert of_files[2:] == of_table[2:]


def test_human(run):
    words = [PILOT, "--difference", "1", "-f", "json"]
    tables = json.loads(run("power", "human", *words, "--raters", "1", "4").out)["tables"]
    assert [row["raters"] for row in tables["plan"]["rows"]] == [1, 4] * 3
    chosen = json.loads(run("power", "human", *words, "--systems", "literal", "careful").out)["tables"]
    assert [(row["first"], row["second"]) for row in chosen["pilot"]["rows"]] == [("literal", "careful")]


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["segments", str(REFERENCES[0]), "-i", PAIR[0]], 2, "two systems"),
        (["segments", "-i", *PAIR], 2, "references"),
        (["segments", str(REFERENCES[0]), "-i", *PAIR, "--difference", "-1"], 1, "above 0"),
        (["segments", str(REFERENCES[0]), "-i", *PAIR, "--power", "0.01"], 1, "power"),
        (["human", PILOT], 2, "--difference"),
        (["human", "--difference", "1"], 2, "ratings"),
        (["human", PILOT, "--difference", "1", "--systems", "careful", "none"], 1, "none"),
    ],
)
def test_wrong_commands(run, words, status, message):
    found = run("power", *words)
    assert (found.status, found.out) == (status, "")
    assert message in found.err
