"""Provides tokenizers in files."""

import io

import pytest
import sentencepiece

from extras import extra
from three_systems import REFERENCES, texts


@pytest.fixture(scope="session")
def model(tmp_path_factory):
    """A SentencePiece model of the references."""
    made = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts(REFERENCES[0])), model_writer=made, vocab_size=300, minloglevel=2
    )
    path = tmp_path_factory.mktemp("models") / "a model.model"
    path.write_bytes(made.getvalue())
    return path


@pytest.fixture(scope="session")
def words(tmp_path_factory):
    """A tokenizer of Hugging Face's library that knows two words and nothing else."""
    hugging_face = extra("tokenizers")
    made = hugging_face.Tokenizer(
        hugging_face.models.WordLevel({"[UNK]": 0, "[CLS]": 1, "die": 2, ".": 3}, unk_token="[UNK]")
    )
    made.pre_tokenizer = hugging_face.pre_tokenizers.Whitespace()
    made.add_special_tokens(["[UNK]", "[CLS]"])
    made.post_processor = hugging_face.processors.TemplateProcessing(
        single="[CLS] $A", special_tokens=[("[CLS]", 1)]
    )
    path = tmp_path_factory.mktemp("words") / "tokenizer.json"
    made.save(str(path))
    return path
