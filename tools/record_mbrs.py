"""Records what the installed mbrs answers about n-best lists, in tests/golden/shipped/mbrs.json.gz.

    python tools/record_mbrs.py           # writes the file
    python tools/record_mbrs.py --check   # compares instead of writing: status 1 if anything differs

It runs in an environment of its own with mbrs 0.1.8, which brings torch along. The texts are mixtures of
those of examples/.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import warnings
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
FILE = ROOT / "tests" / "golden" / "shipped" / "mbrs.json.gz"
VERSION = "0.1.8"
SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "chrf": ("ChrF", {}),
    "chrf_fast": ("ChrF", {"fastchrf": True}),
    "chrf++": ("ChrF", {"word_order": 2}),
    "bleu": ("BLEU", {}),
    "ter": ("TER", {}),
}


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def questions() -> list[dict[str, Any]]:
    """Lists of candidates and of references, with logarithms of probability."""
    random = Random(12345)
    asked = []
    for folder in sorted((ROOT / "examples").glob("en-??")):
        systems = [lines(path) for path in sorted(folder.glob("system.*.txt"))]
        for segment in range(0, len(systems[0]), 5):
            texts = [system[segment] for system in systems]
            sizes = (random.randint(2, 9), random.randint(1, 6))
            lists = [[mixed(random, texts) for _ in range(size)] for size in sizes]
            scores = [round(random.uniform(-6, 0), 3) for _ in lists[1]]
            asked.append({"candidates": lists[0], "references": lists[1], "scores": scores})
    asked.append({"candidates": ["", "a", " "], "references": ["a b", ""], "scores": [-1.5, -0.5]})
    return asked


def mixed(random: Random, texts: list[str]) -> str:
    """The beginning of one text and the end of another, some words of which are twice there."""
    first, second = random.choice(texts), random.choice(texts)
    words = first.split()[: random.randint(0, len(first.split()))]
    words += second.split()[random.randint(0, len(second.split())) :]
    return " ".join(word for word in words for _ in range(2 if random.random() < 0.1 else 1))


def answers(question: dict[str, Any]) -> dict[str, Any]:
    import torch
    from mbrs import metrics
    from mbrs.decoders import DecoderMBR

    candidates, references = question["candidates"], question["references"]
    weights = torch.tensor(question["scores"])
    found: dict[str, Any] = {}
    for name, (kind, options) in SETTINGS.items():
        made = getattr(metrics, f"Metric{kind}")
        metric = made(made.Config(num_workers=1, **options))
        decoder = DecoderMBR(DecoderMBR.Config(), metric)
        row: dict[str, Any] = {"matrix": metric.pairwise_scores(candidates, references).tolist()}
        for key, given in (("uniform", None), ("probability", weights)):
            output = decoder.decode(candidates, references, nbest=1, reference_lprobs=given)
            row[key] = {"chosen": output.idx[0], "score": output.score[0]}
            row[key]["expected"] = metric.expected_scores(
                candidates, references, reference_lprobs=given
            ).tolist()
        row["aggregate"] = {}
        for key, given in (("uniform", None), ("probability", weights)):
            if kind != "TER" and not (options.get("fastchrf") and given is not None):
                scores = metric.expected_scores_reference_aggregation(
                    candidates, references, reference_lprobs=given
                )
                row["aggregate"][key] = scores.tolist()
        found[name] = row
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    asked = parser.parse_args()
    if version("mbrs") != VERSION:
        parser.error(f"this records mbrs {VERSION}, and here is {version('mbrs')}")
    warnings.simplefilter("ignore")
    rows = [question | {"answers": answers(question)} for question in questions()]
    if asked.check:
        with gzip.open(FILE, "rt", encoding="ascii") as file:
            different = sum(old != new for old, new in zip(json.load(file), rows, strict=True))
        print(f"{different} of {len(rows)} differ")
        return 1 if different else 0
    with FILE.open("wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed:
        packed.write(json.dumps(rows).encode("ascii"))
    print(f"{len(rows)} recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
