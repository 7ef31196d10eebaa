"""Scores with the package bleurt-pytorch itself. It runs in an environment of its own, without parbleu."""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("HF_HUB_OFFLINE", "1")  # models are looked for on this machine only

import torch
from bleurt_pytorch import BleurtForSequenceClassification, BleurtTokenizer  # type: ignore[import-not-found]

STATE: dict[str, Any] = {}


def load(options: dict[str, Any]) -> None:
    """Loads the model of the option `model`; one that lacks weights, which would be random, is refused."""
    name = options["model"]
    if not name:
        raise ValueError("name a model: bleurt-pytorch:lucadiliello/BLEURT-20-D12 or bleurt-pytorch:FOLDER")
    model, about = BleurtForSequenceClassification.from_pretrained(name, output_loading_info=True)
    missing = sorted(key for key in about["missing_keys"] if not key.endswith("position_ids"))
    if missing:
        raise ValueError(f"the checkpoint lacks {missing[0]}")
    STATE["model"], STATE["tokenizer"] = model.eval(), BleurtTokenizer.from_pretrained(name)


def score(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns the scores; of pairs that are too long for the model, the longer text is cut until they fit."""
    longest = STATE["model"].config.max_position_embeddings
    texts = [[item[name] for item in items] for name in ("reference", "hypothesis")]
    whole = STATE["tokenizer"](*texts, verbose=False)["input_ids"]
    inputs = STATE["tokenizer"](
        *texts, padding="longest", truncation="longest_first", max_length=longest, return_tensors="pt"
    )
    with torch.inference_mode():
        scores = STATE["model"](**inputs).logits.flatten().tolist()
    return [{"score": value, "cut": len(ids) > longest} for value, ids in zip(scores, whole)]  # noqa: B905 - Python 3.8
