"""Tests the engine CTranslate2 with models that translate word for word."""

import hashlib
import json
import math
import random
import shutil
import sys
from itertools import permutations
from pathlib import Path

import pytest

import word_models
from parbleu.errors import (
    MissingDependencyError,
    MissingModelError,
    OptionError,
    TranslationError,
)
from parbleu.translate import ENGINES, Settings
from word_models import GERMAN, POSITIONS, PRESENTS, SURE, SYNONYMS, WORDS

MULTILINGUAL = {
    "mbart-50": {"de": "de_DE", "en": "en_XX", "fr": "fr_XX"},
    "nllb": {"de": "deu_Latn", "en": "eng_Latn", "fr": "fra_Latn"},
    "m2m-100": {"de": "__de__", "en": "__en__", "fr": "__fr__"},
}


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The folder of a model from German to English."""
    return word_models.bilingual(tmp_path_factory.mktemp("models") / "words")


@pytest.fixture(autouse=True)
def _no_cache_of_others(tmp_path, monkeypatch):
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))


def engine(model, **settings):
    return ENGINES["ctranslate2"](Settings(model=str(model), **({"threads": 1} | settings)))


def texts(model, segments, **settings):
    with engine(model, **settings) as made:
        return [each.text for each in made.translate(segments)]


def in_english(segment):
    return " ".join(GERMAN[word] for word in segment.split())


def some_segments(count):
    chosen = random.Random(7)
    return [" ".join(chosen.choices(list(GERMAN), k=chosen.randint(1, POSITIONS - 2))) for _ in range(count)]


def log_probability(*words, size):
    """Of the best translations of words, by the weights that the model was made with."""
    total = 0.0
    for word in [*words, "</s>"]:
        sure = 3 * SURE if word == "</s>" else SURE
        others = [SYNONYMS[word][1]] if word in SYNONYMS else []
        total -= math.log1p(
            sum(math.exp(o - sure) for o in others) + (size - 1 - len(others)) * math.exp(-sure)
        )
    return total


@pytest.mark.parametrize("beam", [1, 4])
def test_translates_every_word_whatever_the_batch(folder, beam):
    segments = some_segments(64)
    right = [in_english(segment) for segment in segments]
    with engine(folder, beam=beam) as made:
        together = made.translate(segments)
        assert [each.text for each in together] == right
        assert made.translate(segments[::-1]) == together[::-1]
        alone = [made.translate([segment])[0] for segment in segments]
    assert [each.text for each in alone] == right
    assert [each.score for each in alone] == pytest.approx([each.score for each in together], abs=1e-4)
    assert not any(each.truncated or each.cut or each.alternatives for each in together)


@pytest.mark.parametrize(("beam", "penalty"), [(1, 1.0), (4, 1.0), (4, 0.0), (4, 2.0), (1, 0.5)])
def test_scores_are_log_probabilities_whatever_the_search_divides_them_by(folder, beam, penalty):
    size = len(json.loads((folder / "shared_vocabulary.json").read_text()))
    with engine(folder, beam=beam, length_penalty=penalty) as made:
        found = made.translate(["der hund", "katze haus"])
    assert found[0].score == pytest.approx(log_probability("der", "hund", size=size), abs=1e-5)
    assert found[1].score == pytest.approx(log_probability("katze", "haus", size=size), abs=1e-5)


@pytest.mark.parametrize("family", MULTILINGUAL)
def test_scores_behind_the_token_of_a_language_do_not_depend_on_the_penalty(tmp_path, family):
    # CTranslate2 4.8.5 divides by a length that has the prefix, too.
    model = word_models.multilingual(tmp_path / family, MULTILINGUAL[family], "sentencepiece.bpe.model")
    languages = {"source_language": "de", "target_language": "en"}
    scores = []
    for penalty in (0.0, 1.0, 2.0):
        with engine(model, length_penalty=penalty, **languages) as made:
            scores.append(made.translate([" ".join(WORDS["de"])])[0].score)
    assert scores == pytest.approx([scores[0]] * 3, rel=1e-4)
    assert scores[0] < 0


def test_the_second_best_replaces_the_word_that_costs_least(folder):
    with engine(folder, nbest=3) as made:
        found = made.translate(["der hund sieht der alt katze", "haus"])[0]
        assert made.describe()["beam"] == 4
    assert found.alternatives == (
        "the dog sees the old cat",
        "the dog sees the old kitty",
        "the hound sees the old cat",
    )
    assert found.text == found.alternatives[0]
    assert found.score == found.scores[0]
    costs = [SURE - SYNONYMS["katze"][1], SURE - SYNONYMS["hund"][1]]
    assert [found.score - each for each in found.scores[1:]] == pytest.approx(costs, abs=1e-4)
    with pytest.raises(OptionError, match=r"a beam of 2 has no 3 best translations"):
        engine(folder, nbest=3, beam=2)


def test_long_sources_are_truncated_and_told(folder):
    fits, long = "der " * (POSITIONS - 1), "hund " * POSITIONS
    with engine(folder) as made:
        found = made.translate([fits, long, "katze"])
        assert made.lengths([fits, long, "katze"]) == [POSITIONS, POSITIONS + 1, 2]
    assert [each.truncated for each in found] == [False, True, False]
    assert [len(each.text.split()) for each in found] == [POSITIONS - 1, POSITIONS - 1, 1]
    with engine(folder, max_source=5) as made:
        assert made.translate(["der hund sieht der", "der hund sieht der hund"])[1].text == "the dog sees the"
        assert made.describe()["max_source"] == 5


def test_who_ends_the_source(folder, tmp_path):
    """The library, if the model says so; nobody, if it is one of OpenNMT's; else we."""
    long = "der " * POSITIONS
    for told, length in (({}, 3), ({"add_source_eos": True}, 3), ({"decoder_start_token": "<s>"}, 2)):
        model = shutil.copytree(folder, tmp_path / str(len(str(told))))
        config = json.loads((model / "config.json").read_text()) | told
        (model / "config.json").write_text(json.dumps(config))
        with engine(model) as made:
            assert made.lengths(["der hund"]) == [length]
            if length == 3:
                assert [each.text for each in made.translate(["der hund", "haus"])] == ["the dog", "house"]
                assert len(made.translate([long])[0].text.split()) == POSITIONS - 1


def test_translations_that_are_cut_are_told(folder):
    with engine(folder, max_length=3) as made:
        found = made.translate(["der hund", "der alt hund", "der alt hund sieht"])
    assert [each.text for each in found] == ["the dog", "the old dog", "the old dog"]
    assert [each.cut for each in found] == [False, True, True]


def test_a_source_longer_than_the_model_takes_is_an_error_with_the_next_step(folder):
    with engine(folder, max_source=100) as made, pytest.raises(TranslationError, match="--max-source"):
        made.translate(["der " * 50])


def test_unknown_words_and_what_looks_like_a_token_do_no_harm(folder):
    found = texts(folder, ["der quux hund", "der </s> hund", "<s> <unk> der", "</s>", ">>fra<< der"])
    assert found[0].split()[0] == "the"
    assert found[0].split()[-1] == "dog"
    assert all("<" not in text for text in found)
    assert found[1] == found[0]  # and not what stands before the end of a sentence
    assert texts(folder, ["der \udc80 hund", "der\nhund"]) == ["the dog", "the dog"]


@pytest.mark.parametrize("family", MULTILINGUAL)
def test_the_languages_are_told_to_models_of_many(tmp_path, family):
    tokens = MULTILINGUAL[family]
    model = word_models.multilingual(tmp_path / family, tokens, "sentencepiece.bpe.model")
    for source, target in permutations(WORDS, 2):
        languages = {"source_language": source, "target_language": target}
        assert texts(model, [" ".join(WORDS[source]), PRESENTS[source]], **languages) == [
            " ".join(WORDS[target]),
            PRESENTS[target],
        ]
    with engine(model, source_language="deu", target_language=tokens["fr"].upper().strip("_")) as made:
        told = made.describe()
        assert made.lengths(["hund und"]) == [4]
        assert made.translate(["hund"])[0].score < 0
    assert told["family"] == family
    assert [told["source_language"], told["target_language"]] == [
        tokens[name].strip("_") for name in ("de", "fr")
    ]
    assert told["max_source"] == POSITIONS


@pytest.mark.parametrize(
    ("languages", "message"),
    [
        ({}, "must be told the target language .--target-language.: choose from de_DE, en_XX, fr_XX"),
        ({"target_language": "fr"}, "must be told the source language"),
        (
            {"source_language": "de", "target_language": "cs"},
            "unknown target language .* 'cs': choose from de_DE",
        ),
        ({"source_language": "xx", "target_language": "fr"}, "unknown source language"),
    ],
)
def test_missing_and_unknown_languages_list_the_known_ones(tmp_path, languages, message):
    model = word_models.multilingual(tmp_path / "m", MULTILINGUAL["mbart-50"], "sentencepiece.bpe.model")
    with pytest.raises(OptionError, match=message):
        engine(model, **languages)


def test_marians_models_of_many_languages_have_the_target_before_the_source(tmp_path):
    tokens = {"de": ">>deu<<", "en": ">>eng<<", "fr": ">>fra<<"}
    model = word_models.multilingual(tmp_path / "m", tokens, "", in_source=True)
    assert texts(model, ["hund und"], target_language="fr") == ["chien et"]
    assert texts(model, ["hund und"], source_language="de", target_language="en") == ["dog and"]
    with pytest.raises(OptionError, match=r"must be told the target language .*: choose from deu, eng, fra"):
        engine(model)


def test_a_model_of_one_pair_takes_languages_that_agree(folder, tmp_path):
    assert texts(folder, ["hund"], source_language="de", target_language="en") == ["dog"]
    model = shutil.copytree(folder, tmp_path / "stated")
    (model / "tokenizer_config.json").write_text(
        '{"source_lang": "deu", "target_lang": "en", "model_max_length": 24}'
    )
    assert texts(model, ["hund"], source_language="de", target_language="eng") == ["dog"]
    with pytest.raises(OptionError, match="the target language of this model is en, not fr"):
        engine(model, target_language="fr")


def test_the_record_says_all_that_the_translations_follow_from(folder, tmp_path):
    with engine(folder, beam=2, length_penalty=0.6, threads=2, device="cpu") as made:
        told, identity = made.describe(), made.identity()
    assert told["sha256"] == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()
    }
    assert told["path"] == str(folder)
    expected = {
        "beam": 2,
        "length_penalty": 0.6,
        "nbest": 1,
        "threads": 2,
        "device": "cpu",
        "family": "marian",
    }
    assert {name: told[name] for name in expected} == expected
    assert told["compute_type"] == "float32"
    assert json.loads(json.dumps(told)) == told
    moved = shutil.copytree(folder, tmp_path / "moved")
    with engine(moved, beam=2, length_penalty=0.6, threads=1) as made:
        assert made.identity() == identity  # neither the place nor the number of threads matters
    with engine(moved, beam=3, length_penalty=0.6) as made:
        assert made.identity() != identity
    (moved / "source.spm").write_bytes(
        (moved / "source.spm").read_bytes() + b"\xc0\x0c\0"
    )  # a field of no use
    with engine(moved, beam=2, length_penalty=0.6) as made:
        assert made.identity() != identity


def test_weights_in_int8_are_used_as_they_are(tmp_path, folder):
    small = word_models.bilingual(tmp_path / "int8", "int8")
    assert (small / "model.bin").stat().st_size < (folder / "model.bin").stat().st_size / 2
    with engine(small) as made:
        assert made.describe()["compute_type"].startswith("int8")
        assert made.translate(["der hund"])[0].text == "the dog"
    with engine(small, compute_type="float32") as made:
        assert made.describe()["compute_type"] == "float32"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"compute_type": "int3"}, "compute_type on this cpu is one of .*float32.*, not 'int3'"),
        ({"max_source": 2}, "max_source is a number from 3, not 2"),
        ({"length_penalty": float("nan")}, "length_penalty is a finite number"),
        ({"seed": 1}, "the engine ctranslate2 has no use for seed"),
        ({"revision": "main"}, "does not tell its revision: leave out --revision"),
    ],
)
def test_impossible_settings(folder, settings, message):
    with pytest.raises(OptionError, match=message):
        engine(folder, **settings)


def test_a_folder_that_is_no_model_says_what_is_missing(folder, tmp_path):
    with pytest.raises(MissingModelError, match=r"holds no model: neither model\.bin .* nor config\.json"):
        engine(tmp_path)
    with pytest.raises(MissingModelError, match="there is no such file or folder"):
        engine(tmp_path / "nothing")
    with pytest.raises(OptionError, match="needs a model: --model FOLDER"):
        ENGINES["ctranslate2"](Settings())
    (tmp_path / "text.bin").write_text("x")
    with pytest.raises(MissingModelError, match="is a file, but not a Marian model"):
        engine(tmp_path / "text.bin")
    model = shutil.copytree(folder, tmp_path / "m")
    (model / "source.spm").write_bytes(b"nonsense")
    with pytest.raises(MissingModelError, match=r"source\.spm is no SentencePiece model"):
        engine(model)
    (model / "source.spm").unlink()
    (model / "target.spm").unlink()
    with pytest.raises(MissingModelError, match=r"needs the tokenizer of the model and has none: copy"):
        engine(model)


def test_damaged_files_of_a_model(folder, tmp_path):
    model = shutil.copytree(folder, tmp_path / "m")
    (model / "model.bin").write_bytes((folder / "model.bin").read_bytes()[:5000])
    with pytest.raises(TranslationError, match="cannot be loaded"):
        engine(model)
    (model / "shared_vocabulary.json").write_text("{}")
    with pytest.raises(MissingModelError, match="is not a vocabulary of CTranslate2"):
        engine(model)
    (model / "shared_vocabulary.json").write_text("[")
    with pytest.raises(MissingModelError, match="cannot be read"):
        engine(model)


def test_the_revision_of_a_folder_that_git_or_the_hub_made(folder, tmp_path):
    commit = "0123456789abcdef0123456789abcdef01234567"
    snapshot = shutil.copytree(folder, tmp_path / "models--a--b" / "snapshots" / commit)
    cloned = shutil.copytree(folder, tmp_path / "cloned")
    (cloned / ".git" / "refs" / "heads").mkdir(parents=True)
    (cloned / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (cloned / ".git" / "refs" / "heads" / "main").write_text(f"{commit}\n")
    fetched = shutil.copytree(folder, tmp_path / "fetched")
    (told := fetched / ".cache" / "huggingface" / "download").mkdir(parents=True)
    (told / "config.json.metadata").write_text(f"{commit}\netag\n1.5\n")
    for model in (snapshot, cloned, fetched):
        with engine(model, revision=commit[:8]) as made:
            assert made.describe()["revision"] == commit
        with pytest.raises(OptionError, match=f"is of revision {commit}"):
            engine(model, revision="abc")


def test_without_the_packages_the_message_names_the_extra(folder, monkeypatch):
    for package in ("ctranslate2", "sentencepiece"):
        with monkeypatch.context() as missing:
            missing.setitem(sys.modules, package, None)
            with pytest.raises(MissingDependencyError, match=r"pip install 'ctranslate2"):
                engine(folder)
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    monkeypatch.chdir(Path(folder).parent)
    with pytest.raises(MissingDependencyError, match=r"pip install 'transformers"):
        engine("Helsinki-NLP/opus-mt-de-en")
