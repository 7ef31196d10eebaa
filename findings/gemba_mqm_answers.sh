#!/bin/bash
# gemba 0.1.3, GEMBA-MQM: an answer that is no judgement, a refusal or nothing at all, is a perfect translation. So is one whose
# headings are bold, with a critical error. "None" below a heading is an error, and a closing remark too.
#
# The program looks for lines that are "Critical:", "Major:" or "Minor:" and takes each other line below for an error, unless it
# says "no-error". Lines above the first heading count nothing. So a model that declines, or writes Markdown, scores best, and
# one that says it has found nothing in words of its own loses points. Seen with gemba 0.1.3 on Python 3.11; the score is from
# 0 to 100:
#
#     a refusal                                                    100
#     nothing                                                      100
#     **Critical:**, then a mistranslation                         100
#     "Critical: " and a mistranslation, on one line               100
#     None below Major:                                             80
#     no errors, and then: The translation is fluent.               96
#
# This script installs the package, pinned, in a temporary folder. It fails if the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check gemba==0.1.3 tqdm
HOME=$folder "$folder/env/bin/python" - <<'PROGRAM'
from contextlib import redirect_stdout
from importlib.metadata import version
from io import StringIO

from gemba.gemba_mqm_utils import parse_mqm_answer

ERROR = 'accuracy/mistranslation - "bank"'
CLEAN = "Critical:\nno-error\nMajor:\nno-error\nMinor:\nno-error\n"
ANSWERS = {
    "the form that is asked for": (f"Critical:\n{ERROR}\nMajor:\nno-error\nMinor:\nno-error\n", 0),
    "a refusal": ("I'm sorry, but I cannot help with that.", 100),
    "nothing": ("", 100),
    "a bold heading": (f"**Critical:**\n{ERROR}\n**Major:**\nno-error\n**Minor:**\nno-error\n", 100),
    "an error on the heading's line": (f"Critical: {ERROR}\nMajor: no-error\nMinor: no-error\n", 100),
    "None below Major:": (CLEAN.replace("Major:\nno-error", "Major:\nNone"), 80),
    "no errors, then a remark": (f"{CLEAN}\nThe translation is fluent.", 96),
}
print("gemba", version("gemba"))
for name, (answer, expected) in ANSWERS.items():
    with redirect_stdout(StringIO()):
        score = parse_mqm_answer(answer, list_mqm_errors=False, full_desc=True, normalize=True)
    print(f"{name:32}{score:4}")
    assert score == expected, "the behaviour has changed"
PROGRAM
