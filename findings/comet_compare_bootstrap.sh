#!/bin/bash
# unbabel-comet 2.2.7: the bootstrap of comet-compare draws samples of 40 % of the segments, and takes differences below 0.001 for
# ties. So it is far less sure than the t-test that it prints below, and its "(%)" are shares.
#
# --sample_ratio, 0.4 by default, is the size of each sample: a mean spreads 1.58 times as far in it as in the test set. Nothing
# tells of the threshold, which is as large as differences between good systems: two that differ by 0.0009 on each segment
# tie in all samples. x-mean and y-mean are means of samples, and not the scores of comet-score. Seen with torch 2.13.0 and
# transformers 4.57.6 on Python 3.11, for a tiny model of random weights and 200 segments, of which B has a third from the
# reference; the two rows below are NumPy's, for the segment scores in --to_json:
#
#     t-test                    p = 0.010
#     comet-compare             B wins 0.877   ties 0.107   A wins 0.017   (300 samples)
#     samples of 80 segments    B wins 0.895   ties 0.086   A wins 0.018   (differences below 0.001 are ties)
#     samples of 200 segments   B wins 0.995   ties 0.000   A wins 0.005
#
# This script installs the packages, pinned, in a temporary folder, and writes the model there. It fails if the shares are
# no longer those of samples of 80 segments.
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
texts = {}
for name in ("source", "reference", "A"):
    texts[name] = [" ".join("".join(draw.choices("abcdefgh", k=3)) for _ in range(5)) for _ in range(200)]
texts["B"] = [texts["reference" if number % 3 == 0 else "A"][number] for number in range(200)]
for name, lines in texts.items():
    Path(name).write_text("\n".join(lines) + "\n")
PROGRAM
"$folder/env/bin/python" -W ignore make_model.py 2> log
"$folder/env/bin/python" -W ignore env/bin/comet-compare -s source -r reference -t A B --model model/checkpoints/model.ckpt \
  --gpus 0 --num_workers 0 --quiet --to_json compared.json > /dev/null 2> log
"$folder/env/bin/python" -W ignore - 2> log <<'PROGRAM'
import json
from importlib.metadata import version
from pathlib import Path

import numpy as np

compared = json.loads(Path("compared.json").read_text())
[result] = compared["statistical_results"]
by_system = {system["name"]: np.array(system["scores"]) for system in compared["translations"]}
differences = by_system["B"] - by_system["A"]
draw = np.random.default_rng(1)


def shares(size: int, threshold: float) -> list[float]:
    """How often B wins, both tie, and A wins in 20,000 samples of so many segments."""
    means = differences[draw.integers(0, len(differences), (20_000, size))].mean(axis=1)
    return [np.mean(means > threshold), np.mean(abs(means) <= threshold), np.mean(means < -threshold)]


printed = [result["bootstrap_resampling"][name] for name in ("y_wins (%)", "ties (%)", "x_wins (%)")]
rows = {"comet-compare": printed, "samples of 80": shares(80, 0.001), "samples of 200": shares(200, 0.0)}
print("unbabel-comet", version("unbabel-comet"))
print(f"t-test            p = {result['paired_t-test']['p_value']:.3f}")
for name, row in rows.items():
    print(f"{name:<18}B wins {row[0]:.3f}   ties {row[1]:.3f}   A wins {row[2]:.3f}")
assert np.allclose(printed, rows["samples of 80"], atol=0.09), "the behaviour has changed"
assert printed[0] < 0.95 and rows["samples of 200"][0] > 0.98, "the behaviour has changed"
PROGRAM
