"""Makes tiny models of CTranslate2 that translate word for word, so that the right answers are known.

Nobody trained them: the weights are set by hand. Every token is a dimension of its own, as is every position.
Attention looks at the source token of the same position, and the projection looks the word up. The tokens of
languages, where there are any, are seen from everywhere and add to the words of their language. All is
additive, so that the probability of a word is known, and the second best translation of a sentence too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import sentencepiece

from extras import extra

POSITIONS = 24
SURE = 12.0
"""Logarithm of how much more probable the right word is than one that has nothing to do with the source."""

TransformerSpec: Any = extra("ctranslate2.specs.transformer_spec").TransformerSpec

GERMAN = {"der": "the", "hund": "dog", "katze": "cat", "haus": "house", "sieht": "sees", "alt": "old"}
SYNONYMS = {"hund": ("hound", 9.0), "katze": ("kitty", 10.0), "haus": ("home", 8.0)}
"""Source word -> another translation, and the logarithm for that."""


def bilingual(folder: Path, quantization: str | None = None) -> Path:
    """Makes a model in the form of Marian's that knows `GERMAN` and `SYNONYMS`."""
    rules = [(f"▁{word}", f"▁{other}", SURE) for word, other in GERMAN.items()]
    rules += [(f"▁{word}", f"▁{other}", sure) for word, (other, sure) in SYNONYMS.items()]
    _save(folder, [], rules, quantization=quantization)
    train(folder / "source.spm", GERMAN)
    train(folder / "target.spm", [*GERMAN.values(), *(other for other, _ in SYNONYMS.values())])
    return folder


WORDS = {"de": ["gift", "hund", "und"], "en": ["poison", "dog", "and"], "fr": ["poison", "chien", "et"]}
PRESENTS = {"de": "geschenk", "en": "gift", "fr": "cadeau"}
"""In English, "gift" is something else: only the token of the source language tells."""


def multilingual(folder: Path, tokens: Mapping[str, str], name: str, *, in_source: bool = False) -> Path:
    """Makes a model that translates between `WORDS` and `PRESENTS` of all languages.

    Args:
        folder: where.
        tokens: the token of each language.
        name: what the SentencePiece model is called.
        in_source: whether the token of the target language stands before the source, and no other anywhere.
    """
    concepts = [dict(zip(WORDS, words, strict=True)) for words in zip(*WORDS.values(), strict=True)]
    concepts.append(PRESENTS)
    rules, seen = [], set()
    for concept in concepts:
        for word in concept.values():
            for language, other in concept.items():
                rules.append((f"▁{word}", f"▁{other}", SURE))
                seen.add((language, other))
    others = [(tokens[language], f"▁{word}", SURE / 2) for language, word in sorted(seen)]
    told = [] if in_source else [(tokens["en"], f"▁{word}", SURE / 4) for word in PRESENTS.values()]
    told += [] if in_source else [(tokens["de"], f"▁{word}", SURE / 4) for word in ("poison", "gift")]
    _save(folder, list(tokens.values()), rules, others, told, in_source=in_source)
    everything = {*PRESENTS.values(), *(word for words in WORDS.values() for word in words)}
    for file in ("source.spm", "target.spm") if in_source else (name,):
        train(folder / file, everything)
    return folder


def train(path: Path, words: Iterable[str]) -> Path:
    """Trains a SentencePiece model whose pieces are whole words."""
    words = sorted(set(words))
    with path.open("wb") as file:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(words),
            model_writer=file,
            model_type="word",
            vocab_size=len(words) + 3,
            num_threads=1,
            minloglevel=2,
        )
    return path


Rules = Iterable[tuple[str, str, float]]


def _save(
    folder: Path,
    languages: list[str],
    rules: Rules,
    target_rules: Rules = (),
    source_rules: Rules = (),
    *,
    in_source: bool = False,
    quantization: str | None = None,
) -> None:
    rules = list(rules)
    words = sorted({word for source, target, _ in rules for word in (source, target)})
    vocabulary = ["<unk>", "<s>", "</s>", *languages, *words]
    spec = _spec(vocabulary, [*rules, ("</s>", "</s>", 3 * SURE)], target_rules, source_rules, in_source)
    spec.register_source_vocabulary(vocabulary)
    spec.register_target_vocabulary(vocabulary)
    spec.config.decoder_start_token = "</s>"
    spec.validate()
    spec.optimize(quantization=quantization)
    folder.mkdir(parents=True, exist_ok=True)
    spec.save(str(folder))
    (folder / "tokenizer_config.json").write_text(json.dumps({"model_max_length": POSITIONS}))


def _spec(vocabulary, rules, target_rules, source_rules, in_source) -> TransformerSpec:
    index = {token: number for number, token in enumerate(vocabulary)}
    size = len(vocabulary)
    # What a state says: the token here, the position, the language at the start of the sequence; then, in the
    # decoder, the source token of this position and the language of the source.
    token, position = 0, size
    here, there = position + POSITIONS, position + POSITIONS + size
    there_language = there + size
    width = there_language + size
    width += -width % 8

    def block(rows: int, columns: int, values=1.0, count: int = size) -> np.ndarray:
        matrix = np.zeros((width, width), np.float32)
        matrix[rows : rows + count, columns : columns + count] = np.eye(count) * values
        return matrix

    spec = TransformerSpec.from_config((1, 1), 1, pre_norm=True, no_final_norm=True)
    places = np.zeros((POSITIONS, width), np.float32)
    places[:, position : position + POSITIONS] = np.eye(POSITIONS)
    tokens = np.zeros((size, width), np.float32)
    tokens[:, token : token + size] = np.eye(size)
    for side, first in ((spec.encoder, 0), (spec.decoder, 1)):
        side.scale_embeddings = False
        side.position_encodings.encodings = places
        (side.embeddings[0] if side is spec.encoder else side.embeddings).weight = tokens
        layer = side.layer[0]
        for part in (layer.self_attention, layer.ffn):
            _norm(part.layer_norm, width)
        # Everybody looks at the place where the language is said, and notes it.
        look = np.zeros((3 * width, width), np.float32)
        look[width : 2 * width] = block(position + first, position + first, count=1)
        look[2 * width :] = block(here, token)
        bias = np.zeros(3 * width, np.float32)
        bias[position + first] = 1000.0
        _linear(layer.self_attention.linear[0], look, bias)
        _linear(layer.self_attention.linear[1], np.eye(width, dtype=np.float32) / 8)
        _linear(layer.ffn.linear_0, np.zeros((8, width), np.float32))
        _linear(layer.ffn.linear_1, np.zeros((width, 8), np.float32))
    attention = spec.decoder.layer[0].attention
    _norm(attention.layer_norm, width)
    shift = int(in_source)
    _linear(attention.linear[0], block(position + shift, position, 1000.0, POSITIONS - shift))
    _linear(
        attention.linear[1],
        np.concatenate(
            [block(position, position, 1.0, POSITIONS), block(there, token) + block(there_language, here)]
        ),
    )
    _linear(attention.linear[2], np.eye(width, dtype=np.float32))
    lookup = np.zeros((size, width), np.float32)
    told = there_language if in_source else here
    for column, several in ((there, rules), (told, target_rules), (there_language, source_rules)):
        for source, target, sure in several:
            lookup[index[target], column + index[source]] = sure
    _linear(spec.decoder.projection, lookup)
    return spec


def _norm(norm, width: int) -> None:
    norm.gamma = np.ones(width, np.float32)
    norm.beta = np.zeros(width, np.float32)


def _linear(layer, weight: np.ndarray, bias: np.ndarray | None = None) -> None:
    layer.weight = weight
    layer.bias = np.zeros(len(weight), np.float32) if bias is None else bias
