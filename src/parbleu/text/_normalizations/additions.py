"""Normalizations that join what tokenizers cut."""

from __future__ import annotations

from parbleu.text._normalizations.base import Normalization


def _pieces(text: str) -> str:
    if "▁" in text:  # SentencePiece
        return text.replace(" ", "").replace("▁", " ").strip()
    if "Ġ" in text:  # bytes of GPT-2
        return text.replace(" ", "").replace("Ġ", " ").strip()
    if "</w>" in text:
        return text.replace(" ", "").replace("</w>", " ").strip()
    if "￭" in text:  # OpenNMT's joiner
        text = text.replace(" ￭", "").replace("￭ ", "").replace("￭", "")
    return text.replace("@@ ", "").removesuffix("@@").replace(" ##", "")


PIECES = Normalization(
    _pieces,
    "pieces of a subword model",
    "join the pieces first (the model's decode, or for @@ sed -E 's/(@@ )|(@@ ?$)//g')",
)

_MOSES = (("-LRB-", "("), ("-RRB-", ")"), ("-LSB-", "["), ("-RSB-", "]"), ("-LCB-", "{"), ("-RCB-", "}"))


def _placeholders(text: str) -> str:
    for written, meant in (*_MOSES, (" @-@ ", "-"), (" @/@ ", "/"), (" @,@ ", ","), (" @.@ ", ".")):
        text = text.replace(written, meant)
    return text


PLACEHOLDERS = Normalization(
    _placeholders, "brackets and hyphens as tokenizers write them (-LRB-, @-@)", "detokenize"
)
