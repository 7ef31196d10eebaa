"""Makes tiny models of COMET and MetricX with random weights, the same ones on every machine.

    python tests/hugging_face/tiny_scorers.py FOLDER

writes them with the texts that `golden_scores.json` has scores of; `record_comet.py` records these.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import MT5Config, MT5ForConditionalGeneration, XLMRobertaConfig, XLMRobertaModel

WORDS = (
    *("the", "dog", "bites", "man", "a", "house", "is", "red", "green", "der", "hund", "beißt", "den"),
    *("mann", "ein", "haus", "ist", "rot", "grün", "and", "und"),
)
LETTERS = "abcdefghijklmnopqrstuvwxyzäöüß.,!?0123456789"
LAYERS, SIZE = 3, 32

KINDS: dict[str, dict[str, Any]] = {
    "regression": {
        "class_identifier": "regression_metric",
        "pool": "avg",
        "layer": "mix",
        "layer_transformation": "sparsemax",
    },
    "regression-softmax": {
        "class_identifier": "regression_metric",
        "pool": "avg",
        "layer": "mix",
        "layer_transformation": "softmax",
        "layer_norm": True,
    },
    "regression-cls": {"class_identifier": "regression_metric", "pool": "cls", "layer": 2},
    "regression-max": {
        "class_identifier": "regression_metric",
        "pool": "max",
        "layer": "mix",
        "final_activation": "Sigmoid",
    },
    "referenceless": {
        "class_identifier": "referenceless_regression_metric",
        "pool": "avg",
        "layer": "mix",
        "layer_transformation": "softmax",
    },
    "kiwi": {
        "class_identifier": "unified_metric",
        "input_segments": ["mt", "src"],
        "sent_layer": "mix",
        "layer_transformation": "sparsemax",
        "word_layer": 2,
        "word_level_training": True,
        "error_labels": ["BAD"],
        "final_activation": "Sigmoid",
    },
    "unite": {
        "class_identifier": "unified_metric",
        "input_segments": ["mt", "src", "ref"],
        "sent_layer": "mix",
        "layer_transformation": "softmax",
        "layer_norm": True,
        "word_level_training": False,
    },
    "xcomet": {
        "class_identifier": "xcomet_metric",
        "sent_layer": "mix",
        "layer_transformation": "sparsemax",
        "word_layer": 2,
        "error_labels": ["minor", "major", "critical"],
        "word_level_training": True,
        "final_activation": "Sigmoid",
    },
}
"""Name of a model -> its hyperparameters, but for those that all have."""
COMMON: dict[str, Any] = {
    "activations": "Tanh",
    "encoder_model": "XLM-RoBERTa",
    "final_activation": None,
    "hidden_sizes": [24, 12],
    "layer_norm": False,
    "dropout": 0.1,
}


def texts() -> list[dict[str, str]]:
    """Returns items of hypothesis, source and reference: short, equal, empty, and too long."""
    rng = np.random.default_rng(5)

    def sentence(length: int) -> str:
        return " ".join(rng.choice(WORDS, length)) + "."

    items = [
        {"mt": sentence(n % 9 + 1), "src": sentence(n % 7 + 1), "ref": sentence(n % 8 + 2)} for n in range(14)
    ]
    items += [
        {"mt": "", "src": "der hund", "ref": "the dog"},
        {"mt": items[0]["mt"], "src": items[0]["src"], "ref": items[0]["ref"]},
        {"mt": sentence(30), "src": sentence(40), "ref": sentence(20)},
        {"mt": sentence(70), "src": sentence(75), "ref": sentence(90)},
        {"mt": "the  Dog,\tbites? 字", "src": "der Hund!", "ref": "a man"},
    ]
    return items


def write_tokenizer(folder: Path) -> int:
    """Writes a tokenizer like XLM-R's; returns the size of its vocabulary."""
    pieces = ["<s>", "<pad>", "</s>", "<unk>"]
    pieces += [
        "▁",
        *LETTERS,
        *(f"▁{letter}" for letter in LETTERS),
        *(f"▁{word}" for word in WORDS),
        "<mask>",
    ]
    vocabulary = [(piece, 0.0 if piece[0] == "<" else -2.0 - 0.5 * (len(piece) < 3)) for piece in pieces]
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=3))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        "<s> $A </s>", "<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    tokenizer.save(str(folder / "tokenizer.json"))
    names = {"bos": "<s>", "cls": "<s>", "eos": "</s>", "sep": "</s>"}
    names |= {role: f"<{role}>" for role in ("unk", "pad", "mask")}
    settings = {f"{role}_token": token for role, token in names.items()}
    settings |= {"tokenizer_class": "XLMRobertaTokenizerFast", "model_max_length": 64}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    (folder / "special_tokens_map.json").write_text(
        json.dumps({key: value for key, value in settings.items() if key.endswith("_token")})
    )
    return len(pieces)


def random_weights(shapes: dict[str, tuple[int, ...]], seed: int, scale: float) -> dict[str, torch.Tensor]:
    """Returns a tensor of each shape; a name has the same one in every version of torch."""
    rng = np.random.default_rng(seed)
    weights = {}
    for name in sorted(shapes):
        values = rng.normal(size=shapes[name]) * scale
        if "LayerNorm.weight" in name or "layer_norm" in name:
            values = values * 0.1 + 1
        weights[name] = torch.tensor(values, dtype=torch.float32)
    return weights


def write_comet(folder: Path, kind: str, seed: int = 1) -> Path:
    """Writes a model of COMET of one of `KINDS`; returns its folder."""
    root = folder / kind
    encoder, checkpoints = root / "encoder", root / "checkpoints"
    for each in (encoder, checkpoints):
        each.mkdir(parents=True, exist_ok=True)
    size = write_tokenizer(encoder)
    config = XLMRobertaConfig(
        vocab_size=size,
        hidden_size=SIZE,
        num_hidden_layers=LAYERS,
        num_attention_heads=4,
        intermediate_size=48,
        max_position_embeddings=66,
        type_vocab_size=1,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=2,
        layer_norm_eps=1e-5,
    )
    config.save_pretrained(encoder)
    settings = {**COMMON, **KINDS[kind], "pretrained_model": str(encoder)}
    plain = XLMRobertaModel(config, add_pooling_layer=False).state_dict()
    shapes = {f"encoder.model.{name}": tuple(value.shape) for name, value in plain.items()}
    factor = {"regression_metric": 6, "referenceless_regression_metric": 4}.get(
        settings["class_identifier"], 1
    )
    sizes = [SIZE * factor, *settings["hidden_sizes"], 1]
    for number in range(len(sizes) - 1):
        shapes[f"estimator.ff.{3 * number}.weight"] = (sizes[number + 1], sizes[number])
        shapes[f"estimator.ff.{3 * number}.bias"] = (sizes[number + 1],)
    if settings.get("layer", settings.get("sent_layer")) == "mix":
        shapes |= {f"layerwise_attention.scalar_parameters.{number}": (1,) for number in range(LAYERS + 1)}
        shapes["layerwise_attention.gamma"] = (1,)
    if settings.get("word_level_training"):
        labels = 1 + len(settings["error_labels"])
        shapes |= {"hidden2tag.weight": (labels, SIZE), "hidden2tag.bias": (labels,)}
    weights = random_weights(
        {name: shape for name, shape in shapes.items() if "position_ids" not in name}, seed, 0.3
    )
    if "unified" in settings["class_identifier"]:
        weights["estimator.ff.0.weight"] *= 8  # first tokens are alike in a random model
    if "hidden2tag.weight" in weights:
        weights["hidden2tag.weight"] *= 4
    torch.save(
        {"state_dict": weights, "hyper_parameters": settings, "pytorch-lightning_version": "2.5.0"},
        checkpoints / "model.ckpt",
    )
    (root / "hparams.yaml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    return root


def write_metricx(folder: Path, name: str, seed: int = 2, size: int = 16) -> Path:
    """Writes a model of MetricX, whose vocabulary is as large as mT5's; returns its folder.

    Args:
        folder: where the folder of the model is made.
        name: what that is called.
        seed: of the random weights.
        size: how many numbers the state of a token has.
    """
    root = folder / name
    root.mkdir(parents=True, exist_ok=True)
    write_tokenizer(root)
    config = MT5Config(
        vocab_size=250112, d_model=size, d_kv=4, d_ff=24, num_layers=2, num_decoder_layers=2, num_heads=4
    )
    config.tie_word_embeddings = False
    config.save_pretrained(root)
    with torch.device("meta"):
        shapes = {
            key: tuple(value.shape) for key, value in MT5ForConditionalGeneration(config).state_dict().items()
        }
    shared = {key for key in shapes if "embed_tokens" in key}
    large = {"shared.weight", "lm_head.weight"}
    weights = random_weights({key: shapes[key] for key in shapes.keys() - shared - large}, seed, 0.3)
    rng = np.random.default_rng(seed)
    for key in sorted(large):
        weights[key] = torch.zeros(shapes[key])
        weights[key][:400] = torch.tensor(rng.normal(size=(400, size)), dtype=torch.float32)
    weights["lm_head.weight"][250089] = torch.tensor(rng.normal(size=size) * 4, dtype=torch.float32)
    weights |= {f"{side}.embed_tokens.weight": weights["shared.weight"] for side in ("encoder", "decoder")}
    torch.save(weights, root / "pytorch_model.bin")
    return root


def main() -> None:
    """Writes all models and the texts."""
    folder = Path(sys.argv[1])
    for kind in KINDS:
        write_comet(folder, kind)
    (folder / "texts.json").write_text(json.dumps(texts(), ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
