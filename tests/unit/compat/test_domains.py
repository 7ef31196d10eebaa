"""`--detail` of a test set whose last document has no domain, as that of WMT22's Russian-English."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENT = """<doc id="d{number}" origlang="ru"{domain}>
<src lang="ru"><p><seg id="1">Паром {number}.</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">the ferry number {number} leaves now</seg></p></ref>
<hyp lang="en" system="S"><p><seg id="1">ferry {number}</seg></p></hyp>
</doc>
"""


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    raw = tmp_path / "cache" / "wmt22" / "raw"
    (folder := raw / "wmt22-news-systems-1.1" / "xml").mkdir(parents=True)
    (raw / "wmt22.v1.1.tar.gz").write_bytes(b"unpacked already")
    domains = ['domain="ecommerce"', 'domain="news"', ""]
    documents = [DOCUMENT.format(number=n, domain=f" {domain}") for n, domain in enumerate(domains)]
    text = '<?xml version="1.0" encoding="utf-8"?>\n<dataset id="x">\n' + "".join(documents) + "</dataset>\n"
    (folder / "wmttest2022.ru-en.all.xml").write_text(text, encoding="utf-8")
    (tmp_path / "hyp").write_text("".join(f"the ferry number {n} leaves\n" for n in range(3)))
    return tmp_path / "cache"


def subsets(package: str, cache: Path) -> list[str]:
    words = [sys.executable, "-m", package, "-t", "wmt22", "-l", "ru-en", "-i", str(cache.parent / "hyp")]
    environment = {**os.environ, "SACREBLEU": str(cache), "PARBLEU_OFFLINE": "1"}
    done = subprocess.run([*words, "--detail", "-f", "text"], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [line.partition(":")[0].rstrip() for line in done.stdout.splitlines()[1:]]


def test_domains(cache: Path) -> None:
    """The original knows domains only if the last document has one."""
    assert subsets("sacrebleu", cache) == ["origlang=ru domain=ALL"]
    assert subsets("parbleu.compat.sacrebleu", cache) == [
        "origlang=ru domain=ALL",
        "origlang=ru domain=ecommerce",
        "origlang=ru domain=news",
    ]
