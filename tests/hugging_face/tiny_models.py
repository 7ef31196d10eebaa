"""Tiny models of every family: folders as on the hub, with random weights of fixed seeds."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import sentencepiece
import torch
from transformers import (
    M2M100Config,
    M2M100ForConditionalGeneration,
    M2M100Tokenizer,
    MarianConfig,
    MarianMTModel,
    MBart50Tokenizer,
    MBartConfig,
    MBartForConditionalGeneration,
    NllbTokenizer,
    T5Config,
    T5ForConditionalGeneration,
)

LONGEST = 64
SMALL = {
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
    "max_position_embeddings": LONGEST,
    "scale_embedding": True,
    "init_std": 0.6,  # larger than usual, so that a random model says more than one word
}


def sentences(count: int, seed: int) -> list[str]:
    """Returns sentences of a language that nobody speaks; the seed does not change its words."""
    words = random.Random(1)
    known = [
        "".join(words.choice("bdfgklmnprst") + words.choice("aeiou") for _ in range(words.randint(1, 3)))
        for _ in range(60)
    ]
    chosen = random.Random(seed)
    return [" ".join(chosen.choices(known, k=chosen.randint(3, 12))) for _ in range(count)]


LINES = sentences(300, 2)


def marian(folder: Path, languages: tuple[str, ...] = ()) -> Path:
    """Marian, which has two SentencePiece models; of many languages, if these are given."""
    source = _train(folder / "source.spm", LINES)
    target = _train(folder / "target.spm", [line.swapcase() for line in LINES])
    names = ["</s>", "<unk>", *(f">>{name}<<" for name in languages)]
    names += [*sorted({*source, *target} - {"<s>", *names}), "<pad>"]
    _write(folder / "vocab.json", {name: index for index, name in enumerate(names)})
    pad = len(names) - 1
    torch.manual_seed(1)
    config = MarianConfig(
        vocab_size=len(names),
        pad_token_id=pad,
        decoder_start_token_id=pad,
        eos_token_id=0,
        forced_eos_token_id=0,
        bos_token_id=None,
        **SMALL,
    )
    model = MarianMTModel(config)
    model.generation_config.bad_words_ids = [[pad]]
    return _save(model, folder, "MarianTokenizer")


def mbart50(folder: Path) -> Path:
    """mBART-50, with what its configuration on the hub says beyond what transformers saves today."""
    _train(folder / "sentencepiece.bpe.model", LINES)
    tokenizer = MBart50Tokenizer.from_pretrained(folder, src_lang="en_XX", tgt_lang="fr_XX")
    torch.manual_seed(2)
    config = MBartConfig(
        vocab_size=len(tokenizer),
        decoder_start_token_id=2,
        forced_eos_token_id=2,
        tokenizer_class="MBart50Tokenizer",
        normalize_before=True,
        normalize_embedding=True,
        add_final_layer_norm=True,
        **SMALL,
    )
    return _save(MBartForConditionalGeneration(config), folder, "MBart50Tokenizer")


def nllb(folder: Path) -> Path:
    """NLLB, with a few of its languages."""
    _train(folder / "sentencepiece.bpe.model", LINES, model_type="bpe")
    codes = {"additional_special_tokens": ["ace_Arab", "eng_Latn", "fra_Latn", "zho_Hans", "zho_Hant"]}
    _write(folder / "tokenizer_config.json", codes)
    tokenizer = NllbTokenizer.from_pretrained(folder, src_lang="eng_Latn", tgt_lang="fra_Latn")
    torch.manual_seed(3)
    config = M2M100Config(vocab_size=len(tokenizer), decoder_start_token_id=2, **SMALL)
    return _save(M2M100ForConditionalGeneration(config), folder, "NllbTokenizer", **codes)


def m2m100(folder: Path) -> Path:
    """M2M-100, whose tokens of languages, and eight that mean nothing, are behind its vocabulary."""
    names = ["<s>", "<pad>", "</s>", "<unk>"]
    names += [piece for piece in _train(folder / "sentencepiece.bpe.model", LINES) if piece not in names]
    _write(folder / "vocab.json", {name: index for index, name in enumerate(names)})
    tokenizer = M2M100Tokenizer.from_pretrained(folder, src_lang="en", tgt_lang="fr")
    size = len(names) + len(tokenizer.lang_token_to_id) + 8
    torch.manual_seed(4)
    model = M2M100ForConditionalGeneration(M2M100Config(vocab_size=size, decoder_start_token_id=2, **SMALL))
    with torch.no_grad():
        model.model.shared.weight[len(names) :] *= 0.01  # no translation is made of these
    return _save(model, folder, "M2M100Tokenizer")


def t5(folder: Path, languages: tuple[str, ...] = ()) -> Path:
    """T5, with the task that it was taught; MADLAD, if languages are given."""
    options = {"pad_id": 0, "eos_id": 1, "unk_id": 2, "bos_id": -1}
    codes = [f"<2{name}>" for name in languages]
    found = _train(folder / "spiece.model", [*LINES, "translate English to German:"], **options)
    if codes:
        found = _train(folder / "spiece.model", LINES, user_defined_symbols=codes, **options)
    torch.manual_seed(5)
    config = T5Config(
        vocab_size=len(found) + 100,
        d_model=32,
        d_kv=8,
        d_ff=64,
        num_layers=2,
        num_heads=4,
        decoder_start_token_id=0,
        initializer_factor=3.0,
        task_specific_params=None
        if codes
        else {"translation_en_to_de": {"prefix": "translate English to German: "}},
    )
    return _save(T5ForConditionalGeneration(config), folder, "T5Tokenizer")


MODELS: dict[str, tuple[Callable[[Path], Path], dict[str, str]]] = {
    "marian": (marian, {}),
    "marian-many": (lambda folder: marian(folder, ("deu", "fra", "spa")), {"target_language": "fr"}),
    "mbart-50": (mbart50, {"source_language": "en", "target_language": "fr"}),
    "nllb": (nllb, {"source_language": "en", "target_language": "fr"}),
    "m2m-100": (m2m100, {"source_language": "en", "target_language": "fr"}),
    "t5": (t5, {"source_language": "en", "target_language": "de"}),
    "madlad": (lambda folder: t5(folder, ("de", "fr", "es")), {"target_language": "fr"}),
}
"""What makes a model -> the languages that it must be told."""


def make(name: str, folder: Path) -> Path:
    """Makes the folder of one of `MODELS`."""
    folder.mkdir(parents=True)
    return MODELS[name][0](folder)


def _train(path: Path, lines: list[str], **options: object) -> list[str]:
    """Trains a SentencePiece model; returns its pieces."""
    with path.open("wb") as file:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines),
            model_writer=file,
            vocab_size=120,
            hard_vocab_limit=False,
            num_threads=1,
            minloglevel=2,
            **options,
        )
    model = sentencepiece.SentencePieceProcessor(model_file=str(path))
    return [model.id_to_piece(index) for index in range(model.vocab_size())]


def _save(model: object, folder: Path, tokenizer_class: str, **more: object) -> Path:
    model.save_pretrained(folder)
    _write(
        folder / "tokenizer_config.json",
        {"tokenizer_class": tokenizer_class, "model_max_length": LONGEST, **more},
    )
    return folder


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")
