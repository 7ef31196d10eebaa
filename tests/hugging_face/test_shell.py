"""Tests the command with Hugging Face models: conversion, translation without torch, names on the hub."""

import json
import shutil
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from hugging_face.tiny_models import sentences

pytestmark = pytest.mark.transformers

COMMIT = "0123456789abcdef0123456789abcdef01234567"
LANGUAGES = ("--source-language", "en", "--target-language", "fr")
TORCH = ("torch", "transformers")


@pytest.fixture
def source(tmp_path):
    lines = sentences(8, 4)
    lines[3] = ""
    (tmp_path / "src.txt").write_text("".join(f"{line}\n" for line in lines))
    return tmp_path / "src.txt"


def test_a_model_is_converted_once_and_then_needs_no_torch(model, parbleu, source, tmp_path):
    own = {"SACREBLEU": str(tmp_path / "cache")}
    folder = model("mbart-50")
    told = parbleu("translate", source, "--model", folder, *LANGUAGES, without=TORCH, status=1, **own).stderr
    assert "torch is needed: pip install 'transformers" in told
    assert told.count("\n") == 1
    first = parbleu("translate", source, "-o", "first.txt", "--model", folder, *LANGUAGES, **own)
    assert "Loading" not in first.stderr
    assert "Writing" not in first.stderr
    second = ("translate", source, "-o", "second.txt", "--model", folder, *LANGUAGES)
    parbleu(*second, without=TORCH, **own)
    one, two = ((tmp_path / name).read_text() for name in ("first.txt", "second.txt"))
    assert one == two
    assert one.count("\n") == 8
    assert one.split("\n")[3] == ""
    record = json.loads((tmp_path / "second.txt.json").read_text())
    assert (record["family"], record["target_language"]) == ("mbart-50", "fr_XX")
    assert record["engine"] == "ctranslate2"
    assert record["converted_from"] == str(folder)


def test_the_engine_transformers_from_the_shell(model, parbleu, source, tmp_path):
    options = ("--engine", "transformers", "--model", model("nllb"), "--beam", "1", "--max-length", "20")
    done = parbleu("translate", source, "-o", "hyp.txt", *options, *LANGUAGES)
    assert all(line.startswith("parbleu: ") for line in done.stderr.splitlines())  # no advice of libraries
    assert (tmp_path / "hyp.txt").read_text().count("\n") == 8
    assert json.loads((tmp_path / "hyp.txt.json").read_text())["engine"] == "transformers"
    told = parbleu("translate", source, *options, *LANGUAGES, without=TORCH, status=1).stderr
    assert "pip install 'transformers" in told


class Hub(ThreadingHTTPServer):
    """The hub, as far as a model needs it, with the models of one folder: owner/name/files."""

    def __init__(self, folder):
        super().__init__(("127.0.0.1", 0), Answer)
        self.folder = folder
        self.fetched = []


class Answer(BaseHTTPRequestHandler):
    """Answers what the library asks of the hub."""

    def do_GET(self):
        parts = self.path.split("?")[0].strip("/").split("/")
        if parts[:2] == ["api", "models"] and parts[4:5] == ["tree"]:
            self.list_files(self.server.folder.joinpath(*parts[2:4]))
        elif parts[:2] == ["api", "models"]:
            self.tell_about(self.server.folder.joinpath(*parts[2:4]), parts[5] if parts[5:] else "main")
        else:
            self.send_file(self.server.folder.joinpath(*parts[:2], *parts[4:]))

    def do_HEAD(self):
        self.do_GET()

    def tell_about(self, folder, revision):
        if not folder.is_dir() or revision not in {"main", COMMIT}:
            code = "RevisionNotFound" if folder.is_dir() else "RepoNotFound"
            self.answer(b'{"error": "not found"}', status=404, **{"X-Error-Code": code})
            return
        files = [{"rfilename": path.name} for path in sorted(folder.iterdir())]
        name = f"{folder.parent.name}/{folder.name}"
        about = {"id": name, "modelId": name, "sha": COMMIT, "siblings": files, "tags": [], "private": False}
        self.answer(json.dumps(about).encode(), **{"Content-Type": "application/json"})

    def list_files(self, folder):
        paths = sorted(folder.iterdir())
        files = [
            {"type": "file", "path": path.name, "oid": f"{path.name}-1", "size": path.stat().st_size}
            for path in paths
        ]
        self.answer(json.dumps(files).encode(), **{"Content-Type": "application/json"})

    def send_file(self, path):
        if not path.is_file():
            self.answer(b"", status=404, **{"X-Error-Code": "EntryNotFound"})
            return
        if self.command == "GET":
            self.server.fetched.append(path.name)
        self.answer(path.read_bytes(), ETag=f'"{path.name}-1"', **{"X-Repo-Commit": COMMIT})

    def answer(self, body, status=200, **headers):
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def hub(tmp_path):
    (folder := tmp_path / "served").mkdir()
    with Hub(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_a_model_of_the_hub_by_its_name(model, parbleu, source, hub, tmp_path):
    served = shutil.copytree(model("marian"), hub.folder / "tiny" / "opus-mt")
    (served / "pytorch_model.bin").write_bytes(b"the same weights once more")
    (served / "tf_model.h5").write_bytes(b"and once more")
    where = {
        "HF_ENDPOINT": f"http://127.0.0.1:{hub.server_port}",
        "HF_HOME": str(tmp_path / "hf"),
        "HF_HUB_DISABLE_XET": "1",
        "PARBLEU_OFFLINE": "",
        "NO_PROXY": "127.0.0.1",
    }
    translate = ("translate", source, "--model", "tiny/opus-mt", "--beam", "1", "--max-length", "20")
    translate += ("--compute-type", "float32")
    told = parbleu(*translate, status=1, **where | {"PARBLEU_OFFLINE": "1"}).stderr
    assert "neither a folder nor in the hub's cache, and PARBLEU_OFFLINE" in told
    assert hub.fetched == []
    parbleu(*translate, "-o", "one.txt", **where)
    assert sorted(hub.fetched) == sorted(
        path.name for path in served.iterdir() if path.name not in {"pytorch_model.bin", "tf_model.h5"}
    )
    record = json.loads((tmp_path / "one.txt.json").read_text())
    assert record["revision"] == COMMIT
    assert record["model"] == "tiny/opus-mt"
    assert record["converted_from"].endswith(f"/models--tiny--opus-mt/snapshots/{COMMIT}")
    # Offline, then: from the hub's cache, and from ours.
    hub.fetched.clear()
    offline = where | {"PARBLEU_OFFLINE": "1", "HF_ENDPOINT": "http://127.0.0.1:9"}
    parbleu(*translate, "-o", "two.txt", without=TORCH, **offline)
    parbleu(*translate, "-o", "three.txt", "--engine", "transformers", **offline)
    assert len({(tmp_path / f"{name}.txt").read_text() for name in ("one", "two", "three")}) == 1
    assert hub.fetched == []
    # What is not there.
    told = parbleu(*translate, "--revision", "v9", status=1, **where).stderr
    assert "tiny/opus-mt in revision v9: there is no such folder, and no such model on the hub" in told
    other = [word if word != "tiny/opus-mt" else "tiny/other" for word in translate]
    assert "no such model on the hub" in parbleu(*other, status=1, **where).stderr
    told = parbleu(*other, status=1, **where | {"HF_ENDPOINT": "http://127.0.0.1:9"}).stderr
    assert "tiny/other is not a folder on this machine, and cannot be downloaded from the hub" in told
    assert told.count("\n") == 1
