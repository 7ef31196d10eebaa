"""Records what unbabel-comet says of the tiny models: in an environment with

unbabel-comet==2.2.7 setuptools<81 sentencepiece==0.2.1 transformers==4.57.6 torch==2.13.0

python tests/hugging_face/tiny_scorers.py FOLDER          (where transformers is newer)
python tests/hugging_face/record_comet.py FOLDER > tests/hugging_face/golden_scores.json
"""

import json
import os
import sys
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"

import comet
import torch

torch.set_num_threads(1)
folder = Path(sys.argv[1])
texts = json.loads((folder / "texts.json").read_text(encoding="utf-8"))
recorded = {}
for hparams in sorted(folder.glob("*/hparams.yaml")):
    kind = hparams.parent.name
    model = comet.load_from_checkpoint(str(hparams.parent / "checkpoints" / "model.ckpt"))
    for keys in (("mt", "src", "ref"), ("mt", "src")):
        if (len(keys) == 2 and model.requires_references()) or (
            len(keys) == 3 and kind in ("referenceless", "kiwi")
        ):
            continue
        items = [{key: item[key] for key in keys} for item in texts]
        found = model.predict(items, batch_size=4, gpus=0, progress_bar=False, num_workers=1)
        recorded[f"{kind} {' '.join(keys)}"] = found.scores
json.dump({"unbabel-comet": comet.__version__, "scores": recorded}, sys.stdout, indent=0)
