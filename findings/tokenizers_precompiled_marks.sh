#!/bin/bash
# tokenizers 0.23.3: where a SentencePiece model's normalization composes a letter with the first of its two marks, the other mark
# is lost. Decomposed Vietnamese loses its circumflexes, decomposed Yoruba its tones.
#
# The class Precompiled applies the rules of a model, nmt_nfkc or nmt_nfkc_cf in nearly all, to a whole character of the user, if
# it has fewer than six bytes, and takes what its first letters become for all of it. Letters with two marks, full-width ones
# with an accent, and Arabic ligatures with a vowel lose something; half-width kana and decomposed Hangul are not composed.
# Composed text is not concerned. A tokenizer.json that transformers makes of a SentencePiece model names this class, so that
# learned metrics and translators see other words than SentencePiece does. Seen with sentencepiece 0.2.1 on
# Python 3.11, with a model trained here:
#
#     decomposed Việt           sentencepiece Việt   tokenizers Viẹt
#     decomposed ọkọ́            sentencepiece ọkọ́    tokenizers ọkọ
#     full-width Café           sentencepiece Café   tokenizers Cafe
#     the ligature لا, fatha    sentencepiece لاَ     tokenizers لا
#
# This script installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check tokenizers==0.23.3 sentencepiece==0.2.1 protobuf==6.33.0
cd "$folder"
"$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version
from pathlib import Path

import sentencepiece
from sentencepiece import sentencepiece_model_pb2
from tokenizers.normalizers import Precompiled

Path("text").write_text("the quick brown fox jumps over a lazy dog\n" * 200)
sentencepiece.SentencePieceTrainer.train(
    input="text", model_prefix="model", vocab_size=40, hard_vocab_limit=False, minloglevel=9,
    normalization_rule_name="nmt_nfkc",
)
saved = Path("model.model").read_bytes()
model = sentencepiece_model_pb2.ModelProto()
model.ParseFromString(saved)
theirs = Precompiled(model.normalizer_spec.precompiled_charsmap)
options = {"add_dummy_prefix": False, "escape_whitespaces": False, "remove_extra_whitespaces": False}
own = sentencepiece.SentencePieceNormalizer(model_proto=saved, **options)
TEXTS = {
    "decomposed Vietnamese": ("Vie\u0323\u0302t", "Vi\u1ec7t", "Vi\u1eb9t"),
    "decomposed Yoruba": ("o\u0323ko\u0323\u0301", "\u1ecdk\u1ecd\u0301", "\u1ecdk\u1ecd"),
    "full-width, accent": ("\uff23\uff41\uff46\uff45\u0301", "Caf\u00e9", "Cafe"),
    "ligature, fatha": ("\ufefb\u064e", "\u0644\u0627\u064e", "\u0644\u0627"),
    "composed Vietnamese": ("Vi\u1ec7t", "Vi\u1ec7t", "Vi\u1ec7t"),
}
print("tokenizers", version("tokenizers"), "sentencepiece", version("sentencepiece"))
for name, (text, expected, marks_lost) in TEXTS.items():
    left, right = own.normalize(text), theirs.normalize_str(text)
    print(f"{name:22} {ascii(text)}  sentencepiece {ascii(left)}  tokenizers {ascii(right)}")
    assert (left, right) == (expected, marks_lost), "the behaviour has changed"
PROGRAM
