"""Scores with the package bert-score itself. It runs in an environment of its own, without parbleu."""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("HF_HUB_OFFLINE", "1")  # models are looked for on this machine only

from bert_score import BERTScorer  # type: ignore[import-not-found]

STATE: dict[str, Any] = {}


def load(options: dict[str, Any]) -> None:
    """Loads the model of the option `model`; its layer is that of the package's table unless it is named."""
    name = options["model"]
    if not name:
        raise ValueError("name a model: bert-score:roberta-large, or bert-score:FOLDER:layer=N")
    STATE["scorer"] = BERTScorer(model_type=name, num_layers=int(options["layer"]) or None)


def score(items: list[dict[str, Any]]) -> list[float]:
    """Returns the F1 of each segment."""
    texts = [[item[name] for item in items] for name in ("hypothesis", "reference")]
    _, _, f1 = STATE["scorer"].score(*texts)
    return [float(value) for value in f1]
