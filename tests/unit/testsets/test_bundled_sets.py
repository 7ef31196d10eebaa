"""The bundled sets of today, from a local server that has files of their shape."""

import csv
import hashlib
import io
import json
import os
from pathlib import Path

import pytest

import parbleu
from extras import extra
from parbleu import testsets
from parbleu._cli.main import main
from parbleu.testsets import _catalogue as catalogue

from .conftest import asked, tgz, zipped

SAMPLES = Path(os.environ.get("PARBLEU_ORACLES") or Path(__file__).parents[4] / "shared")
SAMPLES = SAMPLES / "facts" / "testsets2026"


def rows(*objects):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in objects).encode()


WMT24PP = [
    {
        "lp": "en-de_DE",
        "domain": "canary",
        "document_id": "c",
        "is_bad_source": False,
        "source": "x",
        "target": "x",
    },
    {
        "lp": "en-de_DE",
        "domain": "news",
        "document_id": "d",
        "is_bad_source": True,
        "source": "y",
        "target": "y",
    },
    {
        "lp": "en-de_DE",
        "domain": "literary",
        "document_id": "d",
        "is_bad_source": False,
        "source": "One.\u00a0Two.",
        "target": "Eins.\nZwei.",
        "original_target": "eins",
    },
]


def wmt25(refs, **changes):
    row = {
        "collection_id": "general",
        "doc_id": "d_#_news",
        "domain": "news",
        "src_lang": "en",
        "tgt_lang": "is_IS",
    }
    return {**row, "src_text": "One.\n\nTwo.", "refs": refs, **changes}


FLORES = [
    {"id": 1, "text": "one", "url": "u", "domain": "d"},
    {"id": 2, "text": "two ", "url": "v", "domain": "d"},
]
FLORES_CS = [
    {"id": 2, "text": "zwei", "url": "v", "domain": "d"},
    {"id": 1, "text": "eins", "url": "u", "domain": "d"},
]
TICO = "sourceLang\ttargetLang\tsourceString\ttargetString\tstringID\n"
META = "URL\tdomain\ttopic\nu\tnews\tx\n"
CASES = {
    "flores200": (
        {
            "flores200_dataset.tar.gz": lambda: tgz(
                {
                    "./flores200_dataset/devtest/eng_Latn.devtest": "one \n",
                    "./flores200_dataset/devtest/deu_Latn.devtest": "eins\n",
                    "./flores200_dataset/metadata_devtest.tsv": META,
                }
            )
        },
        "en-de",
        (["one "], ["eins"], ["u"], ["eng_Latn"], ["news"]),
    ),
    "wmt24pp": (
        {"en-de_DE.jsonl": lambda: rows(*WMT24PP)},
        "en-de",
        (["One.\u00a0Two."], ["Eins. Zwei."], ["d"], ["en"], ["literary"]),
    ),
    "ntrex128": (
        {
            "newstest2019-src.eng.txt": lambda: b"one\r\n",
            "newstest2019-ref.zho-CN.txt": lambda: "一\r\n".encode(),
            "DOCUMENT_IDS.tsv": lambda: b"d\n",
        },
        "en-zh-CN",
        (["one"], ["一"], ["d"], ["eng"], None),
    ),
    "flores_plus": (
        {"devtest/eng_Latn.jsonl": lambda: rows(*FLORES), "devtest/ces_Latn.jsonl": lambda: rows(*FLORES_CS)},
        "en-cs",
        (["one", "two "], ["eins", "zwei"], ["u", "v"], ["eng_Latn"] * 2, ["d"] * 2),
    ),
    "wmt25": (
        {
            "data/wmt25-genmt.jsonl": lambda: rows(
                wmt25({"refA": {"ref": "Einn.\n\nTveir."}}), wmt25({}, collection_id="testsuite")
            )
        },
        "en-is",
        (["One.", "Two."], ["Einn.", "Tveir."], ["d_#_news"] * 2, ["en"] * 2, ["news"] * 2),
    ),
    "tico19": (
        {
            "tico19-testset.zip": lambda: zipped(
                {
                    "tico19-testset/test/test.en-fr.tsv": TICO + 'en\tfr\tsay "one"\tdire "un"\tPubMed_8:1\n',
                    "tico19-testset/test/test.en-am.tsv": TICO + 'en\tam\t"say ""one"""\tX\tPubMed_8:1\n',
                }
            )
        },
        "en-fr",
        (['say "one"'], ['dire "un"'], ["PubMed_8"], ["en"], None),
    ),
    "tatoeba-test": (
        {
            "afr-deu/tatoeba-test-v2021-08-07.afr": lambda: b"een\n",
            "afr-deu/tatoeba-test-v2021-08-07.deu": lambda: b"eins\n",
        },
        "deu-afr",
        (["eins"], ["een"], None, None, None),
    ),
    "in22": (
        {
            "IN22_benchmark.tar.gz": lambda: tgz(
                {"IN22_benchmark/gen/test.eng_Latn": "one\n", "IN22_benchmark/gen/test.hin_Deva": "एक\n"}
            )
        },
        "en-hi",
        (["one"], ["एक"], None, ["eng_Latn"], None),
    ),
    "mafand": (
        {"text_files/en_luo/test.en": lambda: b"one\n", "text_files/en_luo/test.luo": lambda: b"achiel\n"},
        "en-luo",
        (["one"], ["achiel"], None, ["en"], None),
    ),
    "xwmt": (
        {"test/en-kk/en-kk.en": lambda: b"one\n", "test/en-kk/en-kk.kk": lambda: "бір\n".encode()},
        "en-kk",
        (["one"], ["бір"], None, None, None),
    ),
    "americasnlp2021": (
        {"test_data/test.es": lambda: b"uno\n\n", "test_data/test.nah": lambda: b"ce\n\n"},
        "es-nah",
        (["uno", ""], ["ce", ""], None, ["es"] * 2, None),
    ),
    "acl6060": (
        {
            "2023.iwslt-1.2.dataset.zip": lambda: zipped(
                {
                    f"2/acl_6060/eval/text/txt/ACL.6060.eval.en-xx.{code}.txt": f"{code}\n"
                    for code in ("en", "de")
                }
            )
        },
        "en-de",
        (["en"], ["de"], None, ["en"], None),
    ),
}


@pytest.fixture
def served(internet, home, tmp_path, monkeypatch):
    """Puts files on the server, and makes the catalogue's entry name it; returns what the entry says then."""
    monkeypatch.setenv("HF_TOKEN", "secret")
    monkeypatch.setenv("HF_ENDPOINT", internet.root)
    data = tmp_path / "data"
    data.mkdir()

    def served(name, files):
        path = Path(catalogue._DATA) / f"{name.replace('_', '__')}.json"
        entry = json.loads(path.read_text(encoding="utf-8"))
        for ending, content in files.items():
            internet.put(ending, content)
        for source in entry["sources"]:
            ending = next((file for file in files if source["url"].endswith(file)), None)
            for kind in ("md5", "sha256", "size"):
                source.pop(kind, None)
            if ending is not None:
                source["url"] = internet.url(ending)
                source["sha256"] = hashlib.sha256(files[ending]).hexdigest()
            else:
                kept = 2 if "/" in next(iter(files)) else 1
                source["url"] = internet.url("/".join(source["url"].split("/")[-kept:]))
        (data / path.name).write_text(json.dumps(entry), encoding="utf-8")
        monkeypatch.setattr(catalogue, "_DATA", str(data))

    return served


@pytest.mark.parametrize("name", CASES)
def test_a_set_of_the_shape_of_its_files(served, internet, name):
    files, pair, expected = CASES[name]
    served(name, {ending: content() for ending, content in files.items()})
    loaded = parbleu.load_test_set(name, pair)
    assert (loaded.source, loaded.references[0]) == expected[:2]
    assert (loaded.docids, loaded.origlang, loaded.domains) == expected[2:]
    assert sorted(asked(internet)) == sorted(files)
    assert testsets.verify(name).is_sound
    assert "@" in catalogue.signed_names(name)


def test_wmt24pp_is_what_other_loaders_make_of_it(served):
    """Rows as data frames read them, without the canary and bad sources, as harnesses choose them."""
    pandas, sacrebleu = extra("pandas"), pytest.importorskip("sacrebleu")
    made = [
        {
            **WMT24PP[0],
            "domain": ("canary", "news", "speech")[min(place, 1 + place % 2)],
            "is_bad_source": place % 7 == 3,
            "source": f"Line {place}, of the harbour\u00a0{place}.",
            "target": f"Zeile {place}, vom Hafen\u00a0{place} am Kai.",
        }
        for place in range(60)
    ]
    served("wmt24pp", {"en-de_DE.jsonl": rows(*made)})
    frame = pandas.read_json(io.BytesIO(rows(*made)), lines=True)
    frame = frame[(frame["domain"] != "canary") & ~frame["is_bad_source"]]
    loaded = parbleu.load_test_set("wmt24pp", "en-de_DE")
    assert (loaded.source, loaded.references) == (frame["source"].tolist(), [frame["target"].tolist()])
    outputs = [text.replace("vom", "von dem") for text in frame["target"]]
    wanted = sacrebleu.corpus_bleu(outputs, [frame["target"].tolist()]).score
    assert parbleu.corpus_bleu(outputs, loaded.references).score == wanted


def test_quotes_of_tico(served):
    files = CASES["tico19"][0]
    served("tico19", {ending: content() for ending, content in files.items()})
    assert parbleu.load_test_set("tico19", "am-en").references == [['say "one"']]


def test_a_pair_without_references_is_there_to_be_translated(served):
    served("wmt25", {"data/wmt25-genmt.jsonl": rows(wmt25({}))})
    loaded = parbleu.load_test_set("wmt25", "en-is")
    assert (loaded.source, loaded.references) == (["One.", "Two."], [])


def test_outputs_by_document_are_aligned_by_paragraph(served, tmp_path, capsys):
    references = [
        wmt25({"refA": {"ref": "Einn er hér.\n\nTveir eru þar."}}),
        wmt25({"refA": {"ref": "Þrír koma á morgun."}}, doc_id="e_#_news", src_text="Three."),
        wmt25({"refA": {"ref": "x"}}, doc_id="s", collection_id="suite"),
    ]
    served("wmt25", {"data/wmt25-genmt.jsonl": rows(*references)})
    texts = {"e_#_news": "Þrír koma á morgun.", "d_#_news": "Einn er hér.\n\nTveir voru þar."}
    hypotheses = tmp_path / "mine.jsonl"
    hypotheses.write_bytes(rows(*({"doc_id": name, "hypothesis": text} for name, text in texts.items())))
    (tmp_path / "mine.txt").write_text(
        "Einn er hér.\nTveir voru þar.\nÞrír koma á morgun.\n", encoding="utf-8"
    )
    scores = []
    for name in ("mine.jsonl", "mine.txt"):
        assert main(["score", "-t", "wmt25", "-l", "en-is", "-i", str(tmp_path / name), "-q"]) == 0
        scores.append(json.loads(capsys.readouterr().out))
    assert scores[0] == scores[1]
    assert scores[0]["signature"].startswith("nrefs:1|test:wmt25@ebae8736|lang:en-is_IS|")
    hypotheses.write_bytes(rows({"doc_id": "d_#_news", "hypothesis": "Einn."}))
    assert main(["score", "-t", "wmt25", "-l", "en-is", "-i", str(hypotheses)]) == 1
    assert "lacks 1 document of 2, such as e_#_news" in capsys.readouterr().err


def test_bouquet(served, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = pyarrow.table({"src_text": ["un"], "tgt_text": ["one"], "domain": ["chat"]})
    out = io.BytesIO()
    parquet.write_table(table, out)
    served("bouquet", {"test/fra_Latn-eng_Latn.parquet": out.getvalue()})
    loaded = parbleu.load_test_set("bouquet", "fra_Latn-eng_Latn")
    assert (loaded.source, loaded.references, loaded.domains) == (["un"], [["one"]], ["chat"])


def test_checksums_are_those_that_were_computed():
    folder = SAMPLES / "checksums"
    if not folder.is_dir():
        pytest.skip("no recorded checksums")
    tables = {
        "ntrex128": ("ntrex128", "NTREX-128/"),
        "mafand": ("mafand", "data/text_files/"),
        "xwmt": ("xwmt", "xwmt/test/"),
        "americasnlp2021": ("americasnlp2021", "test_data/"),
    }
    for name, (table, folder_of) in tables.items():
        with (folder / f"{table}.tsv").open(encoding="utf-8") as file:
            known = {row["path"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
        for source in catalogue.find(name).sources:
            path = source.archive if source.archive in known else f"{folder_of}{source.archive}"
            assert known[path]["sha256"] == source.sha256, path
    with (folder / "tatoeba_opusmt.tsv").open(encoding="utf-8") as file:
        known = {row["path"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    for source in catalogue.find("tatoeba-test").sources:
        path = source.url.partition("47c4bdd180/")[2]
        assert known[path]["md5"] == source.md5, path
