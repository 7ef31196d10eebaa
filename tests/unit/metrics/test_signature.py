"""Tests signatures, and metrics that are made from signatures."""

import pickle

import pytest

from parbleu import BLEU, CHRF, TER, Metric, __version__, compare, from_signature
from parbleu.errors import SignatureError
from parbleu.metrics._score import Signature, quote, unquote

VERSION = f"2.6.0+parbleu.{__version__}"


def signature_of(metric):
    metric.corpus_score(["a b"], [["a b"]])
    return metric.get_signature()


def options(metric):
    found = {parameter.name: getattr(metric, parameter.name) for parameter in metric.PARAMETERS}
    if "tokenize" in found:
        found["tokenize"] = metric.tokenizer_name
    return found


def test_long_and_short():
    assert str(signature_of(BLEU())) == f"nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:{VERSION}"
    assert (
        signature_of(CHRF(word_order=2)).format(short=True) == f"#:1|c:mixed|e:yes|nc:6|nw:2|s:no|v:{VERSION}"
    )
    assert signature_of(TER()).format(short=True) == f"#:1|c:lc|t:tercom|nr:no|pn:yes|as:no|v:{VERSION}"


class Lines(Metric):
    """How many segments there are."""

    def _statistics(self, hypotheses, references):
        return [[1] for _ in hypotheses]

    def _score(self, row):
        return float(row[0])


class NewLines(Lines):
    metric_version = "0.3"


class OwnBLEU(BLEU):
    """Whose numbers are sacreBLEU's."""


@pytest.mark.parametrize(
    ("metric", "version"),
    [
        (Lines, f"parbleu.{__version__}"),
        (NewLines, f"0.3+parbleu.{__version__}"),
        (OwnBLEU, VERSION),
    ],
)
def test_the_version_is_that_of_whose_numbers_these_are(metric, version):
    assert str(signature_of(metric())).endswith(f"|version:{version}")
    assert str(metric().corpus_score(["a b"], [["a b"]]).signature).endswith(f"|version:{version}")
    [compared] = compare({"a": ["a b"], "b": ["b"]}, [["a b"]], metric()).metrics
    assert compared.signature.endswith(f"|version:{version}")


@pytest.mark.parametrize(
    ("options", "smooth"),
    [
        ({"smooth_method": "floor"}, "floor[0.10]"),
        ({"smooth_method": "floor", "smooth_value": 0}, "floor[0.00]"),
        ({"smooth_method": "add-k"}, "add-k[1.00]"),
        ({"smooth_method": "none", "smooth_value": 3}, "none"),
    ],
)
def test_smoothing(options, smooth):
    assert signature_of(BLEU(**options)).info["smooth"] == smooth


def test_before_scoring():
    with pytest.raises(SignatureError, match="evaluate the metric first"):
        BLEU().get_signature()
    assert BLEU(references=[["a"]]).get_signature().info["nrefs"] == 1


def test_references_that_vary():
    metric = BLEU()
    metric.corpus_score(["a", "b"], [["a", "b"], [None, "x"]])
    assert metric.get_signature().info["nrefs"] == "var"
    metric.corpus_score(["a", "b"], [["a", None], [None, "x"]])
    assert metric.get_signature().info["nrefs"] == 1
    metric.sentence_score("a", ["a", None, "b"])
    assert metric.get_signature().info["nrefs"] == 2


def test_items_of_one_s_own():
    signature = signature_of(TER())
    signature.update("subset", "news")
    signature.update("mine", True)
    signature.info["nothing"] = None
    assert str(signature).startswith("nrefs:1|subset:news|case:lc")
    assert str(signature).endswith(f"|asian:no|mine:yes|version:{VERSION}")
    assert signature.format(short=True).endswith(f"|as:no|mine:yes|v:{VERSION}")
    assert "|S:news|" in signature.format(short=True)


@pytest.mark.parametrize("make", [BLEU, CHRF, TER])
def test_the_test_set_if_asked_for(make):
    metric = make()
    plain = metric.sentence_score("a b", ["a b"])
    usual = str(plain.signature)
    metric.sign_test_set("wmt19", "en-cs", origlang="en")
    metric.sign_test_set("wmt24", "en-de", subset="news|a b%")
    signed = metric.corpus_score(["a b"], [["a b"]])
    text = str(signed.signature)
    assert text == usual.replace("nrefs:1|", "nrefs:1|test:wmt24|lang:en-de|subset:news%7Ca%20b%25|").replace(
        "eff:yes", "eff:no" if make is BLEU else "eff:yes"
    )
    assert str(plain.signature) == usual
    assert str(pickle.loads(pickle.dumps(metric)).sentence_score("a", ["a"]).signature) == text
    accumulated = metric.accumulator()
    accumulated.add(["a b"], [["a b"]])
    assert str(accumulated.result().signature) == str(metric.get_signature()) == text
    for short in (False, True):
        described = from_signature(f"{signed.name}|{signed.signature.format(short)}")
        assert options(described) == options(metric)


def test_what_has_a_meaning_is_written_otherwise():
    for value in ("a|b%7C c\n", "ü\u3000漢", "non-de", "\udcff |"):
        assert unquote(quote(value)) == value
        assert not set(quote(value)) & set("| \n\u3000")
    assert quote("wmt17/B,wmt18") == "wmt17/B,wmt18"


def test_all_common_items():
    signature = Signature(
        {"num_refs": -1, "n_samples": 10, "seed": "none", "test_set": "wmt24", "language_pair": "en-de"}
    )
    assert str(signature) == f"nrefs:var|bs:10|seed:none|test:wmt24|lang:en-de|version:{VERSION}"
    assert signature.format(short=True) == f"#:var|bs:10|rs:none|t:wmt24|l:en-de|v:{VERSION}"


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0", BLEU()),
        (
            "BLEU|nrefs:1|case:lc|eff:yes|tok:intl|smooth:floor[0.10]|version:2.0.0",
            BLEU(True, tokenize="intl", smooth_method="floor", smooth_value=0.1, effective_order=True),
        ),
        (
            "#:2|c:mixed|e:no|tok:zh|s:add-k[2.50]|v:2.3.1",
            BLEU(tokenize="zh", smooth_method="add-k", smooth_value=2.5),
        ),
        (
            "nrefs:var|bs:1000|seed:12345|case:mixed|eff:no|tok:char|smooth:none|version:2.6.0",
            BLEU(tokenize="char", smooth_method="none"),
        ),
        (
            "nrefs:1|test:wmt20|lang:en-de|origlang:en|subset:news|case:mixed|eff:no|tok:none|smooth:exp",
            BLEU(tokenize="none"),
        ),
        (
            "nrefs:1|ar:10000|seed:12345|case:mixed|eff:no|tok:ja-mecab-0.996-IPA|smooth:exp",
            BLEU(tokenize="ja-mecab"),
        ),
        ("nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0", CHRF()),
        ("chrF3++|nrefs:1|case:lc|eff:no|nc:4|nw:2|space:yes|version:2.6.0", CHRF(4, 2, 3, True, True, True)),
        ("chrF2.5|#:1|c:mixed|e:yes|nc:6|nw:0|s:no|v:2.6.0", CHRF(beta=2.5)),
        ("#:1|c:mixed|e:yes|nc:6|nw:1|s:yes|v:2.6.0", CHRF(word_order=1, whitespace=True)),
        ("nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0", TER()),
        ("TER|#:1|c:mixed|t:tercom|nr:yes|pn:no|as:yes|v:2.6.0", TER(True, True, True, True)),
        ("#:1|t:wmt20|l:en-de|c:mixed|e:no|tok:13a|s:exp|v:2.6.0", BLEU()),
        (
            "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|v:2.6.0 = 48.5 82.4/50.0 (BP = 0.943)",
            BLEU(),
        ),
        (f" chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:{VERSION} = 57.8\n", CHRF()),
        ("TER", TER()),
        ("chrF1+", CHRF(beta=1, word_order=1)),
    ],
)
def test_the_way_back(text, metric):
    found = from_signature(text)
    assert type(found) is type(metric)
    assert options(found) == options(metric)
    assert str(signature_of(found)) == str(signature_of(metric))
    assert found.source_signature == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|colour:red", "unknown item colour:red"),
        ("chrF2|nrefs:1|tok:13a", "unknown item tok:13a"),
        ("BLEU|case:upper", "no case that is written case:upper"),
        ("BLEU|tok:13b", r"tok:13b: choose from none, zh"),
        ("BLEU|smooth:exp[0.1]", "smooth:exp"),
        ("BLEU|smooth:floor[x]", "smooth:floor"),
        ("BLEU|smooth:floor[0.1", "smooth:floor"),
        ("BLEU|tok:ja-mecab-0.1-IPA", "here it is ja-mecab-0.996-IPA"),
        ("chrF2++|nw:0", "nw:0 contradicts"),
        ("BLEU|case:lc|c:mixed", "c:mixed contradicts"),
        ("chrF2|nc:six", "nc:six"),
        ("chrF2|nc:-1", "at least 0"),
        ("TER|tok:13a", "unknown item tok:13a"),
        ("chrF++|nrefs:1", r"'chrF\+\+' .* is not a metric; .* its beta, such as chrF2 and chrF2\+\+"),
        ("ROUGE|nrefs:1", "'ROUGE' .* is not a metric; choose from BLEU"),
        ("nrefs:1|version:2.6.0", "does not name its metric"),
        ("nrefs:1|case:lc", "does not name its metric"),
        ("BLEU+case.mixed+lang.en-de+numrefs.1+smooth.exp+tok.13a+version.1.4.2 = 30.1", "is of sacreBLEU 1"),
        ("BLEU|nonsense", "not written key:value"),
        ("", "'' .* is not a metric|empty"),
    ],
)
def test_what_describes_no_metric(text, message):
    with pytest.raises(SignatureError, match=message):
        from_signature(text)
