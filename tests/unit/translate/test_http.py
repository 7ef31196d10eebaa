"""Tests the HTTP engine: its requests, the answers, and their order."""

import asyncio
import os
import re
import signal
import socket
import sys
import threading

import pytest

from chat_server import Reply, completion, serve
from parbleu.errors import MissingDependencyError, OptionError, TranslationError, UnreadableFileError
from parbleu.translate._engine import Settings, Translation
from parbleu.translate._engines import ENGINES
from parbleu.translate._engines.http import Prompt
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


URL = "http://127.0.0.1:1/v1"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"url": None}, "the engine http needs a server: --url, such as http"),
        ({"model": None}, "the engine http needs the name of a model"),
        ({"url": "localhost:8000/v1"}, "--url must be the address of a server"),
        ({"url": "http:///v1"}, "--url must be the address of a server"),
        ({"url": "http://a b/v1"}, "--url must be the address of a server"),
        ({"url": "http://a:99999/v1"}, "--url must be the address of a server"),
        ({"url": "http://xn--a/v1"}, "--url must be the address of a server"),
        ({"url": "http://a:x/v1"}, "--url must be the address of a server"),
        ({"url": "http://a/\x07"}, "--url must be the address of a server"),
        (
            {"url": "https://me:secret@a/v1"},
            "--url holds a name or password, which everybody on",
        ),
        ({"temperature": float("nan")}, "temperature is a number from 0, not nan"),
        ({"temperature": -1.0}, "temperature is a number from 0, not -1"),
        ({"concurrency": 5000}, "concurrency is a number up to 1024, not 5000"),
        ({"beam": 4}, "the engine http has no use for beam"),
        (
            {"target_language": None},
            "{target_language}, and none was given: add --target-language",
        ),
        (
            {"prompt": "{source_language}: {source}"},
            "the prompt names {source_language}, and none was given",
        ),
        ({"prompt": "Translate!"}, "the prompt has no {source}"),
        (
            {"prompt": "{source} {text}"},
            "the prompt has the field {text}, and there are only {source}, {source_l",
        ),
        ({"prompt": "{source.__class__}"}, "the prompt has the field {source.__class__}"),
        ({"prompt": "{source!r}"}, "the prompt has the field {source}"),
        ({"prompt": "{source"}, "the prompt is not a template"),
        ({"prompt": '{"text": "{source}"}'}, "double braces that mean themselves"),
        (
            {"api_key_variable": "NO_SUCH_KEY"},
            "the environment variable NO_SUCH_KEY holds no key: set it",
        ),
    ],
)
def test_refusals(settings, message):
    given = {"url": URL, "model": "m", "target_language": "de"} | settings
    with pytest.raises(OptionError, match=re.escape(message)) as raised:
        ENGINES["http"](Settings(**given))
    assert "secret" not in str(raised.value)


def test_proxies_that_make_no_sense(monkeypatch):
    monkeypatch.setenv("ALL_PROXY", "nonsense://somewhere")
    with pytest.raises(OptionError, match="proxies or certificates cannot be used"):
        ENGINES["http"](Settings(url=URL, model="m", target_language="de"))


def test_a_key_that_is_none(chat, monkeypatch):
    for key in ("a\nb", "schlüssel"):
        monkeypatch.setenv("OPENAI_API_KEY", key)
        with pytest.raises(OptionError, match="OPENAI_API_KEY holds characters that no key has") as raised:
            texts(chat.url, ["a"])
        assert key not in str(raised.value)


def test_a_key_on_a_road_that_others_can_see(chat, warnings, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("HTTP_PROXY", chat.url.removesuffix("/v1"))  # so nobody looks for that host
    url = "http://gpu7.example/v1"
    assert texts(url, ["a"]) == ["A"]
    assert (chat.asked[0].target, chat.asked[0].headers["Authorization"]) == (f"{url}/chat/completions", None)
    assert "is not encrypted, so the key in OPENAI_API_KEY is not sent: use https" in warnings.pop()
    assert texts(url, ["a"], api_key_variable="OPENAI_API_KEY") == ["A"]
    assert chat.asked[1].headers["Authorization"] == f"Bearer {KEY}"
    assert "is sent to http://gpu7.example/v1/chat/completions without encryption" in warnings.pop()
    assert texts(chat.url, ["a"]) == ["A"]
    assert chat.asked[2].target == "/v1/chat/completions"  # to this machine without the proxy


def test_a_proxy_that_refuses(chat, monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", chat.url.removesuffix("/v1"))  # it knows no CONNECT
    with pytest.raises(TranslationError, match=r"the proxy refuses \(501 .*\): see HTTPS_PROXY"):
        texts("https://gpu7.example/v1", ["a"])


def test_certificates(chat, certificate, monkeypatch):
    with serve(certificate=certificate) as encrypted:
        with pytest.raises(
            TranslationError, match=r"certificate is not trusted \(self.signed certificate\); is the"
        ):
            texts(encrypted.url, ["a"])
        assert encrypted.asked == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert texts(encrypted.url, ["a"]) == ["A"]


def test_no_encryption_where_it_was_promised(chat):
    with pytest.raises(TranslationError, match=r"no connection \(no encryption: [A-Z_]+\)"):
        texts(chat.url.replace("http:", "https:"), ["a"], retries=0)


def test_a_prompt_of_ones_own(chat, tmp_path):
    (tmp_path / "p").write_text(
        "\ufeffSay {{it}} in {target_language}:\n{source}\n|{source}\n", encoding="utf-8"
    )
    chat.answer = lambda asked: Reply(text=asked.prompt)
    asked = "Say {it} in German:\n{x}{source}\n|{x}{source}"
    assert texts(chat.url, ["{x}{source}"], prompt=f"@{tmp_path}/p") == [asked]
    assert texts(chat.url, ["b"], prompt="{source}", target_language=None) == ["b"]
    with pytest.raises(
        UnreadableFileError, match=r"/q: No such file or directory: --prompt @FILE reads a file"
    ):
        texts(chat.url, ["a"], prompt=f"@{tmp_path}/q")
    (tmp_path / "q").write_bytes(b"{source}\xff")
    with pytest.raises(UnreadableFileError, match=r"/q: byte 8 is not valid UTF-8"):
        texts(chat.url, ["a"], prompt=f"@{tmp_path}/q")


def test_a_prompt_names_languages():
    assert (
        Prompt("{source_language}>{target_language}: {source}", "en", "ja").fill("a") == "English>Japanese: a"
    )
