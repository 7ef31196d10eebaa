"""Scorers for tests, which need no package: letters in common, and lengths."""

from parbleu.scorers import ErrorSpan, ItemScore, Scorer, ScorerFacts


class Overlap(Scorer):
    """The share of the reference's letters that the hypothesis has; none where it is empty."""

    kind = "overlap"
    facts = ScorerFacts("letters in common", source="unused", reference="required", range=(0.0, 1.0))

    def identity(self):
        return {"scorer": "overlap", "model": self.model or "small|one"}

    def score(self, items):
        return [
            ItemScore(len({*item.hypothesis} & {*item.reference}) / max(1, len({*item.reference})))
            if item.hypothesis
            else ItemScore(None, problem="the hypothesis is empty")
            for item in items
        ]


class Ratio(Scorer):
    """How long the hypothesis is beside the source."""

    kind = "ratio"
    facts = ScorerFacts(
        "length", source="required", reference="unused", higher_is_better=False, languages=("de", "en")
    )

    def identity(self):
        return {"scorer": "ratio"}

    def score(self, items):
        return [
            ItemScore(len(item.hypothesis) / len(item.source), cut=len(item.source) > 20) for item in items
        ]


class Marks(Scorer):
    """Marks the first word before a bite."""

    kind = "marks"
    facts = ScorerFacts("marks", reference="unused", higher_is_better=False, gives=("scores", "spans"))

    def identity(self):
        return {"scorer": "marks"}

    def score(self, items):
        return [
            ItemScore(1, spans=(ErrorSpan(0, 3, "minor"),)) if "bites" in item.hypothesis else ItemScore(0)
            for item in items
        ]
