"""Tells quickly whether lines of ratings hold nothing to be told, and which judgements they have.

Most lines of a file are right. A function here makes no `Judgement` of such a line; it returns a key for each
judgement of it, or None for a line that the reader of the format must look at.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from parbleu._base.numbers import parse_decimal
from parbleu._io.json_text import parse_json
from parbleu.human._judgement import Judgement
from parbleu.text._table_files.numbered_rows import NumberedRow

SEVERITIES = ("minor", "major", "critical")
KNOWN_SEVERITIES = (*SEVERITIES, "undecided", "neutral", "no-error")

_NUMBERS = (int, float)
_NAMES = (str, type(None))
_NOT_COUNTED = ("attention_check_", "welcome_", "random_", "goodbye_")

Keys = list[tuple[Any, ...]]


def key_of(judgement: Judgement) -> tuple[Any, ...]:
    """Returns what no other judgement of a file has: rater, system, document, segment and languages."""
    document, segment = judgement.document or "", judgement.place
    if segment is None:
        segment = judgement.segment
    return judgement.rater, judgement.system, document, segment, judgement.src_lang, judgement.tgt_lang


def _humeval_keys(row: NumberedRow) -> Keys | None:
    """Returns the keys of a line of the WMT25 human evaluation in its last shape."""
    fields = row.fields
    scores, texts, name = fields["scores"], fields["tgt_text"], fields["doc_id"]
    document, _, number = name.rpartition("_#_")
    if not fields["src_text"].strip() or document.count("_#_") < 2 or not _is_canonical(number):
        return None
    pair = document.partition("_#_")[0].partition("-")
    segment, source, target = int(number), pair[0] or None, pair[2] or None
    keys = []
    for system, entries in scores.items():
        text = texts[system]
        if not text.strip() or type(entries) is not list:
            return None
        for entry in entries:
            score, errors, rater = entry["score"], entry["errors"], entry["annotator"]
            if type(score) not in _NUMBERS or not 0 <= score <= 100 or type(errors) is not list:
                return None
            if not rater or type(rater) is not str or type(entry.get("times", [])) is not list:
                return None
            if errors and ("br>" in text or not _are_inside(errors, len(text))):
                return None
            keys.append((rater, system, document, segment, source, target))
    return keys


def _pearmut_keys(row: NumberedRow) -> Keys | None:
    """Returns the keys of a line of Pearmut's log."""
    line = row.fields
    user, items, annotations = line["user_id"], line["item"], line["annotation"]
    if type(user) is not str or type(items) is not list or type(annotations) is not list:
        return None
    if len(items) != len(annotations) or str(line.get("item_i", "")).startswith(_NOT_COUNTED):
        return None
    keys = []
    for item, annotation in zip(items, annotations, strict=True):
        texts, name = item["tgt"], item["item_id"]
        document, _, number = name.rpartition("_###_")
        if type(item["src"]) is not str or not (document and _is_canonical(number)):
            return None
        if "_#_tutorial_#_" in name or name.startswith(_NOT_COUNTED) or "validation" in item:
            return None
        segment = int(number)
        if annotation.keys() != texts.keys():
            return None
        for system, values in annotation.items():
            score, spans, text = values["score"], values["error_spans"], texts[system]
            if type(score) not in _NUMBERS or not 0 <= score <= 100 or type(text) is not str:
                return None
            if type(spans) is not list or values.get("sliders"):
                return None
            # Behind a character beyond U+FFFF, the offsets are others than those of characters.
            if spans and ((not text.isascii() and max(text) > "\uffff") or not _are_inside(spans, len(text))):
                return None
            keys.append((user, system, document, segment, None, None))
    return keys


def _are_inside(errors: list[dict[str, Any]], length: int) -> bool:
    """Returns whether errors with inclusive ends are in a text, with severities that are known."""
    for error in errors:
        start, end = error["start_i"], error["end_i"]
        if type(start) is not int or type(end) is not int or not 0 <= start <= end < length:
            return False
        if error["severity"] not in KNOWN_SEVERITIES:
            return False
        if type(error.get("category")) not in _NAMES or type(error.get("error_type")) not in _NAMES:
            return False
    return True


def _appraise_keys(row: NumberedRow) -> Keys | None:
    """Returns the key of a row of Appraise, with errors or without."""
    cells = row.fields
    rater, system, segment, document = cells["rater"], cells["system"], cells["segment"], cells["document"]
    if cells["type"] != "TGT" or cells["whole_document"] != "False" or not (rater and system and document):
        return None
    if not _is_canonical(segment) or "#" in document or (document == system and "tutorial" in document):
        return None
    if not 0 <= parse_decimal(cells["score"]) <= 100 or not _are_right_errors(cells.get("errors", "[]")):
        return None
    return [(rater, system, document, int(segment), cells["src_lang"] or None, cells["tgt_lang"] or None)]


@lru_cache(maxsize=1 << 14)
def _are_right_errors(text: str) -> bool:
    """Returns whether the errors in a row of Appraise, as JSON, are right; many rows have the same."""
    try:
        errors = parse_json(text) if text != "[]" else []
        return type(errors) is list and _are_inside(errors, 1 << 62)
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def _is_canonical(number: str) -> bool:
    """Returns whether a text is a whole number as Python writes it."""
    return number.isdecimal() and number.isascii() and (number[0] != "0" or number == "0")


RIGHT: dict[str, Callable[[NumberedRow], Keys | None]] = {
    "wmt-humeval": _humeval_keys,
    "pearmut": _pearmut_keys,
    "esa": _appraise_keys,
    "da": _appraise_keys,
}
"""Format of ratings -> function that returns the keys of the judgements of a right line; None for another."""
