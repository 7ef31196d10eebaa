#!/bin/bash
# transformers 5.24.0: an mT5 whose configuration says tie_word_embeddings=False is tied all the same, and a tied one
# computes other logits than with transformers 4.57.6.
#
# mT5 has a projection to the vocabulary of its own, and its configurations say tie_word_embeddings=False. Version 5
# changes this to True, gives a new model one matrix for both, and saves True. It also leaves out the factor
# d_model ** -0.5 by which 4.57.6 multiplies the states of a tied model. So the model below, saved by 5.24.0 and loaded
# by 4.57.6, has logits that are smaller by the factor 4. MetricX, whose score is one logit of an mT5, meets both. Seen
# with torch 2.13.0 on Python 3.11:
#
#     transformers 5.24.0   asked for False: the configuration says True, one matrix True
#     transformers 4.57.6   asked for False: the configuration says False, one matrix False
#     the model that 5.24.0 saves: logits of 4.57.6 over those of 5.24.0  0.2500
#
# This script installs the packages, pinned, in a temporary folder. It fails if they behave otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
pip=("$folder/env/bin/pip" -q install --disable-pip-version-check)
"${pip[@]}" torch==2.13.0 numpy==2.4.6 transformers==5.24.0
"${pip[@]}" --target "$folder/older" transformers==4.57.6
cat > "$folder/program.py" <<'PROGRAM'
import sys

import torch
import transformers
from transformers import MT5Config, MT5ForConditionalGeneration

transformers.logging.set_verbosity_error()
folder = sys.argv[1]
sizes = {"vocab_size": 40, "d_model": 16, "d_kv": 4, "d_ff": 24, "num_layers": 1, "num_heads": 4}
torch.manual_seed(1)
config = MT5Config(**sizes, num_decoder_layers=1, tie_word_embeddings=False)
made = MT5ForConditionalGeneration(config)
is_one = made.lm_head.weight.data_ptr() == made.shared.weight.data_ptr()
is_tied = config.tie_word_embeddings
version = transformers.__version__
print(f"transformers {version}   asked for False: the configuration says {is_tied}, one matrix {is_one}")
assert is_tied == is_one == (version == "5.24.0"), "the behaviour has changed"
if version == "5.24.0":
    made.save_pretrained(folder)
model = MT5ForConditionalGeneration.from_pretrained(folder).eval()
with torch.no_grad():
    logits = model(input_ids=torch.tensor([[3, 4, 5]]), decoder_input_ids=torch.tensor([[0]])).logits
if version == "5.24.0":
    torch.save(logits, f"{folder}/logits")
else:
    ratio = (logits / torch.load(f"{folder}/logits")).mean().item()
    print(f"the model that 5.24.0 saves: logits of 4.57.6 over those of 5.24.0  {ratio:.4f}")
    assert abs(ratio - 0.25) < 1e-4, "the behaviour has changed"
PROGRAM
export HF_HUB_OFFLINE=1 HF_HUB_DISABLE_PROGRESS_BARS=1 HOME=$folder
"$folder/env/bin/python" "$folder/program.py" "$folder/model"
PYTHONPATH=$folder/older "$folder/env/bin/python" "$folder/program.py" "$folder/model"
