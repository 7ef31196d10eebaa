"""Runs a scorer's file in its own interpreter and answers requests: JSON lines on standard input and output.

    PYTHON _worker_host.py FILE

Any Python from 3.8 on can run it, without parbleu: it imports the standard library alone. The file defines
`score(items)`, where each item is a dict of "hypothesis", "source", "reference" and "context"; it returns a
number for each, None for none, or a dict with "score" and perhaps "cut" and "spans". If it defines
`load(options)`, that is called once before. What libraries print goes to standard error.
"""

from __future__ import annotations

import json
import math
import os
import pathlib
import runpy
import sys
import time
from typing import Any

PROTOCOL = 1
OUT_OF_MEMORY = ("out of memory", "allocate memory", "not enough memory")
"""What torch says, and what it says where no device is involved."""


def answer(reply: dict[str, Any]) -> None:
    """Writes one line of JSON to the process that asked."""
    CHANNEL.write(json.dumps(reply, allow_nan=False).encode() + b"\n")
    CHANNEL.flush()


def is_out_of_memory(problem: Exception) -> bool:
    """Returns whether an exception says that memory ran out, as MemoryError and torch's RuntimeError do."""
    text = str(problem).lower()
    return isinstance(problem, MemoryError) or any(words in text for words in OUT_OF_MEMORY)


def scored(score: Any, items: list[dict[str, Any]]) -> list[Any]:
    """Returns the scores of items; where memory runs out, those of either half."""
    values = None
    try:
        values = list(score(items))
    except Exception as problem:
        if not is_out_of_memory(problem):
            raise
    if values is None:  # by now what the exception held is free
        if len(items) == 1:
            return [{"score": None, "problem": "out of memory"}]
        middle = len(items) // 2
        return scored(score, items[:middle]) + scored(score, items[middle:])
    if len(values) != len(items):
        raise ValueError(f"score(items) returned {len(values)} scores for {len(items)} items")
    return [plain(value) for value in values]


def plain(value: Any) -> Any:
    """Returns a score as JSON holds it."""
    fields = value if isinstance(value, dict) else {"score": value}
    score = fields.get("score")
    if score is not None:
        score = float(score)
        if not math.isfinite(score):
            return {"score": None, "problem": "the score is no finite number"}
    if len(fields) == 1:
        return score
    return dict(fields, score=score)


def serve(path: str) -> None:
    """Answers requests until one says goodbye, or the input ends."""
    module: dict[str, Any] = {}
    for line in os.fdopen(0, "rb", 1 << 20):
        request = json.loads(line)
        kind = request["type"]
        if kind == "bye":
            return
        try:
            if kind == "hello":
                if request["protocol"] != PROTOCOL:
                    raise ValueError(f"the protocol has version {PROTOCOL}, not {request['protocol']!r}")
                sys.path.insert(0, str(pathlib.Path(path).resolve().parent))
                module = runpy.run_path(path, run_name="parbleu_scorer")
                if "load" in module:
                    module["load"](request["options"])
                answer({"type": "ready", "protocol": PROTOCOL, "python": sys.version.split()[0]})
            elif kind == "score":
                names = request["names"]
                items = [dict(zip(names, texts)) for texts in request["items"]]  # noqa: B905 - Python 3.8
                begin = time.perf_counter()
                scores = scored(module["score"], items)
                seconds = time.perf_counter() - begin
                answer({"type": "scores", "id": request["id"], "scores": scores, "seconds": seconds})
            else:
                raise ValueError(f"there is no request {kind!r}")
        except Exception as problem:  # whatever a scorer raises is told, and the next request is awaited
            import traceback

            traceback.print_exc()
            answer(
                {"type": "error", "id": request.get("id"), "message": f"{type(problem).__name__}: {problem}"}
            )


if __name__ == "__main__":
    CHANNEL = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # libraries print
    serve(sys.argv[1])
