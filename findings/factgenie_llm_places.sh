#!/bin/bash
# factgenie 1.2.1 looks a language model's errors up by words: it finds no word of Chinese or Japanese, and two equal words at one place.
#
# The granularity "words" is the one that new campaigns have. An error is sought with word boundaries around it, which text without
# blanks does not have: the error is left out, and the translation counts as one without errors. Each error is sought from the beginning,
# so that the second of two equal words stands at the first one's place, and an error within another one is kept although overlaps
# are forbidden. The granularity "chars" finds the Chinese word. Seen with Python 3.11, places of the errors in the text:
#
#     我们今天去北京看朋友。     北京              words: none      chars: 5
#     今日は北京へ行きます。     北京              words: none
#     Der Hund sah den Hund.     Hund, Hund        4, 4
#     Der Hund sah den Hund.     Der Hund, Hund    0, 4             (overlaps are not allowed)
#
# This script installs the package, pinned, in a temporary folder. It fails if the places are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check factgenie==1.2.1
cd "$folder"
"$folder/env/bin/python" - 2>log <<'PROGRAM' || { tail -20 log; exit 1; }
import json
from importlib.metadata import version

from factgenie.annotations import AnnotationModelFactory
from factgenie.prompting.transforms import ParseAnnotations

print("factgenie", version("factgenie"))
CHINESE, GERMAN = "我们今天去北京看朋友。", "Der Hund sah den Hund."
for granularity, text, errors, expected in [
    ("words", CHINESE, ["北京"], []),
    ("chars", CHINESE, ["北京"], [5]),
    ("words", "今日は北京へ行きます。", ["北京"], []),
    ("words", GERMAN, ["Hund", "Hund"], [4, 4]),
    ("words", GERMAN, ["Der Hund", "Hund"], [0, 4]),
]:
    model = AnnotationModelFactory.get_output_model(with_reason=False)
    kinds = [{"name": "Minor"}, {"name": "Major"}]
    parse = ParseAnnotations("answer", "errors", kinds, False, model, granularity)
    answer = json.dumps({"annotations": [{"text": error, "annotation_type": 1} for error in errors]})
    places = [error["start"] for error in parse.parse_annotations({"answer": answer, "text": text}, None)]
    print(f"{granularity:6} {text}  {', '.join(errors)}: {places}")
    assert places == expected, "the behaviour has changed"
PROGRAM
