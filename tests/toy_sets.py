"""Small test sets on the server that plays the internet."""

import io
import json
import tarfile
from pathlib import Path

from misbehaving_server import Internet

SOURCE = ["one & two", "three", "four five"]
TARGETS = {"A": ["eins & zwei", "drei", "vier fünf"], "B": ["eins und zwei", "", "vier, fünf"]}
SYSTEM = ["eins und zwei", "drei", "vier fünf"]

XML = """<?xml version="1.0" encoding="utf-8"?>
<dataset id="toy">
<collection id="c">
<doc id="doc1" origlang="en" domain="news"><src lang="en">
<p><seg id="1">one &amp; two</seg><seg id="2">three</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">eins &amp; zwei</seg><seg id="2">drei</seg></p></ref>
<ref lang="de" translator="B"><p><seg id="1">eins und zwei</seg></p></ref>
<hyp system="Best" language="de"><p><seg id="1">eins und zwei</seg><seg id="2">drei</seg></p></hyp>
</doc>
<doc id="doc2" origlang="cs" domain="social"><src lang="en"><p><seg id="1">four five</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">vier fünf</seg></p></ref>
<ref lang="de" translator="B"><p><seg id="1">vier, fünf</seg></p></ref>
<hyp system="Best" language="de"><p><seg id="1">vier fünf</seg></p></hyp>
</doc>
</collection>
</dataset>
"""


def lines(texts: list[str]) -> str:
    return "".join(f"{text}\n" for text in texts)


def tar(files: dict[str, str]) -> bytes:
    """Returns a .tar.gz archive; the same for the same files."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return packed.getvalue()


class ToySets:
    """A catalogue of small sets: toy (two references), toy/xml (with a system), toy/more (one reference).

    Attributes:
        internet: where their archives are.
        cache: the cache, empty at first.
        env: the environment of a command that knows them.
    """

    def __init__(self, folder: Path, internet: Internet) -> None:
        self.internet = internet
        self.cache = folder / "cache"
        self.catalogue = folder / "catalogue"
        self.catalogue.mkdir()
        self.env = {
            "PARBLEU_TESTSETS": str(self.catalogue),
            "SACREBLEU": str(self.cache),
        }
        texts = {f"t/ref.{name}.de": lines(target) for name, target in TARGETS.items()}
        texts |= {"t/src.en": lines(SOURCE), "t/src.fr": "un\n", "t/ref.fr-de.de": "eins\n"}
        self.add(
            "toy",
            "plain",
            "toy.tar.gz",
            tar(texts),
            {"en-de": ["t/src.en", "t/ref.A.de", "t/ref.B.de"], "fr-de": ["t/src.fr", "t/ref.fr-de.de"]},
            citation="@inproceedings{toy,\n  title = {Toys},\n}",
            licence="to be played with",
        )
        self.add(
            "toy/xml", "wmt_xml", "toy.xml.tgz", tar({"x.xml": XML}), {"en-de": ["x.xml"]}, references=["A"]
        )
        more = tar({"m.en": "six\nseven\n", "m.de": "sechs\nsieben\n"})
        self.add("toy/more", "plain", "more.tar.gz", more, {"en-de": ["m.en", "m.de"]})

    def downloads(self) -> list[str]:
        """Returns what was asked for so far."""
        return [request.path for request in self.internet.requests]

    def add(
        self,
        name: str,
        form: str,
        archive: str,
        content: bytes,
        language_pairs: dict[str, list[str]],
        **more: object,
    ) -> None:
        """Puts a set into the catalogue, and its archive on the internet."""
        md5 = self.internet.put(archive, content)
        entry = {
            "name": name,
            "format": form,
            "description": f"The set {name}.",
            "sources": [{"url": self.internet.url(archive), "md5": md5}],
            "language_pairs": language_pairs,
            **more,
        }
        (self.catalogue / f"{name.replace('/', '_')}.json").write_text(json.dumps(entry), encoding="utf-8")
