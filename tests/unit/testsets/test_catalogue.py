"""The catalogue: well-formed, equal to the recorded facts, and lazy; users' own sets."""

import json
import os
import sys
from pathlib import Path

import pytest

import parbleu.testsets
from parbleu._base import log
from parbleu.errors import CatalogueError, UnknownLanguagePairError, UnknownTestSetError
from parbleu.fetch._environment import is_archive
from parbleu.testsets import _catalogue as catalogue
from parbleu.testsets._cache_folders import SetFolder
from parbleu.testsets._entry_schema import check

DATA = Path(parbleu.testsets.__file__).parent / "data"
FILES = sorted(DATA.glob("*.json"))
FORMATS = {
    "FakeSGMLDataset": "fake_sgml",
    "IWSLTXMLDataset": "iwslt_xml",
    "PlainTextDataset": "plain",
    "TSVDataset": "tsv",
    "WMTAdditionDataset": "wmt_addition",
    "WMTXMLDataset": "wmt_xml",
}


def without_duplicates(pairs):
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


def read(path):
    return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=without_duplicates)


def test_there_are_all_sets_and_pairs():
    assert len(FILES) == len(catalogue.names())
    known = catalogue.names(sacrebleu="2.6.0")
    assert len(known) == 67
    assert sum(len(catalogue.find(name).language_pairs) for name in known) == 452


def test_files_are_well_formed():
    order = [
        "name",
        "aliases",
        "description",
        "content",
        "licence",
        "terms",
        "gated",
        "note",
        "version",
        "sacrebleu",
        "format",
        "options",
        "references",
        "labels",
        "sources",
        "languages",
        "pairs",
        "language_pairs",
        "splits",
        "versions",
        "citation",
        "subsets",
    ]
    for path in FILES:
        data = read(path)
        check(data, str(path))
        assert path.stem == data["name"].replace("_", "__").replace("/", "_")
        assert all(source["url"].startswith("https://") for source in data.get("sources", ()))
        assert "sacrebleu" not in data or all(len(source["md5"]) == 32 for source in data["sources"])
        assert ("sacrebleu" in data) != ("version" in data or "versions" in data), path
        assert list(data) == [key for key in order if key in data], path


@pytest.fixture(scope="module")
def facts(oracles):
    return json.loads((oracles / "facts" / "catalogue.json").read_text(encoding="utf-8"))


def test_every_entry_equals_the_recorded_facts(facts):
    assert set(catalogue.names(sacrebleu="2.6.0")) == set(facts["datasets"])
    for name, fact in facts["datasets"].items():
        entry = catalogue.find(name)
        assert entry.name == name
        assert entry.format == FORMATS[fact["format_class"]]
        assert entry.description == fact["description"]
        assert entry.citation == (fact["citation"] or None)
        assert [source.url for source in entry.sources] == fact["data"]
        assert [source.md5 for source in entry.sources] == fact["md5"]
        assert [source.archive for source in entry.sources] == fact["tarballs"]
        assert SetFolder(entry, "/cache").path == f"/cache/{fact['outdir_rel']}"
        assert list(entry.language_pairs) == list(fact["langpairs"])
        assert entry.subsets == facts["subsets"].get(name, {})
        for langpair, files in fact["langpairs"].items():
            references = fact["extra_kwargs"].get("refs")
            if isinstance(files, dict):
                files, references = [files["path"]], files["refs"]
            pair = entry.pair(langpair)
            assert list(pair.files) == files
            assert pair.references == (None if references is None else tuple(references))


def test_every_raw_file_has_a_source_that_may_hold_it():
    for name in catalogue.names():
        entry = catalogue.find(name)
        for pair in entry.by_language.language_pairs.values():
            for file in pair.paths:
                sources = entry.sources_of([file])
                archives = [source for source in sources if is_archive(source.archive)]
                bare = [source.archive for source in sources]
                assert file in bare or any(file.startswith(source.holds) for source in archives)


def test_columns_are_split_from_the_names_of_files():
    entry = catalogue.find("mtnt2019")
    assert entry.pair("en-fr").files == ("2:MTNT2019/en-fr.final.tsv", "3:MTNT2019/en-fr.final.tsv")
    assert entry.pair("en-fr").paths == ("MTNT2019/en-fr.final.tsv",) * 2


def test_only_the_wanted_file_is_read(monkeypatch):
    read = []
    original = catalogue._read
    monkeypatch.setattr(catalogue, "_read", lambda path: read.append(Path(path).name) or original(path))
    assert catalogue.find("wmt21/AB").pair("en-de").references == ("A", "B")
    assert len(catalogue.names()) == len(FILES)
    assert read == ["wmt21_AB.json"]


@pytest.mark.parametrize("name", ["wmt99", "wmt21_AB", "wmt21/", "", "../wmt24", "a/../../b", "WMT24"])
def test_unknown_sets_are_refused(name):
    with pytest.raises(UnknownTestSetError, match="unknown test set"):
        catalogue.find(name)


def test_the_messages_say_what_there_is():
    with pytest.raises(UnknownTestSetError, match=r"did you mean 'wmt24'.*parbleu data list"):
        catalogue.find("wmt 24")
    with pytest.raises(UnknownLanguagePairError, match=r"language pair .* wmt24: 'de-en'.*en-de"):
        catalogue.find("wmt24").pair("de-en")


# --- users' own sets


def test_a_users_set_is_found(mine, tmp_path):
    mine("my_set/one", description="One.", references=["A"])
    assert "my_set/one" in catalogue.names()
    entry = catalogue.find("my_set/one")
    assert entry.description == "One."
    assert entry.pair("en-de").references == ("A",)
    assert SetFolder(entry).raw_file("src.txt") == str(tmp_path / "sets" / "src.txt")
    assert SetFolder(entry).raw_file("/data/x") == "/data/x"


def test_downloads_of_a_users_set_get_names(mine):
    sources = [
        {"url": "https://x.org/c.zip", "holds": "s"},
        {"url": "https://x.org/?id=3", "archive": "d.tgz", "holds": "r"},
    ]
    mine("my/own", sources=sources)
    assert [source.archive for source in catalogue.find("my/own").sources] == ["my_own.c.zip", "d.tgz"]


def test_a_users_set_cannot_replace_one_that_comes_along(mine, caplog):
    path = mine("wmt24", description="other numbers")
    assert catalogue.find("wmt24").description.startswith("WMT24 official")
    assert len(catalogue.names()) == len(FILES)
    assert caplog.messages == [
        f"{path}: ignored, since parbleu has a test set wmt24 of its own; give it another name"
    ]


def test_the_first_of_several_directories_wins(mine, tmp_path, monkeypatch):
    second = tmp_path / "second"
    second.mkdir()
    mine("mine", description="first")
    (second / "mine.json").write_text('{"name": "mine", "format": "plain", "language_pairs": {"a-b": ["c"]}}')
    monkeypatch.setenv("PARBLEU_TESTSETS", f"{tmp_path / 'sets'}{os.pathsep}{second}")
    assert catalogue.find("mine").description == "first"


NO_NAMES = ["a,b", ".parbleu", "a/.parbleu", "con", "NUL", "a/lpt1.x", "x" * 101, "a\nb", "a//b", "a."]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": None}, '"format" is missing'),
        ({"format": ["plain"]}, '"format" is '),
        ({"format": "word"}, '"format" is .word.; choose from csv, fake_sgml, '),
        ({"description": 3}, '"description" is 3; a text'),
        ({"language_pairs": None}, '"language_pairs" is missing'),
        ({"language_pairs": {}}, '"language_pairs" is empty'),
        ({"language_pairs": {"ende": ["a"]}}, '"language_pairs.ende" is not a language pair'),
        ({"language_pairs": {"en-de": "a"}}, "\"language_pairs.en-de\" is 'a'; a list of texts"),
        ({"language_pairs": {"en-de": []}}, '"language_pairs.en-de" is .*; a list of files'),
        (
            {"language_pairs": {"en-de": {"refs": ["A"], "files": ["x"]}}},
            '"language_pairs.en-de.refs" is unknown; there are',
        ),
        ({"language_pairs": {"en-de": {"references": ["A"]}}}, '"language_pairs.en-de.files" is missing'),
        ({"sources": [{"md5": "0" * 32}]}, r'"sources\[0\].url" is missing'),
        ({"sources": [{"url": "a.tgz"}]}, r'"sources\[0\].url" is .a.tgz.; a URL is wanted; local files'),
        ({"sources": [{"url": "x://u", "md5": "XYZ"}]}, r'"sources\[0\].md5" is .XYZ.; 32 lower-case'),
        ({"sources": [{"url": "x://u", "size": "3"}]}, r'"sources\[0\].size" is .3.; a number of bytes'),
        (
            {"sources": [{"url": "x://u", "archive": "../x"}]},
            r'"sources\[0\].archive" is .*without directories',
        ),
        ({"subsets": {"d": 3}}, '"subsets.d" is 3; a text'),
        (
            {
                "sources": [{"url": "x://u/en-yor/test.en"}, {"url": "x://u/en-hau/test.en"}],
                "language_pairs": {"en-yor": ["test.en", "en-yor/test.en"]},
            },
            r"en-yor\" has 'test.en', which can be sources\[0\] or sources\[1\]: write more of the address",
        ),
        (
            {"sources": [{"url": "x://u/a", "archive": "c"}, {"url": "x://u/b", "archive": "C"}]},
            r'"sources\[1\].archive" is \'C\', like that of sources\[0\]',
        ),
        (
            {"sources": [{"url": "x://u/a.zip"}, {"url": "x://u/b.zip", "holds": "src"}]},
            r'has \'src.txt\', which can come out of sources\[0\] or sources\[1\]: .* key "holds"',
        ),
        ({"options": {"enc": 1}}, '"options.enc" is unknown; there are white_space'),
        (
            {"format": "fake_sgml", "options": {"meta": 1}},
            '"options.meta" is unknown; there are metadata',
        ),
        ({"extra": 1}, '"extra" is unknown; there are name, '),
        ({"name": "../up"}, '"name" is .*take letters'),
        *(({"name": name}, '"name" is .*take letters') for name in NO_NAMES),
        ({"name": "a/raw"}, '"name" is .*the cache has a folder of that name'),
        ({"name": "models"}, '"name" is .*the cache has a folder of that name'),
        ({"language_pairs": {"en-de\n": ["a"]}}, "language_pairs.en-de\n. is not a language pair"),
        ({"language_pairs": {"en-\0de": ["a"]}}, "is not a language pair"),
        ({"language_pairs": {"en-de": ["a\0"]}}, "a list of files is wanted"),
        ({"sources": [{"url": "x://u", "archive": "a\0b"}]}, "a file's name without directories"),
        ({"sources": [{"url": "x://u\x1b"}]}, "a URL is wanted"),
        *(
            (
                {"sources": [{"url": "x://u"}], "language_pairs": {"en-de": [path]}},
                "leads out of its directory",
            )
            for path in ("/etc/passwd", "../a", "a/../../b")
        ),
    ],
)
def test_mistakes_are_named_with_file_and_key(mine, changes, message):
    path = mine("mine", **changes)
    with pytest.raises(CatalogueError, match=message) as caught:
        catalogue.find(changes.get("name") or "mine")
    assert str(path) in str(caught.value)


def test_files_that_are_no_json_are_named(mine, tmp_path, monkeypatch):
    (tmp_path / "sets" / "broken.json").write_text('{"name": ')
    with pytest.raises(CatalogueError, match=r"broken.json: this is not valid JSON: .*line 1"):
        catalogue.find("mine")
    (tmp_path / "sets" / "broken.json").write_text("[" * 200_000 + "]" * 200_000)
    with pytest.raises(CatalogueError, match=r"broken.json: this is not valid JSON: its brackets are nested"):
        catalogue.find("mine")
    (tmp_path / "sets" / "broken.json").write_text("[]")
    with pytest.raises(CatalogueError, match=r"broken.json: a test set is an object"):
        catalogue.names()
    monkeypatch.setenv("PARBLEU_TESTSETS", str(tmp_path / "nowhere"))
    with pytest.raises(CatalogueError, match=r"nowhere: cannot list these test sets: No such file"):
        catalogue.names()


def test_packages_announce_sets(tmp_path, monkeypatch):
    package = tmp_path / "their_sets"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("def where():\n    return __path__[0] + '/elsewhere'\n")
    (package / "elsewhere").mkdir()
    for folder, name in [("data", "theirs"), ("elsewhere", "others")]:
        data = {"name": name, "format": "plain", "language_pairs": {"en-de": ["src.txt"]}}
        (package / folder / f"{name}.json").write_text(json.dumps(data))
    info = tmp_path / "their_sets-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-sets\nVersion: 1\n")
    lines = ["[parbleu.testsets]", "a = their_sets", "b = their_sets:where"]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert {"theirs", "others"} <= set(catalogue.names())
    assert catalogue.find("others").pair("en-de").files == ("src.txt",)
    (package / "__init__.py").write_text("def where():\n    return 1 / 0\n")
    monkeypatch.delitem(sys.modules, "their_sets")
    said = []
    monkeypatch.setattr(log, "listener", said.append)
    monkeypatch.setattr(log, "_sent", set())
    assert "theirs" in catalogue.names()
    assert [line.partition(":")[0] for line in said] == [
        "the test sets 'b' of the package their-sets are left out"
    ]
    assert catalogue.find("wmt24").name == "wmt24"


# --- sets that sacreBLEU has not


@pytest.fixture
def newer(tmp_path, monkeypatch):
    """Makes the catalogue hold one more set, which no version of sacreBLEU has."""
    data = tmp_path / "data"
    data.mkdir()
    for path in FILES:
        (data / path.name).symlink_to(path)
    newest = {"name": "wmt99", "format": "plain", "language_pairs": {"en-de": ["a.en", "a.de"]}}
    (data / "wmt99.json").write_text(json.dumps(newest), encoding="utf-8")
    monkeypatch.setattr(catalogue, "_DATA", str(data))
    return "wmt99"


def test_the_face_shows_no_set_that_sacrebleu_has_not(newer, capsys):
    from parbleu._cli.main import main as run
    from parbleu.compat._sacrebleu_command.command import run as run_sacrebleu
    from parbleu.compat.sacrebleu.dataset._catalogue import datasets

    assert newer in catalogue.names()
    assert newer not in catalogue.names(sacrebleu="2.6.0")
    assert newer not in datasets()
    assert len(datasets()) == 67
    assert run(["score", "--list"]) == 0
    assert newer in capsys.readouterr().out
    assert run_sacrebleu(["--list"]) == 0
    assert newer not in capsys.readouterr().out
    assert run_sacrebleu(["-t", newer, "-l", "en-de", "--echo", "src"]) == 1
    assert f"Unknown test set {newer!r}" in capsys.readouterr().err
    assert run_sacrebleu(["-i", "hyp"]) == 1
    assert newer not in capsys.readouterr().err


def test_a_users_own_set_is_in_the_face(tmp_path, monkeypatch):
    mine = {"name": "mine", "format": "plain", "language_pairs": {"en-de": ["a.en", "a.de"]}}
    (tmp_path / "mine.json").write_text(json.dumps(mine), encoding="utf-8")
    monkeypatch.setenv("PARBLEU_TESTSETS", str(tmp_path))
    assert "mine" in catalogue.names(sacrebleu="2.6.0")
    assert catalogue.find("mine", sacrebleu="2.6.0").name == "mine"
