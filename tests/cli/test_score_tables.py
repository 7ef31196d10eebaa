"""Tests `parbleu score` of tables: JSON lines, CSV, TSV, Parquet and Arrow."""

import bz2
import csv
import gzip
import io
import json
import lzma
import random
import shlex
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import parbleu
from extras import extra
from printed_json import check_result

WORDS = [
    "the",
    "a",
    "cat",
    "dog",
    "sat",
    "on",
    "mat",
    "tree",
    "house",
    "big",
    "small",
    "red",
    ",",
    ".",
    "and",
    "of",
    "to",
    "in",
]
RANDOM = random.Random(7)
N = 120


def _noise(text: str) -> str:
    return " ".join(word if RANDOM.random() > 0.3 else RANDOM.choice(WORDS) for word in text.split())


REF = [" ".join(RANDOM.choices(WORDS, k=11)) for _ in range(N)]
SRC = [f'source {number} “quoted”, "so"' for number in range(N)]
SRC[-1] = "eggs, milk, bread; tea; salt"  # duckdb 2.0.1 takes such a last line for the header of a TSV
SYSTEMS = {"a": [_noise(text) for text in REF], "b": [_noise(text) for text in REF]}
WIDE = [
    {
        "id": f"s{place}",
        "src": SRC[place],
        "ref": REF[place],
        "a": SYSTEMS["a"][place],
        "b": SYSTEMS["b"][place],
    }
    for place in range(N)
]
METRICS = ["-m", "bleu", "chrf", "ter", "-b", "-w", "8"]


def separated(rows: list[dict], delimiter: str, quoting: int = csv.QUOTE_MINIMAL) -> bytes:
    stream = io.StringIO()
    quotechar = None if quoting == csv.QUOTE_NONE else '"'
    writer = csv.DictWriter(stream, list(rows[0]), delimiter=delimiter, quoting=quoting, quotechar=quotechar)
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue().encode()


def json_lines(rows: list[dict]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def parquet(rows: list[dict]) -> bytes:
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as files

    stream = io.BytesIO()
    files.write_table(pyarrow.Table.from_pylist(rows), stream, row_group_size=50)
    return stream.getvalue()


def arrow(rows: list[dict], stream_format: bool = False) -> bytes:
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.ipc as files

    table, stream = pyarrow.Table.from_pylist(rows), io.BytesIO()
    make = files.new_stream if stream_format else files.new_file
    with make(stream, table.schema) as writer:
        writer.write_table(table, max_chunksize=50)
    return stream.getvalue()


FILES: dict[str, Callable[[list[dict]], bytes]] = {
    "o.jsonl": json_lines,
    "o": json_lines,
    "o.json": lambda rows: json.dumps(rows, indent=1).encode(),
    "o.csv": lambda rows: separated(rows, ","),
    "semicolons.csv": lambda rows: separated(rows, ";"),
    "quoted.tsv": lambda rows: separated(rows, "\t"),
    "plain.tsv": lambda rows: separated(rows, "\t", csv.QUOTE_NONE),
    "marked.csv": lambda rows: b"\xef\xbb\xbf" + separated(rows, ","),
    "unix.csv": lambda rows: separated(rows, ",").replace(b"\r\n", b"\n"),
    "o.parquet": parquet,
    "o.feather": arrow,
    "o.arrows": lambda rows: arrow(rows, stream_format=True),
    "o.jsonl.gz": lambda rows: gzip.compress(json_lines(rows)),
    "o.csv.xz": lambda rows: lzma.compress(separated(rows, ",")),
    "o.tsv.bz2": lambda rows: bz2.compress(separated(rows, "\t")),
    "o.parquet.gz": lambda rows: gzip.compress(parquet(rows)),
    "o.jsonl.zst": lambda rows: pytest.importorskip("backports.zstd").compress(json_lines(rows)),
}


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    for name, texts in {"ref": REF, "src": SRC, **SYSTEMS}.items():
        (tmp_path / name).write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", FILES)
def test_scores_are_those_of_lines(run, lines: Path, name: str) -> None:
    (lines / f"table.{name}").write_bytes(FILES[name](WIDE))
    wanted = run("score", "ref", "-i", "a", *METRICS, cwd=lines)
    found = run("score", f"table.{name}", "--hyp", "a", "--ref", "ref", "--src", "src", *METRICS, cwd=lines)
    assert (found.status, found.err) == (0, "")
    assert json.loads(found.out) == json.loads(wanted.out)


def test_columns_of_several_systems_are_compared_as_files_are(run, lines: Path) -> None:
    (lines / "o.jsonl").write_bytes(json_lines(WIDE))
    for options in (["-pbs", "-n", "100"], ["--all-pairs", "-n", "100"], []):
        options = [*options, "-m", "bleu", "ter", "-f", "json"]
        wanted = run("score", "ref", "-i", "a", "b", *options, cwd=lines)
        found = run("score", "o.jsonl", "--hyp", "a", "b", "--ref", "ref", *options, cwd=lines)
        assert (found.status, found.out) == (0, wanted.out)
    named = run("score", "o.jsonl", "--hyp", "a", "--ref", "ref", "--names", "mine", "-f", "csv", cwd=lines)
    assert named.out.splitlines()[1].startswith("mine,")


@pytest.mark.parametrize("option", [["-ci", "-n", "50"], ["-sl"], ["--segments", "-"], []], ids=str)
def test_what_one_system_has(run, lines: Path, option: list[str]) -> None:
    (lines / "o.jsonl").write_bytes(json_lines(WIDE))
    if "--segments" in option:
        for words in (["ref", "-i", "a"], ["o.jsonl", "--hyp", "a", "--ref", "ref"]):
            assert run("score", *words, "--segments", f"{words[0]}.tsv", cwd=lines).status == 0
        assert (lines / "o.jsonl.tsv").read_text() == (lines / "ref.tsv").read_text()
        return
    wanted = run("score", "ref", "-i", "a", *option, cwd=lines)
    found = run("score", "o.jsonl", "--hyp", "a", "--ref", "ref", *option, cwd=lines)
    assert (found.status, found.out) == (0, wanted.out)


def test_several_files_and_patterns(run, lines: Path) -> None:
    (lines / "1.jsonl").write_bytes(json_lines(WIDE[:50]))
    (lines / "2.csv").write_bytes(separated(WIDE[50:], ","))
    wanted = run("score", "ref", "-i", "a", *METRICS, cwd=lines).out
    columns = ["--hyp", "a", "--ref", "ref", *METRICS]
    assert json.loads(run("score", "1.jsonl", "2.csv", *columns, cwd=lines).out) == json.loads(wanted)
    assert json.loads(run("score", "[12].*", *columns, cwd=lines).out) == json.loads(wanted)
    nothing = run("score", "[34].*", *columns, cwd=lines)
    assert nothing.status == 1
    assert "[34].*: no file matches this pattern" in nothing.err


@pytest.mark.parametrize("name", ["o.jsonl", "o.parquet"])
def test_references_in_lists_and_nested_columns(run, lines: Path, name: str) -> None:
    rows = [
        {
            "translation": {"en": row["src"], "de": row["a"]},
            "refs": [row["ref"], row["b"]] if place % 2 else [row["ref"]],
        }
        for place, row in enumerate(WIDE)
    ]
    (lines / name).write_bytes(FILES[name](rows))
    found = run("score", name, "--hyp", "translation.de", "--ref", "refs", "-f", "json", cwd=lines)
    assert found.status == 0, found.err
    table = [
        {"a": row["a"], "ref": row["ref"], "b": row["b"] if place % 2 else None}
        for place, row in enumerate(WIDE)
    ]
    for other in ("columns.jsonl", "columns.csv"):
        (lines / other).write_bytes(json_lines(table) if "json" in other else separated(table, ","))
        same = run("score", other, "--hyp", "a", "--ref", "ref", "b", "-f", "json", cwd=lines)
        assert (same.status, same.out) == (0, found.out), same.err


def test_lists_of_references_that_become_longer(run, lines: Path) -> None:
    lists = [[row["ref"]] if place < 30 else [row["ref"], row["b"]] for place, row in enumerate(WIDE)]
    rows = [{"a": row["a"], "refs": texts} for row, texts in zip(WIDE, lists, strict=True)]
    (lines / "1.jsonl").write_bytes(json_lines(rows[:30]))
    (lines / "2.jsonl").write_bytes(json_lines(rows[30:]))
    (lines / "whole.jsonl").write_bytes(json_lines(rows))
    for option in (["-ci", "-n", "20"], []):
        columns = ["--hyp", "a", "--ref", "refs", *METRICS[:4], *option, "-f", "json"]
        wanted = run("score", "whole.jsonl", *columns, cwd=lines)
        found = run("score", "1.jsonl", "2.jsonl", *columns, cwd=lines)
        assert (found.status, found.err, found.out) == (0, "", wanted.out)
    assert "nrefs:var" in found.out
    paths = [str(lines / "1.jsonl"), str(lines / "2.jsonl")]
    table = parbleu.score_table(paths, parbleu.TableColumns("a", "refs"), metrics=["bleu"])
    [row] = [row for row in json.loads(found.out) if row["name"] == "BLEU"]
    assert table.comparison["BLEU"].scores[0].score == row["unrounded"]


def test_the_column_and_the_row_that_are_wrong(run, lines: Path) -> None:
    rows = [dict(row) for row in WIDE]
    rows[70]["a"] = None
    rows[71]["src"] = None
    (lines / "o.jsonl").write_bytes(json_lines(rows))
    (lines / "o.parquet").write_bytes(FILES["o.parquet"](rows))

    def error(*words: str) -> str:
        result = run("score", *words, cwd=lines)
        assert (result.status != 0, result.out) == (True, ""), result
        return result.err

    assert "o.jsonl:71: column 'a': the text is missing" in error("o.jsonl", "--hyp", "a", "--ref", "ref")
    assert "o.jsonl:72: column src: there is no reference" in error("o.jsonl", "--hyp", "b", "--ref", "src")
    assert "o.parquet: row 71, column 'a'" in error("o.parquet", "--hyp", "a", "--ref", "ref")
    wrong = error("o.parquet", "--hyp", "A", "--ref", "ref")
    assert "there is no column 'A'; did you mean 'a'? it has: id, src, ref, a, b" in wrong
    wrong = error("o.parquet", "--hyp", "a,b", "--ref", "ref")
    assert "there is no column 'a,b'; did you mean a and b, without a comma? it has: id, src" in wrong
    assert "--ref COLUMN" in error("o.parquet", "--hyp", "A")
    assert "--hyp COLUMN" in error("o.parquet", "--ref", "A")
    assert "leave out -t and -nr" in error(
        "-t", "wmt24", "-l", "en-de", "--hyp", "a", "--ref", "ref", "-i", "o.csv"
    )
    (lines / "number.jsonl").write_text('{"a": "x", "ref": "x"}\n{"a": 5, "ref": "x"}\n')
    assert "number.jsonl:2: column 'a': a text is expected, not int '5'" in error(
        "number.jsonl", "--hyp", "a", "--ref", "ref"
    )
    (lines / "short.csv").write_text("a,ref\nx,y\nz\n")
    assert "short.csv:3: this has 1 field" in error("short.csv", "--hyp", "a", "--ref", "ref")
    (lines / "broken.jsonl").write_text('{"a": "x", "ref": "x"}\n{"a": \n')
    assert "broken.jsonl:2: this is not valid JSON" in error("broken.jsonl", "--hyp", "a", "--ref", "ref")
    (lines / "cut.parquet").write_bytes(FILES["o.parquet"](WIDE)[:-100])
    assert "cannot read cut.parquet" in error("cut.parquet", "--hyp", "a", "--ref", "ref")
    (lines / "empty.jsonl").write_text("")
    assert "empty.jsonl" in error("empty.jsonl", "--hyp", "a", "--ref", "ref")


@pytest.mark.parametrize("name", ["o.csv", "o.tsv", "o.parquet", "o.arrow"])
def test_two_columns_of_one_name(run, lines: Path, name: str) -> None:
    """They are refused where they are asked for; other columns of the table can be scored."""
    if name in ("o.csv", "o.tsv"):
        delimiter = "," if name == "o.csv" else "\t"
        rows = [["hyp", "hyp", "ref"], ["a b c d", "e", "a b c d"]]
        (lines / name).write_text("".join(delimiter.join(row) + "\n" for row in rows))
    else:
        pyarrow, stream = pytest.importorskip("pyarrow"), io.BytesIO()
        import pyarrow.parquet as files

        table = pyarrow.table([["a b c d"], ["e"], ["a b c d"]], names=["hyp", "hyp", "ref"])
        if name == "o.parquet":
            files.write_table(table, stream)
        else:
            with pyarrow.ipc.new_file(stream, table.schema) as writer:
                writer.write_table(table)
        (lines / name).write_bytes(stream.getvalue())
    problem = f"{name}: two columns have the same name, 'hyp': rename one"
    for command in (["score"], ["analyze", "words"]):
        result = run(*command, name, "--hyp", "hyp", "--ref", "ref", cwd=lines)
        assert (result.status, result.out, result.err) == (1, "", f"parbleu: {problem}\n")
    assert run("score", name, "--hyp", "ref", "--ref", "ref", "-b", cwd=lines).out == "100.0\n"
    with pytest.raises(parbleu.errors.FormatError, match="two columns have the same name, 'hyp'"):
        parbleu.score_table(str(lines / name), parbleu.TableColumns("hyp", "ref"))


def test_tabs_in_a_file_that_is_called_csv(run, lines: Path) -> None:
    wanted = run("score", "ref", "-i", "a", cwd=lines)
    (lines / "tabs.csv").write_bytes(FILES["quoted.tsv"](WIDE))
    assert run("score", "tabs.csv", "--hyp", "a", "--ref", "ref", cwd=lines) == wanted


def test_empty_references_in_csv(run, lines: Path) -> None:
    rows = [{**row, "ref": "" if place in (3, 8) else row["ref"]} for place, row in enumerate(WIDE)]
    (lines / "gaps.csv").write_bytes(separated(rows, ","))
    (lines / "gaps.jsonl").write_bytes(json_lines(rows))
    words = ["--hyp", "a", "b", "--ref", "ref", "--force"]
    told = (
        "parbleu: gaps.csv:5: column 'ref' is empty (and in 1 other row): that is an empty reference; leave "
        "out rows that have none (-q leaves this out)\n"
    )
    found = run("score", "gaps.csv", *words, cwd=lines)
    assert (found.status, found.err) == (0, told)
    assert check_result(run("score", "gaps.csv", *words, "-q", cwd=lines).out) == check_result(found.out)
    assert check_result(run("score", "gaps.jsonl", *words, cwd=lines).out) == check_result(found.out)
    for more in (["--by", "a"], ["--train", "ref", "--explain", "-n", "50"]):
        assert run("score", "gaps.csv", *words, *more, cwd=lines).err.count("is empty") == 1


def test_empty_translations_in_csv(run, lines: Path) -> None:
    rows = [{**row, "b": "" if place in (3, 8) else row["b"]} for place, row in enumerate(WIDE)]
    (lines / "gaps.csv").write_bytes(separated(rows, ","))
    (lines / "gaps.jsonl").write_bytes(json_lines(rows))
    words = ["--hyp", "a", "b", "--ref", "ref", "--force"]
    found = run("score", "gaps.csv", *words, cwd=lines)
    told = "gaps.csv:5: column 'b' is empty (and in 1 other row): that is an empty translation; leave out"
    assert (found.status, found.err.count("is empty"), told in found.err) == (0, 1, True)
    assert json.loads(found.out)[0]["warnings"][0].startswith(told)
    assert check_result(run("score", "gaps.jsonl", *words, cwd=lines).out) == check_result(found.out)
    for files in (["ref", "-i", "gaps.csv", "--hyp", "a", "b"], ["gaps.csv", "--ref", "b", "-i", "a"]):
        found = run("score", *files, "--force", cwd=lines)
        kind = "translation" if "--hyp" in files else "reference"
        assert (found.status, found.err.count("is empty")) == (0, 1)
        assert told.replace("translation", kind) in found.err
        assert "is empty" not in run("score", *files, "--force", "-q", cwd=lines).err


def test_bytes_that_are_no_utf8(run, lines: Path) -> None:
    (lines / "latin.csv").write_bytes("a,ref\nfür,für\n".encode("latin-1"))
    words = ["latin.csv", "--hyp", "a", "--ref", "ref"]
    told = "latin.csv:2: this is not valid UTF-8 (byte 2); convert the file (perhaps cp1252: iconv -f cp1252 "
    assert told in run("score", *words, cwd=lines).err
    assert "-t utf-8), or name its encoding, where that is" in run("score", *words, cwd=lines).err
    assert run("score", *words, "-e", "cp1252", cwd=lines).status == 0


@pytest.mark.parametrize(
    "name", [name for name in FILES if not name.endswith((".gz", ".xz", ".bz2", ".zst"))]
)
def test_standard_input(run, lines: Path, name: str) -> None:
    wanted = run("score", "ref", "-i", "a", *METRICS, cwd=lines)
    stdin = FILES[name](WIDE)
    found = run("score", "-", "--hyp", "a", "--ref", "ref", *METRICS, stdin=stdin)
    assert (found.status, found.err) == (0, "")
    assert json.loads(found.out) == json.loads(wanted.out)


@pytest.mark.parametrize(
    ("stdin", "message"),
    [
        (b"", "standard input is empty"),
        (b"just text\n", "standard input: this is no table"),
        (
            gzip.compress(json_lines(WIDE)),
            "standard input: this is compressed by gzip; decompress it: gzip -dc -",
        ),
        (b'{"a": "x", "ref": "y"}\n{"a": 3, "ref": "y"}\n', "standard input:2: column 'a'"),
        (b"a,ref\nx,y\nx\n", "standard input:3: this has 1 field"),
    ],
)
def test_standard_input_that_is_wrong(run, stdin: bytes, message: str) -> None:
    found = run("score", "-", "--hyp", "a", "--ref", "ref", stdin=stdin)
    assert (found.status, found.out) == (1, "")
    assert message in found.err


@pytest.mark.parametrize("words", ["score ref", "score - -i a"])
@pytest.mark.parametrize(
    ("stdin", "message"),
    [(json_lines(WIDE), "this is JSON lines"), (gzip.compress(b"a\n", mtime=0), "compressed by gzip")],
)
def test_standard_input_is_lines(run, lines: Path, words: str, stdin: bytes, message: str) -> None:
    found = run(*words.split(), stdin=stdin, cwd=lines)
    assert (found.status, found.out) == (1, "")
    assert message in found.err


def _zip(*names: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in ("[Content_Types].xml", *names):
            archive.writestr(name, "<xml/>")
    return stream.getvalue()


def test_spreadsheet_of_the_right_name_is_not_told_to_have_it(run, lines):
    (lines / "book.xlsx").write_bytes(_zip("xl/workbook.xml"))
    told = run("score", "ref", "-i", "book.xlsx", cwd=lines).err
    assert told.startswith("parbleu: book.xlsx: this is a spreadsheet of Excel: name its column by --hyp")
    told = run("check", "book.xlsx", cwd=lines).out
    assert told.startswith("book.xlsx:1: encoding: this is a spreadsheet of Excel: `parbleu convert --col")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (_zip("word/document.xml"), "a document of Word (.docx); save it as plain text"),
        (_zip("xl/workbook.xml"), "a spreadsheet of Excel; end its name in .xlsx"),
        (_zip("data.txt"), "a zip archive; unpack it: unzip"),
        (b"<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n", "a page of HTML"),
        ('{"a": "x", "ref": "x"}\n'.encode("utf-16"), "this is UTF-16: "),
        ('{"a": "x", "ref": "x"}\n'.encode("utf-16-le"), "this is UTF-16: "),
        (b"%PDF-1.4\n", "a PDF document"),
    ],
)
def test_files_of_other_kinds_say_what_they_are(run, lines: Path, data: bytes, words: str) -> None:
    (lines / "file").write_bytes(data)
    made = "-t mine -l de-en --references r=ref --data sets"
    for command in (
        "score file --hyp a --ref ref",
        "score ref -i file",
        "score file -i a",
        "analyze words file --hyp a --ref ref",
        "analyze words ref -i file",
        "analyze words ref -i a --source file",
        "human scores file",
        f"meta import {made} --source file --systems a",
        f"meta import {made} --source src --systems file",
        f"meta import {made} --source src --systems a --human x=file",
        "translate --engine command --command cat file",
        "translate --engine command --command cat file --src src",
        "mbr file",
    ):
        result = run(*command.split(), cwd=lines)
        assert (result.status, result.out) == (1, ""), command
        assert words in result.err, command
    assert "no table" in run("score", "a", "--hyp", "a", "--ref", "ref", cwd=lines).err


@pytest.mark.parametrize("name", ["o.jsonl", "o.csv", "quoted.tsv", "o.parquet", "o.feather"])
def test_tables_in_place_of_lines_tell_their_columns(run, lines: Path, name: str) -> None:
    (lines / name).write_bytes(FILES[name](WIDE))
    result = run("score", "ref", "-i", name, cwd=lines)
    assert (result.status, result.out) == (1, "")
    assert "name its column by --hyp" in result.err
    assert "it has: id, src, ref, a, b" in result.err
    assert "name its column by --ref" in run("score", name, "-i", "a", cwd=lines).err


@pytest.mark.parametrize("name", ["o.jsonl", "o.csv", "quoted.tsv", "o.parquet", "o.feather"])
def test_output_and_references_in_two_files(run, lines: Path, name: str) -> None:
    (lines / name).write_bytes(FILES[name](WIDE))
    options = ("-m", "bleu", "chrf", "-f", "json", "-q")
    wanted = run("score", "ref", "-i", "a", *options, cwd=lines)
    for words in (
        ("ref", "-i", name, "--hyp", "a"),
        (name, "--ref", "ref", "-i", "a"),
        (name, "--ref", "ref", "-i", name, "--hyp", "a"),
    ):
        assert run("score", *words, *options, cwd=lines) == wanted, words
    wanted = run("score", "ref", "src", "-i", "a", "b", "-pbs", "-n", "20", *options, cwd=lines)
    for words in (
        ("ref", "src", "-i", name, "--hyp", "a", "b"),
        (name, "--ref", "ref", "src", "-i", "a", "b"),
    ):
        assert run("score", *words, "-pbs", "-n", "20", *options, cwd=lines) == wanted, words
    assert run("score", "ref", "-i", "a", name, "--hyp", "b", "-b", cwd=lines).status == 0


def test_a_pipe_and_lists_beside_lines(run, lines: Path) -> None:
    rows = [
        {"mt": row["a"], "refs": [row["ref"], row["src"]][: 1 + number % 2]}
        for number, row in enumerate(WIDE)
    ]
    (lines / "o.jsonl").write_bytes(json_lines(rows))
    wanted = run("score", "o.jsonl", "--hyp", "mt", "--ref", "refs", "-f", "json", "-q", cwd=lines)
    assert run("score", "o.jsonl", "--ref", "refs", "-i", "a", "-f", "json", "-q", cwd=lines) == wanted
    piped = run("score", "ref", "-i", "-", "--hyp", "mt", "-b", cwd=lines, stdin=json_lines(rows))
    assert piped == run("score", "ref", "-i", "a", "-b", cwd=lines)


def test_other_commands_take_columns_beside_lines(run, lines: Path) -> None:
    (lines / "one.csv").write_bytes(FILES["o.csv"]([{"mt": row["a"]} for row in WIDE]))
    (lines / "two.jsonl").write_bytes(json_lines([{"mt": row["b"]} for row in WIDE]))
    for command in ("analyze segments", "study tokenization"):
        words = command.split()
        wanted = run(*words, "ref", "-i", "a", "b", "--names", "x", "y", "-f", "csv", cwd=lines)
        tables = ("-i", "one.csv", "two.jsonl", "--hyp", "mt", "--names", "x", "y", "-f", "csv")
        assert run(*words, "ref", *tables, cwd=lines) == wanted
    (lines / "both.csv").write_bytes(FILES["o.csv"](WIDE))
    for command in ("score", "analyze segments"):
        words = [*command.split(), "ref", "--names", "x", "y", "-f", "csv", "-q", "-i"]
        wanted = run(*words, "a", "b", cwd=lines)
        assert "x," in wanted.out
        assert run(*words, "both.csv", "--hyp", "a", "b", cwd=lines) == wanted
    refused = run("score", "ref", "-i", "both.csv", "--hyp", "a", "b", "--names", "x", cwd=lines)
    assert "--names has 1 name for 2 files" in refused.err
    wanted = run("gate", "a", "b", "--ref", "ref", "-f", "csv", cwd=lines)
    assert (
        run("gate", "one.csv", "two.jsonl", "--ref", "ref", "--hyp", "mt", "-f", "csv", cwd=lines) == wanted
    )


def test_one_row_of_lists(run, lines: Path) -> None:
    """A file called .jsonl has rows, even if the only one has nothing but lists."""
    (lines / "refs.jsonl").write_text('{"refs": ["a cat sat on a mat", "the cat sat on a mat"]}\n')
    (lines / "one").write_text("the cat sat on a mat\n")
    assert run("score", "refs.jsonl", "--ref", "refs", "-i", "one", "-b", "-q", cwd=lines).out == "100.0\n"


def test_columns_of_json_on_lines_of_their_own(run, lines: Path) -> None:
    columns = {"mt": [row["a"] for row in WIDE], "ref": [row["ref"] for row in WIDE]}
    wanted = run("score", "ref", "-i", "a", "-b", "-q", cwd=lines)
    for text in (json.dumps(columns).replace('], "ref"', '],\n "ref"'), json.dumps(columns, indent=1)):
        (lines / "o.json").write_text(text)
        assert run("score", "o.json", "--hyp", "mt", "--ref", "ref", "-b", "-q", cwd=lines) == wanted
    piped = run("score", "-", "--hyp", "mt", "--ref", "ref", "-b", "-q", cwd=lines, stdin=text.encode())
    assert piped == wanted


@pytest.mark.parametrize("indent", [None, 1])
def test_columns_of_json(run, lines: Path, indent: int | None) -> None:
    columns = {"predictions": [row["a"] for row in WIDE], "references": [[row["ref"]] for row in WIDE]}
    (lines / "o.json").write_text(json.dumps(columns, indent=indent))
    wanted = run("score", "ref", "-i", "a", "-f", "json", "-q", cwd=lines)
    words = ("score", "o.json", "--hyp", "predictions", "--ref", "references", "-f", "json", "-q")
    assert run(*words, cwd=lines) == wanted
    assert (
        run("score", "ref", "-i", "o.json", "--hyp", "predictions", "-f", "json", "-q", cwd=lines) == wanted
    )
    (lines / "o.json").write_text(json.dumps({**columns, "references": columns["references"][1:]}, indent=1))
    refused = run(*words, cwd=lines)
    assert (refused.status, refused.out) == (1, "")
    assert "o.json: this object of JSON is no table" in refused.err
    (lines / "o.json").write_text('{"a": ["x y"], "ref": ["x y", "x z"]}\n{"a": ["x"], "ref": ["x"]}\n')
    assert (
        "column 'a': a text is expected"
        in run("score", "o.json", "--hyp", "a", "--ref", "ref", cwd=lines).err
    )


def test_answers_of_language_models_in_lists(run, lines: Path) -> None:
    answers = [{"body": {"choices": [{"message": {"content": row["a"]}}]}} for row in WIDE]
    (lines / "llm.jsonl").write_bytes(json_lines(answers))
    refused = run("score", "ref", "-i", "llm.jsonl", "--hyp", "body.choices", cwd=lines).err
    assert refused.endswith("; body.choices.0 is what is first in each list\n")
    words = ("score", "ref", "-b", "-q", "-i")
    found = run(*words, "llm.jsonl", "--hyp", "body.choices.0.message.content", cwd=lines)
    assert found == run(*words, "a", cwd=lines)
    (lines / "one.jsonl").write_bytes(json_lines(answers[:1]))
    (lines / "one").write_text(f"{WIDE[0]['ref']}\n")
    found = run("score", "one", "-bqi", "one.jsonl", "--hyp", "body.choices.0.message.content", cwd=lines)
    assert found.err == "", "a list of one row"
    for name in ("body.choices.1.message.content", "body.choices.0.text", f"body.choices.{'9' * 5000}.text"):
        refused = run(*words, "llm.jsonl", "--hyp", name, cwd=lines)
        assert refused.out == ""
        problem = "there is no column" if len(name) > 99 else "llm.jsonl:1: column"
        assert problem in refused.err


@pytest.mark.parametrize("kind", ["jsonl", "parquet", "pandas"])
def test_lists_of_lists_of_answers(run, lines: Path, kind: str) -> None:
    """As lm-eval's samples and lighteval's details have them."""
    rows = [{"answer": {"resps": [[row["a"], row["b"]]]}, "gold": [row["ref"]]} for row in WIDE]
    hyp = "answer.resps.0.1"
    if kind == "pandas":
        table = extra("pandas").DataFrame({name: [row[name] for row in rows] for name in ("answer", "gold")})
        found = parbleu.score_table(table, parbleu.TableColumns(hyp, "gold.0"))
        wanted = parbleu.score_table(WIDE, parbleu.TableColumns("b", "ref"))
        assert found.comparison["BLEU"][hyp].score == wanted.comparison["BLEU"]["b"].score
        return
    file = lines / f"answers.{kind}"
    if kind == "jsonl":
        file.write_bytes(json_lines(rows))
    else:
        arrow = extra("pyarrow")
        extra("pyarrow.parquet").write_table(arrow.Table.from_pylist(rows), file)
    words = ("score", file.name, "-b", "-q", "--ref")
    assert run(*words, "gold", "--hyp", hyp, cwd=lines) == run("score", "ref", "-i", "b", "-bq", cwd=lines)
    assert run(*words, "gold.0", "--hyp", hyp, cwd=lines) == run("score", "ref", "-i", "b", "-bq", cwd=lines)
    assert "the text is missing" in run(*words, "gold", "--hyp", "answer.resps.0.2", cwd=lines).err
    assert (
        "; answer.resps.0 is what is first in each list"
        in run(*words, "gold", "--hyp", "answer.resps", cwd=lines).err
    )


@pytest.mark.parametrize("indent", [None, 1])
def test_rows_by_their_numbers(run, lines: Path, indent: int | None) -> None:
    """As OpenCompass and pandas write them."""
    rows = {str(number): {"prediction": row["a"], "gold": row["ref"]} for number, row in enumerate(WIDE)}
    rows = dict(sorted(rows.items(), key=lambda item: item[0][::-1]))
    (lines / "o.json").write_text(json.dumps(rows, indent=indent))
    words = ("score", "o.json", "--hyp", "prediction", "--ref", "gold", "-f", "json", "-q")
    assert run(*words, cwd=lines) == run("score", "ref", "-i", "a", "-f", "json", "-q", cwd=lines)
    assert (
        "name its column by --hyp; it has: prediction, gold"
        in run("score", "ref", "-i", "o.json", cwd=lines).err
    )
    (lines / "o.json").write_text(json.dumps({**rows, "1": {"prediction": "x"}}, indent=indent))
    assert "there is no reference" in run(*words, cwd=lines).err


def test_columns_that_are_called_by_numbers(run, lines: Path) -> None:
    """As pandas writes them, by default; they may be as many as the rows."""
    for rows in (WIDE, WIDE[:2]):
        columns = {
            str(place): {str(number): row[name] for number, row in enumerate(rows)}
            for place, name in enumerate(("a", "ref"))
        }
        (lines / "o.json").write_text(json.dumps(columns))
        (lines / "wanted.jsonl").write_bytes(json_lines(rows))
        found = run("score", "o.json", "--hyp", "0", "--ref", "1", "-f", "json", "-q", cwd=lines)
        wanted = run("score", "wanted.jsonl", "--hyp", "a", "--ref", "ref", "-f", "json", "-q", cwd=lines)
        assert found == wanted
        assert found.status == 0


@pytest.mark.parametrize("indent", [None, 1])
def test_rows_behind_the_names_of_their_columns(run, lines: Path, indent: int | None) -> None:
    """As pandas writes them with orient="split"."""
    rows = [[row["a"], row["ref"]] for row in WIDE]
    table = {"columns": ["mt", "gold"], "index": [*range(len(rows))], "data": rows}
    words = ("score", "o.json", "--hyp", "mt", "--ref", "gold", "-f", "json", "-q")
    for written in (table, {name: table[name] for name in ("columns", "data")}):
        (lines / "o.json").write_text(json.dumps(written, indent=indent))
        assert run(*words, cwd=lines) == run("score", "ref", "-i", "a", "-f", "json", "-q", cwd=lines)
    for changed in ({"columns": ["mt", "mt"]}, {"columns": ["mt"]}, {"data": []}, {"columns": [1, 2]}):
        (lines / "o.json").write_text(json.dumps({**table, **changed}, indent=indent))
        assert run(*words, cwd=lines).status == 1


@pytest.mark.parametrize("count", [1, 2])
def test_rows_within_keys_that_have_points(run, lines: Path, count: int) -> None:
    """As COMET writes its scores, behind the names of the systems' files."""
    rows = [{"mt": row["a"], "ref": row["ref"]} for row in WIDE]
    (lines / "o.json").write_text(json.dumps({f"{name}.out.txt": rows for name in "ab"[:count]}, indent=1))
    words = ("--hyp", "a.out.txt.mt", "--ref", "a.out.txt.ref", "-f", "json", "-q")
    found = run("score", "o.json", *words, cwd=lines)
    assert found == run("score", "ref", "-i", "a", "-f", "json", "-q", cwd=lines)
    assert found.status == 0


@pytest.mark.parametrize("indent", [None, 1])
def test_rows_within_an_object_of_json(run, lines: Path, indent: int | None) -> None:
    """As promptfoo, Inspect and Whisper write their rows, beside what they say of the run."""
    rows = [{"response": {"output": row["a"]}, "vars": {"ref": row["ref"]}} for row in WIDE]
    report = {
        "evalId": "e",
        "config": {"providers": [{"id": "a"}]},
        "results": {"version": 3, "prompts": [{"raw": "p"}] * (len(rows) + 1), "results": rows},
    }
    (lines / "o.json").write_text(json.dumps(report, indent=indent))
    hyp, ref = "results.results.response.output", "results.results.vars.ref"
    wanted = run("score", "ref", "-i", "a", "-f", "json", "-q", cwd=lines)
    assert run("score", "o.json", "--hyp", hyp, "--ref", ref, "-f", "json", "-q", cwd=lines) == wanted
    assert run("score", "ref", "-i", "o.json", "--hyp", hyp, "-f", "json", "-q", cwd=lines) == wanted
    assert hyp in run("score", "ref", "-i", "o.json", cwd=lines).err
    mixed = run("score", "o.json", "--hyp", hyp, "--ref", "results.prompts.raw", cwd=lines)
    assert mixed.out == ""
    assert "o.json:1: column 'results.results.response.output': the text is missing" in mixed.err


def test_a_gate_of_two_tables_with_references(run, lines: Path) -> None:
    wanted = run("gate", "a", "b", "--ref", "ref", "-f", "csv", "-q", cwd=lines)
    for name, system in (("one.jsonl", "a"), ("two.jsonl", "b")):
        rows = [{"mt": row[system], "translation": {"de": row["ref"]}} for row in WIDE]
        (lines / name).write_bytes(json_lines(rows))
    words = ("gate", "one.jsonl", "two.jsonl", "--hyp", "mt", "-f", "csv", "-q", "--ref")
    assert run(*words, "translation.de", cwd=lines) == wanted
    field = run(*words, "translation", cwd=lines).out
    assert "one.jsonl:1: column 'translation': references are text or a list of text, not {" in field
    assert "; name a field of it: translation.de" in field
    (lines / "two.jsonl").write_bytes(json_lines(rows[1:] + rows[:1]))
    refused = run(*words, "translation.de", cwd=lines)
    assert refused.status == 2
    assert "two.jsonl: the references in row 1 are not those of the other table" in refused.err + refused.out
    (lines / "two.jsonl").write_bytes(json_lines(rows[:-1]))
    count = len(rows)
    refused = run(*words, "translation.de", cwd=lines)
    assert f"Lines: {count} in one.jsonl, {count - 1} in two.jsonl" in refused.out


def test_columns_beside_lines_that_are_refused(run, lines: Path) -> None:
    (lines / "o.jsonl").write_bytes(json_lines(WIDE[:-1]))
    (lines / "two.jsonl").write_bytes(json_lines([*WIDE[:-1], {**WIDE[-1], "a": None}]))
    count = len(WIDE)
    for words, told in (
        (("ref", "-i", "o.jsonl", "--hyp", "A"), "o.jsonl: there is no column 'A'; did you mean 'a'?"),
        (("ref", "-i", "o.jsonl", "--hyp", "a"), f"{count} in ref, {count - 1} in o.jsonl"),
        (("ref", "-i", "two.jsonl", "--hyp", "a"), f"two.jsonl:{count}: column 'a': the text is missing"),
        (("ref", "-i", "a", "--hyp", "mt"), "a: this is no table"),
        (("ref", "-i", "o.jsonl", "two.jsonl", "--hyp", "a", "b"), "2 columns of 2 files"),
        (("o.jsonl", "--ref", "ref", "-i", "o.jsonl", "--hyp", "a", "--document", "id"), "of one table"),
        (
            ("o.jsonl", "--ref", "ref", "-i", "a", "--src", "id"),
            "parbleu convert o.jsonl --column id > src.txt",
        ),
        (("ref", "-i", "o.jsonl", "--hyp", "a", "--resegment"), "parbleu convert TABLE --column COLUMN"),
    ):
        result = run("score", *words, cwd=lines)
        assert (result.status != 0, result.out) == (True, ""), words
        assert told in result.err, words


def test_utf_16_that_is_named(run, lines: Path) -> None:
    (lines / "o.csv").write_bytes(separated(WIDE, ",").decode().encode("utf-16"))
    found = run("score", "o.csv", "--hyp", "a", "--ref", "ref", "-e", "utf-16", *METRICS, cwd=lines)
    assert json.loads(found.out) == json.loads(run("score", "ref", "-i", "a", *METRICS, cwd=lines).out)


@pytest.mark.parametrize(
    ("name", "problem"), [("utf-9", "unknown encoding: utf-9"), ("hex", "not a text encoding")]
)
def test_an_encoding_that_is_none(run, lines: Path, name: str, problem: str) -> None:
    (lines / "t.tsv").write_text("mt\tref\na\ta\n", encoding="utf-8")
    done = run("score", "t.tsv", "--hyp", "mt", "--ref", "ref", "--encoding", name, cwd=lines)
    assert done.status
    assert problem in done.err


def test_results_of_a_table_are_computed_again(run, lines: Path) -> None:
    words = ["score", "t.tsv", "--hyp", "mt", "--ref", "ref"]
    (lines / "t.tsv").write_text("mt\tref\na b c d e\ta b c d f\n", encoding="utf-8")
    (lines / "r.json").write_text(run(*words, "-f", "json", cwd=lines).out, encoding="utf-8")
    done = run(*words, "--verify", "r.json", cwd=lines)
    assert (done.status, done.out) == (0, "r.json: the same numbers\n")
    done = run("score", "t.tsv", "--ref", "ref", "--verify", "r.json", cwd=lines)
    assert done.status
    assert "add --hyp COLUMN" in done.err


def test_a_file_of_references_stands_first(run, lines: Path) -> None:
    for name in ("h.txt", "r.txt"):
        (lines / name).write_text("a b c d e\n", encoding="utf-8")
    told = run("score", "h.txt", "--ref", "r.txt", cwd=lines).err
    assert told.endswith("; files of lines are r.txt -i HYP\n")


def test_text_is_looked_at(run, lines: Path) -> None:
    (lines / "o.jsonl").write_bytes(json_lines([{**row, "same": row["ref"]} for row in WIDE]))
    words = ["score", "o.jsonl", "--hyp", "same", "--ref", "ref"]
    assert "same and the reference ref are the same text" in run(*words, cwd=lines).err
    assert run(*words, "-q", cwd=lines).err == ""


LONG = [
    {
        "id": row["id"],
        "lp": "en-de" if place % 2 else "en-cs",
        "ref": row["ref"],
        "system": system,
        "mt": row[system],
        "comet": place / (2 if system == "a" else 3),
    }
    for system in "ab"
    for place, row in enumerate(WIDE)
]
ROWS = ["--hyp", "mt", "--ref", "ref", "--system", "system", "--segment-id", "id"]


@pytest.mark.parametrize("name", ["o.jsonl", "o.csv", "o.parquet"])
def test_systems_in_rows(run, lines: Path, name: str) -> None:
    rows = [*LONG[:N], *random.Random(2).sample(LONG[N:], N)]
    (lines / name).write_bytes(FILES[name](rows))
    for options in (
        ["-pbs", "-n", "100", "-f", "json"],
        ["-m", "bleu", "chrf", "-f", "csv"],
        ["-par", "-n", "50"],
    ):
        wanted = run("score", "ref", "-i", "a", "b", *options, cwd=lines)
        found = run("score", name, *ROWS, *options, cwd=lines)
        assert (found.status, found.out, found.err) == (0, wanted.out, "")


@pytest.mark.parametrize(
    ("column", "sign", "arrow"),
    [
        ("metricx", 1, "↓"),
        ("metricx", -1, "↑"),
        ("metricx:higher", 1, "↑"),
        ("wer", 1, "↓"),
        ("comet", 1, "↑"),
    ],
)
def test_the_direction_of_known_metrics(run, tmp_path: Path, column: str, sign: int, arrow: str) -> None:
    name = column.partition(":")[0]
    rows = [f'{{"mt": "a b", "ref": "a c", "{name}": {sign * number}}}' for number in (1, 2)]
    (tmp_path / "x.jsonl").write_text("\n".join(rows) + "\n")
    words = ["x.jsonl", "--hyp", "mt", "--ref", "ref", "--score-columns", column, "-m", "bleu", "chrf"]
    assert f"{name} {arrow}" in run("score", *words, "-f", "text", cwd=tmp_path).out


def test_systems_that_an_average_leaves_out_are_named(run, tmp_path: Path) -> None:
    rows = [
        {"lp": pair, "system": system, "id": 1, "mt": f"{pair} a b c d", "ref": f"{pair} a b c e"}
        for pair, system in (("en-de", "A"), ("en-de", "B"), ("en-fr", "A"))
    ]
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    words = ["x.jsonl", "--hyp", "mt", "--ref", "ref", "--system", "system", "--segment-id", "id"]
    average = json.loads(run("score", *words, "--by", "lp", "-f", "json", cwd=tmp_path).out)["tables"][
        "macro_average"
    ]
    assert [row["system"] for row in average["rows"]] == ["A"]
    assert average["notes"][-1] == "Left out, since not all groups have them: B."


def test_groups_named_as_if_they_were_language_pairs(run, tmp_path: Path) -> None:
    text = "The ships are waiting in the harbour."
    rows = [{"doc": name, "mt": text, "ref": text} for name in ("news-1", "news-2", "talk-1", "talk-2")]
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    words = ["score", "x.jsonl", "--hyp", "mt", "--ref", "ref", "-f", "json", "--by"]
    assert [*json.loads(run(*words, "doc", cwd=tmp_path).out)["tables"]] == ["scores", "macro_average"]


def test_groups(run, lines: Path) -> None:
    (lines / "o.jsonl").write_bytes(json_lines(LONG))
    words = ["o.jsonl", *ROWS, "--language-pair", "lp", "--by", "language_pair", "-pbs", "-n", "50"]
    words += ["--force"]  # the references are English
    found = run("score", *words, "--score", "comet:lower", "-m", "bleu", "ter", "-f", "json", cwd=lines)
    assert (found.status, found.err) == (0, "")
    tables = json.loads(found.out)["tables"]
    assert list(tables) == ["scores", "macro_average", "families", "macro_differences", "macro_verdicts"]
    rows = {(row["language_pair"], row["system"]): row for row in tables["scores"]["rows"]}
    assert len(rows) == 4
    for place, pair in enumerate(["en-cs", "en-de"]):
        for name, texts in {"ref": REF, **SYSTEMS}.items():
            (lines / f"{name}.{pair}").write_text("".join(f"{text}\n" for text in texts[place::2]))
        files = [f"ref.{pair}", "-i", f"a.{pair}", f"b.{pair}", "-l", pair, "--names", "a", "b"]
        alone = run("score", *files, "-pbs", "-n", "50", "-m", "bleu", "ter", "-f", "json", cwd=lines)
        for row in json.loads(alone.out)["tables"]["scores"]["rows"]:
            of_group = rows[pair, row["system"]]
            for key in row:  # p-values are corrected for the tests of all groups
                assert of_group[key] == row[key] or (key.endswith("_p_holm") and of_group[key] >= row[key])
    mean = sum(rows[pair, "b"]["BLEU"] for pair in ("en-cs", "en-de")) / 2
    assert [row["BLEU"] for row in tables["macro_average"]["rows"] if row["system"] == "b"] == [mean]
    assert [row["comet"] for row in tables["macro_average"]["rows"]] == pytest.approx([29.75, 29.75 * 2 / 3])
    text = run("score", *words, "-f", "text", "--sort", "bleu", cwd=lines).out
    assert "Macro average" in text
    one_pair = run("score", "o.jsonl", *ROWS, "-l", "lp", cwd=lines)
    assert (one_pair.status, one_pair.out) == (1, "")
    assert "o.jsonl:2: column 'lp': the language pair en-de follows en-cs" in one_pair.err
    failed = run("score", *words, "--fail-under", "99", "-f", "csv", cwd=lines)
    assert failed.status == 3


def test_systems_in_rows_are_scored_as_one_with_a_warning(run, lines: Path) -> None:
    (lines / "o.jsonl").write_bytes(json_lines(LONG))
    words = ["score", "o.jsonl", "--hyp", "mt", "--ref", "ref", "-b"]
    found = run(*words, cwd=lines)
    assert found.status == 0
    [line] = found.err.splitlines()
    assert "all rows are scored as the output of one system; --system system scores each" in line
    assert run(*words, "-q", cwd=lines).err == ""


def test_a_column_of_language_pairs_by_which_rows_are_grouped_chooses_tokenizers(run, tmp_path: Path) -> None:
    """As `--language-pair` does, which is not needed then; in Python, too, and of labels of files."""
    text = "我们在看中文的译文"
    rows = [{"lp": pair, "mt": text, "ref": f"{text}."} for pair in ("en-zh_CN", "en-de")]
    (tmp_path / "o.jsonl").write_bytes(json_lines(rows))
    words = ["score", "o.jsonl", "--hyp", "mt", "--ref", "ref", "-f", "csv"]
    found = run(*words, "--by", "lp", cwd=tmp_path)
    assert (found.status, "tok:zh" in found.out) == (0, True)
    assert found.out == run(*words, "--language-pair", "lp", "--by", "lp", cwd=tmp_path).out
    for more, tokenizer in ((["-tok", "char"], "char"), (["-l", "en-de"], "13a")):
        out = run(*words, "--by", "lp", *more, cwd=tmp_path).out
        assert (f"tok:{tokenizer}" in out, out.count("BLEU signature")) == (True, 1)
    columns = parbleu.TableColumns(("mt",), ("ref",))
    scored = parbleu.score_table(str(tmp_path / "o.jsonl"), columns, by="lp")
    assert [row.comparison["BLEU"].signature.count("tok:zh") for row in scored.groups] == [1, 0]
    (tmp_path / "o.jsonl").write_bytes(json_lines([*rows, {**rows[0], "lp": "news"}]))
    mixed = run(*words, "--by", "lp", cwd=tmp_path)
    assert (mixed.status, mixed.out) == (1, "")
    assert "'lp' has language pairs such as en-zh_CN, which has a tokenizer of its own" in mixed.err
    for more in (["-tok", "char"], ["-m", "chrf"], ["-l", "en-zh"]):
        assert run(*words, "--by", "lp", *more, cwd=tmp_path).status == 0


def test_a_column_of_domains_that_changes_nothing_is_told(run, lines: Path) -> None:
    (lines / "o.jsonl").write_bytes(json_lines([{**row, "genre": "news"} for row in WIDE]))
    words = ["score", "o.jsonl", "--hyp", "a", "--ref", "ref", "--domain", "genre"]
    [line] = run(*words, "-b", cwd=lines).err.splitlines()
    assert "--by genre scores each domain" in line
    assert run(*words, "-b", "-q", cwd=lines).err == ""
    assert run(*words, "--by", "genre", "-f", "csv", cwd=lines).err == ""


def test_options_that_groups_do_not_have(run, lines: Path) -> None:
    (lines / "o.jsonl").write_bytes(json_lines(LONG))
    for options, words in (
        (["-sl"], "--sentence-level needs a column for each system"),
        (["-b", "-l", "lp=en-de"], "leave out --system, --by, --score-columns and columns of language pairs"),
        (["--segments", "s.tsv"], "--segments needs a column for each system"),
        (["--statistics", "s.parquet"], "--statistics needs a column for each system"),
        (["--origlang", "en"], "--origlang and --subset choose segments of a test set: leave"),
        (["--subset", "news"], "--origlang and --subset choose segments of a test set: leave"),
        (["--scores", "comet=c.tsv"], "name columns of the table by --score-columns"),
        (["--names", "x"], "names the systems: leave out --names"),
        (["--ref-encoding", "latin-1"], "a table has one encoding: use --encoding"),
        (["--documents", "docs.txt"], "name the column by --document-column"),
        (["--score-columns", "comet=c.tsv"], "a file is named by --scores"),
        (["--hyp", "src", "ref"], "one column of hypotheses (--hyp, hypotheses=), not 3"),
        (["--by", "nothing"], "there is no column 'nothing'"),
        (["--score", "metricx"], "there is no column 'metricx' of segment scores; it has: id, lp"),
    ):
        result = run("score", "o.jsonl", *ROWS, *options, cwd=lines)
        assert (result.status != 0, result.out) == (True, "")
        assert words in result.err


def _of_page(row: dict, place: int) -> dict:
    """Returns a row with the columns that docs/tables-in.md names."""
    return {
        "id": row["id"],
        "doc": f"d{place % 7}",
        "lp": "en-de" if place % 2 else "en-cs",
        "domain": "news" if place % 3 else "chat",
        "src": row["src"],
        "ref": row["ref"],
        "ref2": row["b"],
        "comet": place / 2,
        "metricx": place / 3,
        "mt_chrf_own": place,
        "mt2_chrf_own": place / 4,
    }


def test_the_commands_of_the_page(run, lines: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "tables-in.md").read_text(encoding="utf-8")
    commands = [line.strip() for line in page.splitlines() if line.startswith("    parbleu ")]
    assert len(commands) > 10
    wide = [{**_of_page(row, place), "mt": row["a"], "mt2": row["b"]} for place, row in enumerate(WIDE)]
    long = [
        {**_of_page(row, place), "system": name, "mt": row[name]}
        for name in "ab"
        for place, row in enumerate(WIDE)
    ]
    nested = [{"mt": row["a"], "translation": {"de": row["ref"]}} for row in WIDE]
    (lines / "outputs.parquet").write_bytes(parquet(wide))
    answers = [
        {
            "custom_id": f"line-{place}",
            "response": {
                "status_code": 200,
                "body": {"choices": [{"message": {"content": row["a"]}, "finish_reason": "stop"}]},
            },
        }
        for place, row in enumerate(WIDE)
    ]
    (lines / "output.jsonl").write_bytes(json_lines(answers[::-1]))
    (lines / "parts-1.jsonl").write_bytes(json_lines(answers[1::2]))
    (lines / "parts-2.jsonl").write_bytes(json_lines(answers[::2]))
    (lines / "ref.txt").write_text("".join(f"{row['ref']}\n" for row in WIDE), encoding="utf-8")
    (lines / "refs.csv").write_bytes(separated(wide[::-1], ","))
    (lines / "outputs.jsonl").write_bytes(json_lines(wide))
    (lines / "outputs.csv").write_bytes(separated(wide, ","))
    (lines / "long.jsonl").write_bytes(json_lines(long))
    (lines / "nested.jsonl").write_bytes(json_lines(nested))
    (lines / "run").mkdir()
    (lines / "run" / "1.jsonl.gz").write_bytes(gzip.compress(json_lines(wide)))
    for command in commands:
        result = run(*shlex.split(command.partition(" > ")[0])[1:], cwd=lines)
        assert result.status == 0, f"{command}\n{result.err}"
        if "report" in command:
            assert (lines / "report.html").stat().st_size > 10_000
        else:
            assert result.out, command
            problems = [line for line in result.err.splitlines() if "the references look like en" not in line]
            assert problems == [], command


@pytest.mark.parametrize("name", ["rows.csv", "rows.jsonl"])
def test_a_row_without_the_name_of_a_system(run, lines: Path, name: str) -> None:
    rows = [{"sys": system, "id": str(at), "mt": "a b", "ref": "a c"} for system in "AB" for at in range(3)]
    rows[4]["sys"] = ""
    (lines / name).write_bytes(json_lines(rows) if name.endswith("l") else separated(rows, ","))
    words = (name, "--hyp", "mt", "--ref", "ref", "--system", "sys", "--segment-id", "id")
    done = run("score", *words, cwd=lines)
    assert (done.status, done.out) == (1, "")
    line = 5 if name.endswith("l") else 6
    assert f"{name}:{line}: column 'sys': the value is missing; add it, or leave out the row" in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", ["rows.csv", "rows.jsonl"])
def test_groups_of_rows_without_a_label(run, lines: Path, name: str) -> None:
    """An empty cell is no name that a table of groups can show."""
    rows = [{"domain": domain, "mt": text, "ref": text} for domain in ("news", "") for text in REF[:3]]
    (lines / name).write_bytes(json_lines(rows) if name.endswith("l") else separated(rows, ","))
    words = ("score", name, "--hyp", "mt", "--ref", "ref", "--by", "domain", "-q")
    done = run(*words, "-f", "csv", cwd=lines)
    assert [row["domain"] for row in csv.DictReader(io.StringIO(done.out)) if row["system"]][:2] == [
        "news",
        "(none)",
    ]


def test_labels_that_lines_lack(run, lines: Path) -> None:
    """What is proposed is a command that takes labels."""
    done = run("score", "ref", "-i", "a", "--by", "domain", cwd=lines)
    assert (done.status, done.out) == (1, "")
    assert "`parbleu analyze segments --labels domain=FILE --by domain` scores by labels of a f" in done.err


@pytest.mark.parametrize("indent", [None, 1])
def test_columns_of_json_as_pandas_writes_them(run, lines: Path, indent: int | None) -> None:
    """Each column is an object from the number of a row to its cell."""
    columns = {name: {str(at): row[name] for at, row in enumerate(WIDE)} for name in ("a", "ref")}
    (lines / "o.json").write_text(json.dumps(columns, indent=indent), encoding="utf-8")
    found = run("score", "o.json", "--hyp", "a", "--ref", "ref", "-f", "json", "-q", cwd=lines)
    assert found.out == run("score", "ref", "-i", "a", "-f", "json", "-q", cwd=lines).out
    (lines / "row.json").write_text('{"mt": {"text": "a b"}, "ref": {"text": "a b"}}')
    found = run("score", "row.json", "--hyp", "mt.text", "--ref", "ref.text", "-b", "--force", cwd=lines)
    assert found.status == 0


def test_decimals_of_a_column_with_a_colon(run, tmp_path: Path) -> None:
    """Scores that are read have their own decimals, whatever stands in the name of their column."""
    (tmp_path / "t.tsv").write_text("ref\thyp\tcomet:22\tmx\na b c d\ta b c d\t0.81234\t0.25\n")
    words = ["-i", "t.tsv", "--hyp", "hyp", "--ref", "ref", "--score", "comet:22", "mx:lower", "-f", "text"]
    assert run("score", *words, cwd=tmp_path).out.splitlines()[2].split() == [
        "hyp",
        "100.0",
        "0.8123",
        "0.2500",
    ]
    words += ["--decimals", "BLEU=3"]
    assert run("score", *words, cwd=tmp_path).out.splitlines()[2].split() == [
        "hyp",
        "100.000",
        "0.8123",
        "0.2500",
    ]


def test_options_that_change_nothing(run, lines: Path) -> None:
    """One system's scores are an object of JSON or numbers, of which options of tables choose nothing."""

    def told(*words: str) -> str:
        done = run("score", "ref", "-i", "a", *words, cwd=lines)
        assert (done.status, done.out) != (0, "")
        return done.err if done.status else ""

    for words in ((), ("-b",), ("-sl", "-b")):
        assert "--tables chooses tables, and this output has none" in told(*words, "--tables", "scores")
        assert "--caption and --label need a table for a paper" in told(*words, "--caption", "Scores")
        assert "--caption and --label need a table for a paper" in told(*words, "--label", "tab:scores")
    assert not told("--tables", "all")
    assert not told("--tables", "scores", "-f", "csv")
    for words in ((), ("-f", "csv"), ("-sl",), ("-ci",)):
        assert "--sort orders systems by their scores, and there is one" in told(*words, "--sort", "bleu")
    for words in (("-f", "csv"), ("-f", "json"), ("-sl", "-f", "csv"), ("-sl", "-f", "tsv")):
        assert "unknown metric 'CHRF': choose from " in told(*words, "--decimals", "CHRF=3")
    done = run("score", "ref", "-i", "a", "b", "-b", cwd=lines)
    assert "-b prints the scores of one system, and there are 2: it changes nothing" in done.err


def test_the_usual_samples_that_are_too_few_for_all_groups(run, tmp_path: Path) -> None:
    """With many groups no star is possible; the remedy is told, and suffices."""
    drawn = random.Random(2)

    def noisy(words: list[str], share: float) -> str:
        return " ".join("x" if drawn.random() < share else word for word in words)

    lines = ["ref\tone\ttwo\tgroup"]
    for row in range(18 * 60):
        words = drawn.choices("defghijklm", k=8)
        lines.append(f"{noisy(words, 0)}\t{noisy(words, 0.1)}\t{noisy(words, 0.6)}\t{row % 18}")
    (tmp_path / "t.tsv").write_text("\n".join(lines) + "\n")
    columns = ["--ref", "ref", "--hyp", "one", "two", "--by", "group"]
    command = ["score", "t.tsv", *columns, "-m", "bleu", "chrf", "ter", "-pbs"]
    told = run(*command, "-q", cwd=tmp_path).err
    problem, _, least = told.partition("; ask for --n-samples ")
    assert problem.endswith("for 54 tests, no difference can be significant at 0.05 with 1000 samples")
    assert least.endswith(" or more\n")
    enough = run(*command, "-q", "-n", least.split()[0], "-f", "text", cwd=tmp_path)
    assert enough.err == ""
    assert "0*" in enough.out or "9*" in enough.out
    assert run(*command, "-q", "-n", "50", cwd=tmp_path).err == ""
