"""Provides test sets of our own sentences, in a user's directory and on a local server."""

import io
import json
import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest

SGM = """<srcset setid="x" srclang="any">
<doc docid="one" genre="news" origlang="en">
<seg id="1">The harbour is  closed.</seg>
<seg id="2">Ships &amp; boats wait.</seg>
</doc>
<doc docid="two" genre="news" origlang="de">
<seg id="1">Nobody complains.</seg>
</doc>
<doc docid="three" genre="blog">
<seg id="1">Why would they?</seg>
</doc>
</srcset>
"""
SGM_REFERENCE = """<refset setid="x" srclang="any" trglang="de">
<doc docid="one" genre="news" origlang="en">
<seg id="1">Der Hafen ist zu.</seg>
<seg id="2">Schiffe &amp; Boote warten.</seg>
</doc>
<doc docid="two" genre="news" origlang="de">
<seg id="1">Niemand klagt.</seg>
</doc>
<doc docid="three" genre="blog">
<seg id="1">Warum auch?</seg>
</doc>
</refset>
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty cache."""
    home = tmp_path / "cache"
    monkeypatch.setenv("SACREBLEU", str(home))
    for name in ("PARBLEU_OFFLINE", "PARBLEU_MIRROR"):
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A directory for a user's own sets, and a function that puts one there."""
    directory = tmp_path / "sets"
    directory.mkdir()
    monkeypatch.setenv("PARBLEU_TESTSETS", str(directory))

    def put(name, /, **changes):
        data = {
            "name": name,
            "format": "plain",
            "language_pairs": {"en-de": ["src.txt", "ref.txt"]},
            **changes,
        }
        path = directory / (name.replace("/", "_") + ".json")
        path.write_text(json.dumps({k: v for k, v in data.items() if v is not None}), encoding="utf-8")
        return path

    return put


def publish(internet, name, content):
    """Puts a file on the internet; returns its entry among the sources of a test set."""
    return {"md5": internet.put(name, content), "url": internet.url(name)}


def asked(internet):
    """Which files somebody asked for, in order."""
    return [request.path for request in internet.requests]


def go_away(internet):
    """Leaves nothing on the internet."""
    shutil.rmtree(internet.directory)
    internet.directory.mkdir()


def tgz(files):
    """An archive of these files: name -> text."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, text in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return out.getvalue()


def zipped(files):
    """The same as a ZIP file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


@pytest.fixture
def harbour(mine, internet):
    """A small test set on the server: SGML with two pairs in one archive."""
    archive = tgz({"sgm/x-src.en.sgm": SGM, "sgm/x-ref.de.sgm": SGM_REFERENCE, "sgm/unused.txt": "nothing"})
    mine(
        "harbour/x",
        format="fake_sgml",
        sources=[publish(internet, "pub/test.tgz", archive)],
        language_pairs={
            "en-de": ["sgm/x-src.en.sgm", "sgm/x-ref.de.sgm"],
            "de-en": ["sgm/x-ref.de.sgm", "sgm/x-src.en.sgm"],
        },
        subsets={"one": "GB-business", "two": "EU-politics-DE"},
    )
    return "harbour/x"


def tree(directory):
    """All files below a directory but our notes, stamps and locks: name -> bytes."""
    paths = [path for path in Path(directory).rglob("*") if path.is_file()]
    named = {str(path.relative_to(directory)): path.read_bytes() for path in paths}
    return {name: content for name, content in named.items() if not any_hidden(name)}


def any_hidden(name):
    return any(part.startswith(".") for part in name.split("/")) or name.endswith(".lock")
