from __future__ import annotations

from pathlib import Path

SYSTEMS = ["A", "B", "refA"]
DOCS = ["news d1", "news d1", "talks d2", "news d3"]


class Tree:
    """A small evaluation set on disk: four segments, three documents, two domains, refA and refB."""

    name, language_pair = "tiny", "en-de"

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("sources/en-de.txt", *"wxyz")
        self.write("documents/en-de.docs", *DOCS)
        for reference in ("refA", "refB"):
            self.write(f"references/en-de.{reference}.txt", *(f"{reference}{n}" for n in range(4)))
        for system in SYSTEMS:
            self.write(f"system-outputs/en-de/{system}.txt", *(f"{system}{n}" for n in range(4)))
        self.write_scores("human-scores/en-de.mqm.seg.score", A=[-1, None, -3, 0], B=[-2, None, -1, -1])
        self.write_scores("human-scores/en-de.mqm.sys.score", A=[-1.5], B=[-1.25], refA=[None])
        self.write(
            "human-scores/en-de.mqm.domain.score", "talks A -3", "news B -1.5", "news A -0.5", "talks B -1"
        )
        self.write_scores(
            "metric-scores/en-de/BLEU-refB.seg.score", A=[1, 2, 3, 4], B=[5, 6, 7, 8], refA=[9, 9, 9, 9]
        )
        self.write_scores("metric-scores/en-de/BLEU-refB.sys.score", A=[2.5], B=[6.5], refA=[9])
        self.write_scores(
            "metric-scores/en-de/Len-src.seg.score", A=[1, 1, 1, 1], B=[1, 2, 1, 2], refA=[3, 3, 3, 3]
        )
        self.write("info/en-de.json", '{"std_ref": "refA", "std_gold": {"segment": "mqm", "system": "mqm"}}')

    def write(self, path: str, *lines: str) -> Path:
        file = self.root / self.name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="")
        return file

    def write_scores(self, path: str, **scores: list[float | None]) -> Path:
        return self.write(path, *(f"{system}\t{score}" for system, row in scores.items() for score in row))

    def load(self, **options):
        from parbleu.evalset import EvalSet

        return EvalSet(self.name, self.language_pair, self.root, **options)
