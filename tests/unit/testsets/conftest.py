"""Test sets of our own sentences: in a user's directory, and on a local server that plays the internet."""

import hashlib
import http.server
import io
import json
import tarfile
import threading
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
        data = {"name": name, "format": "plain", "langpairs": {"en-de": ["src.txt", "ref.txt"]}, **changes}
        path = directory / (name.replace("/", "_") + ".json")
        path.write_text(json.dumps({k: v for k, v in data.items() if v is not None}), encoding="utf-8")
        return path

    return put


class Internet:
    """Files on a local server, and how often each was asked for."""

    def __init__(self, url):
        self.url = url
        self.files = {}
        self.asked = []

    def put(self, name, content):
        """Offers a file; returns its entry among the sources of a test set."""
        self.files["/" + name] = content
        return {"url": f"{self.url}/{name}", "md5": hashlib.md5(content).hexdigest()}


@pytest.fixture
def internet(monkeypatch):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            place.asked.append(self.path)
            content = place.files.get(self.path)
            self.send_response(404 if content is None else 200)
            self.send_header("Content-Length", str(len(content or b"")))
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    place = Internet(f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield place
    server.shutdown()
    thread.join()
    server.server_close()


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
        sources=[internet.put("pub/test.tgz", archive)],
        langpairs={
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
