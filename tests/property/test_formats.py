"""Every format of test sets on random hostile files, against the installed sacreBLEU on the same files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .formats import RawFiles, difference
from .hostile import SPACES, Hostile, ordinary

SEED = os.environ.get("PARBLEU_FUZZ_SEED", "1")
FILES = 40


def escaped(text: str, attribute: bool = False) -> str:
    """The text as XML holds it, without what it cannot hold; all white space of attributes is plain."""
    text = "".join(char for char in text if char >= " " or char in "\t\n\r").replace("\ufffe", "")
    text = text.replace("\uffff", "").replace("&", "&amp;").replace("<", "&lt;").replace("]]>", "]]&gt;")
    return " ".join(text.split()).replace('"', "&quot;") if attribute else text


class Lines:
    """Lines of raw files, all from one seed."""

    def __init__(self, seed: str) -> None:
        self.hostile = Hostile(f"{SEED}/formats/{seed}")
        self.random = self.hostile.random

    def text(self) -> str:
        """Anything that one line of UTF-8 can hold."""
        while True:
            line = self.hostile.line().replace("\n", self.random.choice(SPACES.replace("\n", "")))
            if ordinary(line.replace("\0", "")):
                return line

    def file(self, lines: list[str], end: str = "\n") -> str:
        """The lines, the last one with or without its line end."""
        return end.join(lines) + self.random.choice((end, "", end * 2))

    def plain(self) -> str:
        return self.file([self.text() for _ in range(self.random.randint(0, 30))], self.line_end())

    def tsv(self) -> str:
        lines = ["\t".join(self.text() for _ in range(self.random.randint(3, 6))) for _ in range(20)]
        return self.line_end().join(lines)

    def sgml(self) -> str:
        make = (self.segment, self.segment, self.segment, self.document, self.text)
        return self.file(
            [self.random.choice(make)() for _ in range(self.random.randint(0, 40))], self.line_end()
        )

    def xml(self) -> str:
        """What sacreBLEU can take: systems have every segment, and all documents have a domain or none."""
        random = self.random
        names = random.sample(("A", "refB", "", "C d"), random.randint(1, 3))
        systems = random.sample(("Online-A", "b.2", "C_\u00fc", "x y"), random.randint(0, 3))
        nameless = random.choice(("", ' translator=""'))
        domains = random.random() < 0.5
        documents = []
        for _ in range(random.randint(1, 5)):
            numbers = random.sample(range(40), random.randint(0, 8))
            chosen = names if not documents else random.sample(names, random.randint(0, len(names)))
            groups = [self.xml_group('src lang="xx"', numbers)]
            for name in chosen:
                some = random.sample(numbers, random.randint(0, len(numbers)))
                word = f' translator="{name}"' if name else nameless
                words = [' lang="yy"', word] if random.random() < 0.5 else [word, " lang='yy' "]
                groups.append(self.xml_group("ref" + "".join(words), some, empty=0.2))
            groups += [
                self.xml_group(f'hyp system="{name}" lang="yy"', numbers, empty=0.1) for name in systems
            ]
            head = [f'id="{escaped(self.text(), True)}"', f"origlang = '{random.choice(('xx', 'yy', ''))}'"]
            head += [f'domain="{escaped(self.text(), True)}"'] * domains + ['testsuite="t"'] * (
                random.random() < 0.1
            )
            random.shuffle(head)
            documents.append(f"<doc {' '.join(head)}>{''.join(groups)}</doc>")
        text = f"<set><collection id='c'>{self.line_end().join(documents)}</collection></set>"
        return (
            random.choice(("", "\ufeff", "<?xml version='1.0' encoding='UTF-8'?>\n", "<!DOCTYPE set>\n"))
            + text
        )

    def xml_group(self, tag: str, numbers: list[int], empty: float = 0.0) -> str:
        random = self.random
        lines = []
        for number in random.sample(numbers, len(numbers)):
            text = "" if random.random() < empty else escaped(self.text()) or "x"
            more = random.choice(
                ("",) * 8 + ("<!-- remark -->more", "<?x y?>", "<i>more</i> more", "<![CDATA[<&]]>")
            )
            lines.append(f"<seg id=' {number}'>{text}{more}</seg>")
        begin, end = random.choice((("", "\n"), ("<p>", "</p>"), ("<p/><x y='z'>", "</x>")))
        return f"<{tag}>{begin}{chr(10).join(lines)}{end}</{tag.split()[0]}>"

    def line_end(self) -> str:
        return self.random.choice(("\n", "\n", "\r\n"))

    def segment(self) -> str:
        random = self.random
        start = random.choice(
            ('<seg id="1">',) * 6 + ("<seg >", "<seg", "<seg id='>'>", " <seg id=1>", "<SEG >")
        )
        end = random.choice(("</seg>",) * 6 + ("", "</seg", "</SEG>", "</seg></seg>", "</seg> tail </seg>x"))
        return start + self.text() + end + random.choice(("",) * 5 + (" ", self.text()))

    def document(self) -> str:
        random = self.random
        names = ["docid", "genre", "origlang", "sysid", "sysdocid", "Docid"]
        parts = []
        for name in random.sample(names, random.randint(0, 5)):
            value = random.choice(("a", "", "de", "a &amp; b", " x ", self.text()))
            parts.append(name + random.choice(('="%s"',) * 6 + ("='%s'", ' = "%s"', '="%s', "=%s")) % value)
        return random.choice(("<doc ",) * 6 + ("<doc", " <doc ", "<DOC ")) + " ".join(parts) + ">"


@pytest.mark.parametrize("test_set", ["mine", "wmt08/mine"])
@pytest.mark.parametrize(
    ("name", "make", "suffix"),
    [
        ("fake_sgml", Lines.sgml, "sgm"),
        ("iwslt_xml", Lines.sgml, "xml"),
        ("plain", Lines.plain, "txt"),
        ("plain", Lines.plain, "txt.gz"),
    ],
)
def test_files_of_lines(name: str, make, suffix: str, test_set: str, tmp_path: Path) -> None:
    for index in range(FILES):
        lines = Lines(f"{name}/{index}")
        references = 1 if name == "plain" else lines.random.randint(1, 3)
        contents = {f"{which}.{suffix}": make(lines) for which in range(1 + references)}
        raw = RawFiles(tmp_path, contents, test_set)
        assert not difference(raw.ours(name), raw.theirs(name))


def test_added_references(tmp_path: Path) -> None:
    for index in range(FILES):
        lines = Lines(f"wmt_addition/{index}")
        raw = RawFiles(tmp_path, {"0.sgm": lines.sgml(), "1.ref": lines.plain(), "2.sgm": lines.sgml()})
        assert not difference(raw.ours("wmt_addition"), raw.theirs("wmt_addition"))


def test_xml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parbleu._base.log.listener", lambda *_: None)
    for index in range(FILES * 2):
        raw = RawFiles(tmp_path, {"0.xml": Lines(f"wmt_xml/{index}").xml()})
        assert not difference(raw.ours("wmt_xml"), raw.theirs("wmt_xml"))


def test_columns(tmp_path: Path) -> None:
    for index in range(FILES):
        lines = Lines(f"tsv/{index}")
        prefixes = lines.random.choice((("", ""), ("2:", "0:"), ("1:", "")))
        names = ("a.tsv", "b.tsv.gz")
        contents = {prefix + name: lines.tsv() for prefix, name in zip(prefixes, names, strict=True)}
        raw = RawFiles(tmp_path, contents)
        assert not difference(raw.ours("tsv"), raw.theirs("tsv"))
