#!/bin/bash
# CTranslate2 4.8.5: samples come sorted, the likeliest first, so that hypotheses[0] of 16 samples is the best of 16. The length by
# which scores are divided counts a target prefix, whose probability they lack. The end is impossible as the first token.
#
# Who draws 64 samples and keeps the first 8, for minimum Bayes risk decoding, has the 8 likeliest. The score of a translation
# with a prefix, such as its first half or a language's token, is nearer to 0 the longer the prefix is. And what a model gives
# the end in the first place is shared among the other tokens (min_decoding_length is 1), so that a score without a prefix
# exceeds the sum of score_batch by -ln(1 - p) of the end. Seen with Python 3.11, with a tiny model of random weights:
#
#     draws of 5 samples 200, in the order of their scores 200
#     3 tokens without a prefix: score -2.16, divided by 3, score_batch -2.21
#     3 tokens behind one of 3:  score -1.38, divided by 6, score_batch of the last three -1.38
#     "a" and its end: score -1.68, score_batch -2.00, end in the first place -1.30, min_decoding_length=0 -2.00
#
# This script installs the package, pinned, in a temporary folder, and writes the model there. It fails if one of the three is
# otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check ctranslate2==4.8.5 numpy==2.4.6 setuptools==80.10.2
cd "$folder"
mkdir model
env/bin/python -W ignore - <<'PROGRAM'
from importlib.metadata import version
from math import exp, isclose, log1p

import ctranslate2
import numpy as np
from ctranslate2.specs import transformer_spec

WORDS = ["<unk>", "<s>", "</s>", *"abcdefgh"]
SIZE = 8
random = np.random.default_rng(1)


def fill(layer, rows: int, columns: int) -> None:
    layer.weight = random.normal(size=(rows, columns)).astype(np.float32)
    layer.bias = np.zeros(rows, np.float32)


def norm(layer) -> None:
    layer.gamma, layer.beta = np.ones(SIZE, np.float32), np.zeros(SIZE, np.float32)


def attention(part, sizes: list[int]) -> None:
    norm(part.layer_norm)
    for layer, size in zip(part.linear, sizes, strict=True):
        fill(layer, size * SIZE, SIZE)


def feed_forward(part) -> None:
    norm(part.layer_norm)
    fill(part.linear_0, 16, SIZE)
    fill(part.linear_1, SIZE, 16)


spec = transformer_spec.TransformerSpec.from_config((1, 1), 2)
spec.encoder.embeddings[0].weight = random.normal(size=(len(WORDS), SIZE)).astype(np.float32)
spec.decoder.embeddings.weight = random.normal(size=(len(WORDS), SIZE)).astype(np.float32)
for layer in spec.encoder.layer:
    attention(layer.self_attention, [3, 1])
    feed_forward(layer.ffn)
for layer in spec.decoder.layer:
    attention(layer.self_attention, [3, 1])
    attention(layer.attention, [1, 2, 1])
    feed_forward(layer.ffn)
norm(spec.encoder.layer_norm)
norm(spec.decoder.layer_norm)
fill(spec.decoder.projection, len(WORDS), SIZE)
spec.decoder.projection.bias[:3] = [-30, -30, 3]
spec.register_source_vocabulary(WORDS)
spec.register_target_vocabulary(WORDS)
spec.validate()
spec.save("model")
model = ctranslate2.Translator("model", intra_threads=1)
options = {"beam_size": 1, "max_decoding_length": 30, "return_scores": True, "return_end_token": True}
print("ctranslate2", version("ctranslate2"))

draws = in_order = 0
for seed in range(200):
    ctranslate2.set_random_seed(seed)
    [result] = model.translate_batch([[*"bad"]], sampling_topk=0, num_hypotheses=5, **options)
    draws += len(set(result.scores)) > 1
    in_order += result.scores == sorted(result.scores, reverse=True)
print(f"draws of 5 samples {draws}, in the order of their scores {in_order}")
assert draws == in_order == 200, "the behaviour has changed"


def best(source: str, prefix: str = "", **changed: float) -> tuple[list[str], float]:
    begin = [[*prefix]] if prefix else None
    [result] = model.translate_batch([[*source]], begin, **(options | changed))
    return result.hypotheses[0], result.scores[0]


def total(source: str, tokens: list[str], first: int = 0) -> float:
    [result] = model.score_batch([[*source]], [tokens])
    return sum(result.log_probs[first : len(tokens) + 1])


for prefix in ("", "hab"):
    tokens, score = best("head", prefix, max_decoding_length=len(prefix) + 3, length_penalty=0)
    divisor = score / best("head", prefix, max_decoding_length=len(prefix) + 3)[1]
    [scored] = model.score_batch([[*"head"]], [tokens])
    behind = sum(scored.log_probs[len(prefix) : len(tokens)])
    print(f"3 tokens behind {prefix!r}: score {score:.2f}, divided by {divisor:.2f}, score_batch of these {behind:.2f}")
    assert isclose(divisor, len(prefix) + 3, abs_tol=1e-3), "the behaviour has changed"
    assert not prefix or isclose(score, behind, abs_tol=1e-3), "the behaviour has changed"
tokens, score = best("cab", length_penalty=0)
given, end = total("cab", tokens[:-1]), total("cab", [])
least = best("cab", length_penalty=0, min_decoding_length=0)[1]
print(f"{tokens}: score {score:.2f}, score_batch {given:.2f}, the end first {end:.2f}, min_decoding_length=0 {least:.2f}")
assert tokens == ["a", "</s>"] and isclose(given, least, abs_tol=1e-3), "the behaviour has changed"
assert isclose(score, given - log1p(-exp(end)), abs_tol=1e-3), "the behaviour has changed"
PROGRAM
