#!/bin/bash
# The tokenizer of NLLB takes any text for a language: transformers 4.57.3 and 5.24.0 put the unknown token for what the model does not know.
#
# NLLB's languages are tokens of its vocabulary, spelled as in FLORES-200: zho_Hans. FLORES+, the test set that followed, renamed some
# (cmn_Hans), and people write "zh" or "Chinese". src_lang="cmn_Hans" begins the source with <unk>, and what the pipeline for
# translation builds from tgt_lang="cmn_Hans" is forced_bos_token_id=3, <unk> again: the model then chooses a language by itself. Nothing warns or
# raises, in the tokenizer in Python, the fast one, and version 5. M2M-100's tokenizer, of the same model class, raises KeyError for
# such a code (4.57.3). The vocabulary here is trained on a few sentences; the tokens of languages are those that the class adds to every model. Seen
# with Python 3.11:
#
#     src_lang    first token (4.57.3, 5.24.0)    forced_bos_token_id of tgt_lang
#     zho_Hans    zho_Hans                        that of zho_Hans
#     cmn_Hans    <unk>                           3
#     German      <unk>                           3
#
# This script installs the packages, pinned, in a temporary folder. It fails if the table is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for version in 4.57.3 5.24.0; do
  python3 -m venv "$version"
  "$version/bin/pip" -q install --disable-pip-version-check "transformers==$version" sentencepiece==0.2.1 protobuf==6.33.2
done
cat >train.py <<'PROGRAM'
from pathlib import Path

import sentencepiece
from transformers import M2M100Tokenizer, NllbTokenizer, NllbTokenizerFast

sentences = ["the cat sat on the mat", "a dog bit the man", "it was not unexpected"] * 20
sentencepiece.SentencePieceTrainer.train(
    sentence_iterator=iter(sentences), model_prefix="pieces", vocab_size=40, model_type="bpe",
    hard_vocab_limit=False, unk_id=0, bos_id=1, eos_id=2, minloglevel=2,
)  # fmt: skip
NllbTokenizerFast("pieces.model").save_pretrained("tokenizer")
slow = NllbTokenizer("pieces.model", src_lang="cmn_Hans")
assert slow.convert_ids_to_tokens(slow("the cat").input_ids)[0] == "<unk>", "the behaviour has changed"
Path("vocab.json").write_text('{"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3, "a": 4}')
other = M2M100Tokenizer("vocab.json", "pieces.model")
try:
    other.src_lang = "cmn_Hans"
except KeyError as problem:
    print("M2M100Tokenizer raises KeyError:", problem)
else:
    raise AssertionError("the behaviour has changed")
PROGRAM
cat >ask.py <<'PROGRAM'
import transformers
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("tokenizer")
assert type(tokenizer).__name__.startswith("Nllb")
for code in ("zho_Hans", "cmn_Hans", "German"):
    tokenizer.src_lang = code
    first = tokenizer.convert_ids_to_tokens(tokenizer("the cat").input_ids)[0]
    built = tokenizer._build_translation_inputs("the cat", None, src_lang="eng_Latn", tgt_lang=code)
    begins = tokenizer.convert_ids_to_tokens(built["forced_bos_token_id"])
    print(transformers.__version__, code, first, begins, built["forced_bos_token_id"], sep="\t")
    assert first == begins == ("zho_Hans" if code == "zho_Hans" else "<unk>"), "the behaviour has changed"
PROGRAM
"4.57.3/bin/python" train.py
for version in 4.57.3 5.24.0; do
  "$version/bin/python" ask.py 2>/dev/null
done
