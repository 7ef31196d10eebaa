"""`parbleu data`: what there is, what is in the cache, and how it gets there."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parbleu.cli.data.command import COMMANDS
from toy_sets import SOURCE, SYSTEM, TARGETS, ToySets, lines


@pytest.fixture
def data(toys: ToySets, tmp_path: Path, run: Callable[..., Any]) -> Callable[..., Any]:
    """Runs `parbleu data` where the toy sets are known."""

    def runner(*words: str, **more: Any) -> Any:
        return run("data", *words, cwd=tmp_path, env={**toys.env, **more.pop("env", {})}, **more)

    return runner


def well(result: Any) -> str:
    """The output of a command that went well and had nothing to say."""
    assert (result.status, result.err) == (0, "")
    return str(result.out)


def mended(result: Any) -> str:
    """The output of a command that went well, whatever it said of downloads."""
    assert result.status == 0, result.err
    assert all(line.startswith("parbleu: Downloading ") for line in result.err.splitlines())
    return str(result.out)


def test_help(data):
    out = well(data("--help"))
    assert out.startswith("usage: parbleu data COMMAND ...\n\n")
    assert all(f"  {name:<10} {what}\n" in out for name, what in COMMANDS.items())
    nothing = data()
    assert (nothing.status, nothing.out, nothing.err) == (2, "", out)
    assert well(data("--version")).startswith("parbleu 0.")


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command(data, name):
    out = well(data(name, "--help"))
    assert out.startswith(f"usage: parbleu data {name} ")
    assert f"examples:\n  parbleu data {name}" in out
    result = data(name, "--none")
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"parbleu data {name}: error: ")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["lst"], 2, "there is no command 'lst'; did you mean 'list'? (parbleu data --help lists them)"),
        (["show", "tyo"], 1, "unknown test set 'tyo': did you mean 'toy'?"),
        (["plan", "toy/en-fr"], 1, "unknown language pair"),
        (["get", "toy", "-l", "xx-yy"], 1, "unknown language pair"),
        (["get", "all", "-l", "xx-yy"], 1, "no test set has the language pair 'xx-yy'"),
        (["list", "-l", "deu"], 1, "no test set has the language pair 'deu': write source-target"),
        (["path", "toy", "en-de", "none"], 1, "toy/en-de has no field 'none': it has src, ref:0, ref:1"),
        (["cite", "toy,toy/xml"], 1, "no citation is known for toy/xml"),
        (["cite"], 2, "which test set? (parbleu data cite wmt19; parbleu data list shows them all)"),
        (["import"], 2, "which files? (parbleu data plan SET tells what a test set needs)"),
        (["import", "none.tgz"], 1, "cannot read none.tgz: No such file or directory"),
    ],
)
def test_mistakes(data, words, status, told):
    result = data(*words)
    assert result.status == status
    assert [line for line in result.err.splitlines() if f"parbleu: {told}" in line], result.err
    assert not [line for line in result.err.splitlines() if not line.startswith("parbleu: ")]


def test_list(data, toys):
    out = well(data("list"))
    assert any(line.split(maxsplit=3) == ["toy", "2", "pairs", "The set toy."] for line in out.splitlines())
    assert out.splitlines()[0].startswith("iwslt17 ")
    some = well(data("list", "-l", "fr-de"))
    assert "wmt19" in some
    assert "toy/xml" not in some
    records = json.loads(well(data("list", "-f", "json")))
    assert {
        "name": "toy/xml",
        "description": "The set toy/xml.",
        "langpairs": ["en-de"],
        "cached": [],
    } in records
    assert well(data("list", "--cached")) == ""
    assert well(data("list", "toy,toy/xml")).splitlines() == [
        "toy/en-de              src, ref:0, ref:1",
        "toy/fr-de              src, ref",
        "toy/xml/en-de          src, ref:A, ... (the rest is known once it is in the cache)",
    ]
    assert toys.downloads() == []
    mended(data("get", "toy/xml"))
    assert well(data("list", "all", "--cached")) == (
        "toy/xml/en-de  cached  src, ref:A, ref:B, docid, origlang, Best, domain\n"
    )
    [record] = json.loads(well(data("list", "--cached", "-f", "json")))
    assert (record["name"], record["cached"]) == ("toy/xml", ["en-de"])


def test_show(data, toys):
    out = well(data("show", "toy"))
    assert out.splitlines() == [
        "toy: The set toy.",
        "  format     plain",
        "  licence    to be played with",
        "  cite       parbleu data cite toy",
        f"  cache      {toys.cache / 'toy'}",
        f"  from       {toys.internet.url('toy.tar.gz')}",
        "  en-de      2 references: src, ref:0, ref:1",
        "  fr-de      1 reference: src, ref",
    ]
    [record] = json.loads(well(data("show", "toy/xml/en-de", "-f", "json")))
    assert record["langpairs"]["en-de"]["references"] == ["ref:A"]
    assert record["licence"] is None
    assert "53 documents" in well(data("show", "wmt18"))
    assert toys.downloads() == []


def test_cite(data):
    assert well(data("cite", "toy")).startswith("@inproceedings{toy,")
    assert well(data("cite", "wmt17,wmt17/ms", "wmt17")).count("@") >= 2


def test_plan(data, toys):
    out = well(data("plan", "toy"))
    path = toys.cache / "toy" / "raw" / "toy.toy.tar.gz"
    assert out.splitlines()[:3] == [
        "toy: missing",
        f"  from  {toys.internet.url('toy.tar.gz')}",
        f"  to    {path}",
    ]
    assert out.splitlines()[-1] == "1 download to make, 0 in the cache"
    [record] = json.loads(well(data("plan", "toy/fr-de", "-f", "json")))
    assert (record["set"], record["path"], record["state"]) == ("toy", str(path), "missing")
    assert record["checksum"].startswith("md5:")
    row = well(data("plan", "toy", "-f", "tsv")).rstrip("\n").split("\t")
    assert row[:2] == ["toy", f"{toys.internet.url('toy.tar.gz')}"]
    assert toys.downloads() == []
    assert mended(data("get", "toy/fr-de")) == "toy/fr-de: src, ref\n"
    assert well(data("get", "toy", "-l", "fr-de")) == "toy/fr-de: src, ref\n"
    assert well(data("plan", "toy")).endswith("0 downloads to make, 1 in the cache\n")


def test_plan_of_all(data):
    rows = [line.split("\t") for line in well(data("plan", "all", "-f", "tsv")).splitlines()]
    assert len(rows) > 100
    assert all(len(row) == 6 and row[5] == "missing" for row in rows)


def test_get(data, toys):
    result = data("get", "toy", "toy/xml")
    assert mended(result).splitlines() == [
        "toy/en-de: src, ref:0, ref:1",
        "toy/fr-de: src, ref",
        "toy/xml/en-de: src, ref:A, ref:B, docid, origlang, Best, domain",
    ]
    assert toys.downloads() == ["toy.tar.gz", "toy.xml.tgz"]
    well(data("get", "toy,toy/xml"))
    assert toys.downloads() == ["toy.tar.gz", "toy.xml.tgz"]


def test_get_what_is_left_of_all(data, toys):
    """What cannot be had is told, once, and does not keep the rest away."""
    (toys.internet.directory / "toy.tar.gz").unlink()
    result = data("get", "toy", "toy/more")
    assert result.status == 1
    assert result.out == "toy/more/en-de: src, ref\n"
    failures = [line for line in result.err.splitlines() if not line.startswith("parbleu: Downloading ")]
    assert failures
    assert all("toy.tar.gz" in line for line in failures)


def test_import(data, toys, tmp_path):
    stick = tmp_path / "stick"
    shutil.copytree(toys.internet.directory, stick)
    (stick / "toy.tar.gz").rename(stick / "some name")
    (stick / "else").write_bytes(b"what is this")
    (stick / "more.tar.gz").write_bytes(b"half of it")
    toys.internet.directory.joinpath("toy.tar.gz").unlink()
    result = data("import", *sorted(str(path) for path in stick.iterdir()))
    assert result.status == 1
    assert result.out.splitlines() == [f"{stick / 'some name'}: toy", f"{stick / 'toy.xml.tgz'}: toy/xml"]
    errors = result.err.splitlines()
    assert errors[0].startswith(f"parbleu: {stick / 'else'}: it is no file that is needed (12 bytes, MD5 ")
    assert errors[1].startswith(
        f"parbleu: {stick / 'more.tar.gz'}: it is called like a download of toy/more, but is no file that "
    )
    offline = {"PARBLEU_OFFLINE": "1"}
    assert well(data("get", "toy", env=offline)).startswith("toy/en-de: ")
    assert well(data("import", str(stick / "some name"))).endswith(": toy (it was there already)\n")
    assert (stick / "some name").exists()
    assert toys.downloads() == []


def test_models(data, toys, tmp_path, model):
    """The models of tokenizers are downloads like any other; the one without a checksum goes by its name."""
    states = well(data("plan", "models", "-f", "tsv")).splitlines()
    assert [line.split("\t")[0] for line in states] == [
        "models/flores101",
        "models/flores200",
        "models/spBLEU-1K",
    ]
    (tmp_path / "spbleu-1k_tokenizer_spm.model").write_bytes(model)
    (tmp_path / "flores200sacrebleuspm").write_bytes(b"not the one that is known")
    result = data("import", "spbleu-1k_tokenizer_spm.model", "flores200sacrebleuspm")
    assert result.out == "spbleu-1k_tokenizer_spm.model: models/spBLEU-1K\n"
    assert (
        "flores200sacrebleuspm: it is called like a download of models/flores200, but is no file"
        in result.err
    )
    assert well(data("verify")) == "models: 1 file, all right\n"
    (tmp_path / "sacrebleu_tokenizer_spm.model").write_bytes(b"<html>sorry</html>")
    result = data("import", "sacrebleu_tokenizer_spm.model")
    assert (result.status, result.out) == (1, "")
    assert result.err.endswith("is not the file that is wanted: it is no SentencePiece model\n")
    (toys.cache / "models" / "sacrebleu_tokenizer_spm.model").write_bytes(b"<html>sorry</html>")
    assert "it is no SentencePiece model" in data("verify", "models", "--remove").err
    (toys.cache / "models" / "flores200sacrebleuspm").write_bytes(b"wrong")
    assert data("verify", "models").status == 1
    assert data("verify", "models/flores200", "--remove").err.endswith("; removed\n")
    plan = well(data("plan", "models/spBLEU-1K,models/flores200"))
    assert plan.startswith("models/spBLEU-1K: present\n")
    assert "models/flores200: missing\n" in plan
    result = data("get", "models/spBLEU-1K", "models/flores300")
    assert (result.status, result.out) == (1, "")
    assert "unknown model 'flores300': did you mean 'flores200'?" in result.err
    result = data("get", "models/flores200", env={"PARBLEU_OFFLINE": "1"})
    assert (result.status, result.out) == (1, "")
    assert "05c551ae7955b3980d5a9d044eb09d70" in result.err
    assert "and pass it to `parbleu data import`" in result.err


def test_path(data, toys):
    assert well(data("path")) == f"{toys.cache}\n"
    assert well(data("path", "toy")) == f"{toys.cache / 'toy'}\n"
    references = mended(data("path", "toy", "en-de", "ref")).splitlines()
    assert [Path(path).read_text() for path in references] == [lines(TARGETS["A"]), lines(TARGETS["B"])]
    [source] = well(data("path", "toy/en-de", "src")).splitlines()
    assert Path(source).read_text() == lines(SOURCE)
    assert len(well(data("path", "toy", "fr-de")).splitlines()) == 2


def test_verify(data, toys):
    empty = data("verify")
    assert (empty.status, empty.out) == (0, "")
    assert empty.err == f"parbleu: there is nothing to check in {toys.cache}\n"
    assert well(data("verify", "toy")) == "toy: nothing is in the cache\n"
    mended(data("get", "toy", "toy/xml"))
    out = well(data("verify"))
    assert [line.split(": ")[0] for line in out.splitlines()] == ["toy", "toy/xml"]
    assert all(line.endswith(" files, all right") for line in out.splitlines())
    archive = toys.cache / "toy" / "raw" / "toy.toy.tar.gz"
    archive.write_bytes(b"x" * archive.stat().st_size)
    text = toys.cache / "toy" / "toy.en-de.src"
    text.write_text(text.read_text().upper())
    short = toys.cache / "toy" / "toy.fr-de.ref"
    short.write_text("")
    result = data("verify")
    assert result.status == 1
    assert result.out == out.splitlines()[1] + "\n"
    errors = result.err.splitlines()
    assert [line.split(": ")[2] for line in errors[:3]] == [str(archive), str(text), str(short)]
    assert errors[3] == "parbleu: toy: to mend it: parbleu data verify --remove toy && parbleu data get toy"
    records = json.loads(data("verify", "-f", "json").out)
    assert [len(record["problems"]) for record in records] == [3, 0]
    removed = data("verify", "--remove")
    assert removed.status == 0
    assert removed.err.count("; removed\n") == 3
    mended(data("get", "toy"))
    assert well(data("verify")).count("all right") == 2
    assert text.read_text() == lines(SOURCE)


def test_verify_what_another_program_made(data, toys):
    """Without notes the numbers of lines tell."""
    mended(data("get", "toy/fr-de"))
    shutil.rmtree(toys.cache / "toy" / ".parbleu")
    assert well(data("verify", "toy")) == "toy: 3 files, all right\n"
    source = toys.cache / "toy" / "toy.fr-de.src"
    source.write_text("one\ntwo\n")
    result = data("verify")
    reference = toys.cache / "toy" / "toy.fr-de.ref"
    assert (result.status, result.out) == (1, "")
    assert result.err.startswith(f"parbleu: toy: {reference}: its number of lines is 1 instead of 2\n")


def test_a_system_against_paths(data, toys, run, tmp_path):
    """The shell's way: paths of a test set are files like any other."""
    (tmp_path / "hyp").write_text(lines(SYSTEM))
    references = mended(data("path", "toy", "en-de", "ref")).split()
    direct = run("score", "-t", "toy", "-l", "en-de", "-i", "hyp", cwd=tmp_path, env=toys.env)
    assert run("score", *references, "-i", "hyp", cwd=tmp_path).out == direct.out
