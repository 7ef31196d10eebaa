#!/bin/bash
# unbabel-comet 2.2.7: comet-score and comet-compare compute in half precision, also on a processor, and say nothing of it.
# model.predict in Python does not. So one model gives other scores of the same segments, and many of them are equal.
#
# Both programs call model.half() after they load a model; no option turns it off. A number of half precision has 11
# binary digits: a score between 0.5 and 1 is a multiple of 1/2048, between 0.25 and 0.5 of 1/4096, of which the printed
# lines show four decimals. Segments that the model tells apart tie, which correlations by pairs of segments and tests by
# signs depend on. Seen with torch 2.13.0 and transformers 4.57.6 on Python 3.11, with a tiny model of random weights:
#
#     unbabel-comet 2.2.7
#     segments                                  200
#     different scores by model.predict         200
#     different scores by comet-score           155
#     numbers of half precision by comet-score  200
#     largest difference                        0.0005
#
# This script installs the packages, pinned, in a temporary folder, and writes the model there. It fails if the scores of
# comet-score are no longer numbers of half precision, or if those of Python are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check unbabel-comet==2.2.7 'setuptools==80.10.2' \
  sentencepiece==0.2.1 transformers==4.57.6 torch==2.13.0
cd "$folder"
export HOME=$folder HF_HUB_OFFLINE=1 OMP_NUM_THREADS=1
cat > make_model.py <<'PROGRAM'
import json
import random
from pathlib import Path

import torch
import yaml
from comet.models import RegressionMetric
from tokenizers import Tokenizer, models, processors
from transformers import XLMRobertaConfig

root = Path("model")
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
XLMRobertaConfig(
    vocab_size=len(pieces), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
    max_position_embeddings=66, type_vocab_size=1, pad_token_id=1, bos_token_id=0, eos_token_id=2,
).save_pretrained(encoder)
settings = {
    "encoder_model": "XLM-RoBERTa", "pretrained_model": str(encoder.resolve()), "pool": "avg", "layer": 1,
    "layer_norm": False, "hidden_sizes": [8], "activations": "Tanh", "dropout": 0.1, "final_activation": None,
}
torch.manual_seed(1)
model = RegressionMetric(**settings, load_pretrained_weights=False)
settings["class_identifier"] = "regression_metric"
(root / "checkpoints").mkdir()
saved = {"state_dict": model.state_dict(), "hyper_parameters": settings, "pytorch-lightning_version": "2.5.0"}
torch.save(saved, root / "checkpoints" / "model.ckpt")
(root / "hparams.yaml").write_text(yaml.safe_dump(settings))

draw = random.Random(1)
for name in ("source", "reference", "system"):
    lines = [" ".join("".join(draw.choices("abcdefgh", k=3)) for _ in range(5)) for _ in range(200)]
    Path(name).write_text("\n".join(lines) + "\n")
PROGRAM
"$folder/env/bin/python" -W ignore make_model.py 2> log
"$folder/env/bin/python" -W ignore env/bin/comet-score -s source -r reference -t system --model model/checkpoints/model.ckpt \
  --gpus 0 --num_workers 0 --quiet --only_system --to_json scores.json > /dev/null 2> log
"$folder/env/bin/python" -W ignore - 2> log <<'PROGRAM'
import json
from importlib.metadata import version
from pathlib import Path

import comet
import torch

columns = [Path(name).read_text().splitlines() for name in ("source", "system", "reference")]
items = [dict(zip(("src", "mt", "ref"), texts)) for texts in zip(*columns)]
model = comet.load_from_checkpoint("model/checkpoints/model.ckpt")
model.eval()
python = model.predict(items, gpus=0, progress_bar=False, num_workers=0).scores
printed = [item["COMET"] for item in json.loads(Path("scores.json").read_text())["system"]]


def halves(scores):
    return sum(float(torch.tensor(score).half()) == score for score in scores)


print("unbabel-comet", version("unbabel-comet"))
print("segments                                 ", len(items))
print("different scores by model.predict        ", len(set(python)))
print("different scores by comet-score          ", len(set(printed)))
print("numbers of half precision by comet-score ", halves(printed))
print(f"largest difference                        {max(map(abs, map(float.__sub__, python, printed))):.4f}")
assert halves(printed) == len(items) > halves(python), "the behaviour has changed"
assert len(set(printed)) < len(set(python)), "the behaviour has changed"
PROGRAM
