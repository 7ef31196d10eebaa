"""The native reader of XML against the standard library's parser, on files that are nearly well-formed."""

from __future__ import annotations

import os
import re
from random import Random
from typing import Any
from xml.parsers import expat

import pytest

from parbleu import _core
from parbleu.errors import FormatError

from .hostile import SCRIPTS, SPACES
from .slow_xml import GROUPS, Refused, SlowDocuments

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")
FILES = 1500

TEXT = (
    *("a", "word", "two words", " ", "  ", "\n", "\r\n", "\r", "\t", "]", "]]", ">", "'", '"', "=", "/", "é"),
    *(
        "&amp;",
        "&lt;",
        "&gt;",
        "&quot;",
        "&apos;",
        "&#65;",
        "&#x3000;",
        "&#13;",
        "&#10;",
        "&#x10FFFF;",
        "&#133;",
    ),
    *("<![CDATA[ <x> & ]]>", "<![CDATA[]]>", "<!-- remark -->", "<?pi data?>", "<b>bold</b>", "<br/>"),
    *(char for char in SPACES if char >= "\x80"),
    *("\u200b", "\ufeff", "\ufffd", "\U0001f600", *SCRIPTS[:-1]),
)
WRONG = (
    *(
        "<",
        "&",
        "]]>",
        "&#0;",
        "&#xD800;",
        "&nbsp;",
        "\0",
        "\x01",
        "\x7f",
        "\ufffe",
        "\uffff",
        "--",
        "<!",
        "?>",
    ),
    *(
        "<!-- -- -->",
        "<![CDATA[",
        "</seg>",
        "<seg>",
        "<doc>",
        "</",
        "/>",
        "<1>",
        "<?xml version='1.0'?>",
        "<!DOCTYPE d>",
    ),
)
RARE_NAME = re.compile(rb"<[^>]*[\x80-\xff]")
CUTS = (1, 2, 3, 5, 17, 1 << 18)


class Files:
    """Files of one seed."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def text(self) -> str:
        return "".join(self.random.choices(TEXT, k=self.random.choice((0, 1, 2, 3, 6))))

    def attributes(self, *names: str) -> str:
        random = self.random
        words = []
        for name in random.sample(names, random.randint(len(names) - 1, len(names))):
            quote = random.choice("\"'")
            value = random.choice(("1", "2", "de", "", "a b", " a\t\nb\r\nc ", "&amp;&#10;", "é>")).replace(
                quote, ""
            )
            space = random.choice(("", "", " ", "\n"))
            words.append(
                random.choice((" ", "  ", "\n\t")) + name + space + "=" + space + quote + value + quote
            )
        return "".join(words)

    def segment(self) -> str:
        number = f' id="{self.random.randint(1, 9)}"' if self.random.random() < 0.98 else ""
        end = self.random.choice(("", " "))
        return (
            f"<seg{number}{end}>{self.text()}</seg{end}>" if self.random.random() < 0.9 else f"<seg{number}/>"
        )

    def group(self) -> str:
        name = self.random.choice(GROUPS)
        inner = "\n".join(self.segment() for _ in range(self.random.randint(0, 4)))
        return f"<{name}{self.attributes('lang', 'system')}><p>{inner}</p></{name}>{self.text()}"

    def document(self) -> str:
        inner = "".join(self.group() for _ in range(self.random.randint(0, 4)))
        return f"<doc{self.attributes('id', 'origlang', 'domain')}>{inner}</doc>\n"

    def file(self) -> bytes:
        begin = self.random.choice(
            ("", "<?xml version='1.0' encoding='utf-8'?>\n", "\ufeff", "<!DOCTYPE set>", "\n")
        )
        inner = "".join(self.document() for _ in range(self.random.randint(0, 3)))
        return f"{begin}<set>{inner}</set>{self.random.choice(('', ' ', '<!-- end -->'))}".encode()

    def damaged(self, data: bytes) -> bytes:
        """The file with something put in, cut out, doubled or changed."""
        random = self.random
        at = random.randint(0, len(data))
        size = random.randint(1, 9)
        kind = random.random()
        if kind < 0.4:
            return data[:at] + random.choice(WRONG).encode() + data[at:]
        if kind < 0.6:
            return data[:at] + data[at + size :]
        if kind < 0.7:
            return data[: at + size] + data[at:]
        if kind < 0.8:
            return data[:at]
        return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def ours(data: bytes, cut: int, whole: bool) -> Any:
    reader = _core.XmlDocuments("doc", GROUPS, "seg", "id", whole)
    found = []
    try:
        for at in range(0, len(data), cut):
            found += reader.feed(data[at : at + cut])
        reader.finish()
    except FormatError:
        return None
    return [
        (about, [(g[0], g[2], *lines_of(g[3], b"\0"), *lines_of(g[4], b"\n"), g[5]) for g in groups])
        for _, about, groups in found
    ]


def lines_of(text: bytes, end: bytes) -> list[list[str]]:
    pieces = text.decode().split(end.decode())
    assert pieces.pop() == ""
    return [pieces]


def theirs(data: bytes, whole: bool) -> Any:
    try:
        return SlowDocuments(data, whole).result()
    except (expat.ExpatError, Refused):
        return None


def tolerated(data: bytes) -> bool:
    """Whether we may be more lenient: with rare characters of names, XML declarations and DTDs."""
    return RARE_NAME.search(data) is not None or b"<?xml" in data or b"<!DOCTYPE" in data


@pytest.mark.parametrize("part", range(3))
def test_files_whole_and_damaged(part: int) -> None:
    files = Files(f"{SEED}/xml/{part}")
    refused = 0
    for _ in range(FILES // 3):
        data = files.file()
        whole = files.random.random() < 0.5
        for each in (data, files.damaged(data), files.damaged(files.damaged(data))):
            found = ours(each, files.random.choice(CUTS), whole)
            expected = theirs(each, whole)
            refused += found is None
            if found != expected and expected is None and tolerated(each):
                continue
            assert found == expected, each
    assert FILES // 6 < refused < FILES
