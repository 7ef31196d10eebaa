"""Files, fields and parts are those of the installed sacreBLEU, which looks at the same raw files."""

import json
import os
import shutil
import subprocess

import pytest

from own_process import printed
from parbleu.testsets import _catalogue as catalogue
from parbleu.testsets._pair_files import PairFiles

from .conftest import tree

SGM = """<srcset setid="x" srclang="any">
<doc docid="rt.com.68098" genre="news" origlang="en">
<seg id="1">a crime in the US</seg>
 <seg id="2">not at the beginning of the line</seg>
</doc>
<doc docid="bbc.310963" origlang="de">
<seg id="1">sport in GB</seg>
<seg id="2">more sport</seg>
</doc>
<DOC docid="capital" origlang="fr">
<seg id="1">the document before goes on</seg>
</doc>
 <doc docid="blank" origlang="fr">
<seg id="1">and on</seg>
</doc>
<doc docid="scotsman.104228">
<seg id="1">nobody knows the language</seg>
</doc>
<doc origlang="cs" genre="blog">
<seg id="1">nobody knows the document</seg>
</doc>
<doc docid="timemagazine.75207" origlang="en-GB">
<seg id="1">the world</seg>
</doc>
</srcset>
"""
DOCUMENT = """<doc origlang="{language}" id="{name}"{more}>
<src lang="en"><p><seg id="1">one</seg><seg id="2">two</seg><seg id="3">three</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">eins</seg><seg id="2">{gap}</seg><seg id="3">drei</seg></p></ref>
<ref lang="de" translator="B"><p><seg id="1">ein</seg><seg id="3">drei</seg></p></ref>
<hyp system="X" language="de"><p><seg id="1">x</seg><seg id="2">y</seg><seg id="3">z</seg></p></hyp>
</doc>
"""
XML = """<?xml version="1.0" encoding="utf-8"?>
<dataset id="t"><collection id="general">
{}</collection></dataset>
"""
DOCUMENTS = [
    {"language": "en", "name": "one", "more": ' domain="news"', "gap": ""},
    {"language": "de", "name": "two", "more": ' domain="social"', "gap": "zwei"},
    {"language": "en", "name": "four", "more": ' domain="news" testsuite="t"', "gap": "zwei"},
    {"language": "en-GB", "name": "five", "more": ' domain="speech news"', "gap": "zwei"},
    {"language": "en", "name": "three", "more": ' domain=""', "gap": " "},
]

ASK = """
import json, sys
import sacrebleu.utils as utils
for line in sys.stdin:
    test_set, langpair, origlang, subset = json.loads(line)
    source = utils.get_source_file(test_set, langpair)
    count = len(open(source, encoding="utf-8", newline="\\n").read().split("\\n")) - 1
    kept = utils.filter_subset([list(range(count))], test_set, langpair, origlang, subset)
    print(json.dumps([int(each) for each in kept[0]]), flush=True)
"""


@pytest.fixture
def raw(home, monkeypatch):
    """Raw files of some test sets, and archives that are none."""

    monkeypatch.setenv("PARBLEU_OFFLINE", "1")

    def put(test_set, file, text):
        entry = catalogue.find(test_set)
        directory = home.joinpath(*test_set.split("/"), "raw")
        (directory / file).parent.mkdir(parents=True, exist_ok=True)
        (directory / file).write_text(text, encoding="utf-8")
        for source in entry.sources:
            if source.archive != file:
                (directory / source.archive).write_bytes(b"no archive")

    put("wmt18", "test/newstest2018-ende-src.en.sgm", SGM)
    put("wmt18", "test/newstest2018-ende-ref.de.sgm", SGM)
    put("wmt17", "test/newstest2017-ende-src.en.sgm", SGM)
    put("wmt17", "test/newstest2017-ende-ref.de.sgm", SGM)
    put("wmt19/google/ar", "sgm/newstest2019-ende-src.en.sgm", SGM)
    put("wmt19/google/ar", "wmt19_google_ar.wmt19-ende-ar.ref", "line\n" * 8)
    documents = "".join(DOCUMENT.format(**each) for each in DOCUMENTS)
    put("wmt21/AB", "test/newstest2021.en-de.xml", XML.format(documents).replace(" domain=", " about="))
    put("wmt24", "xml/wmttest2024.en-de.all.xml", XML.format(documents))


def ask(queries):
    """What sacreBLEU keeps, as the numbers of segments, for each query."""
    lines = "".join(json.dumps(query) + "\n" for query in queries)
    return [json.loads(line) for line in printed(ASK, input=lines).splitlines()]


def test_as_many_segments_are_kept(raw):
    languages = ["en", "de", "cs", "zz", "en-GB", ""]
    languages += [f"non-{language}" for language in languages]
    topics = ["US", "crime", "sport", "country:GB", "world", "^OTHER", "ID$", "nothing", "", ".*"]
    domains = ["news", "^news", "social|speech", "country:news", "nothing", "", "."]
    sets = ("wmt18", "wmt17", "wmt19/google/ar", "wmt21/AB", "wmt24")
    choices = [(name, language, None) for name in sets for language in languages]
    choices += [("wmt18", language, topic) for topic in topics for language in (None, "en", "non-de")]
    choices += [("wmt24", language, domain) for domain in domains for language in (None, "en", "non-en")]
    choices += [("wmt21/AB", None, "news")]
    queries = [(name, "en-de", *choice) for name, *choice in choices]
    chosen = [PairFiles(catalogue.find(name), "en-de").selection(*choice) for name, *choice in choices]
    ours = [[number for number, kept in enumerate(each) if kept] for each in chosen]
    assert dict(zip(queries, ours, strict=True)) == dict(zip(queries, ask(queries), strict=True))


@pytest.mark.long
def test_the_recorded_files_are_written(recorded, home, monkeypatch):
    """Every test set of the recorded rows, made of its raw files: the same names, the same bytes."""
    monkeypatch.setenv("PARBLEU_OFFLINE", "1")
    seen = set()
    for row in recorded:
        new = {
            name: text for name, text in row["new_files_in_SACREBLEU"].items() if not name.endswith(".lock")
        }
        argv = row["argv"]
        names = argv[1 + argv.index("-t" if "-t" in argv else "--download")].split(",")
        if not new or (case := (*names, argv[1 + argv.index("-l")])) in seen:
            continue
        seen.add(case)
        before = tree(home)
        for name in names:
            PairFiles(catalogue.find(name), case[-1]).fields()
        written = {name: text.decode() for name, text in tree(home).items() if name not in before}
        assert written == new, case
        for name in written:
            os.unlink(home / name)
    assert len(seen) > 20


@pytest.fixture
def recorded(oracles, home):
    shutil.copytree(oracles / "golden/sacrebleu/inputs/sb_home", home)
    subprocess.run(["chmod", "-R", "u+w", str(home)], check=True)
    rows = (oracles / "golden/sacrebleu/dataset_cases.jsonl").read_text(encoding="ascii").splitlines()
    return [row for row in map(json.loads, rows) if row.get("new_files_in_SACREBLEU")]
