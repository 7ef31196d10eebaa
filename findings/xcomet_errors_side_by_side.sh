#!/bin/bash
# unbabel-comet 2.2.7, xCOMET: errors side by side are one error, of the severity of the first. A critical error that follows
# a minor one counts as minor, and the same two words in the other order as critical.
#
# The spans are made of subwords one after the other, and an error ends only at a subword without one; what the severity of
# the others is, is not looked at. Both the spans that comet-score writes and the MQM part of xCOMET's score are of these.
# Seen with torch 2.13.0 and transformers 4.57.6 on Python 3.11, with a tiny model that takes each "bad" for a minor
# error, each "fatal" for a critical one, and all else for right:
#
#     unbabel-comet 2.2.7
#     the bad end fatal the end  MQM 0.56  [('bad', 'minor'), ('fatal', 'critical')]
#     the bad fatal end the end  MQM 0.96  [('bad fatal', 'minor')]
#     the fatal bad end the end  MQM 0.6  [('fatal bad', 'critical')]
#
# This script installs the packages, pinned, in a temporary folder, and writes the model there. It fails if the errors or
# the scores are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check unbabel-comet==2.2.7 'setuptools==80.10.2' \
  sentencepiece==0.2.1 transformers==4.57.6 torch==2.13.0
HOME=$folder HF_HUB_OFFLINE=1 OMP_NUM_THREADS=1 "$folder/env/bin/python" -W ignore - "$folder/model" 2> "$folder/log" <<'PROGRAM'
import json
import sys
from importlib.metadata import version
from pathlib import Path

import comet
import torch
import yaml
from comet.models import XCOMETMetric
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
from transformers import XLMRobertaConfig

root = Path(sys.argv[1])
encoder = root / "encoder"
encoder.mkdir(parents=True)
pieces = ["<s>", "<pad>", "</s>", "<unk>", *(f"\u2581{word}" for word in ("the", "end", "bad", "fatal")), "<mask>"]
tokenizer = Tokenizer(models.Unigram([(piece, -1.0) for piece in pieces], unk_id=3))
tokenizer.pre_tokenizer, tokenizer.decoder = pre_tokenizers.Metaspace(), decoders.Metaspace()
tokenizer.post_processor = processors.TemplateProcessing(
    "<s> $A </s>", "<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
)
tokenizer.save(str(encoder / "tokenizer.json"))
roles = {"bos": "<s>", "cls": "<s>", "eos": "</s>", "sep": "</s>", "unk": "<unk>", "pad": "<pad>", "mask": "<mask>"}
names = {f"{role}_token": token for role, token in roles.items()}
(encoder / "tokenizer_config.json").write_text(json.dumps({**names, "tokenizer_class": "XLMRobertaTokenizerFast"}))
XLMRobertaConfig(
    vocab_size=len(pieces), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
    max_position_embeddings=66, type_vocab_size=1, pad_token_id=1, bos_token_id=0, eos_token_id=2,
).save_pretrained(encoder)
settings = {
    "encoder_model": "XLM-RoBERTa", "pretrained_model": str(encoder), "sent_layer": "mix", "word_layer": 0,
    "hidden_sizes": [8, 4], "final_activation": "Sigmoid",
}
torch.manual_seed(1)
model = XCOMETMetric(**settings, load_pretrained_weights=False)
with torch.no_grad():  # a subword's label depends on nothing but what it is
    embeddings = model.encoder.model.embeddings
    embeddings.position_embeddings.weight.zero_()
    embeddings.token_type_embeddings.weight.zero_()
    words = embeddings.word_embeddings.weight.zero_()
    model.hidden2tag.weight.zero_()
    model.hidden2tag.bias.zero_()
    model.hidden2tag.bias[0] = 20.0
    for place, (word, label) in enumerate((("bad", 1), ("fatal", 3))):
        words[pieces.index(f"\u2581{word}"), place] = 1.0
        model.hidden2tag.weight[label, place] = 10.0
settings["class_identifier"] = "xcomet_metric"
(root / "checkpoints").mkdir()
file = root / "checkpoints" / "model.ckpt"
torch.save({"state_dict": model.state_dict(), "hyper_parameters": settings, "pytorch-lightning_version": "2.5.0"}, file)
(root / "hparams.yaml").write_text(yaml.safe_dump(settings))

texts = ["the bad end fatal the end", "the bad fatal end the end", "the fatal bad end the end"]
model = comet.load_from_checkpoint(str(file))
items = [{"src": "the end", "mt": text, "ref": "the end"} for text in texts]
found = model.predict(items, gpus=0, progress_bar=False, num_workers=1)
print("unbabel-comet", version("unbabel-comet"))
errors = [[(span["text"], span["severity"]) for span in spans] for spans in found.metadata.error_spans]
scores = [round(score, 4) for score in found.metadata.mqm_scores]
for text, marked, score in zip(texts, errors, scores):
    print(f"{text}  MQM {score}  {marked}")
expected = [[("bad", "minor"), ("fatal", "critical")], [("bad fatal", "minor")], [("fatal bad", "critical")]]
assert errors == expected, "the behaviour has changed"
assert scores[0] < scores[2] < scores[1], "the behaviour has changed"
PROGRAM
