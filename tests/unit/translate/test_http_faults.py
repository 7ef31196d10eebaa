"""Tests the HTTP engine with failing servers: what is sent again, and what is an error."""

import gzip
import json
import re
import time
from dataclasses import replace
from email.utils import formatdate
from http import HTTPStatus

import pytest

from chat_server import Reply, completion, serve
from local_server import reserved_port
from parbleu.errors import TranslationError
from parbleu.fetch._endpoint import http_requests
from parbleu.translate._engines import http
from unit.translate.http_engine import KEY, engine, texts, translate
from waiting import FOREVER, no_waiting


def error(message, **more):
    return json.dumps({"error": {"message": message, **more}}).encode()


GARBAGE = {
    "no JSON": Reply(body=b"oops"),
    "is empty": Reply(body=b""),
    "a web page ('Sign in')": Reply(body=b"<!DOCTYPE html><title>Sign\nin</title>"),
    "not valid UTF-8 at byte 3": Reply(body=b'{"x\xff"}'),
    "no JSON ": Reply(body=completion("a").decode().encode("utf-16-le")),
    "no JSON  ": Reply(body=b"[" * 60_000),
    "is not a JSON object but a list": Reply(body=b"[]"),
    "has no choices": Reply(body=b"{}"),
    "has no choices ": Reply(body=b'{"choices": []}'),
    "no choices but an object": Reply(body=b'{"choices": {"0": 1}}'),
    "its choice is not a JSON object but a string": Reply(body=b'{"choices": ["a"]}'),
    "its message is not a JSON object but nothing": Reply(body=b'{"choices": [{}]}'),
    "holds no text": Reply(body=completion(None)),
    "is not a string but a list": Reply(body=completion([{"type": "text", "text": "a"}])),
    "half a character": Reply(body=completion("\ud800")),
    "answer is empty": Reply(text=" \n"),
    "empty, cut at the limit of tokens: give it more (--max-length)": Reply(text="", finish="length"),
    "reasoning alone": Reply(text="<think>never ends"),
    "answered with an error: out [2Jof memory": Reply(body=error("out\x1b[2Jof\nmemory")),
    "larger than": Reply(body=b" " * 70_000),
    "larger than ": Reply(body=gzip.compress(b" " * 9_000_000), headers={"Content-Encoding": "gzip"}),
    "is damaged": Reply(headers={"Content-Encoding": "gzip"}),
    "broke off": Reply(body=gzip.compress(completion("a"))[:-9], headers={"Content-Encoding": "gzip"}),
    "encoded as 'br'": Reply(headers={"Content-Encoding": "br"}),
    "connection broke off": Reply(cut=40),
    "connection broke off ": Reply(cut=40, chunked=True),
    "connection broke off  ": Reply(cut=0, reset=True),
    "connection broke off   ": Reply(raw=b""),
    "connection broke off    ": Reply(raw=b"SSH-2.0-OpenSSH\r\n"),
    **{f"HTTP status {status}": Reply(status=status, body=b"") for status in (408, 409, 425, 500, 503, 529)},
    "HTTP status 429 Too Many Requests: slow down": Reply(status=429, body=error("slow down")),
    "HTTP status 502 Bad Gateway: it sent a web page": Reply(status=502, body=b"<html>" * 20_000),
}


@pytest.mark.long
@pytest.mark.parametrize("message", GARBAGE)
def test_a_failure_is_tried_again_and_then_an_error(message, chat, warnings, monkeypatch):
    monkeypatch.setattr(http_requests, "LARGEST", 65_000)
    with engine(chat.url, retries=1) as made:
        chat.then(GARBAGE[message])
        assert [each.text for each in made.translate(["a"])] == ["A"]
        assert made.usage()["repeated"] == 1
        assert re.search(re.escape(message.strip()), warnings[0])
        assert warnings[0].endswith("; trying again")
        chat.then(GARBAGE[message], GARBAGE[message])
        with pytest.raises(TranslationError, match=re.escape(message.strip())) as raised:
            made.translate(["a"])
    assert "(2 attempts); check that" in str(raised.value)
    assert raised.value.segment == 0
    assert str(raised.value).isprintable()
    assert len(warnings) == 1
    assert len(chat.asked) == 4


@pytest.mark.parametrize("reply", [Reply(wait=FOREVER), Reply(pace=(1, 0.2))], ids=["nothing", "too slow"])
def test_an_answer_that_takes_too_long_is_tried_again_and_then_an_error(reply, chat, warnings):
    chat.answer = lambda asked: reply
    with pytest.raises(TranslationError, match=r"no whole answer within 0\.25 seconds .*\(2 attempts\)"):
        translate(chat.url, ["a"], timeout=0.25, retries=1)
    assert len(warnings) == 1
    assert "no whole answer within 0.25 seconds" in warnings[0]
    assert warnings[0].endswith("; trying again")


FATAL = {
    "401 Unauthorized: no; it wants a key: put one into OPENAI_API_KEY": Reply(status=401, body=error("no")),
    "403 Forbidden; it wants a key": Reply(status=403, body=b""),
    "400 Bad Request: wrong; change": Reply(status=400, body=b"[" + error("wrong") + b"]"),
    "404 Not Found: no model x; does --url name": Reply(status=404, body=b'{"detail": "no model x"}'),
    "400 Bad Request: too long; change": Reply(status=400, body=b'{"code": 1, "message": "too long"}'),
    f"422 {HTTPStatus(422).phrase}: [{{'": Reply(status=422, body=b"[{'"),
    "413": Reply(status=413, body=b"x" * 300),
    "429 Too Many Requests: pay; pay for more": Reply(
        status=429, body=error("pay", code="insufficient_quota"), headers={"Retry-After": "1"}
    ),
    "501 Not Implemented": Reply(status=501, body=b"\xff\x1b[2J\n"),
    "it refuses: I will not; change": Reply(body=completion(None, refusal="I will not")),
    "its filter of contents stopped the answer; change": Reply(text="Hal", finish="content_filter"),
}


@pytest.mark.parametrize("message", FATAL)
def test_what_will_not_pass_is_an_error_at_once(message, chat, warnings):
    chat.answer = lambda asked: FATAL[message] if asked.prompt.endswith("bad") else Reply(wait=FOREVER)
    with no_waiting(), pytest.raises(TranslationError, match=re.escape(message)) as raised:
        translate(chat.url, ["a", "b", "bad"], concurrency=3)
    assert raised.value.segment == 2
    assert len(str(raised.value)) < 450
    assert str(raised.value).isprintable()
    assert sum(asked.prompt.endswith("bad") for asked in chat.asked) == 1
    assert warnings == []


def test_the_key_goes_nowhere_else_and_is_never_told(chat, monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)
    with serve() as other:
        chat.then(Reply(status=307, body=b"", headers={"Location": f"{other.url}/x?token=1"}))
        with pytest.raises(TranslationError, match=r"307 .* Redirect; it redirects to http://\S+/x: if you"):
            texts(chat.url, ["a"], api_key_variable="MY_KEY")
        assert other.asked == []
    assert chat.asked[0].headers["Authorization"] == f"Bearer {KEY}"
    chat.then(Reply(status=401, body=error(f"wrong key {KEY}!")))
    with pytest.raises(TranslationError, match=r"wrong key \[the key\]!; is the key in MY_KEY one"):
        texts(chat.url, ["a"], api_key_variable="MY_KEY")


def test_a_server_that_is_not_there(warnings):
    with reserved_port() as port:
        with pytest.raises(TranslationError, match=r"no connection \(.*refused.*\) \(1 attempt\)"):
            translate(f"http://127.0.0.1:{port}/v1", ["a"], retries=0)
        for other in ("[::1]", "localhost"):
            with pytest.raises(TranslationError, match="no connection"):
                translate(f"http://{other}:{port}/v1", ["a"], retries=0)
    with pytest.raises(TranslationError, match=r"name of the server is not known|no whole answer"):
        translate("http://nowhere.invalid/v1", ["a"], timeout=5)


def test_all_wait_as_long_as_the_server_asks_one_to(chat):
    chat.then(Reply(status=429, headers={"Retry-After": "1"}))
    begin = time.monotonic()
    assert texts(chat.url, list("abcdefgh"), concurrency=2) == list("ABCDEFGH")
    assert time.monotonic() - begin > 1
    assert len(chat.asked) == 9


def test_a_server_that_asks_for_too_much_patience(chat, monkeypatch):
    impatient = replace(http.POLICY, longest_asked=5)
    monkeypatch.setattr(http, "POLICY", impatient)
    for value in ("60", formatdate(time.time() + 3600, usegmt=True)):
        chat.then(Reply(status=503, headers={"Retry-After": value}))
        with pytest.raises(TranslationError, match=r"503 .*; it asks to wait [^:;]+: continue then"):
            translate(chat.url, ["a"])
    chat.then(Reply(status=503, headers={"Retry-After": "soon"}))
    assert texts(chat.url, ["a"]) == ["A"]


def test_an_endless_answer_is_not_read_to_its_end(chat, monkeypatch):
    monkeypatch.setattr(http_requests, "LARGEST", 200_000)
    chat.then(Reply(body=b" " * 500_000, pace=(250_000, FOREVER)))
    with no_waiting():
        assert texts(chat.url, ["a"]) == ["A"]


def test_a_page_that_is_hard_to_read(chat):
    chat.then(Reply(body=b"<html><title>" + b" " * 1_000_000), Reply(body=b"<html>" + b"<title" * 100_000))
    begin = time.process_time()
    assert texts(chat.url, ["a"]) == ["A"]
    assert time.process_time() - begin < 10  # trying every "<title" with every blank takes hours


def test_compression_that_nobody_asked_for(chat):
    chat.then(Reply(body=gzip.compress(completion("ä")), headers={"Content-Encoding": "gzip"}))
    assert texts(chat.url, ["a"]) == ["ä"]
    assert chat.asked[0].headers["Accept-Encoding"] == "identity"


def test_no_part_of_a_key_is_shown():
    key = "sk-proj-4f9a8c77e1"
    for text in (f"wrong key {key}", f"wrong key {key[:12]}...", f"...{key[-8:]} is wrong", key[3:9]):
        masked = http_requests.without_key(text, key)
        assert "[the key]" in masked
        assert not any(key[start : start + 6] in masked for start in range(len(key) - 5))
    assert http_requests.without_key("wrong", key) == http_requests.without_key("wrong", "") == "wrong"
