#!/bin/bash
# sacremoses 0.2.0 and the Perl script that mosestokenizer 1.2.1 runs, both the tokenizer of Moses, cut Hindi, Bengali, Tamil,
# Telugu, Japanese and Chinese otherwise; and both tear Thai, Khmer, Burmese and Yoruba words apart for good.
#
# The script takes each mark that is no letter to Unicode, such as a virama, for punctuation. sacremoses leaves those of these
# four languages of India alone, and in Japanese and Chinese it leaves the ideographic full stop, comma and brackets on their
# words. So tokenized BLEU of one system differs by the package. The marks of Thai tones, of Khmer, Burmese and Yoruba stand alone
# in both, and neither detokenizer joins them again. Seen with Perl 5.36 and Python 3.11; the last column says whether the
# detokenized text is the text again:
#
#     text           Perl               sacremoses       Perl   sacremoses
#     हिन्दी में         हिन ् दी में           हिन्दी में           no     yes
#     வந்தார்         வந ் தார ்         வந்தார்           no     yes
#     東京、大阪。     東京 、 大阪 。       東京、大阪。       yes    yes
#     ไม่ใช่            ไม ่ ใช ่             ไม ่ ใช ่           no     no
#     ខ្មែរ            ខ ្ មែរ             ខ ្ មែរ           no     no
#     ọ̀rọ̀            ọ ̀ rọ ̀            ọ ̀ rọ ̀          no     no
#
# This script installs the packages, pinned, in a temporary folder; it needs Perl. It fails if the tokens are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check sacremoses==0.2.0 mosestokenizer==1.2.1
PYTHONUTF8=1 "$folder/env/bin/python" - <<'PROGRAM'
from importlib.metadata import version

from mosestokenizer import MosesDetokenizer as PerlDetokenizer
from mosestokenizer import MosesTokenizer as PerlTokenizer
from sacremoses import MosesDetokenizer, MosesTokenizer

TEXTS = {
    ("hi", "हिन्दी में"): ("हिन ् दी में", "हिन्दी में", False, True),
    ("bn", "ক্লাস"): ("ক ্ লাস", "ক্লাস", False, True),
    ("ta", "வந்தார்"): ("வந ் தார ்", "வந்தார்", False, True),
    ("te", "అక్షరం"): ("అక ్ షరం", "అక్షరం", False, True),
    ("ja", "東京、大阪。"): ("東京 、 大阪 。", "東京、大阪。", True, True),
    ("zh", "北京，上海。"): ("北京 ， 上海 。", "北京 ， 上海。", False, False),
    ("th", "ไม่ใช่"): ("ไม ่ ใช ่", "ไม ่ ใช ่", False, False),
    ("km", "ខ្មែរ"): ("ខ ្ មែរ", "ខ ្ មែរ", False, False),
    ("my", "မြန်မာ"): ("မြန ် မာ", "မြန ် မာ", False, False),
    ("yo", "ọ\u0300rọ\u0300"): ("ọ \u0300 rọ \u0300", "ọ \u0300 rọ \u0300", False, False),
}
print("sacremoses", version("sacremoses"), "mosestokenizer", version("mosestokenizer"))
for (language, text), expected in TEXTS.items():
    with PerlTokenizer(language) as tokenize, PerlDetokenizer(language) as detokenize:
        perl = tokenize(text)
        perl_again = detokenize(perl)
    tokens = MosesTokenizer(language).tokenize(text)
    again = MosesDetokenizer(language).detokenize(tokens)
    found = (" ".join(perl), " ".join(tokens), perl_again == text, again == text)
    print(language, text, *found, sep="   ")
    assert found == expected, "the behaviour has changed"
PROGRAM
