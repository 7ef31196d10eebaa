"""Tests the conversion of models and its cache, with small models of Marian."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import sentencepiece

import marian_models
from extras import extra
from parbleu.errors import (
    CacheError,
    MissingDependencyError,
    MissingModelError,
    TranslationError,
    UnreadableFileError,
)
from parbleu.translate import ENGINES, Settings
from parbleu.translate._engines.local_engine import Frame, frame
from parbleu.translate._models import converted_models, model_cache
from parbleu.translate._models.model_facts import FAMILIES, facts
from parbleu.translate._models.model_location import locate
from waiting import PATIENCE

ctranslate2 = extra("ctranslate2")

SOURCES = ["ein haus", "der hund sieht katze und haus", "nicht alt", "gross und alt"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A model of Marian."""
    return marian_models.save(tmp_path_factory.mktemp("marian") / "opus")


@pytest.fixture(scope="module", autouse=True)
def kept(tmp_path_factory):
    """The cache of this module: what one test has converted, the next need not."""
    place = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SACREBLEU", str(place))
        yield place / "models" / "translate"


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))
    return tmp_path / "cache" / "models" / "translate"


def engine(model, **settings):
    return ENGINES["ctranslate2"](Settings(model=str(model), **({"threads": 1, "max_length": 12} | settings)))


def entries(place):
    return [path for path in place.iterdir() if path.name != "checksums"]


def test_a_model_of_marian_is_converted_once(folder, kept, tmp_path):
    with engine(folder, compute_type="float32") as made:
        texts = [each.text for each in made.translate(SOURCES)]
        told = made.describe()
    (entry,) = entries(kept)
    assert told["path"] == str(entry)
    assert told["converted_from"] == str(folder)
    assert entry.name.startswith("opus-")
    # The same as CTranslate2 by itself, step by step.
    vocabulary = [str(folder / "vocab.yml")] * 2
    direct = ctranslate2.converters.MarianConverter(str(folder / "model.npz"), vocabulary)
    direct.convert(str(tmp_path / "direct"), quantization="float32")
    translator = ctranslate2.Translator(str(tmp_path / "direct"), intra_threads=1)
    model = sentencepiece.SentencePieceProcessor(model_file=str(folder / "source.spm"))
    found = translator.translate_batch(
        model.encode(SOURCES, out_type=str), beam_size=4, max_decoding_length=12
    )
    assert texts == [model.decode_pieces(each.hypotheses[0]) for each in found]
    assert len(set(texts)) > 1
    # And no second time, wherever a copy of the model is.
    before = entry.stat().st_mtime_ns
    moved = marian_models.save(tmp_path / "renamed")
    for model in (folder, folder / "model.npz", folder / "decoder.yml", moved):
        with engine(model, compute_type="float32") as made:
            assert made.describe()["sha256"] == told["sha256"]
            assert made.describe()["path"] == str(entry)
    assert entry.stat().st_mtime_ns == before
    assert entries(kept) == [entry]


@pytest.mark.long
def test_other_weights_and_other_numbers_are_other_conversions(folder, kept, tmp_path):
    float32 = converted_models.converted(locate(str(folder)), "float32")
    with engine(folder) as made:
        assert made.describe()["compute_type"].startswith("int8")  # unless somebody says otherwise
        assert made.describe()["path"] != str(float32)
    other = marian_models.save(tmp_path / "opus", seed=4)
    assert converted_models.converted(locate(str(other)), "float32") != float32
    assert len(entries(kept)) == 3


def test_a_vocabulary_in_sentencepieces_own_form(tmp_path, folder):
    model = marian_models.save(tmp_path / "m", vocabulary="spm")
    with engine(model, compute_type="float32") as made, engine(folder, compute_type="float32") as twin:
        assert made.translate(SOURCES) == twin.translate(SOURCES)


@pytest.mark.long
@pytest.mark.parametrize("damage", ["truncate", "flip", "remove", "note"])
def test_a_damaged_conversion_is_made_again(folder, damage):
    place = converted_models.converted(locate(str(folder)), "float32")
    weights, note = place / "model.bin", place / "parbleu.json"
    right = weights.read_bytes()
    if damage == "truncate":
        weights.write_bytes(right[:100])
    elif damage == "flip":
        weights.write_bytes(right[:-1] + bytes([right[-1] ^ 1]))
    elif damage == "remove":
        (place / "source.spm").unlink()
    else:
        note.write_text("{")
    assert converted_models.converted(locate(str(folder)), "float32") == place
    assert weights.read_bytes() == right
    assert json.loads(note.read_text())["facts"]["family"] == "marian"
    assert (place / "source.spm").is_file()
    assert not list(place.parent.glob(".*.part"))


def test_a_cache_that_cannot_be_written_is_read(folder, kept, monkeypatch):
    place = converted_models.converted(locate(str(folder)), "float32")
    with monkeypatch.context() as readonly:
        refuse(readonly, model_cache.os, "open")
        refuse(readonly, model_cache.Path, "mkdir")
        assert converted_models.converted(locate(str(folder)), "float32") == place
        with pytest.raises(CacheError, match="or set SACREBLEU to another directory"):
            converted_models.converted(locate(str(folder)), "int16")


def refuse(monkeypatch, module, name):
    def refused(*arguments, **options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(module, name, refused)


SCRIPT = (
    "import sys; from parbleu.translate._models import converted_models; "
    "from parbleu.translate._models.model_location import locate; "
    "print(converted_models.converted(locate(sys.argv[1]), 'float32'))"
)


def start(folder):
    return subprocess.Popen([sys.executable, "-c", SCRIPT, str(folder)], stdout=subprocess.PIPE, text=True)


@pytest.mark.long
def test_many_processes_make_one_conversion(folder, own_cache):
    processes = [start(folder) for _ in range(3)]
    places = {process.communicate(timeout=PATIENCE)[0].strip() for process in processes}
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert {str(place) for place in entries(own_cache)} == places
    assert len(places) == 1


@pytest.mark.long
def test_what_a_killed_process_left_is_cleared_away(folder, own_cache):
    killed = SCRIPT.replace(
        "print", "converted_models.convert_apart = lambda *_: os.kill(os.getpid(), 9); print"
    )
    process = subprocess.run([sys.executable, "-c", f"import os; {killed}", str(folder)], check=False)
    assert process.returncode == -signal.SIGKILL
    assert list(own_cache.glob(".*.part"))
    place = converted_models.converted(locate(str(folder)), "float32")
    assert entries(own_cache) == [place]


@pytest.mark.parametrize("where", ["converting", "copying"])
def test_a_full_disk_leaves_nothing(folder, own_cache, monkeypatch, where):
    full = "raise OSError(28, 'No space left on device')"
    if where == "converting":
        monkeypatch.setattr(converted_models, "_START", full)
    else:
        monkeypatch.setattr(converted_models.shutil, "copyfile", lambda *_: exec(full))
    with pytest.raises(CacheError, match="No space left on device; make room, or set SACREBLEU"):
        converted_models.converted(locate(str(folder)), "int16")
    assert entries(own_cache) == []


def test_what_cannot_be_converted_leaves_nothing(own_cache, tmp_path):
    model = marian_models.save(tmp_path / "m")
    (model / "model.npz").write_bytes((model / "model.npz").read_bytes()[:3000])
    with pytest.raises(TranslationError, match=r"model\.npz cannot be converted for CTranslate2: .*\w"):
        engine(model)
    assert entries(own_cache) == []


def test_a_conversion_that_the_system_ends_says_so(own_cache, folder, monkeypatch):
    monkeypatch.setattr(converted_models, "_START", "import os; os.kill(os.getpid(), 9)")
    with pytest.raises(TranslationError, match="ended by SIGKILL; see whether memory suffices"):
        engine(folder)
    assert entries(own_cache) == []


def test_weights_that_cannot_be_read(own_cache, tmp_path):
    model = hugging_face(tmp_path / "hf", {"model_type": "marian"})
    (model / "model.safetensors").unlink()
    (model / "model.safetensors").symlink_to("gone")
    with pytest.raises(UnreadableFileError, match=r"cannot read .*model.safetensors: No such file"):
        engine(model)


def test_files_of_marian_that_are_missing_or_unclear(own_cache, tmp_path):
    model = marian_models.save(tmp_path / "m")
    (model / "vocab.yml").unlink()
    with pytest.raises(MissingModelError, match=r"vocab\.yml is missing, which .*decoder\.yml names"):
        engine(model)
    (model / "decoder.yml").write_text("models: other.npz\nvocabs: 5\n")
    with pytest.raises(MissingModelError, match=r"other\.npz is missing, which .*decoder\.yml names"):
        engine(model)
    (model / "decoder.yml").write_text("models: [\n")
    with pytest.raises(MissingModelError, match=r"decoder\.yml must be a configuration of Marian"):
        engine(model)
    (model / "decoder.yml").unlink()
    with pytest.raises(MissingModelError, match="has 0 vocabularies, where Marian's model needs one or two"):
        engine(model)
    (model / "other.npz").touch()
    with pytest.raises(MissingModelError, match=r"\(\.npz\) is needed, and there is model\.npz, other"):
        engine(model)


def hugging_face(folder, config, tokenizer=None):
    folder.mkdir()
    marian_models.save(folder.parent / "pieces")
    for name in ("source.spm", "target.spm"):
        (folder / name).write_bytes((folder.parent / "pieces" / name).read_bytes())
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "tokenizer_config.json").write_text(json.dumps(tokenizer or {}))
    (folder / "model.safetensors").write_bytes(b"weights")
    return folder


def test_converting_hugging_face_takes_packages_that_are_named(own_cache, tmp_path, monkeypatch):
    model = hugging_face(tmp_path / "hf", {"model_type": "marian"})
    monkeypatch.setattr(converted_models, "find_spec", lambda name: None)
    with pytest.raises(MissingDependencyError, match=r"needed: pip install 'transformers"):
        engine(model)
    assert entries(own_cache) == []


@pytest.mark.parametrize(
    ("config", "tokenizer", "message"),
    [
        ({"model_type": "gpt2"}, {}, "model_type gpt2; known are marian, mbart"),
        ({}, {}, "model_type None; known are"),
        (
            {"model_type": "mbart"},
            {"tokenizer_class": "MBartTokenizer"},
            "with the tokenizer MBartTokenizer",
        ),
        ({"model_type": "mbart"}, {}, "mbart with the tokenizer of no name"),
    ],
)
def test_another_kind_is_refused_before_anything_is_loaded(own_cache, tmp_path, config, tokenizer, message):
    with pytest.raises(TranslationError, match=message):
        engine(hugging_face(tmp_path / "hf", config, tokenizer))


def test_what_the_files_of_hugging_face_say(tmp_path):
    prefix = {"prefix": "translate English to German: "}
    task = {"translation_en_to_de": prefix, "summarization": {}, "translation_en_to": prefix}
    told = {"model_max_length": 10**30, "source_lang": "eng", "target_lang": "fra"}
    config = {"model_type": "marian", "max_position_embeddings": 512, "task_specific_params": task}
    assert facts(hugging_face(tmp_path / "hf", config, told)) == {
        "family": "marian",
        "longest": 512,
        "source": "eng",
        "target": "fra",
        "prefixes": {"en-de": "translate English to German: "},
    }
    odd = {"model_type": "marian", "max_position_embeddings": "many", "task_specific_params": [1]}
    found = facts(hugging_face(tmp_path / "odd", odd, {"model_max_length": None, "source_lang": 5}))
    assert found == {"family": "marian", "longest": 512, "source": None, "target": None, "prefixes": {}}


def test_t5_that_gets_no_instruction_says_so(warnings):
    facts = {"prefixes": {"en-de": "translate English to German: ", "en-fr": "to French: "}}
    assert frame(FAMILIES["t5"], {}, facts, Settings(source_language="en", target_language="fr")) == Frame(
        "en", "fr", prefix="to French: "
    )
    assert warnings == []
    assert frame(FAMILIES["t5"], {}, facts, Settings(target_language="fr")).prefix == ""
    assert "gets none since it is not told both languages: choose from en-de, en-fr" in warnings[0]


def test_an_entry_of_another_recipe_is_none_of_ours(folder, kept):
    place = converted_models.converted(locate(str(folder)), "float32")
    note = json.loads((place / "parbleu.json").read_text())
    (place / "parbleu.json").write_text(json.dumps(note | {"recipe": {}}))
    converted_models.converted(locate(str(folder)), "float32")
    assert json.loads((place / "parbleu.json").read_text()) == note


def test_the_note_lists_every_file(folder):
    place = converted_models.converted(locate(str(folder)), "float32")
    note = json.loads((place / "parbleu.json").read_text())
    assert {path.name for path in Path(place).iterdir()} == {"parbleu.json", *note["files"]}
    assert note["recipe"]["ctranslate2"] == ctranslate2.__version__
