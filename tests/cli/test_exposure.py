"""Tests `parbleu study exposure`."""

import gzip
import json

import pytest


@pytest.fixture
def texts(tmp_path):
    """Files of a test set of three segments, the first of which is in the training data."""
    content = {
        "src": ["one small cat", "two large dogs", "three red birds"],
        "ref": ["eine kleine Katze", "zwei große Hunde", "drei rote Vögel"],
        "hyp": ["eine Katze", "zwei Hunde", "drei Vögel"],
        "train.src": ["one small cat", "two large dogs!", "nothing"],
        "train.tgt": ["eine kleine Katze", "zwei große Hunde!", "nichts"],
    }
    for name, lines in content.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def tables(result):
    assert result.status == 0, result.err
    return {name: table["rows"] for name, table in json.loads(result.out)["tables"].items()}


def test_bins(run, texts):
    words = ("ref", "--source", "src", "--train", "train.src", "train.tgt", "--per-segment", "-f", "json")
    found = tables(run("study", "exposure", *words, cwd=texts))
    assert [row["bin"] for row in found["segments"]] == ["exact", "near", "far"]
    assert [row["side"] for row in found["exposure"]] == ["source", "target", "pair"]


def test_scores(run, texts):
    words = ("ref", "--source", "src", "-i", "hyp", "--train", "train.src", "train.tgt", "-f", "json")
    found = tables(run("study", "exposure", *words, "-m", "chrf", "-q", cwd=texts))
    assert [row["system"] for row in found["systems"]] == ["hyp", "translation memory"]
    [exact] = [row for row in found["chrF2"] if row["bucket"] == "exact"]
    assert exact["translation memory"] == 100


def test_scores_of_a_table(run, texts):
    columns = {
        name: (texts / name).read_text(encoding="utf-8").splitlines() for name in ("src", "ref", "hyp")
    }
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    (texts / "t.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    words = ("--train", "train.src", "train.tgt", "-f", "json", "-m", "chrf", "-q")
    of_files = run("study", "exposure", "ref", "--source", "src", "-i", "hyp", *words, cwd=texts)
    of_table = run(
        "study", "exposure", "t.jsonl", "--hyp", "hyp", "--ref", "ref", "--source", "src", *words, cwd=texts
    )
    assert tables(of_table) == tables(of_files)


def test_references_are_read_as_all_commands_read_them(run, texts):
    lines = (texts / "ref").read_text(encoding="utf-8").splitlines()
    (texts / "old").write_text("\n".join([*lines, ""]), encoding="latin-1")
    (texts / "two.tsv").write_text("".join(f"{line}\t{line}\n" for line in lines), encoding="utf-8")
    units = "".join(f"\nmsgid '{n}'\nmsgstr '{line}'\n".replace("'", '"') for n, line in enumerate(lines))
    (texts / "ref.po").write_text(f'msgid ""\nmsgstr ""\n"Language: de\\n"\n{units}', encoding="utf-8")
    rows = [{"id": n, "gold": line} for n, line in enumerate(lines)]
    (texts / "refs.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    (texts / "out.jsonl").write_text("".join(f'{{"id": {n}, "mt": "{n}", "b": "x"}}\n' for n in (2, 0, 1)))
    wanted = run("study", "exposure", "ref", "--train", "train.tgt", "-f", "json", cwd=texts).out
    for words in ("old -e latin-1", "two.tsv -nr 2"):
        found = run("study", "exposure", *words.split(), "--train", "train.tgt", "-f", "json", cwd=texts)
        assert (found.out, found.status) == (wanted, 0), found.err
    found = tables(
        run("study", "exposure", "ref.po", "--train", "train.src", "train.tgt", "-f", "json", cwd=texts)
    )
    assert found["exposure"][1] == json.loads(wanted)["tables"]["exposure"]["rows"][0]
    words = "score refs.jsonl -i out.jsonl --ref gold --hyp mt b --segment-id id -pbs -n 20 --explain"
    found = run(*words.split(), "--train", "train.tgt", "-f", "json", cwd=texts)
    assert (found.status, "seen" in found.out) == (0, True), found.err


def test_compressed_target_only(run, texts):
    (texts / "t.gz").write_bytes(gzip.compress((texts / "train.tgt").read_bytes()))
    found = tables(run("study", "exposure", "ref", "--train", "t.gz", "-f", "json", cwd=texts))
    assert [row["side"] for row in found["exposure"]] == ["target"]


@pytest.mark.parametrize(
    ("words", "status", "part"),
    [
        (["ref"], 2, "--train"),
        (["--train", "train.tgt"], 2, "references"),
        (["ref", "--source", "src", "--train", "train.src"], 2, "in turn"),
        (["ref", "--source", "src", "--train", "train.src", "nowhere"], 1, "nowhere"),
        (["ref", "--source", "src", "--train", "train.src", "short"], 1, "more than the 1 lines"),
        (["ref", "--train", "t.jsonl"], 1, "t.jsonl: this is JSON lines; a segment on each line is expected"),
        (["t.jsonl", "--train", "train.tgt"], 1, "t.jsonl: this is JSON lines"),
    ],
)
def test_mistakes(run, texts, words, status, part):
    (texts / "short").write_text("a\n")
    (texts / "t.jsonl").write_text('{"text": "a"}\n')
    found = run("study", "exposure", *words, cwd=texts)
    assert found.status == status
    assert part in found.err


def test_explained_scores_tell_what_was_seen(run, texts):
    words = ("ref", "--source", "src", "-i", "hyp", "train.tgt", "--train", "train.src", "train.tgt")
    found = tables(run("score", *words, "--explain", "-f", "json", "-q", cwd=texts))
    assert [row["seen"] for row in found["answers"]] == ["66.7 %"]


def test_without_the_source_only_references_are_compared(run, texts):
    words = ("ref", "-i", "hyp", "train.tgt", "--explain", "--train", "train.src", "-f", "json")
    assert "--source FILE compares the source, too" in run("score", *words, cwd=texts).err


@pytest.fixture
def table(texts):
    """A table of the test set twice, once with its source, with a column for each system."""
    columns = {
        name: (texts / name).read_text(encoding="utf-8").splitlines() for name in ("src", "ref", "hyp")
    }
    rows = [
        {"domain": domain, "r": ref, "s": src if domain == "x" else "qqq", "a": hyp, "b": ref}
        for domain in "xy"
        for src, ref, hyp in zip(*columns.values(), strict=True)
    ]
    (texts / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return ("t.jsonl", "--hyp", "a", "b", "--ref", "r", "--source", "s", "-m", "chrf", "--explain", "-q")


def test_explained_tables_tell_what_was_seen(run, texts, table):
    words = (*table, "-f", "json", "--train", "train.src", "train.tgt")
    whole = tables(run("score", *words, cwd=texts))
    assert [row["seen"] for row in whole["answers"]] == ["33.3 %"]
    groups = tables(run("score", *words, "--by", "domain", cwd=texts))
    assert [(row["domain"], row["seen"]) for row in groups["answers"]] == [("x", "66.7 %"), ("y", "0.0 %")]
    gated = tables(run("gate", *words, cwd=texts))
    assert [row["seen"] for row in gated["answers"]] == ["33.3 %"]


def test_training_data_need_a_table_that_can_be_read_twice(run, texts, table):
    found = run("score", "-", *table[1:], "--train", "train.src", "train.tgt", cwd=texts)
    assert (found.status, found.out) == (2, "")
    assert "save standard input as a file first" in found.err


def test_gates_and_reports_tell_what_was_seen(run, texts):
    options = ("--source", "src", "--explain", "-q", "--train", "train.src", "train.tgt")
    gated = tables(run("gate", "hyp", "train.tgt", "--ref", "ref", *options, "-f", "json", cwd=texts))
    assert [row["seen"] for row in gated["answers"]] == ["66.7 %"]
    page = ("ref", "-i", "hyp", "train.tgt", *options, "-o", "page.html")
    assert run("report", *page, cwd=texts).status == 0
    assert "66.7 %" in (texts / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["score", "report", "gate"])
def test_training_data_go_with_explain(run, texts, command):
    systems = ("hyp", "train.tgt", "--ref", "ref") if command == "gate" else ("ref", "-i", "hyp", "train.tgt")
    more = ("-o", "page.html") if command == "report" else ("-pbs",) if command == "score" else ()
    found = run(command, *systems, *more, "--train", "train.tgt", cwd=texts)
    assert found.status == 2
    assert "--train needs --explain" in found.err


def test_a_translation_memory_is_explained_where_there_is_one(run, texts):
    words = ("ref", "-i", "hyp", "-m", "chrf", "-q", "--source", "src")
    both = run("study", "exposure", *words, "--train", "train.src", "train.tgt", cwd=texts).out
    targets = run("study", "exposure", *words[:-2], "--train", "train.tgt", cwd=texts).out
    assert "translation memory: the target" in both
    assert "translation memory" not in targets


def test_documents_of_systems_in_rows_are_refused(run, texts):
    (texts / "t.jsonl").write_text('{"r": "a", "h": "a", "s": "x"}\n{"r": "a", "h": "b", "s": "y"}\n')
    (texts / "docs").write_text("x\n")
    words = ("t.jsonl", "--hyp", "h", "--ref", "r", "--system", "s", "-pbs", "--documents", "docs")
    found = run("score", *words, cwd=texts)
    assert found.status != 0
    assert "--documents reads a file of lines" in found.err


def test_documents_of_a_table(run, texts, table):
    base = [*table[:-2], "-q", "-pbs", "-f", "json", "--unit", "document"]
    found = json.loads(run("score", *base, "--document-column", "domain", cwd=texts).out)["tables"]
    assert found["scores"]["facts"]["n_units"] == 2
    (texts / "docs").write_text("x\nx\nx\ny\ny\ny\n")
    lines = {"ref": "r", "one": "a", "other": "b"}
    rows = [json.loads(line) for line in (texts / "t.jsonl").read_text(encoding="utf-8").splitlines()]
    for name, column in lines.items():
        (texts / name).write_text("".join(f"{row[column]}\n" for row in rows), encoding="utf-8")
    words = ["ref", "-i", "one", "other", "--names", "a", "b", "-m", "chrf", "-q", "-pbs", "-f", "json"]
    of_lines = run("score", *words, "--documents", "docs", "--unit", "document", cwd=texts)
    assert json.loads(of_lines.out)["tables"]["scores"]["rows"] == found["scores"]["rows"]
    for more, told in (([], "--document-column NAME"), (["--document-column", "none"], "none")):
        refused = run("score", *base, *more, cwd=texts)
        assert refused.status != 0
        assert told in refused.err
    refused = run("score", *words, "--unit", "document", cwd=texts)
    assert refused.status == 2
    assert "--documents FILE" in refused.err


def test_documents(run, texts):
    (texts / "docs").write_text("x\nx\ny\n")
    words = ("ref", "-i", "hyp", "train.tgt", "-pbs", "-f", "json", "-q")
    result = run("score", *words, "--documents", "docs", cwd=texts)
    assert result.status == 0, result.err
    assert json.loads(result.out)["tables"]["scores"]["facts"]["n_units"] == 2
    (texts / "docs").write_text("x\n")
    result = run("score", *words, "--documents", "docs", cwd=texts)
    assert (result.status, result.out) == (1, "")
    assert (
        "--documents (units=) has the documents of 1 segment, but there are 3: give one for each"
        in result.err
    )


@pytest.mark.parametrize("sides", ["both", "target"])
def test_shards_are_merged_as_one_corpus(run, texts, sides):
    sources = (texts / "train.src").read_text(encoding="utf-8").splitlines()
    targets = (texts / "train.tgt").read_text(encoding="utf-8").splitlines()
    test_set = ["ref", "--source", "src", "-i", "hyp"] if sides == "both" else ["ref"]
    options = ["--per-segment", "-m", "chrf", "-q", "-f", "json"]
    files, all_files = [], []
    for number, rows in enumerate(([2], [1, 1], [0]), 1):
        shard = []
        for side, lines in (("src", sources), ("tgt", targets)):
            (texts / f"{number}.{side}").write_text("".join(f"{lines[row]}\n" for row in rows), "utf-8")
            shard.append(f"{number}.{side}")
        shard = shard if sides == "both" else shard[1:]
        done = run(
            "study",
            "exposure",
            *test_set[:3] if sides == "both" else test_set,
            "--train",
            *shard,
            "--save",
            f"{number}.json",
            "-q",
            cwd=texts,
        )
        assert done.status == 0, done.err
        files.append(f"{number}.json")
        all_files += shard
    merged = run("study", "exposure", *test_set, "--merge", *files, *options, cwd=texts)
    assert tables(merged) == tables(
        run("study", "exposure", *test_set, "--train", *all_files, *options, cwd=texts)
    )


def test_results_of_other_test_sets_are_not_merged(run, texts):
    for name, words in (("a.json", ("ref",)), ("b.json", ("hyp",)), ("c.json", ("ref", "--lowercase"))):
        assert run("study", "exposure", *words, "--train", "train.tgt", "--save", name, cwd=texts).status == 0
    for files, problem in (
        (("a.json", "b.json"), "b.json is of another test set"),
        (("c.json",), "c.json is of another test set, or of other options"),
        (("a.json", "a.json"), "a.json is named twice"),
        (("ref",), "this is not JSON"),
    ):
        done = run("study", "exposure", "ref", "--merge", *files, cwd=texts)
        assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
        assert problem in done.err
    assert run("study", "exposure", "ref", cwd=texts).status == 2
    assert run("study", "exposure", "ref", "--train", "train.tgt", "--merge", "a.json", cwd=texts).status == 2
