"""Tests the HTTP engine's addresses, keys and prompts."""

import re

import pytest

from chat_server import Reply, serve
from parbleu.errors import OptionError, TranslationError, UnreadableFileError
from parbleu.translate.endpoint.chat_protocol import Prompt
from parbleu.translate.engine import Settings
from parbleu.translate.engines import ENGINES
from unit.translate.http_engine import KEY, texts

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


def test_a_key_on_a_road_that_others_can_see(chat, told, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("HTTP_PROXY", chat.url.removesuffix("/v1"))  # so nobody looks for that host
    url = "http://gpu7.example/v1"
    assert texts(url, ["a"]) == ["A"]
    assert (chat.asked[0].target, chat.asked[0].headers["Authorization"]) == (f"{url}/chat/completions", None)
    assert "is not encrypted, so the key in OPENAI_API_KEY is not sent: use https, or name the" in told.pop()
    assert texts(url, ["a"], api_key_variable="OPENAI_API_KEY") == ["A"]
    assert chat.asked[1].headers["Authorization"] == f"Bearer {KEY}"
    assert "is sent to http://gpu7.example/v1/chat/completions without encryption, as you ask" in told.pop()
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
