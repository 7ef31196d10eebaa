"""`parbleu translate --engine http`: from a file to a file, also when the server goes away in the middle."""

import json
import os
import signal
from dataclasses import replace

import pytest

from chat_server import Reply, serve
from local_server import reserved_port
from parbleu.translate._engines import http
from waiting import FOREVER, PATIENCE, wait_until

KEY = "sk-very-secret-1234"
SOURCE = "".join(f"satz {number}\n" for number in range(1, 13)) + "\n" + "der schluss"


@pytest.fixture
def translate(run, tmp_path, monkeypatch):
    """Runs `parbleu translate` with a server, in a folder with a source."""
    for name in list(os.environ):
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    quick = replace(http.POLICY, first_wait=0.001, longest_wait=0.002)
    monkeypatch.setattr(http, "POLICY", quick)
    (tmp_path / "src").write_text(SOURCE)

    def runner(url, *words):
        words = (
            "src",
            "-o",
            "hyp",
            "--engine",
            "http",
            "--url",
            url,
            "--model",
            "parrot",
            "-l",
            "de-en",
            *words,
        )
        return run("translate", *words, cwd=tmp_path, env={"OPENAI_API_KEY": KEY})

    return runner


@pytest.fixture
def port():
    with reserved_port() as port:
        yield port


def test_a_server_that_goes_away_and_comes_back(translate, tmp_path, port):
    words = ("--concurrency", "1", "--window", "5", "--retries", "0")
    with serve(port) as server:
        server.answer = lambda asked: Reply(raw=b"") if asked.prompt.endswith("satz 8") else Reply()
        done = translate(server.url, *words)
        assert (done.status, done.out) == (1, "")
        told = f"line 8: {server.url}/chat/completions: the connection broke off"
        assert f"parbleu: {told}" in done.err
        assert "7 lines are done" in done.err  # those before it in the window, too
        assert not (tmp_path / "hyp").exists()
    done = translate(server.url, *words, "--resume")
    assert done.status == 1
    assert "no connection (Connection refused)" in done.err
    with serve(port) as again:
        assert translate(again.url, *words, "--resume") == (0, "", "")
        texts = [asked.prompt.rpartition("\n")[2] for asked in again.asked]
        assert texts == [*(f"satz {number}" for number in range(8, 13)), "der schluss"]
        record = json.loads((tmp_path / "hyp.json").read_text())
        assert record["usage"]["completion_tokens"] == 13 * 3  # of all runs
        assert again.asked[0].headers["Authorization"] == f"Bearer {KEY}"
        again.then(Reply(text="zu\nlang", finish="length"))
        done = translate(again.url, "--overwrite", "--concurrency", "1", "--prompt", "{source}")
        assert done.err.startswith("parbleu: 1 segment is translated as far as")
    assert (tmp_path / "hyp").read_text() == "zu lang\n" + SOURCE.upper().partition("\n")[2] + "\n"
    assert json.loads((tmp_path / "hyp.json").read_text())["cut"] == [1]


def test_what_is_recorded(translate, tmp_path):
    with serve() as server:
        server.then(Reply(status=503, body=b'{"error": "loading the model"}', headers={"Retry-After": "0"}))
        done = translate(f"{server.url}?token={KEY}", "--concurrency", "1")
        told = (
            f"parbleu: {server.url}/chat/completions: HTTP status 503 Service Unavailable: loading the model"
        )
        assert done == (0, "", f"{told}; trying again\n")
    assert (tmp_path / "hyp").read_text() == SOURCE.upper() + "\n"
    assert sorted(os.listdir(tmp_path)) == ["hyp", "hyp.json", "src"]
    text = (tmp_path / "hyp.json").read_text()
    assert KEY not in text
    record = json.loads(text)
    assert (record["engine"], record["model"], record["target_language"]) == ("http", "parrot", "English")
    counts = {"requests": 14, "repeated": 1, "prompt_tokens": 130, "completion_tokens": 39}
    assert record["usage"] == {**counts, "answers by parrot-1 fp_7": 13}
    assert (record["temperature"], record["empty"], record["cut"]) == (0, 1, [])


def test_ctrl_c(start_translate, tmp_path):
    (tmp_path / "src").write_text(SOURCE)
    with serve() as server:
        server.answer = lambda asked: Reply(wait=FOREVER)
        words = (
            "src",
            "-o",
            "hyp",
            "--engine",
            "http",
            "--url",
            server.url,
            "--model",
            "m",
            "--target-language",
            "en",
        )
        process = start_translate(*words)
        wait_until(lambda: len(server.asked) == 8, process)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
    assert os.listdir(tmp_path) == ["src"]
