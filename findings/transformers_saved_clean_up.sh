#!/bin/bash
# transformers 5.24.0: a tokenizer that transformers 4.44.2 or an older version saved takes blanks out of each text that it decodes.
# The same tokenizer saved by a newer version does not. Dutch "tot 's avonds" becomes "tot's avonds", French "va ?" becomes "va?".
#
# The old versions took the blank from " ?", " !", " ,", " .", " 's", " n't" and the like, which tokenizers of English had put
# there, and wrote the choice (clean_up_tokenization_spaces) into tokenizer_config.json, whatever the language and kind of
# tokenizer. The new ones have the opposite default, and tell nobody that a file says otherwise. So of two models with one
# vocabulary one cannot write what the other does, for the version that saved it, and references that no tokenizer decoded have
# blanks that its output lacks. Dutch words that begin with 's are joined to the word before, also in BLEU and TER. Seen with
# tokenizers 0.19.1 and 0.23.3 on Python 3.11, for a tokenizer like SentencePiece's that is made and saved by each version:
#
#     saved by 4.44.2   Ça va? Oui!     Het is tot's avonds open in's-Hertogenbosch.
#     saved by 5.24.0   Ça va ? Oui !   Het is tot 's avonds open in 's-Hertogenbosch.
#
# This script installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/save.py" <<'PROGRAM'
import sys

from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

WORDS = "Ça va ? Oui ! Het is tot 's avonds open in 's-Hertogenbosch.".split()
vocabulary = {name: number for number, name in enumerate(["<unk>", "</s>", *dict.fromkeys("▁" + word for word in WORDS)])}
tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
tokenizer.decoder = decoders.Metaspace()
PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="<unk>", eos_token="</s>").save_pretrained(sys.argv[1])
PROGRAM
cd "$folder"
export HOME=$folder HF_HUB_OFFLINE=1
for release in 4.44.2 5.24.0; do
  python3 -m venv "env-$release"
  "env-$release/bin/pip" -q install --no-compile --disable-pip-version-check "transformers==$release"
  "env-$release/bin/python" -W ignore save.py "saved-by-$release" 2>> log
done
env-5.24.0/bin/python -W ignore - 2>> log <<'PROGRAM'
from importlib.metadata import version

from transformers import AutoTokenizer

TEXTS = ["Ça va ? Oui !", "Het is tot 's avonds open in 's-Hertogenbosch."]
EXPECTED = {
    "4.44.2": ["Ça va? Oui!", "Het is tot's avonds open in's-Hertogenbosch."],
    "5.24.0": TEXTS,
}
print("transformers", version("transformers"), "tokenizers", version("tokenizers"))
for release, expected in EXPECTED.items():
    tokenizer = AutoTokenizer.from_pretrained(f"saved-by-{release}")
    found = tokenizer.batch_decode(tokenizer(TEXTS)["input_ids"], skip_special_tokens=True)
    print("saved by", release, found)
    assert found == expected, "the behaviour has changed"
PROGRAM
