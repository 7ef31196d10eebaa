"""Sets that have a text for each language: pairs by a rule, labels beside the texts, names of any kind."""

import json
import os
from pathlib import Path

import pytest

import parbleu
from parbleu import testsets
from parbleu.errors import (
    CatalogueError,
    FormatError,
    OptionError,
    UnknownLanguagePairError,
    UnknownTestSetError,
)
from parbleu.testsets import _catalogue as catalogue
from parbleu.testsets._pair_files import PairFiles

from .conftest import asked, publish, tgz

TEXTS = {
    "eng_Latn": "The harbour is closed. \nShips wait.\n",
    "deu_Latn": "Der Hafen ist zu.\nSchiffe\u00a0warten.\n",
    "zho_Hans": "港口关闭。\n船在等。\n",
    "zho_Hant": "港口關閉。\n船在等。\n",
}
META = "URL\tdomain\thas_image\nhttps://a.org/1\tnews\tno\nhttps://a.org/2\ttravel\tyes\n"


@pytest.fixture
def harbour(mine, internet, home):
    """A set of four languages and two splits in one archive."""
    splits = ("dev", "test", "odd")
    files = {f"h/{split}/{code}.{split}": text for code, text in TEXTS.items() for split in splits}
    files["h/odd/eng_Latn.odd"] = "One.\n"
    files |= {f"h/{split}.tsv": META for split in ("dev", "test")}
    mine(
        "harbour",
        version="2",
        options={"white_space": "keep"},
        labels={
            "docid": {"file": "URL:h/{split}.tsv", "match": "[^/]*$"},
            "domain": "domain:h/{split}.tsv",
            "origlang": "=eng",
        },
        sources=[publish(internet, "h.tar.gz", tgz(files))],
        language_pairs=None,
        languages={" ".join(TEXTS): "h/{split}/{language}.{split}"},
        splits={
            "test": {"labels": {"docid": "URL:h/test.tsv", "domain": "domain:h/test.tsv"}},
            "dev": {},
            "odd": {"labels": {}},
        },
    )
    return "harbour"


def test_a_pair_is_made_of_two_texts_which_the_cache_has_once(harbour, internet, home):
    loaded = parbleu.load_test_set("harbour", "eng_Latn-deu_Latn")
    assert loaded.source == ["The harbour is closed. ", "Ships wait."]
    assert loaded.references == [["Der Hafen ist zu.", "Schiffe\u00a0warten."]]
    assert loaded.docids == ["https://a.org/1", "https://a.org/2"]
    assert loaded.domains == ["news", "travel"]
    assert parbleu.load_test_set("harbour", "de-en").references == [loaded.source]
    assert parbleu.load_test_set("harbour", "en-de", subset="news").source == loaded.source[:1]
    texts = sorted(name for name in os.listdir(home / "harbour") if name.endswith(".src"))
    assert texts == ["harbour.deu_Latn.src", "harbour.eng_Latn.src"]
    assert asked(internet) == ["h.tar.gz"]


def test_splits_are_sets_with_files_of_their_own(harbour, internet, home):
    assert parbleu.load_test_set("harbour/test", "en-de").name == "harbour"
    dev = parbleu.load_test_set("harbour/dev", "de-zho_Hans")
    assert (len(dev), dev.docids, dev.origlang) == (2, ["1", "2"], ["eng", "eng"])
    assert asked(internet) == ["h.tar.gz"]
    with pytest.raises(UnknownTestSetError):
        parbleu.load_test_set("harbour/tune", "en-de")


def test_texts_of_unequal_length_are_no_pair(harbour):
    with pytest.raises(FormatError, match=r"harbour_odd.deu_Latn.src: .*eng_Latn has 1 and deu_Latn has 2"):
        parbleu.load_test_set("harbour/odd", "en-de").references  # noqa: B018


def test_codes_of_any_kind_find_a_pair_or_its_candidates(harbour):
    entry = catalogue.find("harbour")
    assert [entry.spelled(pair) for pair in ("en-de", "eng-ger", "en_US-de_DE", "deu_Latn-zh_TW")] == [
        *["eng_Latn-deu_Latn"] * 3,
        "deu_Latn-zho_Hant",
    ]
    with pytest.raises(OptionError, match=r"choose from eng_Latn-zho_Hans, eng_Latn-zho_Hant"):
        entry.spelled("en-zh")
    with pytest.raises(UnknownLanguagePairError, match=r"did you mean 'eng_Latn-deu_Latn'\?"):
        entry.pair("eng_Latn-deu_Lat")
    assert not entry.same_pairs("en-fr")
    assert "harbour" in testsets.names("de-en")


def test_all_pairs_are_listed_as_one(harbour, home):
    parbleu.load_test_set("harbour", "en-de").source  # noqa: B018
    [listed] = testsets.list_test_sets("harbour").sets
    assert listed.language_pairs == ("4 languages, all pairs (12)",)
    assert (listed.n_language_pairs, listed.n_cached) == (12, 2)
    [pair] = testsets.list_language_pairs("harbour").language_pairs
    assert pair.fields == ("src", "ref", "docid", "domain")
    [pair] = testsets.list_language_pairs("harbour", "en-de").language_pairs
    assert pair.cached
    assert [download.state for download in testsets.plan("harbour").downloads] == ["present"]
    assert not testsets.get("harbour").pairs[0].problem
    assert testsets.list_test_sets("harbour").sets[0].n_cached == 12
    assert testsets.verify("harbour").is_sound
    (home / "harbour" / "harbour.zho_Hans.src").write_text("other\n")
    assert not testsets.verify("harbour").is_sound


def test_hyphens_in_codes_patterns_of_downloads_and_named_references(mine, internet, home):
    texts = {"eng": "a\r\nb\r\n", "zho-CN": "A\nB\n", "spa": "x\ny\n", "spa-2": "v\nw\n"}
    sums = {
        code: publish(internet, f"t/ref.{code}.txt", text.encode())["md5"] for code, text in texts.items()
    }
    mine(
        "news",
        references=[""],
        sources=[
            {
                "url": internet.url("t/ref.{}.txt"),
                "archive": "r.{}.txt",
                "each": " ".join(sums),
                "md5": " ".join(sums.values()),
            }
        ],
        language_pairs=None,
        languages={
            "eng zho-CN": "r.{language}.txt",
            "spa": {"files": ["r.spa.txt"], "references": {"2": "r.spa-2.txt"}},
        },
        pairs=[{"from": ["eng"]}, {"to": ["eng"]}],
    )
    files = PairFiles(catalogue.find("news"), "eng-zho-CN")
    assert [Path(files.path(field)).read_text() for field in ("src", "ref")] == ["a\nb\n", "A\nB\n"]
    assert sorted(asked(internet)) == ["t/ref.eng.txt", "t/ref.zho-CN.txt"]
    spanish = parbleu.load_test_set("news", "en-es")
    assert (spanish.fields, spanish.references) == (["src", "ref", "ref:2"], [["x", "y"]])
    assert spanish.field("ref:2") == ["v", "w"]
    assert "spa-zho-CN" not in catalogue.find("news").language_pairs
    assert testsets.list_test_sets("news").sets[0].language_pairs == ("3 languages, pairs (4)",)


def test_listed_pairs_in_both_directions(mine, tmp_path):
    for name, text in {"ab/t.a": "1\n", "ab/t.b": "2\n", "labels": "x\n"}.items():
        path = tmp_path / "sets" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    pair = {"files": ["{pair}/t.{source}", "{pair}/t.{target}"], "both_directions": True}
    mine(
        "both",
        language_pairs={"en-ha fr-yo": {**pair, "files": ["ab/t.a", "ab/t.b"]}},
        labels={"domain": "labels"},
    )
    assert list(catalogue.find("both").language_pairs) == ["en-ha", "fr-yo", "ha-en", "yo-fr"]
    loaded = parbleu.load_test_set("both", "yo-fr")
    assert (loaded.source, loaded.references, loaded.domains) == (["2"], [["1"]], ["x"])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"languages": {"a b": "{language}"}}, '"languages" stands beside language_pairs'),
        ({"language_pairs": None}, '"language_pairs" is missing'),
        ({"pairs": "all"}, '"pairs" goes with the key "languages"'),
        ({"language_pairs": None, "languages": {"a": "x"}}, "has fewer than two languages"),
        (
            {"language_pairs": None, "languages": {"a b": "x"}, "pairs": {"from": ["c"]}},
            "\"pairs.from\" has 'c', which is none of the languages",
        ),
        ({"language_pairs": None, "languages": {"a b": "x"}, "pairs": {"for": []}}, '"pairs.for" is unknown'),
        ({"labels": {"topic": "x"}}, '"labels.topic" is unknown; there are docid, origlang, domain'),
        ({"labels": {"docid": {"match": "x"}}}, '"labels.docid.file" is missing'),
        ({"splits": {"dev": {"nam": 1}}}, '"splits.dev.nam" is unknown'),
        (
            {"language_pairs": {"a-b": {"files": ["x"], "both_directions": 1}}},
            "is 1; true or false is wanted",
        ),
        (
            {"sources": [{"url": "x://u/{}", "archive": "x", "each": "a b"}]},
            r'"sources\[0\].archive" makes two files .x.: use \{\} in it',
        ),
        (
            {"sources": [{"url": "x://u/{}", "archive": "{}", "each": "a b", "md5": "0" * 32}]},
            r'"sources\[0\].md5" is .*; 2 times 32 lower-case',
        ),
    ],
)
def test_mistakes_are_named(mine, changes, message):
    path = mine("mine", **changes)
    with pytest.raises(CatalogueError, match=message) as caught:
        catalogue.find("mine")
    assert str(path) in str(caught.value)


def test_labels_that_do_not_fit(mine, tmp_path):
    for name, text in {"src.txt": "a\nb\n", "ref.txt": "A\nB\n", "d.tsv": "doc\tx\nd1\ty\n"}.items():
        (tmp_path / "sets" / name).write_text(text)
    for label, problem in (
        ("doc:d.tsv", "d.tsv: 1 line for 2 segments"),
        ("dok:d.tsv", "d.tsv:1: no column 'dok' among doc, x"),
        ({"file": "0:d.tsv", "match": "d[0-9]"}, "d.tsv:1: 'doc' does not match"),
    ):
        mine("mine", labels={"docid": label})
        with pytest.raises(FormatError) as caught:
            parbleu.load_test_set("mine", "en-de").docids  # noqa: B018
        assert problem in str(caught.value)


def test_aliases_and_versions_of_bundled_sets():
    for alias in ("flores", "FLORES-200", "flores200-devtest", "flores200/devtest", "flores200@2022-07-14"):
        assert catalogue.find(alias).name == "flores200"
    for alias in ("flores200-dev", "flores/dev"):
        assert catalogue.find(alias).name == "flores200/dev"
    assert catalogue.find("flores").signed_name == "flores200@2022-07-14"
    with pytest.raises(UnknownTestSetError):
        catalogue.find("flores200@1")


def test_flores_is_small_in_the_catalogue():
    path = catalogue._DATA + "/flores200.json"
    assert os.path.getsize(path) < 10_000
    entry = catalogue.find("flores200")
    assert len(entry.language_pairs) == 204 * 203
    assert entry.spelled("en-de") == "eng_Latn-deu_Latn"
    assert json.loads(testsets.list_language_pairs("flores200").to_json())
