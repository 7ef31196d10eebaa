"""Tests the HTTP engine: its requests, the answers, and their order."""

import asyncio
import os
import signal
import socket
import sys
import threading

import pytest

from chat_server import Reply, completion
from parbleu.errors import MissingDependencyError, OptionError, TranslationError
from parbleu.translate.engine import Translation
from unit.translate.http_engine import KEY, engine, texts, translate
from waiting import FOREVER, PATIENCE, no_waiting, wait_until


def test_what_is_sent(chat, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\n")
    with engine(f"{chat.url}/?a=1", source_language="eng_Latn", seed=7, max_length=50) as made:
        assert made.translate(["{a} b"]) == [Translation("{A} B")]
        described = made.describe()
        counts = {"requests": 1, "repeated": 0, "prompt_tokens": 10, "completion_tokens": 3}
        assert made.usage() == {**counts, "answers by parrot-1 fp_7": 1}
    (asked,) = chat.asked
    assert asked.target == "/v1/chat/completions?a=1"
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert asked.json.pop("messages")[0]["content"].startswith(
        "Translate the following text from English into German."
    )
    assert asked.json == {"model": "parrot", "temperature": 0, "max_tokens": 50, "seed": 7, "stream": False}
    assert described["url"] == f"{chat.url}/chat/completions"
    assert (described["source_language"], described["target_language"]) == ("English", "German")
    assert KEY not in str(described)
    assert described["prompt"].endswith("\n\n{source}")


def test_a_model_that_continues_text(chat):
    url = f"{chat.url}/completions"
    chat.then(Reply(text=" Hallo Welt"))
    assert texts(url, ["hello"], source_language="en") == ["Hallo Welt"]
    (asked,) = chat.asked
    assert (asked.target, asked.prompt) == ("/v1/completions", "English: hello\nGerman:")
    assert (asked.json["max_tokens"], asked.json["stop"]) == (1024, ["\n"])
    assert "Authorization" not in asked.headers


def test_several_at_once_and_in_order(chat):
    first_five = threading.Barrier(5)

    def answer(asked):
        if asked.prompt.endswith(("\ns0", "\ns1", "\ns2", "\ns3", "\ns4")):
            first_five.wait(PATIENCE)
        return Reply(wait=0.05 if asked.prompt.endswith(("0", "1")) else 0.004)

    chat.answer = answer
    segments = [f"s{number}" for number in range(40)]
    made = texts(chat.url, segments, concurrency=5)
    assert made == [segment.upper() for segment in segments]
    assert chat.most == 5
    assert texts(chat.url, segments[5:7], concurrency=1) == ["S5", "S6"]


def test_the_answer_is_kept_as_it_is_but_for_blanks_and_reasoning(chat):
    said = {
        '"Hallo"': '"Hallo"',
        "\n Translation: a\nb \n": "Translation: a\nb",
        "<think>\nhm</think>\n\nHallo": "Hallo",
        "hm, so</think> Hallo": "Hallo",
        "a < b": "a < b",
    }
    for answer, kept in said.items():
        chat.then(Reply(text=answer))
        assert texts(chat.url, ["x"]) == [kept]
    chat.then(Reply(text="Schreibe </think> ans Ende"))
    assert texts(chat.url, ["write </think> at the end"]) == ["Schreibe </think> ans Ende"]


def test_an_answer_with_a_key_twice_is_read(chat):
    chat.then(Reply(body=completion("Hallo").replace(b"{", b'{"model": "first", ', 1)))
    with engine(chat.url) as made:
        assert made.translate(["hello"]) == [Translation("Hallo")]
        assert made.usage()["answers by parrot-1 fp_7"] == 1


def test_a_cut_answer_is_marked(chat):
    chat.then(Reply(text="so on and", finish="length"))
    assert translate(chat.url, ["x"]) == [Translation("so on and", cut=True)]


def test_the_newer_name_of_the_limit(chat):
    wants = b'{"error": {"message": "Unsupported parameter: use \'max_completion_tokens\' instead."}}'
    all_four = threading.Barrier(4)

    def answer(asked):
        if "max_tokens" not in asked.json:
            return Reply()
        all_four.wait(PATIENCE)
        return Reply(status=400, body=wants)

    chat.answer = answer
    with engine(chat.url, max_length=9, retries=0, concurrency=4) as made:
        assert len(made.translate(["a"] * 6)) == 6
        assert made.identity()["max_length"] == 9
    limits = [asked.json.get("max_completion_tokens") for asked in chat.asked]
    assert limits.count(9) == 6
    assert 1 <= limits.count(None) <= 4  # those that had been asked before the first answer
    chat.answer = lambda asked: Reply(status=400, body=wants)
    with pytest.raises(TranslationError, match=r"use 'max_completion_tokens' instead\.; change what"):
        texts(chat.url, ["a"], max_length=9)


def test_inside_a_running_event_loop(chat):
    async def notebook():
        return texts(chat.url, ["a"])

    assert asyncio.run(notebook()) == ["A"]


def test_ctrl_c_ends_all_requests_at_once(chat):
    def press():
        wait_until(lambda: len(chat.asked) == 4)
        os.kill(os.getpid(), signal.SIGINT)

    chat.answer = lambda asked: Reply(wait=FOREVER)
    before = {*threading.enumerate()}
    made = engine(chat.url, concurrency=4)
    assert len({*threading.enumerate()} - before) == 1
    threading.Thread(target=press).start()
    with no_waiting(), pytest.raises(KeyboardInterrupt), made:
        made.translate(["a"] * 20)
    assert len(chat.asked) == 4
    assert not any("portal" in thread.name for thread in threading.enumerate())


def test_closing_ends_requests_whose_answers_nobody_takes(chat):
    chat.answer = lambda asked: Reply(wait=FOREVER if asked.prompt.endswith("slow") else 0)
    made = engine(chat.url, concurrency=2)
    answers = made.stream(["a", "slow", "slow"])
    assert next(answers) == {0: Translation("A")}
    with no_waiting():
        made.close()


def test_a_name_that_nobody_finds_delays_nothing(chat, monkeypatch):
    answered = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answered.wait(FOREVER))
    with no_waiting(), pytest.raises(TranslationError, match="no whole answer within"):
        translate("http://far.example/v1", ["a"], timeout=0.1, retries=0)
    answered.set()


def test_a_server_of_many_names(chat):
    number = iter(range(100))
    chat.answer = lambda asked: Reply(body=completion("a").replace(b"parrot-1", b"m\\n%d" % next(number)))
    with engine(chat.url) as made:
        made.translate(["a"] * 100)
        counts = made.usage()
    assert counts["answers by m 0 fp_7"] == 1
    assert counts["answers by more"] == 52
    assert len(counts) == 53
    chat.answer = lambda asked: Reply(body=b'{"choices": [{"message": {"content": "a"}}], "usage": [1]}')
    with engine(chat.url) as made:
        made.translate(["a"])
        assert made.usage()["answers by a model without a name"] == 1


def test_a_closed_engine_says_so(chat):
    made = engine(chat.url)
    made.close()
    made.close()
    with pytest.raises(OptionError, match="closed"):
        made.translate(["a"])


def test_without_httpx(monkeypatch):
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'ctranslate2"):
        engine("http://127.0.0.1:1/v1")
