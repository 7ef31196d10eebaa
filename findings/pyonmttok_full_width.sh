#!/bin/bash
# pyonmttok 1.38.1: text that is tokenized and detokenized has ：, ％ and ＃ as :, % and #, in all modes. Translations into Chinese and
# Japanese lose each full-width colon; other full-width signs stay.
#
# The tokenizer replaces what it needs as marks, and these three with it, before it does anything else, and the detokenizer does not
# put them back. So the training data of a system have no full-width colon, its outputs neither, and its references, which no
# tokenizer saw, do. Detokenizing is taken for exact otherwise: of all other signs, letters and digits up to U+FFFF only its own
# marks (￨, ￭, ▁) and the byte order mark change. no_substitution=True turns it off. Seen with Python 3.11:
#
#     他说：“涨了５％。”（ＡＢＣ）        他说:“涨了５%。”（ＡＢＣ）
#
# This script installs the package, pinned, in a temporary folder. It fails if other characters change.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check pyonmttok==1.38.1
HOME=$folder PYTHONUTF8=1 "$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version
from unicodedata import category

import pyonmttok

TEXT, CHANGED = "他说：“涨了５％。”（ＡＢＣ）", "他说:“涨了５%。”（ＡＢＣ）"
OTHERS = {"Cs", "Cn", "Co", "Cc", "Zs", "Zl", "Zp"}


def back(text: str, mode: str, **options: bool) -> str:
    tokenizer = pyonmttok.Tokenizer(mode, joiner_annotate=True, **options)
    return tokenizer.detokenize(tokenizer.tokenize(text)[0])


print("pyonmttok", version("pyonmttok"))
for mode in ("conservative", "aggressive", "char", "space", "none"):
    made = back(TEXT, mode)
    print(f"{mode:12} {TEXT} -> {made}")
    assert made == CHANGED, "the behaviour has changed"
    assert back(TEXT, mode, no_substitution=True) == TEXT, "the behaviour has changed"
signs = [chr(code) for code in range(0x21, 0x10000) if category(chr(code)) not in OTHERS]
tokenizer = pyonmttok.Tokenizer("aggressive", joiner_annotate=True)
changed = [sign for sign in signs if tokenizer.detokenize(tokenizer.tokenize(f"a{sign}b")[0]) != f"a{sign}b"]
print("characters that change:", *(f"U+{ord(sign):04X}" for sign in changed))
assert changed == ["▁", "\ufeff", "＃", "％", "：", "￨", "￭"], "the behaviour has changed"
PROGRAM
