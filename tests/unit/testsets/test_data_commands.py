"""Tests listings, plans, checks and filling of the cache from Python."""

import shutil

import pytest

from parbleu import testsets
from parbleu.errors import OptionError, UnknownFieldError, UnknownLanguagePairError, UnknownNameError
from parbleu.testsets._set_selection import by_set, select_pairs

from .conftest import asked, go_away


def selected(*arguments):
    found = by_set(select_pairs(*arguments))
    return [(entry.name, [str(files) for files in pairs]) for entry, pairs in found]


def test_names_select_sets_and_pairs(home, harbour):
    assert selected("harbour/x") == [("harbour/x", ["harbour/x/en-de", "harbour/x/de-en"])]
    assert selected(["harbour/x/de-en", "harbour/x"]) == [
        ("harbour/x", ["harbour/x/de-en", "harbour/x/en-de"])
    ]
    assert selected("harbour/x,wmt24", "en-de") == [
        ("harbour/x", ["harbour/x/en-de"]),
        ("wmt24", ["wmt24/en-de"]),
    ]
    assert ("harbour/x", ["harbour/x/de-en"]) in selected("all", "de-en")
    chinese = ["flores200/eng_Latn-zho_Hans", "flores200/eng_Latn-zho_Hant"]
    assert ("flores200", chinese) in selected("all", "en-zh")
    assert selected([]) == []
    with pytest.raises(UnknownLanguagePairError, match="'en-fr'"):
        select_pairs("harbour/x/en-fr")
    with pytest.raises(OptionError, match="no test set has the language pair 'deu'"):
        select_pairs("all", "deu")


def test_lists_and_descriptions_need_no_download(home, harbour, internet):
    [listed] = testsets.list_test_sets(harbour).sets
    assert (listed.name, listed.language_pairs, listed.cached) == (harbour, ("en-de", "de-en"), ())
    assert testsets.list_test_sets(harbour, only_cached=True).sets == ()
    [_, pair] = testsets.list_language_pairs(harbour).language_pairs
    assert (pair.language_pair, pair.references, pair.cached) == ("de-en", ["ref"], False)
    described = testsets.describe("harbour/x/en-de")
    assert [table.name for table in described.tables()] == ["test_sets", "language_pairs", "sources"]
    assert described.tables()[2].column("url") == [internet.url("pub/test.tgz")]
    assert testsets.citations([harbour]).texts == {harbour: None}
    assert asked(internet) == []


@pytest.mark.long
def test_a_cache_is_planned_filled_checked_and_mended(home, harbour, internet):
    [download] = testsets.plan(harbour).downloads
    assert download.state == "missing"
    assert testsets.verify().sets == ()
    filled = testsets.get(harbour, "en-de")
    assert [(pair.fields[0], pair.problem) for pair in filled.pairs] == [("src", "")]
    assert testsets.list_test_sets(harbour).sets[0].cached == ("en-de",)
    assert testsets.plan("harbour/x/en-de").downloads[0].state == "present"
    assert testsets.verify(harbour).is_sound
    text = home / "harbour/x/harbour_x.en-de.src"
    text.write_text("cut")
    check = testsets.verify()
    assert not check.is_sound
    assert [problem.path for problem in check.sets[0].problems] == [str(text)]
    assert testsets.verify(remove=True).is_sound
    assert not text.exists()
    shutil.copy(download.path, home / "carried in")
    shutil.rmtree(home / "harbour")
    go_away(internet)
    assert testsets.import_files([str(home / "carried in")]).files[0].owners == (harbour,)
    assert [pair.problem for pair in testsets.get(harbour).pairs] == ["", ""]


@pytest.mark.long
def test_what_fails_does_not_keep_the_rest_away(home, harbour, mine, tmp_path, internet):
    go_away(internet)
    (tmp_path / "sets/src.txt").write_text("one\n")
    (tmp_path / "sets/ref.txt").write_text("eins\n")
    mine("here")
    filled = testsets.get([harbour, "here"])
    assert ["404" in pair.problem for pair in filled.pairs] == [True, True, False]
    [file] = testsets.import_files([str(tmp_path / "sets/src.txt")]).files
    assert "it is not a file that parbleu downloads" in file.problem
    (package := tmp_path / "mt-metrics-eval-v2.tgz").write_bytes(b"sets")
    [file] = testsets.import_files([str(package)]).files
    assert "where `parbleu meta download` unpacks it" in file.problem
    with pytest.raises(UnknownNameError, match="unknown model"):
        testsets.plan("models/none")


def test_places(home, harbour):
    files = [str(home / f"harbour/x/harbour_x.en-de.{field}") for field in ("src", "ref")]
    assert testsets.locate().paths == [str(home)]
    assert testsets.locate(harbour).paths == [str(home / "harbour/x")]
    assert testsets.locate(harbour, "en-de", "src", "ref").paths == files
    assert testsets.locate("harbour/x/en-de", "ref").paths == files[1:]
    assert testsets.locate(harbour, "en-de").paths[:2] == files
    with pytest.raises(UnknownFieldError, match="'ref:B'"):
        testsets.locate(harbour, "en-de", "ref:B")
