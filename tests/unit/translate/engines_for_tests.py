"""Defines engines that work without models."""

from parbleu.translate import Engine, Settings, Translation


class Upper(Engine):
    """Writes in capitals, and remembers its batches."""

    name = "upper"
    uses = frozenset({"beam", "nbest", "threads"})
    window = 4

    def __init__(self, **settings):
        super().__init__(Settings(**settings))
        self.batches = []

    def lengths(self, segments):
        return [len(segment.split()) for segment in segments]

    def translate(self, segments):
        self.batches.append(segments)
        best = self.settings.nbest or 0
        return [
            Translation(
                segment.upper(),
                -1.5,
                truncated=len(segment) > 50,
                alternatives=tuple(segment.upper() + "!" * rank for rank in range(best)),
                scores=tuple(-1.5 - rank for rank in range(best)),
            )
            for segment in segments
        ]

    def usage(self):
        return {"batches": len(self.batches)}
