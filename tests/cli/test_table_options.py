"""Tests that commands which read systems and references read them from tables, too."""

import base64
import gzip
import json
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


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[1])
@pytest.mark.parametrize("table", [WIDE, LONG], ids=["columns", "rows"])
def test_analyses_of_tables(run: Callable, folder: Path, command: list[str], table: list[str]) -> None:
    wanted = run(*command[:2], *FILES, *command[2:], cwd=folder)
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


def test_study(run: Callable, folder: Path) -> None:
    wanted = run("study", "tokenization", "ref", "-i", "a", "b", "-f", "json", cwd=folder)
    for table in (WIDE[:6], [*LONG[:5], *LONG[-4:]]):
        found = run("study", "tokenization", *table, "-f", "json", cwd=folder)
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


@pytest.mark.parametrize("name", ["esa.parquet", "esa.feather", "esa.csv.gz"])
def test_human_scores_in_tables(run: Callable, folder: Path, name: str) -> None:
    rows = [
        {
            "system": system,
            "segment": place + 1,
            "score": 50.5 + place * (2 if system == "a" else 1),
            "rater": "r",
        }
        for system in "ab"
        for place in range(N)
    ]
    text = "system,segment,score,rater\n" + "".join(f"{','.join(map(str, row.values()))}\n" for row in rows)
    (folder / "esa.csv").write_text(text)
    if name.endswith(".gz"):
        (folder / name).write_bytes(gzip.compress(text.encode()))
    else:
        _write(folder / name, rows)
    words = ["human", "scores", "-n", "0", "-f", "csv"]
    found = run(*words, name, cwd=folder)
    assert (found.status, found.out) == (0, run(*words, "esa.csv", cwd=folder).out), found.err
    made = ["meta", "import", "-t", "mine", "-l", "de-en", "--source", "src", "--references", "refA=ref"]
    made += ["--systems", "a", "b", "--data", "sets", "--overwrite", "-f", "json", "--human"]
    found, wanted = (run(*made, f"esa={each}", cwd=folder) for each in (name, "esa.csv"))
    assert (found.status, found.out) == (0, wanted.out), found.err


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
