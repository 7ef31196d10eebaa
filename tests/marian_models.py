"""Makes models in Marian's file format: random arrays with its names and configuration."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import sentencepiece

WIDTH, HIDDEN = 16, 32
CONFIGURATION = """\
type: transformer
dim-emb: 16
enc-depth: 1
dec-depth: 1
transformer-heads: 2
transformer-ffn-activation: relu
transformer-postprocess: dan
transformer-postprocess-emb: d
transformer-preprocess: ""
transformer-decoder-autoreg: self-attention
transformer-no-projection: false
transformer-train-position-embeddings: false
transformer-guided-alignment-layer: last
tied-embeddings-all: true
version: v1.12.0
"""
WORDS = ["ein", "haus", "hund", "katze", "der", "sieht", "alt", "und", "nicht", "gross"]


def save(folder: Path, *, seed: int = 3, vocabulary: str = "yml") -> Path:
    """Saves a model with its SentencePiece files and its `decoder.yml`.

    Args:
        folder: where.
        seed: of the weights.
        vocabulary: "yml", or "spm" for the form in which Marian keeps both in one file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([f"{one} {other}" for one in WORDS for other in WORDS]),
        model_writer=model,
        vocab_size=40,
        hard_vocab_limit=False,
        bos_id=-1,
        eos_id=0,
        unk_id=1,
        num_threads=1,
        minloglevel=2,
    )
    names = ("source.spm", "target.spm") if vocabulary == "yml" else ("vocab.spm",)
    for name in names:
        (folder / name).write_bytes(model.getvalue())
    processor = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    pieces = [processor.id_to_piece(number) for number in range(processor.vocab_size())]
    if vocabulary == "yml":
        (folder / "vocab.yml").write_text("".join(f"{piece}: {n}\n" for n, piece in enumerate(pieces)))
    np.savez(folder / "model.npz", **_arrays(len(pieces), seed))
    told = f"models:\n  - model.npz\nvocabs:\n  - vocab.{vocabulary}\n  - vocab.{vocabulary}\nbeam-size: 6\n"
    (folder / "decoder.yml").write_text(told)
    return folder


def _arrays(size: int, seed: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(seed)

    def weights(*shape: int) -> np.ndarray:
        return random.normal(0, 0.7, shape).astype(np.float32)

    arrays = {"Wemb": weights(size, WIDTH), "decoder_ff_logit_out_b": np.zeros((1, size), np.float32)}
    for part in ("encoder_l1_self", "decoder_l1_self", "decoder_l1_context"):
        for name in "qkvo":
            arrays |= {f"{part}_W{name}": weights(WIDTH, WIDTH), f"{part}_b{name}": weights(1, WIDTH)}
        arrays |= _norm(f"{part}_Wo_ln")
    for part in ("encoder_l1_ffn", "decoder_l1_ffn"):
        arrays |= {f"{part}_W1": weights(WIDTH, HIDDEN), f"{part}_b1": weights(1, HIDDEN)}
        arrays |= {f"{part}_W2": weights(HIDDEN, WIDTH), f"{part}_b2": weights(1, WIDTH)} | _norm(
            f"{part}_ffn_ln"
        )
    arrays["special:model.yml"] = np.frombuffer(CONFIGURATION.encode() + b"\0", np.int8)
    return arrays


def _norm(name: str) -> dict[str, np.ndarray]:
    return {
        f"{name}_scale": np.ones((1, WIDTH), np.float32),
        f"{name}_bias": np.zeros((1, WIDTH), np.float32),
    }
