"""Tests that the engines transformers and CTranslate2 translate alike with the same model."""

import hashlib
import json
import shutil
import sys

import pytest
import transformers

from hugging_face.tiny_models import LONGEST, MODELS, sentences
from parbleu.errors import MissingDependencyError, OptionError, TranslationError
from parbleu.translate import ENGINES, Settings

pytestmark = pytest.mark.transformers

SENTENCES = sentences(64, 3)
ODD = [
    "Zü  grün\tund",
    "日本 語",
    "a",
    "🙂 ok",
    "  blanks",
    "gu\u00a0bi",
    "¿ﬁn?",
    "x" * 30,
    "a \udc80 b",
    '"a" & <b>',
]


def engine(name, folder, languages, **settings):
    given = {"threads": 1, "beam": 1, "max_length": 20, "compute_type": "float32"} | languages | settings
    return ENGINES[name](Settings(model=str(folder), **given))


@pytest.fixture(params=MODELS)
def pair(request, model):
    """Makes both engines with the same settings."""
    languages = MODELS[request.param][1]

    def make(**settings):
        names = ("transformers", "ctranslate2")
        return [engine(name, model(request.param), languages, **settings) for name in names]

    return make


def test_greedy_translations_are_identical(pair):
    theirs, ours = pair()
    expected, found = theirs.translate(SENTENCES), ours.translate(SENTENCES)
    assert [each.text for each in found] == [each.text for each in expected]
    assert [each.cut for each in found] == [each.cut for each in expected]
    assert len({each.text for each in found}) > 20
    assert theirs.lengths(SENTENCES) == ours.lengths(SENTENCES)
    assert theirs.describe()["family"] == ours.describe()["family"]
    # Batched as one by one.
    assert [theirs.translate([one])[0].text for one in SENTENCES[:8]] == [each.text for each in expected[:8]]


def test_odd_text_is_cut_into_the_same_pieces(pair):
    theirs, ours = pair()
    assert ours.lengths(ODD) == theirs.lengths(ODD)
    assert [each.text for each in ours.translate(ODD)] == [each.text for each in theirs.translate(ODD)]


def test_long_sources_are_truncated_alike_and_told(pair):
    theirs, ours = pair()
    long = [" ".join(SENTENCES[:20]), SENTENCES[0], " ".join(SENTENCES[5:30])]
    expected, found = theirs.translate(long), ours.translate(long)
    assert [each.truncated for each in expected] == [each.truncated for each in found] == [True, False, True]
    assert [each.text for each in found] == [each.text for each in expected]
    assert theirs.describe()["max_source"] == ours.describe()["max_source"] == LONGEST
    short = [each.translate([long[0]])[0] for each in pair(max_source=7)]
    assert short[0].text == short[1].text
    assert short[0].truncated
    assert short[1].truncated


def test_scores_are_the_same_log_probabilities(pair, request):
    theirs, ours = pair(beam=4, nbest=2)
    name = request.node.callspec.id
    tolerance = 0.06 if "marian" in name else 0.02  # CTranslate2 drops Marian's <pad>
    apart, compared = 0, 0
    for expected, found in zip(theirs.translate(SENTENCES), ours.translate(SENTENCES), strict=True):
        assert len(expected.alternatives) == len(found.scores) == 2
        assert expected.text == expected.alternatives[0]
        if expected.text == found.text and expected.cut == found.cut:  # beams end by different rules
            apart += expected.score != pytest.approx(found.score, abs=tolerance)
            compared += 1
    assert compared > 50
    assert apart <= (3 if name in {"t5", "madlad"} else 0)  # placeholders are not shown: texts may hide them


def test_the_record_of_transformers(model):
    folder = model("nllb")
    languages = MODELS["nllb"][1]
    with engine("transformers", folder, languages, beam=3, length_penalty=0.5) as made:
        told = made.describe()
        identity = made.identity()
    assert told["sha256"] == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.suffix in {".safetensors", ".json", ".model"}
    }
    assert [told["source_language"], told["target_language"]] == ["eng_Latn", "fra_Latn"]
    assert (told["beam"], told["length_penalty"], told["device"]) == (3, 0.5, "cpu")
    assert json.loads(json.dumps(told)) == told
    assert identity.keys() == told.keys() - {"model", "path", "revision", "threads"}


def test_what_transformers_refuses(model, tmp_path):
    nllb = model("nllb")
    with pytest.raises(OptionError, match="unknown target language of this model 'cs': choose from ace_Arab"):
        engine("transformers", nllb, {"source_language": "en", "target_language": "cs"})
    with pytest.raises(OptionError, match="could be zho_Hans, zho_Hant"):
        engine("transformers", nllb, {"source_language": "en", "target_language": "zh"})
    with pytest.raises(OptionError, match="must be told the source language"):
        engine("transformers", model("m2m-100"), {"target_language": "fr"})
    with pytest.raises(OptionError, match=r"compute_type is one of float32, .*, not 'int8'"):
        engine("transformers", model("marian"), {}, compute_type="int8")
    with pytest.raises(OptionError, match="no use for seed"):
        engine("transformers", model("marian"), {}, seed=1)
    with pytest.raises(OptionError, match=r"unknown source language .* 'fr': choose from en"):
        engine("transformers", model("t5"), {"source_language": "fr", "target_language": "de"})
    with (
        engine("transformers", model("mbart-50"), MODELS["mbart-50"][1], max_source=500) as made,
        pytest.raises(TranslationError, match="lower --max-source"),
    ):
        made.translate([" ".join(SENTENCES)])
    (tmp_path / "config.json").write_text((nllb / "config.json").read_text())
    (tmp_path / "model.safetensors").write_bytes(b"nonsense")
    with pytest.raises(TranslationError, match="cannot be loaded"):
        engine("transformers", tmp_path, {})


def test_the_model_of_another_engine(model, kept):
    with engine("ctranslate2", model("marian"), {}) as made:
        converted = made.describe()["path"]
    with pytest.raises(OptionError, match="is a model of CTranslate2, not of Hugging Face"):
        engine("transformers", converted, {}, compute_type=None)


def test_without_torch_the_message_names_the_extra(model, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'transformers"):
        engine("transformers", model("marian"), {})


def test_a_tokenizer_in_the_form_that_transformers_saves_today(model, tmp_path, kept):
    """Without a SentencePiece file: the library `tokenizers` reads `tokenizer.json`."""
    folder = shutil.copytree(model("mbart-50"), tmp_path / "saved")
    transformers.AutoTokenizer.from_pretrained(folder).save_pretrained(folder)
    (folder / "sentencepiece.bpe.model").unlink()
    assert (folder / "tokenizer.json").is_file()
    languages = MODELS["mbart-50"][1]
    with (
        engine("ctranslate2", folder, languages) as ours,
        engine("ctranslate2", model("mbart-50"), languages) as twin,
    ):
        assert "tokenizers" in ours.describe()
        assert ours.lengths(SENTENCES) == twin.lengths(SENTENCES)
        assert ours.translate(SENTENCES) == twin.translate(SENTENCES)
