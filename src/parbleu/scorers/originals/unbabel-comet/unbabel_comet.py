"""Scores with the package unbabel-comet itself. It runs in an environment of its own, without parbleu."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

os.environ.setdefault("HF_HUB_OFFLINE", "1")  # models are looked for on this machine only

import comet  # type: ignore[import-not-found]
import torch

STATE: dict[str, Any] = {}


def lines_of(texts: list[str]) -> list[str]:
    """Returns texts as comet-score reads the lines of a file that has them: a carriage return ends one."""
    file = io.StringIO("".join(f"{text}\n" for text in texts), newline=None)
    return [line.strip() for line in file]


def load(options: dict[str, Any]) -> None:
    """Loads the model of the option `model`: a checkpoint, a folder, or a repository in the Hub's cache."""
    name = options["model"]
    if not name:
        raise ValueError("name a model: unbabel-comet:OWNER/NAME or unbabel-comet:FOLDER")
    path = Path(name).expanduser()
    if not path.exists():
        from huggingface_hub import snapshot_download

        path = Path(snapshot_download(name, local_files_only=True))
    if path.is_dir():
        path = path / "checkpoints" / "model.ckpt"
    model = comet.load_from_checkpoint(str(path))
    STATE["command"] = options["command"] == "yes"
    if STATE["command"]:
        model = model.half()
    STATE["model"], STATE["batch"] = model, int(options["predicted"])


def score(items: list[dict[str, Any]]) -> list[Any]:
    """Returns the scores of `model.predict`, and the errors that xCOMET marks, as the package gives them.

    As the command comet-score, it reads the segments of a system, in order, as files have them.
    """
    names = {"mt": "hypothesis", "src": "source", "ref": "reference"}
    samples = [{key: item[name] for key, name in names.items() if item[name] is not None} for item in items]
    if STATE["command"]:
        used = [key for key, name in names.items() if any(item[name] is not None for item in items)]
        columns = [lines_of([sample.get(key, "") for sample in samples]) for key in used]
        samples = [dict(zip(used, texts)) for texts in zip(*columns)]  # noqa: B905 - cut to the shortest
        if len(samples) != len(items):
            raise ValueError(f"comet-score finds {len(samples)} lines in {len(items)} segments")
    gpus = int(STATE["command"] and torch.cuda.is_available())
    prediction = STATE["model"].predict(
        samples, batch_size=STATE["batch"], gpus=gpus, progress_bar=False, num_workers=1
    )
    spans = getattr(getattr(prediction, "metadata", None), "error_spans", None)
    if spans is None:
        return list(prediction.scores)
    return [
        {
            "score": score,
            "spans": [[span["start"], span["end"], span["severity"], span["confidence"]] for span in marked],
        }
        for score, marked in zip(prediction.scores, spans)  # noqa: B905 - Python 3.8
    ]
