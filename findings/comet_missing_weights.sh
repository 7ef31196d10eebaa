#!/bin/bash
# unbabel-comet 2.2.7 loads a checkpoint that lacks weights without a word, and scores with random numbers in their place:
# each load gives other scores.
#
# comet.load_from_checkpoint passes strict=False on by default. So a checkpoint that was cut, converted or saved with
# other names of its weights scores, within a likely range, and nothing tells it from a whole one. Seen with torch 2.13.0
# and transformers 4.57.6 on Python 3.11, with a model that lacks the estimator, twice (the numbers differ each time):
#
#     unbabel-comet 2.2.7
#     scores of the first load   0.0606
#     scores of the second load  -0.1287
#
# This script installs the packages, pinned, in a temporary folder, and writes a tiny model there. It fails if the two
# loads give one score.
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
from tokenizers import Tokenizer, models, processors
from transformers import XLMRobertaConfig, XLMRobertaModel

root = Path(sys.argv[1])
encoder = root / "encoder"
encoder.mkdir(parents=True)
pieces = ["<s>", "<pad>", "</s>", "<unk>", *"abcdefghijklmnopqrstuvwxyz ", "<mask>"]
tokenizer = Tokenizer(models.Unigram([(piece, -1.0) for piece in pieces], unk_id=3))
tokenizer.post_processor = processors.TemplateProcessing(
    "<s> $A </s>", "<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
)
tokenizer.save(str(encoder / "tokenizer.json"))
roles = {"bos": "<s>", "cls": "<s>", "eos": "</s>", "sep": "</s>", "unk": "<unk>", "pad": "<pad>", "mask": "<mask>"}
names = {f"{role}_token": token for role, token in roles.items()}
(encoder / "tokenizer_config.json").write_text(json.dumps({**names, "tokenizer_class": "XLMRobertaTokenizerFast"}))
config = XLMRobertaConfig(
    vocab_size=len(pieces), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
    max_position_embeddings=66, type_vocab_size=1, pad_token_id=1, bos_token_id=0, eos_token_id=2,
)
config.save_pretrained(encoder)
torch.manual_seed(1)
weights = XLMRobertaModel(config, add_pooling_layer=False).state_dict()
settings = {
    "class_identifier": "regression_metric", "encoder_model": "XLM-RoBERTa", "pretrained_model": str(encoder),
    "pool": "avg", "layer": 1, "layer_norm": False, "hidden_sizes": [8], "activations": "Tanh", "dropout": 0.1,
    "final_activation": None,
}
(root / "checkpoints").mkdir()
file = root / "checkpoints" / "model.ckpt"
saved = {"state_dict": {f"encoder.model.{name}": tensor for name, tensor in weights.items()}}
torch.save({**saved, "hyper_parameters": settings, "pytorch-lightning_version": "2.5.0"}, file)
(root / "hparams.yaml").write_text(yaml.safe_dump(settings))


def score():
    torch.seed()
    model = comet.load_from_checkpoint(str(file))
    item = {"src": "der hund", "mt": "the dog", "ref": "a dog"}
    return model.predict([item], gpus=0, progress_bar=False, num_workers=0).scores[0]


first, second = score(), score()
print("unbabel-comet", version("unbabel-comet"))
print(f"scores of the first load   {first:.4f}")
print(f"scores of the second load  {second:.4f}")
assert first != second, "the behaviour has changed"
PROGRAM
