"""Converts a model to CTranslate2's format in a separate process.

The conversion of some models loads torch; its memory is free again when the process ends.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from signal import Signals
from threading import Thread
from typing import Any

from parbleu.base.log import inform
from parbleu.errors import TranslationError
from parbleu.io.atomic import FULL
from parbleu.io.json_text import parse_json
from parbleu.translate.models.hugging_face import vocabulary

_START = (
    "import json, sys; job = json.loads(sys.argv[1]); sys.path[:] = job.pop('search'); "
    "from parbleu.translate.models.conversion_process import convert; convert(**job)"
)


def convert_apart(kind: str, source: list[str], output: Path, quantization: str) -> None:
    """Converts a model into an empty folder, in another process.

    Args:
        kind: "hugging face" or "marian".
        source: the folder of a model of Hugging Face; or the `.npz` and the vocabularies of a Marian model.
        output: the empty folder.
        quantization: the type of the weights, such as "int8".

    Raises:
        TranslationError: the model cannot be converted; the message has that of the converter.
        OSError: the disk is full.
    """
    job = {"kind": kind, "source": source, "output": str(output), "quantization": quantization}
    environment = {
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_VERBOSITY": "error",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    }
    inform(f"Converting {source[0]} for CTranslate2, with weights in {quantization}")
    alive, ours = os.pipe()
    try:
        done = subprocess.run(
            [sys.executable, "-c", _START, json.dumps(job | {"search": sys.path})],
            env=os.environ | environment,
            stdin=alive,
            capture_output=True,
            check=False,
        )
    finally:
        os.close(alive)
        os.close(ours)
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().rpartition("\n")[2].strip()
        for code in FULL:
            if f"[Errno {code}]" in reason:
                raise OSError(code, os.strerror(code))
        if done.returncode < 0:
            reason = f"its process was ended by {Signals(-done.returncode).name}; see whether memory suffices"
        raise TranslationError(f"{source[0]} cannot be converted for CTranslate2: {reason}")


def convert(kind: str, source: list[str], output: str, quantization: str) -> None:
    """Converts a model in this process, which ends if its parent closes its standard input.

    The arguments are those of `convert_apart`.
    """
    from ctranslate2 import converters

    Thread(target=_end_with_parent, daemon=True).start()
    converter: Any
    if kind == "marian":
        converter = converters.MarianConverter(source[0], source[1:])
    else:
        converter = _transformers_converter(source[0])
    converter.convert(output, quantization=quantization, force=True)
    if kind == "hugging face":
        _repair(Path(output) / "config.json", Path(source[0]) / "config.json")


def _end_with_parent() -> None:
    os.read(0, 1)
    os._exit(1)


def _transformers_converter(folder: str) -> Any:
    from ctranslate2.converters import TransformersConverter

    class ModelConverter(TransformersConverter):  # type: ignore[misc]
        """Gives the library the tokens that tokenizers of transformers 5 keep apart from their vocabulary."""

        def load_tokenizer(self, *arguments: Any, **options: Any) -> Any:
            tokenizer = super().load_tokenizer(*arguments, **options)
            known, complete = tokenizer.get_vocab(), vocabulary(tokenizer)
            if not complete.keys() <= {*known, *tokenizer.all_special_tokens}:
                tokenizer.get_vocab = lambda: complete
            return tokenizer

    return ModelConverter(folder)


def _repair(written: Path, original: Path) -> None:
    """Says how mBART-50 begins: tokenizers of transformers 5 know no <s>, and the library writes null."""
    told = parse_json(written.read_bytes())
    if parse_json(original.read_bytes(), repeated_keys=True)["model_type"] == "mbart":
        told |= {"bos_token": "<s>", "decoder_start_token": "</s>"}
        written.write_text(json.dumps(told, indent=2), encoding="utf-8")
