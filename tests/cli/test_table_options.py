"""Tests that commands which read systems and references read them from tables, too."""

import base64
import gzip
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

N = 30
REF = [f"this is line {number} of the text that a person wrote ." for number in range(N)]
SYSTEMS = {"a": [text.replace("person", "machine") for text in REF], "b": [text[5:] for text in REF]}
SRC = [f"Dies ist Zeile {number} ." for number in range(N)]
DOCUMENTS = [f"d{number // 10}" for number in range(N)]
COMET = {name: [number / (7 if name == "a" else 9) for number in range(N)] for name in SYSTEMS}
FILES = [
    "ref",
    "-i",
    "a",
    "b",
    "--source",
    "src",
    "--labels",
    "document=documents",
    "--scores",
    "comet=comet.tsv",
]
WIDE = [
    "wide.jsonl",
    "--hyp",
    "a",
    "b",
    "--ref",
    "ref",
    "--src",
    "src",
    "--document",
    "doc",
    "--score",
    "comet",
]
LONG = [
    *("long.jsonl", "--hyp", "mt", "--ref", "ref", "--src", "src", "--document", "doc", "--score", "comet"),
    *("--system", "system", "--segment-id", "id"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, texts in {"ref": REF, "src": SRC, "documents": DOCUMENTS, **SYSTEMS}.items():
        (tmp_path / name).write_text("".join(f"{text}\n" for text in texts))
    rows = "".join(f"{a}\t{b}\n" for a, b in zip(COMET["a"], COMET["b"], strict=True))
    (tmp_path / "comet.tsv").write_text(f"a\tb\n{rows}")
    common = [
        {"id": place, "doc": DOCUMENTS[place], "src": SRC[place], "ref": REF[place]} for place in range(N)
    ]
    wide = [
        {
            **row,
            **{name: SYSTEMS[name][place] for name in "ab"},
            **{f"{name}_comet": COMET[name][place] for name in "ab"},
        }
        for place, row in enumerate(common)
    ]
    long = [
        {**row, "system": name, "mt": SYSTEMS[name][place], "comet": COMET[name][place]}
        for name in "ab"
        for place, row in enumerate(common)
    ]
    long[N:] = long[: N - 1 : -1]  # the rows of b in another order
    for name, table in (("wide", wide), ("long", long)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in table))
    return tmp_path


COMMANDS = [
    ["analyze", "segments", "--by", "document", "-f", "json"],
    ["analyze", "words", "-f", "json"],
    ["analyze", "ngrams", "-f", "json"],
    ["analyze", "errors", "-f", "json"],
    ["analyze", "data", "-f", "json"],
]


def without_scores(words: list[str]) -> list[str]:
    return [word for word in words if word not in ("--scores", "comet=comet.tsv", "--score", "comet")]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[1])
@pytest.mark.parametrize("table", [WIDE, LONG], ids=["columns", "rows"])
def test_analyses_of_tables(run: Callable, folder: Path, command: list[str], table: list[str]) -> None:
    files = FILES
    if command[1] != "segments":
        refused = run(*command[:2], *table, *command[2:], cwd=folder)
        assert (refused.status, "unrecognized arguments: --score comet" in refused.err) == (2, True)
        files, table = without_scores(files), without_scores(table)
    wanted = run(*command[:2], *files, *command[2:], cwd=folder)
    found = run(*command[:2], *table, *command[2:], cwd=folder)
    assert (wanted.status, found.status) == (0, 0), (wanted.err, found.err)
    assert json.loads(found.out) == json.loads(wanted.out)


def test_examples(run: Callable, folder: Path) -> None:
    tables = [[word for word in words if word not in ("--document", "doc")] for words in (WIDE, LONG)]
    files = [word for word in FILES if word not in ("--labels", "document=documents")]
    wanted = run("analyze", "examples", *files, "-m", "comet", "-f", "json", cwd=folder)
    for table in tables:
        found = run("analyze", "examples", *table, "-m", "comet", "-f", "json", cwd=folder)
        assert (found.status, json.loads(found.out)) == (0, json.loads(wanted.out)), found.err


@pytest.mark.needs("jinja2")
def test_report(run: Callable, folder: Path) -> None:
    for table in (WIDE, LONG):
        found = run("report", *table, "-o", "page.html", "--n-samples", "20", cwd=folder)
        assert found.status == 0, found.err
        page = (folder / "page.html").read_text(encoding="utf-8")
        assert "comet" in page
        packed = page.split('class="texts">')[1].split("</script>")[0]
        assert json.loads(gzip.decompress(base64.b64decode(packed)))[3][0] == [SRC[3]]
        (folder / "page.html").unlink()


def write_apart(folder: Path) -> list[str]:
    """Writes references and output as two tables of different order; returns how they are named."""
    rows = [json.loads(line) for line in (folder / "wide.jsonl").read_text().splitlines()]
    (folder / "refs.csv").write_text(
        "".join(
            f"{one},{other}\n" for one, other in [("id", "ref"), *((row["id"], row["ref"]) for row in rows)]
        )
    )
    turned = [{name: row[name] for name in ("b", "id", "a")} for row in rows[7:] + rows[6::-1]]
    (folder / "out.jsonl").write_text("".join(json.dumps(row) + "\n" for row in turned))
    return ["refs.csv", "-i", "out.jsonl", "--ref", "ref", "--hyp", "a", "b", "--segment-id", "id"]


@pytest.mark.parametrize(
    "command",
    [
        ["score", "-m", "bleu", "ter"],
        ["score", "-pbs", "-n", "20"],
        *COMMANDS[1:4],
        ["study", "tokenization"],
    ],
    ids=" ".join,
)
def test_tables_of_output_and_references_are_joined_by_key(
    run: Callable, folder: Path, command: list[str]
) -> None:
    words = [*command, "-f", "json", *(["--src", "src"] if command[0] != "study" else [])]
    verb = 1 if command[0] == "score" else 2
    found = run(*words[:verb], *write_apart(folder), *words[verb:], cwd=folder)
    wanted = run(*words[:verb], "ref", "-i", "a", "b", *words[verb:], cwd=folder)
    assert (found.status, json.loads(found.out)) == (wanted.status, json.loads(wanted.out)), found.err
    assert found.status == 0


def test_results_of_two_tables_are_merged_and_computed_again(run: Callable, folder: Path) -> None:
    words = ["score", *write_apart(folder), "-m", "chrf"]
    wanted = run(*words, "-f", "json", "-o", "result.json", cwd=folder)
    assert (wanted.status, wanted.err) == (0, "")
    same = "result.json: the same numbers\n"
    assert run(*words, "--verify", "result.json", cwd=folder).out == same
    turned = [{"a": "b", "b": "a"}.get(word, word) for word in words]
    found = run(*turned, "--verify", "result.json", cwd=folder)
    assert (found.out, "compared by name" in found.err) == (same, True)
    for shard in "12":
        done = run(*words, "--shard", f"{shard}/2", "--statistics", f"{shard}.parquet", cwd=folder)
        assert (done.status, done.err) == (0, "")
    test = ["-pbs", "-n", "50", "-f", "csv"]
    assert run("merge", "1.parquet", "2.parquet", *test, cwd=folder) == run(*words, *test, cwd=folder)


def test_power_of_two_columns(run: Callable, folder: Path) -> None:
    words = ["power", "segments", *write_apart(folder), "-n", "20"]
    assert run(*words, cwd=folder) == run("power", "segments", "ref", "-i", "a", "b", "-n", "20", cwd=folder)


def write_documents(folder: Path) -> list[str]:
    """Writes references and output whose keys are those of segments within documents; returns the words."""
    keys = [(document, number) for document in ("news", "chat") for number in (1, 2, 3)]
    texts = dict(zip(keys, REF[:6], strict=True))
    for name, column, order in (("refs", "ref", keys), ("out", "mt", keys[::-1])):
        rows = [{"doc": key[0], "seg": key[1], column: texts[key]} for key in order]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return ["refs.jsonl", "-i", "out.jsonl", "--ref", "ref", "--hyp", "mt", "--segment-id", "seg"]


def test_tables_are_joined_by_document_and_segment(run: Callable, folder: Path) -> None:
    words = write_documents(folder)
    refused = run("score", *words, cwd=folder)
    assert "refs.jsonl:4: column 'seg': the segment '1' occurs twice; --document-column names" in refused.err
    words += ["--document", "doc"]
    done = run("score", *words, "-m", "chrf", "-b", cwd=folder)
    assert done.out == "100.0\n", done.err
    assert run("analyze", "segments", *words, "-f", "json", cwd=folder).status == 0
    rows = (folder / "out.jsonl").read_text().splitlines()
    for changed, told in (
        (rows[1:], "out.jsonl lacks 1 segment of refs.jsonl: '3' of 'chat'; the tables need the same"),
        (rows[:1] + rows, "out.jsonl:2: column 'seg': the segment '3' of 'chat' occurs twice\n"),
        ([row.replace('"chat"', '""') for row in rows], "out.jsonl:1: column 'doc': the value is missing"),
        ([row.replace('"doc"', '"d"') for row in rows], "out.jsonl: there is no column 'doc'"),
    ):
        (folder / "out.jsonl").write_text("\n".join(changed) + "\n")
        refused = run("score", *words, cwd=folder)
        assert (refused.status, told in refused.err) == (1, True), refused.err


def test_tables_of_the_gate_are_joined_by_document_and_segment(run: Callable, folder: Path) -> None:
    rows = [{"d": name, "s": number, "gold": f"{name} waits {number}"} for name in "ab" for number in (1, 2)]
    for name, order in (("one", rows), ("other", rows[::-1])):
        lines = [json.dumps({**row, "mt": row["gold"]}) for row in order]
        (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
    words = ["gate", "one.jsonl", "other.jsonl", "--ref", "gold", "--hyp", "mt", "--segment-id", "s"]
    done = run(*words, "--document", "d", "-m", "chrf", cwd=folder)
    assert "no evidence of loss" in done.out, done
    text = (folder / "other.jsonl").read_text()
    (folder / "other.jsonl").write_text(text.replace("b waits 2", "b waits"))
    told = run(*words, "--document", "d", cwd=folder).err
    assert "other.jsonl: the reference of the segment '2' of 'b' is not that of the other table" in told


def test_tables_of_the_gate_are_joined_by_key(run: Callable, folder: Path) -> None:
    rows = [json.loads(line) for line in (folder / "wide.jsonl").read_text().splitlines()]
    for name, order in (("a", rows), ("b", rows[::-1])):
        lines = [json.dumps({"place": row["id"], "gold": row["ref"], "mt": row[name]}) for row in order]
        (folder / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines))
    words = ["gate", "a.jsonl", "b.jsonl", "--ref", "gold", "--hyp", "mt"]
    wanted = run("gate", "a", "b", "--ref", "ref", cwd=folder)
    assert run(*words, "--segment-id", "place", cwd=folder) == wanted
    assert "--segment-id names the column of their key" in run(*words, cwd=folder).err
    text = (folder / "b.jsonl").read_text()
    (folder / "b.jsonl").write_text(text.replace("line 17 of", "line 71 of"))
    told = run(*words, "--segment-id", "place", cwd=folder).err
    assert "b.jsonl: the reference of the segment '17' is not that of the other table" in told


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (
            lambda lines: lines[:-2],
            "out.jsonl lacks 2 segments of refs.csv: '0' and '1'; the tables need the same",
        ),
        (
            lambda lines: [*lines, '{"id": 99, "a": "", "b": ""}'],
            "refs.csv lacks 1 segment of out.jsonl: '99'; ",
        ),
        (lambda lines: [*lines[:5], *lines], "out.jsonl:6: column 'id': the segment '7' occurs twice"),
        (
            lambda lines: ['{"id": null, "a": "", "b": ""}', *lines],
            "out.jsonl:1: column 'id': the value is missing",
        ),
        (lambda lines: [line.replace("id", "key") for line in lines], "out.jsonl: there is no column 'id'"),
    ],
)
def test_no_row_is_lost_where_tables_are_joined(
    run: Callable, folder: Path, changed: Callable[[list[str]], list[str]], told: str
) -> None:
    words = write_apart(folder)
    lines = (folder / "out.jsonl").read_text().splitlines()
    (folder / "out.jsonl").write_text("".join(f"{line}\n" for line in changed(lines)))
    found = run("score", *words, cwd=folder)
    assert (found.status, found.out, found.err.count("\n")) == (1, "", 1)
    assert told in found.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "more.csv ref -i out.jsonl --hyp a --segment-id id --ref ref",
            "name the column of ref by --ref, or leave it out",
        ),
        ("refs.csv -i out.jsonl --ref ref --segment-id id", "whose columns --ref and --hyp name"),
        ("ref -i out.jsonl --hyp a --segment-id id", "whose columns --ref and --hyp name"),
        (
            "refs.csv -i out.jsonl --ref ref --hyp a --document id",
            "--segment-id joins the rows of two, with --ref and --hyp, and --document-column is a part",
        ),
        (
            "refs.csv -i out.jsonl --ref ref --hyp a --segment-id id --join blocks:2",
            "cut or joined: leave it out",
        ),
        ("-t wmt17 -l en-de -i out.jsonl --hyp a --segment-id id", "no test sets"),
    ],
)
def test_only_tables_are_joined_by_key(run: Callable, folder: Path, words: str, told: str) -> None:
    write_apart(folder)
    (folder / "more.csv").write_bytes((folder / "refs.csv").read_bytes())
    found = run("score", *words.split(), cwd=folder)
    assert (found.status != 0, found.out) == (True, "")
    assert told in found.err


def test_what_does_not_go_together(run: Callable, folder: Path) -> None:
    result = run("analyze", "segments", *WIDE, "--scores", "x=comet.tsv", cwd=folder)
    assert "--score-columns" in result.err
    result = run("analyze", "segments", "wide.jsonl", "--hyp", "a", cwd=folder)
    assert "add --ref COLUMN" in result.err
    result = run("analyze", "segments", *WIDE[1:], cwd=folder)
    assert "name the table" in result.err


def _write(path: Path, rows: list[dict]) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.feather as feather
    import pyarrow.parquet as parquet

    table = pyarrow.Table.from_pylist(rows)
    (parquet.write_table if path.suffix == ".parquet" else feather.write_feather)(table, str(path))


@pytest.mark.parametrize("name", ["comet.parquet", "comet.feather", "comet.jsonl.gz", "comet.csv.gz"])
def test_given_scores_in_tables(run: Callable, folder: Path, name: str) -> None:
    rows = [{"a": a, "b": b} for a, b in zip(COMET["a"], COMET["b"], strict=True)]
    if name.endswith(".gz"):
        texts = (
            [json.dumps(row) for row in rows]
            if "json" in name
            else ["a,b", *(f"{x['a']},{x['b']}" for x in rows)]
        )
        (folder / name).write_bytes(gzip.compress("".join(f"{text}\n" for text in texts).encode()))
    else:
        _write(folder / name, rows)
    words = ["score", "ref", "-i", "a", "b", "-f", "csv", "-pbs", "-n", "20", "--scores"]
    found = run(*words, f"comet={name}", cwd=folder)
    assert (found.status, found.out) == (0, run(*words, "comet=comet.tsv", cwd=folder).out), found.err


@pytest.mark.parametrize("name", ["wide.jsonl", "wide.parquet"])
def test_translation_of_a_column(run: Callable, folder: Path, name: str) -> None:
    if name.endswith("parquet"):
        _write(folder / name, [json.loads(line) for line in (folder / "wide.jsonl").read_text().splitlines()])
    words = ["translate", "--engine", "command", "--command", "tr a-z A-Z"]
    found = run(*words, name, "--src", "src", "-o", "out", cwd=folder)
    assert found.status == 0, found.err
    assert (folder / "out").read_text().splitlines() == [text.upper() for text in SRC]
    assert json.loads((folder / "out.json").read_text())["source"]["column"] == "src"
    wrong = run(*words, name, "--src", "source", "-o", "out2", cwd=folder)
    assert "there is no column 'source'" in wrong.err
    assert not (folder / "out2").exists()
    (folder / "bad.jsonl").write_text('{"src": "a"}\n{"src": "a\\nb"}\n')
    wrong = run(*words, "bad.jsonl", "--src", "src", "-o", "out2", cwd=folder)
    assert "bad.jsonl:2: column 'src': a segment cannot hold a line end" in wrong.err


MIXED = [
    {"lp": pair, "id": place, "ref": text, "a": text[:-1], "b": text[2:], "topic": str(place % 2)}
    for pair, texts in {
        "en-de": ["Der Hund biss den Mann gestern.", "Die Katze schläft heute, sagt er."] * 4,
        "en-zh": ["我们今天去北京看朋友。", "他说猫今天在家里睡觉。"] * 4,
    }.items()
    for place, text in enumerate(texts)
]
OF_ONE_PAIR = {
    "score": ["score", "-m", "bleu", "ter"],
    "gate": ["gate", "-m", "bleu", "ter", "--test", "randomization", "--alpha", "0.6"],
    "words": ["analyze", "words", "-n", "0"],
    "examples": ["analyze", "examples", "-m", "bleu"],
    "tokenization": ["study", "tokenization", "--test", "none"],
    "permutations": ["study", "permutations"],
    "power": ["power", "segments", "-m", "bleu", "-n", "20"],
    "exposure": ["study", "exposure", "--train", "zh"],
}


@pytest.mark.parametrize("name", OF_ONE_PAIR)
def test_the_rows_of_one_language_pair(run: Callable, tmp_path: Path, name: str) -> None:
    of_zh = [row for row in MIXED if row["lp"] == "en-zh"]
    for file, rows in (("mixed.jsonl", MIXED), ("one.jsonl", of_zh)):
        (tmp_path / file).write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "zh").write_text(f"{of_zh[0]['ref']}\n", encoding="utf-8")
    words = [
        *OF_ONE_PAIR[name],
        "-f",
        "json",
        "--hyp",
        "a",
        "b",
        "--ref",
        "ref",
        "-q" if name != "exposure" else "--force",
    ]
    verb = 1 if name in ("score", "gate") else 2

    def result(file: str, pair: str) -> tuple[int, str, str]:
        found = run(*words[:verb], file, *words[verb:], "-l", pair, cwd=tmp_path)
        return found.status, found.out, found.err

    wanted = result("one.jsonl", "en-zh")
    assert wanted[0] == (1 if name == "gate" else 0)
    assert result("mixed.jsonl", "lp=en-zh") == result("one.jsonl", "lp") == wanted
    status, out, err = result("mixed.jsonl", "lp")
    assert status
    assert "-l lp=en-zh" in out + err or "--language-pair lp=en-zh" in out + err
    status, out, err = result("mixed.jsonl", "lp=en-fr")
    assert "column 'lp': there is no row of en-fr; it has: en-de, en-zh" in out + err
    status, out, err = result("mixed.jsonl", "pair=en-fr")
    assert "there is no column 'pair'" in out + err
    status, out, err = result("mixed.jsonl", "lp=")
    assert "'lp=' lacks the language pair: write COLUMN=PAIR" in out + err


def test_labels_are_any_columns(run: Callable, tmp_path: Path) -> None:
    rows = [{**row, "lp": row["lp"].replace("zh", "fr")} for row in MIXED]  # which are cut alike
    (tmp_path / "mixed.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    words = ["mixed.jsonl", "--hyp", "a", "b", "--ref", "ref", "-l", "lp", "-f", "json"]
    found = run("gate", *words, "--by", "topic", "language_pair", "-n", "99", "--alpha", "0.4", cwd=tmp_path)
    tested = [(row["label"], row["group"]) for row in json.loads(found.out)["tables"]["tests"]["rows"]]
    assert {label for label, _ in tested[1:]} == {"topic, language_pair"}
    assert {group for _, group in tested[1:]} == {f"{row['topic']}, {row['lp']}" for row in rows}
    for label in ("topic", "language_pair"):
        found = run("analyze", "segments", *words, "--by", label, "-n", "0", cwd=tmp_path)
        assert (found.status, '"en-fr"' in found.out) == (0, label == "language_pair"), found.err


@pytest.mark.skipif(
    not Path("/dev/fd").is_dir(), reason="needs paths of open files, as shells use for <(...)"
)
@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_pipes_are_read_once(run: Callable, folder: Path, form: str) -> None:
    rows = [json.loads(line) for line in (folder / "wide.jsonl").read_text().splitlines()]
    if form == "parquet":
        _write(folder / "wide.parquet", rows)
    if form == "csv":
        lines = [",".join(map(str, row.values())) for row in rows]
        (folder / "wide.csv").write_text("\n".join([",".join(rows[0]), *lines]))
    words = ["--hyp", "a", "--ref", "ref"]
    out, into = os.pipe()
    os.write(into, (folder / f"wide.{form}").read_bytes())
    os.close(into)
    found = run("score", f"/dev/fd/{out}", *words, cwd=folder)
    os.close(out)
    assert found == run("score", "wide.jsonl", *words, cwd=folder)


def test_an_encoding_that_the_file_has_not(run: Callable, folder: Path) -> None:
    found = run("score", *WIDE, "-e", "utf-16", cwd=folder)
    problem = "wide.jsonl: UTF-16 stream does not start with BOM; is it in another encoding than utf-16?"
    if sys.version_info >= (3, 13):
        problem = "wide.jsonl:1: byte 0x7b at column 1 is not valid utf-16; convert the file"
    assert found[:2] == (1, "")
    assert found[2].startswith(f"parbleu: {problem}")


def test_language_pairs_that_bleu_cuts_alike(run: Callable, tmp_path: Path) -> None:
    of_zh = [row for row in MIXED if row["lp"] == "en-zh"]
    of_two = [{**row, "lp": "ja-zh" if place % 2 else "en-zh"} for place, row in enumerate(of_zh)]
    for file, rows in (("one.jsonl", of_zh), ("two.jsonl", of_two)):
        (tmp_path / file).write_text("".join(json.dumps(row) + "\n" for row in rows))
    words = ["--hyp", "a", "b", "--ref", "ref", "-l", "lp", "-f", "json", "-q", "-n", "50"]
    for verb, options in ((["gate"], ["--alpha", "0.4", "-m", "bleu", "ter"]), (["analyze", "segments"], [])):
        files = ("one.jsonl", "two.jsonl")
        one, two = (run(*verb, file, *words, *options, cwd=tmp_path).out for file in files)
        assert "tok:zh" in two
        assert one == two


def test_a_pattern_that_names_the_output(run: Callable, tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({"src": f"text {name}"}) + "\n")
    words = ["translate", "*.jsonl", "--src", "src", "-o", "out.jsonl", "--engine", "command"]
    words += ["--command", "tr a-z A-Z"]
    assert run(*words, cwd=tmp_path) == (0, "", "")
    again = run(*words, "--overwrite", cwd=tmp_path)
    assert (again.status, again.err) == (
        0,
        "parbleu: out.jsonl is no source, though *.jsonl names it: it is written\n",
    )
    assert (tmp_path / "out.jsonl").read_text() == "TEXT A\nTEXT B\n"
    assert "out.jsonl is finished" in run(*words, "--resume", cwd=tmp_path).err
    (tmp_path / "None.json").write_text(json.dumps([{"src": "c"}]))
    assert run("translate", "N*.json", "--src", "src", *words[6:], cwd=tmp_path) == (0, "C\n", "")
    alone = run("translate", "out.*l", *words[2:], "--overwrite", cwd=tmp_path)
    assert (alone.status, "the source is no other file than the output" in alone.err) == (2, True)


@pytest.mark.parametrize("command", ["analyze segments", "study runs --runs x y", "power segments -m bleu"])
def test_force(run: Callable, folder: Path, command: str) -> None:
    """It leaves out what messages say that it leaves out."""
    for name in ("ref", "a", "b"):
        (folder / name).write_text("".join(f"line {n} {n % 7} of {name} .\n" for n in range(150)))
    verb, word, *options = command.split()
    words = [verb, word, "ref", "-i", "a", "b", "-n", "20", *options]
    told = run(*words, cwd=folder)
    assert (told.status, "--force" in told.err) == (0, True), told.err
    found = run(*words, "--force", cwd=folder)
    assert (found.status, found.out, "--force" in found.err) == (0, told.out, False), found.err
    rows = "".join(json.dumps({"text": f"line {n} ."}) + "\n" for n in range(150))
    (folder / "b").write_text(rows)
    assert "(--force leaves this out)" in run(*words, cwd=folder).err
    assert run(*words, "--force", cwd=folder).status == 0


def test_rows_in_another_order_are_told_of_segment_id(run, tmp_path):
    words = ["tug", "crane", "ship", "pilot", "harbour", "quay"]
    rows = [{"place": n, "t": " ".join(f"{word}{n}" for word in words)} for n in range(100)]
    for name, ordered in {"ref": rows, "out": rows[::-1]}.items():
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in ordered))
    (tmp_path / "ref").write_text("".join(f"{row['t']}\n" for row in rows))
    output = ("-i", "out.jsonl", "--hyp", "t", "-b")
    advice = "in another order? --segment-id COLUMN joins the rows of two tables"
    assert advice in run("score", "ref.jsonl", "--ref", "t", *output, cwd=tmp_path).err
    told = run("score", "ref", *output, cwd=tmp_path).err
    assert "in another order? (" in told, "lines have no key"
    joined = run(
        "score", "ref.jsonl", "--ref", "t", *output, "--segment-id", "place", "--force", cwd=tmp_path
    )
    assert joined.out == "100.0\n"


@pytest.mark.parametrize("column", ["seg", "Sentence_ID", "line_number"])
def test_columns_of_keys_are_known_by_their_names(run, tmp_path, column):
    (tmp_path / "a.tsv").write_text(f"{column}\tmt\n1\tJa.\n2\tNein.\n")
    (tmp_path / "b.tsv").write_text(f"{column}\tref\n2\tNein.\n1\tJa.\n")
    done = run("score", "b.tsv", "-i", "a.tsv", "--ref", "ref", "--hyp", "mt", cwd=tmp_path)
    assert (done.status, done.out) == (1, "")
    assert f"--segment-id {column} joins rows by it" in done.err


def test_keys_of_tables_that_are_joined_in_order(run, tmp_path):
    """Both have a column of keys, and its values differ in the same row."""

    def write(name, keys, column="id", text="t"):
        rows = [
            json.dumps({column: key, text: f"Das Schiff {number} wartet im Hafen."})
            for number, key in enumerate(keys)
        ]
        (tmp_path / name).write_text("".join(f"{row}\n" for row in rows))

    write("ref.jsonl", ["a", "b", "c"], text="ref")
    write("turned.jsonl", ["c", "b", "a"])
    write("others.jsonl", ["a", "b", "d"])
    write("same.jsonl", ["a", "b", "c"])
    write("unlike.jsonl", ["a", "b", "d"], "number")
    (tmp_path / "piped.csv").write_text("id,t\na,Ja.\nc,Ja.\nb,Ja.\n")
    words = ["score", "ref.jsonl", "--ref", "ref", "--hyp", "t", "-m", "chrf", "-b"]
    for name in ("turned.jsonl", "piped.csv"):
        done = run(*words, "-i", name, "--force", cwd=tmp_path)
        assert (done.status, done.out) == (1, "")
        assert f"ref.jsonl and {name} differ in 'id' in row" in done.err
        assert "the same values in another order: --segment-id id joins" in done.err
        assert run(*words, "-i", name, "--segment-id", "id", cwd=tmp_path).status == 0
    for more in ([], ["-pbs", "-n", "9"]):
        done = run(*words, "-i", "same.jsonl", "others.jsonl", *more, cwd=tmp_path)
        assert (done.status, done.err.count(" differ in ")) == (0, 1), done.err
        assert "others.jsonl differ in 'id' in row 3: are they in the same order?" in done.err
    for name, more in (("same.jsonl", ""), ("unlike.jsonl", ""), ("others.jsonl", "--force")):
        assert " differ in " not in run(*words, "-i", name, *more.split(), cwd=tmp_path).err
    (tmp_path / "lines").write_text("Ja.\n" * 3)
    done = run("score", "lines", "-i", "same.jsonl", "turned.jsonl", "--hyp", "t", "-pbs", cwd=tmp_path)
    assert "another order: put their rows into the order of the lines beside them" in done.err
    (tmp_path / "numbers.csv").write_text("id,t\n1.0,Ja.\n2.0,Ja.\n")
    write("ref.jsonl", [1, 2], text="ref")
    assert " differ in " not in run(*words, "-i", "numbers.csv", cwd=tmp_path).err, "as pandas writes"
    (tmp_path / "part1.jsonl").write_text('{"id": 7, "t": "Ja."}\n')
    (tmp_path / "part2.jsonl").write_text('{"t": "Ja."}\n')
    assert run(*words, "-i", "part*.jsonl", cwd=tmp_path).status == 0


def test_keys_of_other_names(run, tmp_path):
    (tmp_path / "ref.csv").write_text("id,ref\n1,Ja.\n")
    (tmp_path / "out.csv").write_text("seg,mt\n1,Ja.\n")
    done = run(
        *("score", "ref.csv", "-i", "out.csv", "--ref", "ref", "--hyp", "mt", "--segment-id", "id"),
        cwd=tmp_path,
    )
    assert "out.csv: there is no column 'id'; it has: seg, mt; --segment-id names a column of all" in done.err
    assert "rename that of the keys" in done.err


def test_a_folder_of_tables(run, tmp_path):
    """Spark and `save_to_disk` of datasets write tables as folders of files."""
    for name in ("out", "parts/lang=de"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "out" / "state.json").write_text("{}")
    (tmp_path / "out" / "_SUCCESS").touch()
    (tmp_path / "parts" / "lang=de" / "part-0.csv").write_text("mt,ref\nJa.,Ja.\n")
    (tmp_path / "out" / "data-0.arrow").write_bytes(b"ARROW1")
    words = ["--hyp", "mt", "--ref", "ref", "-m", "chrf", "-b"]
    assert (
        "this is a folder; a pattern names the tables in it: 'out/*.arrow'"
        in run("score", "out", *words, cwd=tmp_path).err
    )
    assert "in it: 'parts/**/*.csv'" in run("score", "parts/", *words, cwd=tmp_path).err
    assert run("score", "parts/**/*.csv", *words, cwd=tmp_path).out == "100.0\n"
