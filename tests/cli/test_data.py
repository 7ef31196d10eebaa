"""Tests `parbleu data`: listings, the contents of the cache, and downloads into it."""

import hashlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parbleu._cli import COMMANDS as GROUPS
from parbleu._inputs.set_references import TestSetReferences
from parbleu.fetch import _checksums as checksums
from parbleu.fetch._checksums import Wanted
from parbleu.testsets import _cache_contents as cache_contents
from printed_json import printed_tables
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


def rows(result: Any) -> list[dict[str, Any]]:
    """The rows of the only table of a command that went well, which was asked for JSON."""
    assert result.status == 0, result.err
    found: list[dict[str, Any]] = printed_tables(result.out)["rows"]
    return found


def mended(result: Any) -> str:
    """The output of a command that went well, whatever it said of downloads."""
    assert result.status == 0, result.err
    assert all(line.startswith("parbleu: Downloading ") for line in result.err.splitlines())
    return str(result.out)


def test_help(data):
    out = well(data("--help"))
    assert out.startswith("usage: parbleu data COMMAND ...\n\n")
    assert all(
        re.search(rf"^  {name} +{re.escape(what)}$", out, re.MULTILINE)
        for name, what in GROUPS["data"].items()
    )
    nothing = data()
    assert (nothing.status, nothing.out, nothing.err) == (2, "", out)
    assert well(data("--version")).startswith("parbleu 0.")


@pytest.mark.parametrize("name", GROUPS["data"])
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
        (["list", "-l", "en-jp"], 1, "no test set has the language pair 'en-jp': did you mean 'en-ja'?"),
        (
            ["list", "-l", "ua"],
            1,
            "no test set has the language pair 'ua': write source-target, such as en-uk",
        ),
        (
            ["list", "wmt24", "-l", "en-cn"],
            1,
            "unknown language pair of the test set wmt24: 'en-cn': did you mean 'en-zh'?",
        ),
        (
            ["list", "flores200", "-l", "cz-ua"],
            1,
            (
                "unknown language pair of the test set flores200: 'cz-ua': "
                "there is no language 'cz' or 'ua'; did you mean 'ces_Latn-ukr_Cyrl'?"
            ),
        ),
        (
            ["plan", "flores200", "-l", "en-klingon"],
            1,
            "unknown language pair of the test set flores200: 'en-klingon': there is no language 'klingon'",
        ),
        (
            ["plan", "tico19", "-l", "en-de"],
            1,
            "unknown language pair of the test set tico19: 'en-de': choose",
        ),
        (
            ["plan", "toy", "-l", "en-dexx"],
            1,
            "unknown language pair of the test set toy: 'en-dexx': did",
        ),
        (["plan", "bouquet"], 1, "bouquet does not list its language pairs: name one"),
        (
            ["plan", "bouquet/en-qqq"],
            1,
            "unknown language pair of the test set bouquet: 'en-qqq': there is no",
        ),
        (["list", "-l", "deu"], 1, "no test set has the language pair 'deu': write source-target"),
        (
            ["path", "toy", "en-de", "none"],
            1,
            "unknown field of toy/en-de: 'none': choose from src, ref:0, ref:1",
        ),
        (["cite", "toy,toy/xml"], 1, "no citation is known for toy/xml"),
        (["cite"], 2, "name a test set (parbleu data cite wmt19; parbleu data list shows all of them)"),
        (["import"], 2, "name the downloaded files (parbleu data plan SET lists what a test set needs)"),
        (["import", "none.tgz"], 1, "cannot read none.tgz: No such file or directory"),
    ],
)
def test_mistakes(data, words, status, told):
    result = data(*words)
    assert result.status == status
    assert [line for line in result.err.splitlines() if f"parbleu: {told}" in line], result.err
    assert not [line for line in result.err.splitlines() if not line.startswith("parbleu: ")]


def test_a_few_of_many_pairs_are_said_to_be_few(data):
    assert data("plan", "flores200/en-xx").err.endswith(", ... (41,412 pairs; parbleu data list flores200)\n")


def test_each_of_several_sets_spells_the_pair_itself():
    sets = TestSetReferences("flores200,wmt24pp", "eng_Latn-deu_Latn").sets
    assert [files.language_pair for files in sets] == ["eng_Latn-deu_Latn", "en-de_DE"]


def test_a_set_without_listed_pairs(data):
    out = well(data("show", "bouquet"))
    assert "CC BY 4.0" in out
    assert "needs a login" in out
    [row] = rows(data("plan", "bouquet", "-l", "en-de", "-f", "json"))
    assert row["url"].endswith("/test/eng_Latn-deu_Latn.parquet")


def test_show_of_checksums_and_references(data):
    assert "sha256:b8b0b767" in well(data("show", "flores200"))
    assert "no reference for en-bn_BD" in well(data("show", "wmt25"))


def test_list(data, toys):
    listed = {row["test_set"]: row for row in rows(data("list", "-f", "json"))}
    assert listed["toy"] == {
        "test_set": "toy",
        "n_language_pairs": 2,
        "n_cached": 0,
        "description": "The set toy.",
        "content": None,
        "language_pairs": "en-de, fr-de",
        "cached": "",
    }
    assert next(iter(listed)) == "acl6060"
    assert any(
        line.split()[:6] == ["toy", "2", "0", "The", "set", "toy."]
        for line in well(data("list")).splitlines()
    )
    some = [row["test_set"] for row in rows(data("list", "-l", "fr-de", "-f", "json"))]
    assert "wmt19" in some
    assert "toy/xml" not in some
    assert rows(data("list", "--cached", "-f", "json")) == []
    assert [
        (row["test_set"], row["language_pair"], row["fields"], row["all_fields_known"])
        for row in rows(data("list", "toy,toy/xml", "-f", "json"))
    ] == [
        ("toy", "en-de", "src, ref:0, ref:1", True),
        ("toy", "fr-de", "src, ref", True),
        ("toy/xml", "en-de", "src, ref:A, ...", False),
    ]
    assert "...: the other fields are known once" in well(data("list", "toy/xml"))
    assert toys.downloads() == []
    mended(data("get", "toy/xml"))
    [row] = rows(data("list", "all", "--cached", "-f", "json"))
    assert (row["test_set"], row["language_pair"], row["cached"]) == ("toy/xml", "en-de", True)
    assert row["fields"] == "src, ref:A, ref:B, docid, origlang, Best, domain"
    [row] = rows(data("list", "--cached", "-f", "json"))
    assert (row["test_set"], row["n_cached"], row["cached"]) == ("toy/xml", 1, "en-de")


def test_show(data, toys):
    shown = printed_tables(well(data("show", "toy", "-f", "json")))
    for row in shown["test_sets"]["rows"]:
        for name in ("version", "content", "terms", "gated", "note", "left_out", "others"):
            assert row.pop(name) is None
    assert shown["test_sets"]["rows"] == [
        {
            "test_set": "toy",
            "description": "The set toy.",
            "format": "plain",
            "licence": "to be played with",
            "has_citation": True,
            "annotated_documents": 0,
            "directory": str(toys.cache / "toy"),
        }
    ]
    pairs = shown["language_pairs"]["rows"]
    assert [(row["language_pair"], row["references"], row["fields"]) for row in pairs] == [
        ("en-de", 2, "src, ref:0, ref:1"),
        ("fr-de", 1, "src, ref"),
    ]
    [source] = shown["sources"]["rows"]
    assert (source["url"], source["path"]) == (
        toys.internet.url("toy.tar.gz"),
        str(toys.cache / "toy/raw/toy.toy.tar.gz"),
    )
    shown = printed_tables(well(data("show", "toy/xml/en-de", "-f", "json")))
    assert shown["language_pairs"]["rows"][0]["references"] == 1
    assert shown["test_sets"]["rows"][0]["licence"] is None
    assert (
        printed_tables(well(data("show", "wmt18", "-f", "json")))["test_sets"]["rows"][0][
            "annotated_documents"
        ]
        == 53
    )
    assert "The set toy." in well(data("show", "toy"))
    assert toys.downloads() == []


def test_cite(data):
    assert well(data("cite", "toy")).startswith("@inproceedings{toy,")
    assert well(data("cite", "wmt17,wmt17/ms", "wmt17")).count("@") >= 2
    assert well(data("cite", "toy", "-o", "toy.bib")) == ""
    [row] = rows(data("cite", "toy", "-f", "json"))
    assert (row["test_set"], row["bibtex"]) == ("toy", well(data("cite", "toy")).rstrip())


def test_plan(data, toys):
    path = toys.cache / "toy" / "raw" / "toy.toy.tar.gz"
    [row] = rows(data("plan", "toy/fr-de", "-f", "json"))
    assert row.pop("checksum").startswith("md5:")
    url = toys.internet.url("toy.tar.gz")
    assert row == {"test_set": "toy", "url": url, "size": None, "path": str(path), "state": "missing"}
    assert well(data("plan", "toy")).splitlines()[-1] == "1 download to make, 0 in the cache"
    [_, line] = well(data("plan", "toy", "-f", "tsv")).splitlines()
    assert line.split("\t")[:2] == ["toy", url]
    assert toys.downloads() == []
    [row] = rows(data("get", "toy/fr-de", "-f", "json"))
    assert (row["test_set"], row["language_pair"], row["fields"]) == ("toy", "fr-de", "src, ref")
    assert rows(data("get", "toy", "-l", "fr-de", "-f", "json")) == [row]
    assert well(data("plan", "toy")).splitlines()[-1] == "0 downloads to make, 1 in the cache"


def test_plan_of_all(data):
    lines = [line.split("\t") for line in well(data("plan", "all", "-f", "tsv")).splitlines()[1:]]
    assert len(lines) > 100
    assert all(len(line) == 6 and line[5] == "missing" for line in lines)


def test_get(data, toys):
    result = data("get", "toy", "toy/xml", "-f", "csv")
    assert mended(result).splitlines() == [
        "test_set,language_pair,fields,path,problem",
        f'toy,en-de,"src, ref:0, ref:1",{toys.cache / "toy"},',
        f'toy,fr-de,"src, ref",{toys.cache / "toy"},',
        f'toy/xml,en-de,"src, ref:A, ref:B, docid, origlang, Best, domain",{toys.cache / "toy/xml"},',
    ]
    assert toys.downloads() == ["toy.tar.gz", "toy.xml.tgz"]
    well(data("get", "toy,toy/xml"))
    assert toys.downloads() == ["toy.tar.gz", "toy.xml.tgz"]


def test_get_what_is_left_of_all(data, toys):
    """What cannot be had is told, once, and does not keep the rest away."""
    (toys.internet.directory / "toy.tar.gz").unlink()
    result = data("get", "toy", "toy/more", "-f", "json")
    assert result.status == 1
    found = printed_tables(result.out)["rows"]
    assert [row["fields"] for row in found] == [None, None, "src, ref"]
    assert ["toy.tar.gz" in (row["problem"] or "") for row in found] == [True, True, False]
    failures = [line for line in result.err.splitlines() if not line.startswith("parbleu: Downloading ")]
    assert [line for line in failures if line.startswith("parbleu: toy/")]
    assert all("toy.tar.gz" in line for line in failures)


def test_import(data, toys, tmp_path):
    stick = tmp_path / "stick"
    shutil.copytree(toys.internet.directory, stick)
    (stick / "toy.tar.gz").rename(stick / "some name")
    (stick / "else").write_bytes(b"what is this")
    (stick / "more.tar.gz").write_bytes(b"half of it")
    toys.internet.directory.joinpath("toy.tar.gz").unlink()
    result = data("import", *sorted(str(path) for path in stick.iterdir()), "-f", "json")
    assert result.status == 1
    assert {
        row["file"]: (row["test_sets"], row["was_there"])
        for row in printed_tables(result.out)["rows"]
        if row["problem"] is None
    } == {str(stick / "some name"): ("toy", False), str(stick / "toy.xml.tgz"): ("toy/xml", False)}
    errors = result.err.splitlines()
    assert errors[0].startswith(
        f"parbleu: {stick / 'else'}: it is not a file that parbleu downloads (12 bytes, MD5 "
    )
    assert errors[1].startswith(
        f"parbleu: {stick / 'more.tar.gz'}: it is called like a download of toy/more, but another file ("
    )
    offline = {"PARBLEU_OFFLINE": "1"}
    assert len(rows(data("get", "toy", "-f", "json", env=offline))) == 2
    [row] = rows(data("import", str(stick / "some name"), "-f", "json"))
    assert (row["test_sets"], row["was_there"]) == ("toy", True)
    assert (stick / "some name").exists()
    assert toys.downloads() == []


def test_models(data, toys, tmp_path, model):
    """The models of tokenizers are downloads like any other; the one without a checksum goes by its name."""
    assert [row["test_set"] for row in rows(data("plan", "models", "-f", "json"))] == [
        "models/flores101",
        "models/flores200",
        "models/spBLEU-1K",
    ]
    (tmp_path / "spbleu-1k_tokenizer_spm.model").write_bytes(model)
    (tmp_path / "flores200sacrebleuspm").write_bytes(b"not the one that is known")
    result = data("import", "spbleu-1k_tokenizer_spm.model", "flores200sacrebleuspm")
    assert result.out.splitlines()[2].split() == ["spbleu-1k_tokenizer_spm.model", "models/spBLEU-1K", "no"]
    assert (
        "flores200sacrebleuspm: it is called like a download of models/flores200, but another file"
        in result.err
    )
    [row] = rows(data("verify", "-f", "json"))
    assert (row["test_set"], row["files"], row["problem"]) == ("models", 1, None)
    (tmp_path / "sacrebleu_tokenizer_spm.model").write_bytes(b"<html>sorry</html>")
    result = data("import", "sacrebleu_tokenizer_spm.model")
    assert result.status == 1
    assert result.err.endswith("is not the file that is wanted: it is no SentencePiece model\n")
    (toys.cache / "models" / "sacrebleu_tokenizer_spm.model").write_bytes(b"<html>sorry</html>")
    assert "it is no SentencePiece model" in data("verify", "models", "--remove").out
    (toys.cache / "models" / "flores200sacrebleuspm").write_bytes(b"wrong")
    assert data("verify", "models").status == 1
    assert rows(data("verify", "models/flores200", "--remove", "-f", "json"))[0]["removed"] is True
    planned = rows(data("plan", "models/spBLEU-1K,models/flores200", "-f", "json"))
    assert {row["test_set"]: row["state"] for row in planned} == {
        "models/spBLEU-1K": "present",
        "models/flores200": "missing",
    }
    result = data("get", "models/spBLEU-1K", "models/flores300")
    assert (result.status, result.out) == (1, "")
    assert "unknown model 'flores300': did you mean 'flores200'?" in result.err
    result = data("get", "models/flores200", env={"PARBLEU_OFFLINE": "1"})
    assert result.status == 1
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
    [row] = rows(data("path", "toy/en-de", "src", "-f", "json"))
    assert row == {"test_set": "toy", "language_pair": "en-de", "field": "src", "path": source}
    assert [row["test_set"] for row in rows(data("path", "-f", "json"))] == [None]


def test_verify(data, toys):
    empty = data("verify", "-f", "json")
    assert (empty.status, empty.err) == (0, "")
    assert printed_tables(empty.out) == {"facts": {"cache": str(toys.cache)}, "notes": [], "rows": []}
    absent = printed_tables(data("verify", "toy", "-f", "json").out)
    assert [(row["files"], row["problem"]) for row in absent["rows"]] == [(0, None)]
    assert absent["notes"] == ["Not in the cache, and not checked (parbleu data get fetches it): toy."]
    mended(data("get", "toy", "toy/xml"))
    sound = rows(data("verify", "-f", "json"))
    assert [(row["test_set"], row["problem"]) for row in sound] == [("toy", None), ("toy/xml", None)]
    assert "problem" not in well(data("verify"))
    archive = toys.cache / "toy" / "raw" / "toy.toy.tar.gz"
    archive.write_bytes(b"x" * archive.stat().st_size)
    text = toys.cache / "toy" / "toy.en-de.src"
    text.write_text(text.read_text().upper())
    short = toys.cache / "toy" / "toy.fr-de.ref"
    short.write_text("")
    result = data("verify", "-f", "json")
    assert (result.status, result.err) == (1, "")
    found = printed_tables(result.out)
    assert [row["path"] for row in found["rows"]] == [str(archive), str(text), str(short), None]
    assert found["notes"] == ["To mend it: parbleu data verify --remove toy && parbleu data get toy"]
    assert found["rows"][1]["problem"] == "it is not what was written there"
    assert str(short) in data("verify").out
    assert [row["removed"] for row in rows(data("verify", "--remove", "-f", "json"))] == [True] * 3 + [None]
    mended(data("get", "toy"))
    assert [row["problem"] for row in rows(data("verify", "-f", "json"))] == [None, None]
    assert text.read_text() == lines(SOURCE)


def test_verify_reads_a_download_once(data, toys, monkeypatch):
    mended(data("get", "toy/fr-de"))
    archive = toys.cache / "toy" / "raw" / "toy.toy.tar.gz"
    content = archive.read_bytes()
    wanted = Wanted(hashlib.md5(content).hexdigest(), hashlib.sha256(content).hexdigest(), len(content))
    opened = []

    def spied(path, *more, **options):
        opened.append(Path(path))
        return open(path, *more, **options)

    monkeypatch.setattr(checksums, "open", spied, raising=False)
    assert cache_contents._download_problem(str(archive), wanted) == ""
    assert opened.count(archive) == 1


def test_verify_what_another_program_made(data, toys):
    """Without notes the numbers of lines tell."""
    mended(data("get", "toy/fr-de"))
    shutil.rmtree(toys.cache / "toy" / ".parbleu")
    [row] = rows(data("verify", "toy", "-f", "json"))
    assert (row["files"], row["problem"]) == (3, None)
    source = toys.cache / "toy" / "toy.fr-de.src"
    source.write_text("one\ntwo\n")
    result = data("verify", "-f", "json")
    reference = toys.cache / "toy" / "toy.fr-de.ref"
    [row] = printed_tables(result.out)["rows"]
    assert (result.status, row["path"]) == (1, str(reference))
    assert row["problem"] == "its number of lines is 1 instead of 2"


def test_a_system_against_paths(data, toys, run, tmp_path):
    """The shell's way: paths of a test set are files like any other."""
    (tmp_path / "hyp").write_text(lines(SYSTEM))
    references = mended(data("path", "toy", "en-de", "ref")).split()
    direct = run("score", "-t", "toy", "-l", "en-de", "-i", "hyp", cwd=tmp_path, env=toys.env)
    assert run("score", *references, "-i", "hyp", cwd=tmp_path).out == direct.out
