"""Tests that every command that reads tables takes each of their forms, and that its result draws itself."""

import bz2
import csv
import gzip
import io
import json
import lzma
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from extras import extra
from parbleu.errors import TableError
from parbleu.tables import Result, pieces

N = 12
REF = [f"this is line {n} of the text that a person wrote with {'many ' * (n % 3)}words ." for n in range(N)]
SYSTEMS = {"a": [text.replace("person", "machine") for text in REF], "b": [text[5:] for text in REF]}
SRC = [f"Dies ist Zeile {n} ." for n in range(N)]
SEGMENTS = [
    {
        "id": n,
        "doc": f"d{n // 4}",
        "dom": ("news", "chat")[n % 2],
        "lp": "en-de",
        "src": SRC[n],
        "ref": REF[n],
    }
    for n in range(N)
]
ROWS = {
    "wide": [
        {**row, **{name: SYSTEMS[name][n] for name in "ab"}, "a_comet": n / 7, "b_comet": n / 9}
        for n, row in enumerate(SEGMENTS)
    ],
    "long": [
        {**row, "system": name, "mt": SYSTEMS[name][n], "comet": n / (7 if name == "a" else 9)}
        for name, order in (("a", 1), ("b", -1))
        for n, row in list(enumerate(SEGMENTS))[::order]
    ],
    "human": [
        {"system": name, "segment": n + 1, "score": 50.5 + n * (1 + (name == "b")), "rater": "r"}
        for name in "ab"
        for n in range(N)
    ],
}
HYP_REF = {"wide": "--hyp a b --ref ref", "long": "--hyp mt --ref ref --system system --segment-id id"}
TEST_SET = {"wide": "--ref ref --src src"}
COMMANDS = {
    "score": ("score TABLE {} -pbs -n 20 -f json", HYP_REF),
    "score one": ("score TABLE --hyp a --ref ref", {"wide": ""}),
    "score --by": ("score TABLE {} --language-pair lp --by dom -f json", HYP_REF),
    "score --score": ("score TABLE {} --score comet -f json", HYP_REF),
    "gate": ("gate TABLE {} -n 50 --alpha 0.4 --max-drop 99 --score comet -f json", HYP_REF),
    "analyze segments": ("analyze segments TABLE {} --document doc --by document -n 0 -f json", HYP_REF),
    "analyze words": ("analyze words TABLE {} -n 0 -f json", HYP_REF),
    "analyze ngrams": ("analyze ngrams TABLE {} -f json", HYP_REF),
    "analyze errors": ("analyze errors TABLE {} -n 0 -f json", HYP_REF),
    "analyze examples": ("analyze examples TABLE {} --score comet -f json", HYP_REF),
    "analyze data": ("analyze data TABLE {} --src src -f json", HYP_REF),
    "study tokenization": ("study tokenization TABLE {} --tokenize 13a --test none -f json", HYP_REF),
    "study permutations": ("study permutations TABLE {} -f json", HYP_REF),
    "study runs": ("study runs TABLE {} --runs x x -n 20 -f json", HYP_REF),
    "study select": ("study select TABLE {} --size 3 -f json", HYP_REF),
    "power segments": ("power segments TABLE {} -n 20 -f json", HYP_REF),
    "exposure": ("study exposure TABLE {} --train src ref -f json", TEST_SET),
    "exposure of systems": ("study exposure TABLE {} --train ref -n 0 -f json", HYP_REF),
    "translate": ("translate --engine command --command cat TABLE {}", {"wide": "--src src"}),
    "human": ("human scores TABLE -n 0 --from table -f csv", {"human": ""}),
}


def _separated(rows: list[dict], delimiter: str) -> bytes:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue().encode()


def _json_lines(rows: list[dict]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _arrow(rows: list[dict], kind: str) -> bytes:
    pyarrow = extra("pyarrow")
    table, stream = pyarrow.Table.from_pylist(rows), io.BytesIO()
    if kind == "parquet":
        extra("pyarrow.parquet").write_table(table, stream)
        return stream.getvalue()
    with getattr(pyarrow.ipc, f"new_{kind}")(stream, table.schema) as writer:
        writer.write_table(table)
    return stream.getvalue()


MAKERS: dict[str, Callable[[list[dict]], bytes]] = {
    "jsonl": _json_lines,
    "json": lambda rows: json.dumps(rows).encode(),
    "csv": lambda rows: _separated(rows, ","),
    "tsv": lambda rows: _separated(rows, "\t"),
    "parquet": lambda rows: _arrow(rows, "parquet"),
    "feather": lambda rows: _arrow(rows, "file"),
    "arrows": lambda rows: _arrow(rows, "stream"),
}
PACKERS = {"gz": gzip.compress, "xz": lzma.compress, "bz2": bz2.compress}
FORMS = ["jsonl", "json.gz", "csv", "csv.bz2", "tsv.xz", "parquet", "parquet.gz", "feather", "arrows"]
FEW = ["tsv.xz", "parquet"]
"""What commands are tried with that read tables as others do."""
OWN_READERS = ("score", "score one", "translate", "human")


def _bytes(rows: list[dict], form: str) -> bytes:
    kind, _, packer = form.partition(".")
    data = MAKERS[kind](rows)
    return PACKERS[packer](data) if packer else data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    extra("pyarrow")
    path = tmp_path_factory.mktemp("forms")
    for name, texts in {"ref": REF, "src": SRC, **SYSTEMS}.items():
        (path / name).write_text("".join(f"{text}\n" for text in texts))
    for name, rows in ROWS.items():
        for form in FORMS:
            (path / f"{name}.{form}").write_bytes(_bytes(rows, form))
        half = len(rows) // 2
        for part, some in enumerate((rows[:half], rows[half:])):
            (path / f"{name}-{part}.jsonl").write_bytes(_json_lines(some))
    return path


def _forms(name: str, forms: list[str]) -> Iterator[tuple[list[str], str]]:
    """Yields the words that name a table, and the file that stands on standard input."""
    for form in forms:
        yield [f"{name}.{form}"], ""
    yield [f"{name}-0.jsonl", f"{name}-1.jsonl"], ""
    if name != "human":  # which takes standard input by the name of a device
        yield [f"{name}-*.jsonl"], ""
        for form in ("csv", "parquet")[len(forms) == len(FEW) :]:
            yield ["-"], f"{name}.{form}"


def test_evaluation_sets_of_tables(run: Callable, folder: Path) -> None:
    made = ["meta", "import", "-t", "mine", "--overwrite", "-f", "json", "--data"]
    (folder / "docs").write_text("".join(f"{row['dom']}\t{row['doc']}\n" for row in SEGMENTS))
    words = "--source src --references ref=ref --systems a b --documents docs --human esa=human.csv -l en-de"
    assert run(*made, "of-files", *words.split(), cwd=folder).status == 0

    def files(name: str) -> dict[Path, bytes]:
        paths = [path for path in (folder / name).rglob("*") if path.is_file()]
        return {path.relative_to(folder / name): path.read_bytes() for path in paths}

    labels = "--source src --document doc --domain dom --human esa=human.parquet"
    for shape, name in (("wide", "wide.parquet"), ("long", "long.jsonl")):
        words = f"{name} {HYP_REF[shape]} {labels} -l lp=en-de"
        found = run(*made, f"of-{shape}", *words.split(), cwd=folder)
        assert found.status == 0
        assert found.err.startswith("parbleu: the references look like en, and the target language is de: ")
        assert files(f"of-{shape}") == files("of-files") != {}
    wrong = run(*made, "x", "wide.jsonl", "-l", "en-de", "--hyp", "a", "--ref", "ref", cwd=folder)
    assert (wrong.status, "--source COLUMN is needed" in wrong.err) == (2, True)
    wrong = run(*made, "x", *words.split(), "--systems", "a", cwd=folder)
    assert (wrong.status, "name columns by --ref, --hyp" in wrong.err) == (2, True)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Result]:
    """The results that commands show."""
    found = []

    def recorded(result: object, *words: object, **options: object) -> Iterator[str]:
        found.extend([result] if isinstance(result, Result) else [])
        return pieces(result, *words, **options)

    monkeypatch.setattr("parbleu.tables.pieces", recorded)
    return found


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_reads_each_form(run: Callable, folder: Path, shown: list[Result], command: str) -> None:
    line, shapes = COMMANDS[command]
    outputs = set()
    for shape, options in shapes.items():
        for table, stdin in _forms(shape, FORMS if command in OWN_READERS else FEW):
            before, _, after = line.format(options).partition("TABLE")
            words = [*before.split(), *table, *after.split()]
            found = run(*words, cwd=folder, stdin=(folder / stdin).read_bytes() if stdin else b"")
            assert (found.status, found.err) == (0, ""), (table, stdin)
            outputs.add(found.out)
    assert len(outputs) == 1
    for result in shown[-1:]:
        assert "<table" in result._repr_html_()
        if result.tables()[0].rows and extra("matplotlib"):
            with suppress(TableError):  # there are no scores, or too many rows
                assert type(result.plot()).__name__.endswith("Figure")
