"""Tests that text written into SGML and XML in various ways is read back unchanged."""

from __future__ import annotations

import os
import re
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from parbleu.testsets import read_documents
from parbleu.testsets.formats import _raw_text as raw_text

from .hostile import Hostile, ordinary

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")
FILES = 60

KINDS = {"srcset": "src", "refset": "ref", "tstset": "hyp"}
# A beginning of a reference, or of a tag.
REFERENCE = re.compile(r"&(?=#?\w+;)")
NOT_IN_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


class Writer:
    """Writes test files of one seed."""

    def __init__(self, seed: str) -> None:
        self.hostile = Hostile(seed)
        self.random = self.hostile.random

    def lines(self) -> list[str]:
        lines = (self.hostile.line() for _ in range(self.random.randint(0, 6)))
        return [line for line in lines if ordinary(line)]

    def tag(self, name: str, **attributes: str) -> str:
        """A tag in any case, with values in any quotes."""
        random = self.random
        words = [random.choice((name, name.upper()))]
        for key, value in attributes.items():
            quote = random.choice("\"'")
            bare = re.fullmatch(r"[\w.-]+", value) and random.random() < 0.3
            quoted = value if bare else quote + self.escaped(value, quote) + quote
            words.append(f"{random.choice((key, key.upper()))}{random.choice(('=', ' = '))}{quoted}")
        return f"<{random.choice((' ', ' ', chr(10))).join(words)}{random.choice(('', '', ' '))}>"

    def escaped(self, text: str, quote: str = "") -> str:
        """All that has to be written by reference, and more."""
        random = self.random
        text = text.replace("&", "&amp;") if random.random() < 0.5 else REFERENCE.sub("&#38;", text)
        lazy = not quote and random.random() < 0.3
        text = re.sub(r"<(?=[\w/!?])" if lazy else "<", "&lt;", text)
        text = text.replace(quote, f"&#{ord(quote)};") if quote else text
        chosen = random.choice((*text, ">")) if text else ">"
        return (
            text.replace(chosen, f"&#x{ord(chosen):x};")
            if chosen not in "&#;\0<>\"'xltamp0123456789"
            else text
        )

    def sgml(self, texts: dict[tuple[str, str], list[list[str]]]) -> str:
        random = self.random
        parts = [random.choice(("", "\ufeff", "<!DOCTYPE srcset>\n", "<?xml version='1.0'?>"))]
        for (element, name), documents in texts.items():
            parts.append(self.tag(element, setid="x", **({"sysid": name} if name else {})) + "\n")
            for number, lines in enumerate(documents):
                parts.append(self.tag("doc", docid=f"d.{number}"))
                for at, line in enumerate(lines, 1):
                    parts.append(
                        random.choice(("\n", "", "<p>\n", "</p>", "<hl>", "<!-- <seg> -->", "<x>y</x>"))
                    )
                    parts.append(
                        self.tag("seg", id=str(at))
                        + self.escaped(line)
                        + random.choice(("</seg>", "</SEG >"))
                    )
                parts.append(random.choice(("</doc>\n", "</DOC>", "\n")))
            parts.append(f"</{element}>")
        return "".join(parts)

    def xml(self, texts: dict[tuple[str, str], list[list[str]]]) -> str:
        names = {"srcset": ("src", "lang"), "refset": ("ref", "translator"), "tstset": ("hyp", "system")}
        parts = ["<dataset>"]
        for number in range(len(texts["srcset", ""])):
            parts.append(f"<doc id='d.{number}'>")
            for (element, name), documents in texts.items():
                kind, attribute = names[element]
                segments = "".join(
                    f"<seg id='{at}'>{escape(line)}</seg>" for at, line in enumerate(documents[number], 1)
                )
                parts.append(f"<{kind} {attribute}='{name}'><p>\n{segments}</p></{kind}>")
            parts.append("</doc>")
        return "".join([*parts, "</dataset>"])


def texts_of(path: Path) -> dict[tuple[str, str], list[list[str]]]:
    found: dict[tuple[str, str], list[list[str]]] = {}
    for document in read_documents(path):
        assert document.ids == [str(at) for at in range(1, len(document.ids) + 1)]
        assert document.markup == 0
        found.setdefault((document.kind, document.name), []).append(document.segments)
    return found


@pytest.mark.parametrize("markup", ["sgml", "xml"])
def test_text_comes_out_again(markup: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = Writer(f"{SEED}/marked/{markup}")
    path = tmp_path / "x"
    for _ in range(FILES):
        kinds = [("srcset", ""), ("refset", "A & <b>"), ("tstset", "one"), ("tstset", "x's")]
        count = writer.random.randint(1, 3)
        texts = {kind: [writer.lines() for _ in range(count)] for kind in kinds}
        if markup == "xml":
            texts = {
                (element, name.replace("&", "and").replace("<", "(").replace("'", "")): [
                    [NOT_IN_XML.sub("", line) for line in lines] for lines in documents
                ]
                for (element, name), documents in texts.items()
            }
        texts["srcset", ""][0].append("at least one")
        expected = {
            (KINDS[element], name): [[" ".join(line.split()) for line in lines] for lines in documents]
            for (element, name), documents in texts.items()
        }
        path.write_text(getattr(writer, markup)(texts), encoding="utf-8", newline="")
        monkeypatch.setattr(raw_text, "_BLOCK", writer.random.choice((200, 777, 1 << 18)))
        assert texts_of(path) == expected
