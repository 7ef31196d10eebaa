"""Tests that files of a language pair are downloaded and converted once, and repaired."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import pytest

from own_process import printed
from parbleu.errors import (
    ArchiveError,
    CatalogueError,
    DownloadError,
    OfflineError,
    UnknownFieldError,
    UnreadableFileError,
)
from parbleu.testsets import _catalogue as catalogue
from parbleu.testsets._cache_folders import SetFolder
from parbleu.testsets._catalogue_entry import PairEntry
from parbleu.testsets._pair_files import PairFiles

from .conftest import SGM, SGM_REFERENCE, asked, go_away, publish, tgz, tree, zipped

SRC = "The harbour is closed.\nShips &amp; boats wait.\nNobody complains.\nWhy would they?\n"
FIELDS = ["src", "ref", "docid", "genre", "origlang"]


def read(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return file.read()


@pytest.fixture
def entry(home, harbour):
    return catalogue.find(harbour)


def test_a_set_is_fetched_unpacked_and_converted(entry, home, internet):
    path = PairFiles(entry, "en-de").path("src")
    assert path == str(home / "harbour" / "x" / "harbour_x.en-de.src")
    assert read(path) == SRC
    assert asked(internet) == ["pub/test.tgz"]
    assert set(tree(home)) == {
        *(f"harbour/x/harbour_x.en-de.{field}" for field in FIELDS),
        "harbour/x/raw/harbour_x.test.tgz",
        "harbour/x/raw/sgm/x-src.en.sgm",
        "harbour/x/raw/sgm/x-ref.de.sgm",
    }
    assert PairFiles(entry, "en-de").fields() == FIELDS
    assert PairFiles(entry, "de-en").fields() == FIELDS
    assert asked(internet) == ["pub/test.tgz"]


def test_a_warm_cache_is_not_looked_into(entry, internet, monkeypatch):
    PairFiles(entry, "en-de").path("src")
    go_away(internet)
    monkeypatch.setattr(PairFiles, "_make", None)
    assert PairFiles(entry, "en-de").fields() == FIELDS
    assert read(PairFiles(entry, "en-de").path("ref")).startswith("Der Hafen")
    with pytest.raises(UnknownFieldError, match=r"field of harbour/x/en-de: 'ref:B'.*src, ref, docid"):
        PairFiles(entry, "en-de").path("ref:B")


@pytest.mark.parametrize("damage", ["", "The harbour"])
def test_a_processed_file_that_was_cut_short_is_made_again(entry, damage):
    path = PairFiles(entry, "en-de").path("src")
    with open(path, "w") as file:
        file.write(damage)
    assert read(PairFiles(entry, "en-de").path("src")) == SRC
    os.unlink(path)
    assert read(PairFiles(entry, "en-de").path("src")) == SRC


@pytest.mark.parametrize("damage", [None, "", "<seg"])
@pytest.mark.parametrize("keep_archive", [True, False])
def test_a_raw_file_that_was_cut_short_is_unpacked_again(entry, home, internet, damage, keep_archive):
    PairFiles(entry, "en-de").path("src")
    raw_file = home / "harbour/x/raw/sgm/x-src.en.sgm"
    if damage is None:
        raw_file.unlink()
    else:
        raw_file.write_text(damage)
    if not keep_archive:
        (home / "harbour/x/raw/harbour_x.test.tgz").unlink()
    os.unlink(SetFolder(entry).processed("en-de", "src"))
    assert read(PairFiles(entry, "en-de").path("src")) == SRC
    assert len(asked(internet)) == (1 if keep_archive else 2)


def test_a_wrong_archive_is_never_trusted(entry, home, internet):
    archive = home / "harbour/x/raw/harbour_x.test.tgz"
    archive.parent.mkdir(parents=True)
    archive.write_bytes(tgz({"sgm/x-src.en.sgm": "<seg id='1'>Lies.</seg>", "sgm/x-ref.de.sgm": ""}))
    assert read(PairFiles(entry, "en-de").path("src")) == SRC
    assert asked(internet) == ["pub/test.tgz"]


def test_an_archive_that_does_not_unpack_is_fetched_again_if_it_is_wrong(home, mine, internet):
    good = tgz({"a": "one\n", "b": "eins\n"})
    source = publish(internet, "all.tgz", good)
    mine("one", sources=[{"url": source["url"]}], language_pairs={"en-de": ["a", "b"]})
    archive = home / "one/raw/one.all.tgz"
    archive.parent.mkdir(parents=True)
    archive.write_bytes(good[:30])
    assert read(PairFiles(catalogue.find("one"), "en-de").path("src")) == "one\n"


def test_an_archive_without_the_file_is_an_error_for_that_pair_only(home, mine, internet):
    source = publish(internet, "all.zip", zipped({"a": "one\n", "b": "eins\n"}))
    mine("one", sources=[source], language_pairs={"en-de": ["a", "b"], "en-fr": ["a", "c"]})
    entry = catalogue.find("one")
    assert read(PairFiles(entry, "en-de").path("ref")) == "eins\n"
    with pytest.raises(ArchiveError, match="does not hold 'c'"):
        PairFiles(entry, "en-fr").path("ref")


def test_an_archive_without_the_file_is_kept_although_its_checksum_is_unknown(home, mine, internet):
    source = publish(internet, "all.zip", zipped({"a": "one\n", "b": "eins\n"}))
    mine("one", sources=[{"url": source["url"]}], language_pairs={"en-de": ["a", "typo"]})
    for _ in range(2):
        with pytest.raises(ArchiveError, match="does not hold 'typo'"):
            PairFiles(catalogue.find("one"), "en-de").path("ref")
    assert asked(internet) == ["all.zip"]


def test_archives_shared_by_sets_are_fetched_once(home, internet, monkeypatch):
    """WMT17 and its variants come out of one archive."""
    files = {
        "test/newstest2017-enfi-src.en.sgm": SGM,
        "test/newstest2017-enfi-ref.fi.sgm": SGM_REFERENCE,
        "test/newstestB2017-enfi-ref.fi.sgm": SGM_REFERENCE.replace("zu", "geschlossen"),
    }
    source = publish(internet, "test.tgz", tgz(files))
    original = catalogue._read

    def local(path):
        data = original(path)
        for each in data["sources"]:
            if each["url"].endswith("wmt17/translation-task/test.tgz"):
                each.update(source)
        return data

    monkeypatch.setattr(catalogue, "_read", local)
    assert PairFiles(catalogue.find("wmt17"), "en-fi").fields()[1] == "ref"
    assert asked(internet) == ["test.tgz"]
    two = catalogue.find("wmt17/tworefs")
    assert PairFiles(two, "en-fi").reference_fields() == ["ref:0", "ref:1"]
    assert read(PairFiles(two, "en-fi").path("ref:1")).startswith("Der Hafen ist geschlossen.")
    assert asked(internet) == ["test.tgz"]
    copies = [home / "wmt17/raw/wmt17.test.tgz", home / "wmt17/tworefs/raw/wmt17_tworefs.test.tgz"]
    assert os.path.samefile(*copies)


@pytest.mark.long
def test_processes_that_want_an_archive_for_different_sets_fetch_it_once(home, mine, internet):
    source = publish(internet, "all.tgz", tgz({"a": "one\n", "b": "eins\n"}))
    names = ["first", "second", "third"]
    for name in names:
        mine(name, sources=[source], language_pairs={"en-de": ["a", "b"]})
    code = "import sys, parbleu; print(parbleu.load_test_set(sys.argv[1], 'en-de').source)"
    runs = [
        subprocess.Popen([sys.executable, "-c", code, name], stdout=subprocess.PIPE, text=True)
        for name in names * 2
    ]
    assert [run.communicate()[0] for run in runs] == ["['one']\n"] * len(runs)
    assert asked(internet) == ["all.tgz"]
    mine("broken", format="none")  # keeps nobody from using the others
    shutil.rmtree(home / "first")
    assert PairFiles(catalogue.find("first"), "en-de").fields() == ["src", "ref"]
    assert asked(internet) == ["all.tgz"]


def test_only_the_downloads_that_a_pair_needs_are_fetched(home, mine, internet):
    sources = [
        {**publish(internet, "en-de.tgz", tgz({"en-de/s": "one\n"})), "holds": "en-de/"},
        {**publish(internet, "de-en.tgz", tgz({"de-en/s": "eins\n"})), "holds": "de-en/"},
        {**publish(internet, "fr-en.tgz", tgz({"fr-en/s": "un\n"})), "holds": "fr-en/"},
        publish(internet, "more.txt", b"ein\n"),
    ]
    files = {"en-de": ["en-de/s", "de-en/s"], "fr-de": ["fr-en/s", "one.more.txt"]}
    mine("one", sources=sources, language_pairs=files)
    entry = catalogue.find("one")
    missing = [archive.source.archive for archive in PairFiles(entry, "en-de").raw_files().missing()]
    assert missing == ["one.en-de.tgz", "one.de-en.tgz"]
    assert read(PairFiles(entry, "en-de").path("ref")) == "eins\n"
    assert asked(internet) == ["en-de.tgz", "de-en.tgz"]
    assert PairFiles(entry, "en-de").raw_files().missing() == []
    shutil.rmtree(home / "one/raw")
    assert PairFiles(entry, "en-de").missing_archives() == []
    assert len(PairFiles(entry, "en-de").raw_files().missing()) == 2
    assert read(PairFiles(entry, "fr-de").path("ref")) == "ein\n"
    assert asked(internet)[2:] == ["fr-en.tgz", "more.txt"]


def test_a_file_from_another_address_is_fetched_again(home, mine, internet):
    def text(address, word):
        internet.put(f"pub/{address}/t.en", f"{word}\n".encode())
        internet.put(f"pub/{address}/t.de", b"eins\n")
        sources = [{"url": internet.url(f"pub/{address}/t.{side}")} for side in ("en", "de")]
        mine("own", sources=sources, language_pairs={"en-de": ["own.t.en", "own.t.de"]})
        return read(PairFiles(catalogue.find("own"), "en-de").path("src"))

    assert [text("a", "one"), text("b", "two")] == ["one\n", "two\n"]


def test_downloads_whose_addresses_end_alike_are_kept_apart(home, mine, internet):
    texts = {"en-yor": b"one\n", "en-hau": b"two\n"}
    sources = [
        publish(internet, f"{pair}/test.{end}", text) for pair, text in texts.items() for end in ("en", "x")
    ]
    sources[0]["sha256"] = hashlib.sha256(texts["en-yor"]).hexdigest()
    pairs = {pair: [f"{pair}/test.en", sources[2 * index + 1]["url"]] for index, pair in enumerate(texts)}
    mine("own", sources=sources, language_pairs=pairs)
    entry = catalogue.find("own")
    for pair, text in texts.items():
        assert [read(PairFiles(entry, pair).path(field)) for field in ("src", "ref")] == [text.decode()] * 2
    assert len(set(entry.sources)) == len({source.archive for source in entry.sources}) == 4
    assert sorted(asked(internet)) == sorted(f"{pair}/test.{end}" for pair in texts for end in ("en", "x"))


def test_columns_of_downloads_whose_addresses_end_alike(home, mine, internet):
    sources = [publish(internet, f"{name}/all.tsv", f"{name}\tein\n".encode()) for name in ("a", "b")]
    files = {f"en-{name}": [f"0:{name}/all.tsv", f"1:{name}/all.tsv"] for name in ("a", "b")}
    mine("own", sources=sources, language_pairs=files, format="tsv")
    entry = catalogue.find("own")
    assert [read(PairFiles(entry, pair).path("src")) for pair in files] == ["a\n", "b\n"]


def test_a_file_that_no_download_brings(home, mine, internet):
    mine("one", sources=[publish(internet, "all.tar.xz", b"")], language_pairs={"en-de": ["s", "t"]})
    with pytest.raises(CatalogueError, match=r"raw/s comes out of no download .* one: archives end in"):
        PairFiles(catalogue.find("one"), "en-de").path("src")
    assert asked(internet) == []


def test_failures_leave_nothing_that_is_trusted(entry, home, internet, monkeypatch):
    content = (internet.directory / "pub/test.tgz").read_bytes()
    go_away(internet)
    with pytest.raises(DownloadError, match="404"):
        PairFiles(entry, "en-de").path("src")
    assert tree(home) == {}
    internet.put("pub/test.tgz", b"<html>no archive</html>")
    with pytest.raises(DownloadError):
        PairFiles(entry, "en-de").path("src")
    assert not [name for name in tree(home) if not name.endswith(".wrong")]
    internet.put("pub/test.tgz", content)
    monkeypatch.setenv("PARBLEU_OFFLINE", "1")
    with pytest.raises(OfflineError, match=r"harbour_x.test.tgz is missing.*pub/test.tgz.*data import"):
        PairFiles(entry, "en-de").path("src")
    monkeypatch.delenv("PARBLEU_OFFLINE")
    assert read(PairFiles(entry, "en-de").path("src")) == SRC


def test_an_interrupted_conversion_leaves_no_half_written_file(entry, home, monkeypatch):
    from parbleu.testsets.formats._fake_sgml import FakeSgml

    def interrupted(self, write):
        write("src", b"The harbour is closed.\n")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(FakeSgml, "convert", interrupted)
        with pytest.raises(KeyboardInterrupt):
            PairFiles(entry, "en-de").path("src")
    assert not [name for name in tree(home) if "/raw/" not in name]
    assert not list(home.rglob("*.part"))
    assert read(PairFiles(entry, "en-de").path("src")) == SRC


def test_the_name_of_a_field_leads_nowhere_else(entry, home):
    path = SetFolder(entry).processed("en-de", "../../../out:1")
    assert path == str(home / "harbour/x/harbour_x.en-de..._.._.._out-1")


# --- caches that sacreBLEU wrote


@pytest.fixture
def theirs(entry, home, internet):
    """A cache as sacreBLEU leaves it, without our notes; the internet has gone."""
    PairFiles(entry, "en-de").path("src")
    for path in sorted(home.rglob(".*"), reverse=True):
        subprocess.run(["rm", "-r", str(path)], check=True)
    go_away(internet)
    internet.requests.clear()
    return home / "harbour" / "x"


def test_a_cache_without_notes_is_used_as_it_is(entry, theirs, home, monkeypatch):
    before = tree(home)
    monkeypatch.setattr(PairFiles, "_convert", None)
    assert read(PairFiles(entry, "en-de").path("src")) == SRC
    assert PairFiles(entry, "en-de").fields() == FIELDS
    assert tree(home) == before


def test_a_cache_without_raw_files_is_used_as_it_is(entry, theirs):
    subprocess.run(["rm", "-r", str(theirs / "raw")], check=True)
    assert read(PairFiles(entry, "en-de").path("src")) == SRC


@pytest.mark.parametrize("damage", ["The harbour is closed.\nShips", "The harbour is closed.\n", ""])
def test_a_file_that_sacrebleu_did_not_finish_is_made_again(entry, theirs, damage):
    (theirs / "harbour_x.en-de.src").write_text(damage)
    assert read(PairFiles(entry, "en-de").path("src")) == SRC


def test_an_extraction_that_sacrebleu_did_not_finish_is_done_again(entry, theirs):
    for path in theirs.glob("harbour_x.*"):
        path.unlink()
    (theirs / "raw/sgm/x-src.en.sgm").write_text(SGM[:150])
    assert read(PairFiles(entry, "en-de").path("src")) == SRC


def test_what_another_pair_has_is_left_alone(entry, theirs):
    for path in theirs.glob("harbour_x.*"):
        path.unlink()
    both = PairEntry(("sgm/x-ref.de.sgm", "sgm/x-ref.de.sgm"))
    entry = entry.changed(language_pairs={**entry.language_pairs, "de-de": both})
    source = theirs / "raw/sgm/x-src.en.sgm"
    reference = theirs / "raw/sgm/x-ref.de.sgm"
    before = source.stat().st_ino, reference.stat().st_ino
    assert read(PairFiles(entry, "de-de").path("src")).startswith("Der Hafen")
    assert source.stat().st_ino == before[0]
    assert reference.stat().st_ino != before[1]
    source.write_text(SGM[:150])
    assert read(PairFiles(entry, "en-de").path("src")) == SRC


def test_raw_files_of_one_pair_are_taken_although_we_unpacked_those_of_another(entry, theirs):
    for path in theirs.glob("harbour_x.*"):
        path.unlink()
    both = PairEntry(("sgm/x-ref.de.sgm", "sgm/x-ref.de.sgm"))
    entry = entry.changed(language_pairs={**entry.language_pairs, "de-de": both})
    PairFiles(entry, "de-de").path("src")
    (theirs / "raw/harbour_x.test.tgz").unlink()
    assert read(PairFiles(entry, "en-de").path("src")) == SRC


def test_raw_files_that_were_put_there_by_hand_are_taken(entry, theirs):
    for path in theirs.glob("harbour_x.*"):
        path.unlink()
    (theirs / "raw/harbour_x.test.tgz").write_bytes(b"not the archive")
    assert read(PairFiles(entry, "en-de").path("src")) == SRC


@pytest.mark.parametrize("refused", [True, False])
def test_a_bare_file_that_sacrebleu_refused_is_fetched_again(home, mine, internet, refused):
    good, bad = b"right\n", b"wrong\n"
    mine(
        "one",
        sources=[publish(internet, "s", good), publish(internet, "r", good)],
        language_pairs={"a-b": ["one.s", "one.r"]},
    )
    for name in ("one.s", "one.r"):
        path = home / "one" / "raw" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bad)
        if refused:
            path.with_name(f"{name}.lock").touch()
    expected = good if refused else bad
    assert read(PairFiles(catalogue.find("one"), "a-b").path("src")) == expected.decode()


def test_sacrebleu_uses_our_cache(entry, home, oracles):
    """It finds the processed files of the recorded fake cache where we put them, and writes none."""
    shutil.copytree(
        oracles / "golden/sacrebleu/inputs/sb_home/wmt18", home / "wmt18", copy_function=shutil.copy
    )
    subprocess.run(["chmod", "-R", "u+w", str(home)], check=True)
    wmt18 = catalogue.find("wmt18")
    ours = {
        field: read(PairFiles(wmt18, "en-de").path(field)) for field in PairFiles(wmt18, "en-de").fields()
    }
    before = {path: path.stat().st_mtime_ns for path in home.rglob("wmt18.en-de.*")}
    code = "from sacrebleu.utils import get_files; print(*get_files('wmt18', 'en-de'), sep='\\n')"
    assert [read(path) for path in printed(code).split()] == list(ours.values())
    assert before == {path: path.stat().st_mtime_ns for path in home.rglob("wmt18.en-de.*")}


# --- users' own sets, read-only caches, many processes


def test_a_users_files_are_read_where_they_are(home, mine, tmp_path):
    mine("here")
    (tmp_path / "sets/src.txt").write_text("one\ntwo\n")
    entry = catalogue.find("here")
    with pytest.raises(UnreadableFileError, match=r"ref.txt: this file of the test set here is not there"):
        PairFiles(entry, "en-de").path("src")
    (tmp_path / "sets/ref.txt").write_text("eins\nzwei\n")
    assert read(PairFiles(entry, "en-de").path("src")) == "one\ntwo\n"
    assert set(tree(home)) == {"here/here.en-de.src", "here/here.en-de.ref"}


def test_a_users_files_may_change(home, mine, tmp_path):
    source, reference = tmp_path / "sets/src.txt", tmp_path / "sets/ref.txt"
    source.write_text("one\n")
    reference.write_text("eins\n")
    mine("here")
    assert read(PairFiles(catalogue.find("here"), "en-de").path("src")) == "one\n"
    source.write_text("two\n")
    os.utime(source, ns=(1, 1))
    assert read(PairFiles(catalogue.find("here"), "en-de").path("src")) == "two\n"
    mine("here", language_pairs={"en-de": ["ref.txt", "src.txt"]})
    assert read(PairFiles(catalogue.find("here"), "en-de").path("src")) == "eins\n"


CODE = """
    from parbleu.testsets import _catalogue as catalogue
    from parbleu.testsets._pair_files import PairFiles
    entry = catalogue.find("harbour/x")
    path = PairFiles(entry, "en-de").path("src")
    with open(path) as file:
        text = file.read()
    print(text, PairFiles(entry, "en-de").fields(), path == PairFiles(entry, "en-de").path("src"))
"""
READ_ONLY = """
    import os, shutil, sys, tempfile

    def show():
        from parbleu.testsets import _catalogue as catalogue
        from parbleu.testsets._pair_files import PairFiles
        entry = catalogue.find("harbour/x")
        path = PairFiles(entry, "en-de").path("src")
        with open(path) as file:
            text = file.read()
        print(text, PairFiles(entry, "en-de").fields(), path == PairFiles(entry, "en-de").path("src"))
        try:
            print(len(PairFiles(entry, "en-de").lasting_paths()), "files to keep")
        except parbleu.errors.CacheError as problem:
            print(problem)

    import parbleu.errors

    home = os.environ["SACREBLEU"]
    os.environ["SACREBLEU"] = home + ".warm"  # loads all modules, since the other user may not read them
    show()
    if os.geteuid() == 0:
        os.seteuid(65534)
    os.environ["SACREBLEU"] = home
    show()
"""


@pytest.fixture
def readable():
    """A directory that every user can reach."""
    with tempfile.TemporaryDirectory(prefix="parbleu-test-") as directory:
        os.chmod(directory, 0o755)
        yield Path(directory)


@pytest.mark.parametrize("left", ["everything", "no notes", "raw files", "the archive"])
def test_a_cache_that_cannot_be_written_to_works(entry, home, tmp_path, internet, readable, left):
    PairFiles(entry, "en-de").path("src")
    go_away(internet)
    if left != "everything":
        for path in sorted(home.rglob(".*"), reverse=True):
            subprocess.run(["rm", "-r", str(path)], check=True)
    if left in ("raw files", "the archive"):
        for path in home.glob("harbour/x/harbour_x.*"):
            path.unlink()
    if left == "the archive":
        subprocess.run(["rm", "-r", str(home / "harbour/x/raw/sgm")], check=True)
    locked = readable / "cache"
    for name, place in [("cache", home), ("cache.warm", home), ("sets", tmp_path / "sets")]:
        shutil.copytree(place, readable / name)
    for path in [locked, *locked.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = tree(locked)
    environment = {**os.environ, "SACREBLEU": str(locked), "PARBLEU_OFFLINE": "1", "TMPDIR": "/tmp"}
    environment["PARBLEU_TESTSETS"] = str(readable / "sets")
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(READ_ONLY)]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    try:
        shown = f"{SRC} {FIELDS} True\n"
        warm, cold = run.stdout.split(shown)[1:]
        assert warm == "5 files to keep\n", run.stderr
        if left in ("everything", "no notes"):
            assert cold == warm
        else:
            assert cold.startswith(f"cannot write {locked}/harbour/x, and the text of en-de is not there: ")
        assert tree(locked) == before
    finally:
        for path in [locked, *locked.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)


def test_many_processes_fetch_once_and_none_fails(entry, home, internet):
    command = [sys.executable, "-c", textwrap.dedent(CODE)]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(8)]
    outputs = [run.communicate()[0] for run in runs]
    assert outputs == [f"{SRC} {FIELDS} True\n"] * len(runs)
    assert asked(internet) == ["pub/test.tgz"]


# --- what is known without a download


def test_known_fields_need_no_download(home, internet, mine):
    assert PairFiles(catalogue.find("wmt20/tworefs"), "en-de").known_fields() == (
        ["src", "ref:0", "ref:1", "docid", "genre", "origlang"],
        True,
    )
    assert PairFiles(catalogue.find("wmt08"), "de-en").known_fields() == (["src", "ref"], True)
    wmt22 = catalogue.find("wmt22")
    assert PairFiles(wmt22, "cs-en").known_fields() == (["src", "ref:B"], False)
    directory = home / "wmt22"
    directory.mkdir(parents=True)
    for field in ("src", "docid", "origlang", "ref-B", "ref-C", "SysX", "domain"):
        (directory / f"wmt22.cs-en.{field}").write_text("x\n")
    names = ["src", "ref:B", "ref:C", "docid", "origlang", "SysX", "domain"]
    assert PairFiles(wmt22, "cs-en").known_fields() == (names, True)
    assert PairFiles(wmt22, "cs-en").fields() == names
    assert PairFiles(wmt22, "cs-en").reference_fields() == ["ref:B"]
    assert asked(internet) == []


def test_notes_hold_sizes_lines_and_checksums(entry, home):
    PairFiles(entry, "en-de").fields()
    noted = json.loads((home / "harbour/x/.parbleu/en-de.json").read_text())
    assert list(noted["fields"]) == FIELDS
    assert noted["fields"]["src"] == [len(SRC), 4, hashlib.sha256(SRC.encode()).hexdigest()]


@pytest.mark.long
@pytest.mark.parametrize(
    "damage", [{"fields": {"src": [1, 2]}}, {"fields": []}, {"own": {"x": ["1", 2]}}, {"own": None}]
)
def test_damaged_notes_are_void(entry, home, damage):
    PairFiles(entry, "en-de").fields()
    for name, change in (("en-de.json", damage), ("raw/harbour_x.test.tgz.json", {"files": {"x": "1"}})):
        path = home / "harbour/x/.parbleu" / name
        whole = path.read_text()
        path.write_text(json.dumps(json.loads(whole) | change))
        assert read(PairFiles(entry, "en-de").path("src")) == SRC
    assert list(json.loads((home / "harbour/x/.parbleu/en-de.json").read_text())["fields"]) == FIELDS
    (home / "harbour/x/.parbleu/en-de.json").write_text("[" * 100_000)
    assert read(PairFiles(entry, "en-de").path("src")) == SRC
