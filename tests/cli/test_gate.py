"""Tests `parbleu gate`: outcomes, exit status, formats and wrong input."""

import json
import os
import random
import re
import unicodedata
from pathlib import Path

import pytest

import parbleu
from three_systems import REFERENCES, SYSTEMS

needs_pyarrow = pytest.mark.needs("pyarrow")


@pytest.fixture
def folder(tmp_path):
    """Holds the files ref, good, bad, and domains."""
    good, *_, bad = SYSTEMS.values()
    for name, path in {"ref": REFERENCES[0], "good": good, "bad": bad}.items():
        (tmp_path / name).write_bytes(path.read_bytes())
    count = len(good.read_bytes().splitlines())
    (tmp_path / "domains").write_text("news\nchat\n" * (count // 2) + "news\n" * (count % 2))
    return tmp_path


@pytest.fixture
def gate(run, folder):
    return lambda *words, **options: run("gate", *words, cwd=folder, **options)


def outcome(result):
    return json.loads(result.out)["tables"]["outcome"]["rows"][0]


REF = ("--ref", "ref", "-f", "json")


def test_exit_status(gate):
    worse = gate("good", "bad", *REF)
    assert (worse.status, outcome(worse)["outcome"]) == (1, "worse")
    better = gate("bad", "good", *REF)
    assert (better.status, outcome(better)["outcome"]) == (0, "better")
    same = gate("good", "good", *REF)
    assert (same.status, outcome(same)["outcome"]) == (0, "no evidence of loss")
    allowed = gate("good", "bad", *REF, "--max-drop", "chrf=99")
    assert (allowed.status, outcome(allowed)["outcome"]) == (0, "allowed loss")


def test_reference_without_its_option(gate):
    refused = gate("good", "bad", "ref")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.endswith("and the candidate; references stand behind --ref\n")


def test_standard_input(gate, folder):
    stdin = (folder / "good").read_bytes()
    wanted = gate("good", "bad", *REF)
    assert gate("-", "bad", *REF, stdin=stdin) == wanted
    refused = gate("-", "-", *REF, stdin=stdin)
    assert (refused.status, "cannot be the output of two systems" in refused.out) == (2, True)
    empty = gate("good", "-", *REF)
    assert (empty.status, "standard input is empty" in empty.out) == (2, True)


@pytest.mark.skipif(
    not Path("/dev/fd").is_dir(), reason="needs paths of open files, as shells use for <(...)"
)
def test_a_pipe_is_read_once(gate, folder):
    for name in ("good", "bad", "ref"):
        lines = (folder / name).read_text().splitlines(keepends=True)
        (folder / name).write_text("".join(lines[:20]))
    out, into = os.pipe()
    os.write(into, (folder / "good").read_bytes())
    os.close(into)
    found = gate(f"/dev/fd/{out}", "bad", *REF)
    os.close(out)
    assert outcome(found) == outcome(gate("good", "bad", *REF))


def test_the_summary_in_markdown_is_stable(gate, folder):
    words = ("good", "bad", "--ref", "ref", "-m", "chrf", "bleu", "-f", "markdown")
    first = gate(*words)
    assert first.out.startswith("| outcome | why |\n| :--- | :--- |\n| worse | ")
    assert gate(*words, "--threads", "1").out == gate(*words, "--threads", "3").out == first.out
    written = gate(*words, "-o", "summary.md")
    assert (written.status, written.out) == (1, "")
    assert (folder / "summary.md").read_text() == first.out


def test_groups(gate):
    found = gate("good", "bad", *REF, "--labels", "domain=domains", "--by", "domain")
    rows = json.loads(found.out)["tables"]["tests"]["rows"]
    assert [(row["label"], row["group"]) for row in rows] == [
        ("", ""),
        ("domain", "news"),
        ("domain", "chat"),
    ]


def test_scores_of_other_tools(gate, folder):
    count = len((folder / "good").read_text().splitlines())
    table = "good\tbad\n" + "".join(f"{number}\t{number - 1}\n" for number in range(count))
    (folder / "comet.tsv").write_text(table)
    found = gate("good", "bad", *REF, "--scores", "COMET=comet.tsv")
    rows = json.loads(found.out)["tables"]["tests"]["rows"]
    assert [row["metric"] for row in rows] == ["chrF2", "COMET"]
    assert rows[1]["difference"] == -1


def test_saved_scores(run, gate, folder):
    for name in ("good", "bad"):
        run("score", "ref", "-i", name, "-m", "chrf", "-sl", "-f", "json", "-o", f"{name}.json", cwd=folder)
    run("score", "ref", "-i", "bad", "-m", "chrf", "-lc", "-sl", "-f", "json", "-o", "other.json", cwd=folder)
    run("score", "ref", "-i", "bad", "-m", "chrf", "-f", "json", "-o", "corpus.json", cwd=folder)
    assert gate("good.json", "bad.json").status == 1
    assert gate("bad.json", "good.json").status == 0
    for file in ("corpus.json", "none.json"):
        found = gate("good.json", file, "-f", "json")
        assert (found.status, outcome(found)["outcome"]) == (2, "cannot compare")
        assert file in outcome(found)["why"]
    refused = gate("good.json", "bad.json", "--ref", "ref")
    assert (refused.status, refused.out) == (2, "")


@pytest.fixture
def table(folder):
    """Holds a table with a column for each system, and one with a row for each system and segment."""
    names = ("ref", "good", "bad")
    columns = [(folder / name).read_text(encoding="utf-8").splitlines() for name in names]
    wide = [
        {
            **dict(zip(names, texts, strict=True)),
            "id": number,
            "part": "ab"[number % 2],
            "good:m": 2,
            "bad:m": 1,
        }
        for number, texts in enumerate(zip(*columns, strict=True))
    ]
    long = [
        {"mt": row[name], "sys": name, "m": row[f"{name}:m"], **{key: row[key] for key in ("ref", "id")}}
        for name, rows in (("good", wide), ("bad", wide[::-1]))
        for row in rows
    ]
    for name, rows in {"wide": wide, "long": long}.items():
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))


@pytest.mark.usefixtures("table")
def test_tables(gate):
    plain = outcome_rows(gate("good", "bad", *REF))
    wide = ("wide.jsonl", "--hyp", "good", "bad", *REF)
    assert outcome_rows(gate(*wide)) == plain
    long = ("long.jsonl", "--hyp", "mt", "--system", "sys", "--segment-id", "id", *REF)
    assert outcome_rows(gate(*long, "--systems", "good", "bad")) == plain
    backwards = gate(*long, "--systems", "bad", "good")
    assert (backwards.status, outcome(backwards)["outcome"]) == (0, "better")
    scored = outcome_rows(gate(*wide, "--score", "m", "--domain", "part", "--by", "domain"))
    assert [(row["metric"], row["group"]) for row in scored[3:]] == [("m", ""), ("m", "a"), ("m", "b")]
    assert scored[3]["difference"] == -1
    itself = gate(*wide, "--score", "m", "--systems", "good", "good")
    assert (itself.status, "--systems names good twice: name it once" in itself.err) == (2, True)
    missing = gate("wide.jsonl", "--hyp", "good", "worst", *REF)
    assert (missing.status, outcome(missing)["outcome"]) == (2, "cannot compare")
    several = gate("long.jsonl", "--hyp", "mt", "--system", "sys", *REF, "--systems", "good")
    assert (several.status, "two names" in several.err) == (2, True)


def outcome_rows(result):
    return json.loads(result.out)["tables"]["tests"]["rows"]


@needs_pyarrow
def test_saved_statistics(run, gate, folder):
    def save(name, *words):
        assert run("score", *words, "-m", "chrf", "ter", "--statistics", name, cwd=folder).status == 0

    for name in ("good", "bad"):
        save(f"{name}.parquet", "ref", "-i", name)
    save("both.parquet", "ref", "-i", "good", "bad")
    save("other.parquet", "good", "-i", "bad")
    plain = outcome_rows(gate("good", "bad", "--ref", "ref", "-m", "chrf", "ter", "-f", "json"))
    assert outcome_rows(gate("good.parquet", "bad.parquet", "-f", "json")) == plain
    assert outcome_rows(gate("both.parquet", "-f", "json")) == plain
    turned = gate("both.parquet", "-f", "json", "--systems", "bad", "good")
    assert (turned.status, outcome(turned)["outcome"]) == (0, "better")
    for words, reason in (
        (("good.parquet", "other.parquet"), "different references"),
        (("good.parquet",), "one system"),
        (("good.parquet", "both.parquet"), "--systems"),
    ):
        found = gate(*words, "-f", "json")
        assert (found.status, outcome(found)["outcome"]) == (2, "cannot compare")
        assert reason in outcome(found)["why"]


def test_saved_comparisons(gate, folder):
    texts = {
        name: (folder / name).read_text(encoding="utf-8").splitlines() for name in ("ref", "good", "bad")
    }
    for names in (["good"], ["bad"], ["bad", "good"]):
        compared = parbleu.compare({name: texts[name] for name in names}, [texts["ref"]], ["chrf"])
        compared.save(folder / f"{'-'.join(names)}.json")
    plain = outcome_rows(gate("good", "bad", *REF))
    assert outcome_rows(gate("good.json", "bad.json", "-f", "json")) == plain
    assert gate("bad-good.json").status == 0
    assert outcome_rows(gate("bad-good.json", "--systems", "good", "bad", "-f", "json")) == plain


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("good", "bad"), "--ref REF"),
        (("good.json", "bad"), "saved results"),
        (("good",), "two files"),
        (("good", "bad", "good", "--ref", "ref"), "two files"),
        (("good", "bad", "--ref", "ref", "--scores", "x"), "METRIC=FILE"),
        (("good", "bad", "--ref", "ref", "--max-drop", "much"), "much"),
        (("good", "bad", "--ref", "ref", "--max-drop", "chrf=1,chrf=2"), "with each metric once"),
        (("good", "bad", "--ref", "ref", "--decimals", "chrf=1,chrf=2"), "invalid decimals value"),
        (("good", "bad", "--ref", "ref", "-o", "no/such/folder"), "no/such"),
        (("good", "bad", "--ref", "ref", "-o", "ref"), "ref"),
    ],
)
def test_wrong_commands_have_the_status_of_what_cannot_be_compared(gate, folder, words, message):
    found = gate(*words)
    assert (found.status, found.out) == (2, "")
    assert message in found.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("good", "none", "--ref", "ref"), "none"),
        (("good", "short", "--ref", "ref"), "short"),
        (("good", "bad", "--ref", "short"), "short"),
        (("good", "bad", "--ref", "ref", "--by", "domain"), "domain"),
        (("good", "bad", "--ref", "ref", "--max-drop", "bleu=1"), "bleu"),
    ],
)
def test_what_cannot_be_compared_is_told_in_the_summary(gate, folder, words, message):
    (folder / "short").write_text("one\ntwo\n")
    found = gate(*words, "-f", "json")
    assert (found.status, outcome(found)["outcome"]) == (2, "cannot compare")
    assert message in outcome(found)["why"]


def test_bleu_of_text_without_blanks_is_warned_of(gate, folder):
    for name, verb in {"ref": "噛んだ", "good": "噛む", "bad": "見た"}.items():
        (folder / name).write_text(f"犬があの男を{verb}。\n猫はそれを見ていた。\n" * 20, encoding="utf-8")
    words = ("good", "bad", *REF, "-m")
    assert "the references are mostly Japanese" in gate(*words, "bleu").err
    for quiet in (("chrf",), ("bleu", "--force"), ("bleu", "-tok", "char")):
        assert gate(*words, *quiet).err == ""


def test_an_outcome_that_depends_on_quotes(run, tmp_path):
    """The base writes typographic quotes as the reference does, the candidate straight ones."""
    draw = random.Random(3)
    words = ["port", "town", "ships", "cranes", "people", "wait", "north", "old", "talk", "small", "lies"]
    reference = []
    for place in range(200):
        line = [draw.choice(words) for _ in range(12)]
        if place % 3 == 0:
            line[2], line[5] = f"“{line[2]}", f"{line[5]}”"
        reference.append(" ".join(line) + ".")

    def output(share, seed):
        draw = random.Random(seed)
        return [
            " ".join("so" if draw.random() < share else word for word in line.split()) for line in reference
        ]

    straight = [line.replace("“", '"').replace("”", '"') for line in output(0.21, 2)]
    for name, lines in {"ref": reference, "base": output(0.2, 1), "new": straight}.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    words = ["gate", "base", "new", "--ref", "ref", "-m", "chrf", "--seed", "1"]
    told = run(*words, "-f", "text", cwd=tmp_path)
    assert told.status == 1
    assert "With --normalize quotes (normalize=) it is 'no evidence of loss'." in told.out
    assert run(*words, "--fail-on-warning", cwd=tmp_path).status == 2
    normalized = run(*words, "--normalize", "quotes", "--fail-on-warning", "-f", "text", cwd=tmp_path)
    assert normalized.status == 0
    assert "depends on how" not in normalized.out
    assert run("gate", "base", "base", "--ref", "ref", "--fail-on-warning", cwd=tmp_path).status == 0
    compared = ["score", "ref", "-i", "base", "new", "-m", "chrf", "-pbs", "--seed", "1", "-f", "text"]
    said = run(*compared, cwd=tmp_path)
    assert "what is significant depends on how texts are written: typographic and straight quotes" in said.err
    assert (
        "with --normalize quotes: chrF2 of new against base: -4.24 (p = 0.0051) and -0.96 (p = 0.5033)"
        in said.err
    )
    assert said.out == run(*compared, "-q", cwd=tmp_path).out
    for words in (["--normalize", "quotes"], ["-q"], ["--force"]):
        assert run(*compared, *words, cwd=tmp_path).err == ""
    (tmp_path / "newer").write_text((tmp_path / "new").read_text("utf-8").replace("port", "so", 20), "utf-8")
    listed = run(*compared[:5], "newer", *compared[5:], "-v", cwd=tmp_path).err
    n_more = int(re.search(r", and (\d+) more \(-v lists them\)", listed)[1])
    assert len(re.findall(r"with --normalize quotes: chrF2 of .* against .*: .* and ", listed)) == 1 + n_more
    told = next(line for line in said.err.splitlines() if "what is significant" in line)
    reported = ["report", "ref", "-i", "base", "new", "-m", "chrf", "--seed", "1", "-o", "page.html"]
    assert told in run(*reported, cwd=tmp_path).err
    assert "what is significant depends on how texts are written" in (tmp_path / "page.html").read_text(
        "utf-8"
    )
    for words in (["--normalize", "quotes"], ["-q"], ["--force"]):
        assert "what is significant" not in run(*reported, *words, cwd=tmp_path).err


def test_warnings_that_fail(gate, folder):
    (folder / "pieces").write_text(
        "".join(
            f"@@ {line}\n".replace(" ", "@@ ") for line in (folder / "good").read_text("utf-8").splitlines()
        ),
        "utf-8",
    )
    told = gate("good", "pieces", *REF)
    assert (told.status, "split into subwords" in told.err) == (1, True)
    failed = gate("good", "pieces", "--ref", "ref", "--fail-on-warning", "-f", "markdown")
    assert failed.status == 2
    assert failed.out.startswith("**Warning:** pieces: 98 % of the segments look split into subwords")
    for option in ("-q", "--force"):
        refused = gate("good", "pieces", *REF, "--fail-on-warning", option)
        assert (refused.status, refused.out) == (2, "")
        assert "--fail-on-warning needs the warnings that -q and --force leave out" in refused.err
    assert gate("good", "bad", *REF, "--fail-on-warning").status == 1


def test_an_outcome_names_only_what_it_depends_on(run, tmp_path):
    """Decomposed text also lacks letters with accents, which explain less than composition does."""
    sentences = ["Tàu cập bến lúc nửa đêm", "Mọi người đợi ở cầu cảng", "Chiếc cần cẩu nâng ba thùng hàng"]
    composed = [f"{sentence} số {number}." for number in range(30) for sentence in sentences]
    decomposed = [unicodedata.normalize("NFD", line) for line in composed]
    for name, lines in {"base": composed, "new": decomposed}.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    told = run("gate", "base", "new", "--ref", "base", "-m", "chrf", "-f", "text", cwd=tmp_path)
    assert told.status == 1
    assert "depends on how texts are written: composition of characters (Unicode's NFC). With" in told.out
    assert "With --normalize nfc (normalize=) it is 'no evidence of loss'." in told.out
