"""One of two processes that compute the same metrics together."""

import json

import torch

from frameworks.conftest import HYPOTHESES, REFERENCES
from parbleu.integrations.torchmetrics import BLEU, CHRF, TER

MODULES = [
    (BLEU, {}),
    (BLEU, {"lowercase": True, "tokenize": "intl"}),
    (CHRF, {}),
    (CHRF, {"word_order": 2}),
    (TER, {}),
]


def count(rank, folder):
    """Writes what one of two processes counts, and the scores that both together have."""
    torch.distributed.init_process_group(
        "gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=2
    )
    metrics = [module(**options) for module, options in MODULES]
    part = slice(0, 5) if rank == 0 else slice(5, 7)
    for metric in metrics:
        metric.update(HYPOTHESES[part], REFERENCES[part])
    found = [[metric.compute().item().hex(), str(metric.latest.signature)] for metric in metrics]
    idle = BLEU()  # one process has no batch at all
    if rank == 0:
        idle.update(HYPOTHESES, REFERENCES)
    answer = {"scores": found, "idle": idle.compute().item().hex(), "row": metrics[0].row.tolist()}
    (folder / f"{rank}.json").write_text(json.dumps(answer), encoding="utf-8")
    torch.distributed.destroy_process_group()
