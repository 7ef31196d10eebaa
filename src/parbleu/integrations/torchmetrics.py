"""Modules of torchmetrics whose state is the sum of the statistics, so that processes add up to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.integrations._batches import TextSample, single_metric, streams
from parbleu.integrations._framework import Base, framework

torch: Any = framework("torch", "torchmetrics")
if TYPE_CHECKING:
    Module = Base
else:
    Module = framework("torchmetrics").Metric


class CorpusScore(Module):
    """A metric, by name or as an object, with its options and those of `torchmetrics.Metric`."""

    row: Any
    references: Any
    full_state_update: bool = False
    higher_is_better: Any = property(lambda self: self.metric.higher_is_better)

    def __init__(self, metric: Any = None, **options: Any) -> None:
        metric = single_metric(metric or type(self).__name__)
        own = {name: options.pop(name) for name in metric.options.keys() & options.keys()}
        super().__init__(**options)
        self.metric: Any = single_metric(metric, own)
        self.sample: TextSample = TextSample()
        self.add_state("row", torch.tensor(self.metric.statistics([""], [[""]])[0] * 0), dist_reduce_fx="sum")
        self.add_state("references", torch.tensor([-(2**62)] * 2), dist_reduce_fx="max")  # -fewest, most
        # Collections merge metrics whose states are equal.
        self.add_state("options", torch.tensor(list(repr(self.metric).encode())), dist_reduce_fx="max")

    def update(self, preds: Any, target: Any) -> None:
        """Adds N hypotheses, and for each its reference or a list of its references."""
        (sums := self.metric.accumulator()).add(preds, streams(target))
        self.sample.add(preds, target)
        self.row += torch.tensor(sums.state["row"], dtype=self.row.dtype, device=self.device)
        for count in torch.tensor(sums.state["references"], device=self.device):
            self.references = torch.maximum(self.references, torch.stack([-count, count]))

    def compute(self) -> Any:
        """Returns the score as a tensor; InputShapeError if no process has any segments."""
        sums, (fewest, most) = self.metric.accumulator(), self.references.tolist()
        if most != -(2**62):
            sums.state |= {"references": {-fewest, most}, "row": self.row.tolist()}
        self.sample.warn(self.metric)
        self.latest: Any = sums.result()  # the `parbleu.Score`, with its signature
        return torch.tensor(self.latest.score, dtype=torch.float64, device=self.device)


class BLEU(CorpusScore):
    """`parbleu.BLEU` with its options."""


class CHRF(CorpusScore):
    """`parbleu.CHRF` with its options."""


class TER(CorpusScore):
    """`parbleu.TER` with its options."""
