"""A callback for Lightning that logs scores of what validation and test steps return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parbleu.integrations._batches import metrics_by_key
from parbleu.integrations._framework import Base, framework
from parbleu.integrations.torchmetrics import CorpusScore

if TYPE_CHECKING:
    from parbleu.metrics._base import Metric
    from parbleu.typing import MetricsLike

torch: Any = framework("torch", "lightning")
if TYPE_CHECKING:
    Callback = Base
else:
    Callback = framework("lightning.pytorch").Callback


class LogScores(Callback):
    """Logs `val_bleu`, `val_chrf` and `test_...` after each epoch, over all processes.

    `validation_step` and `test_step` return a dict with "hypotheses", N strings, and "references", for each
    a string or a list of strings.

    Args:
        metrics: names or metrics, or a mapping from keys to these.
        options: of `LightningModule.log`, such as `prog_bar=True`.
    """

    def __init__(self, metrics: MetricsLike = ("bleu", "chrf"), **options: Any) -> None:
        self.metrics: dict[str, Metric[Any]] = metrics_by_key(metrics)
        self.options: dict[str, Any] = options

    def setup(self, trainer: Any, pl_module: Any, stage: str) -> None:  # noqa: ARG002
        """Puts the modules that count into the model, which moves them to its device."""
        for name in ("val", "test"):
            modules = {key: CorpusScore(metric) for key, metric in self.metrics.items()}
            setattr(pl_module, f"parbleu_{name}", torch.nn.ModuleDict(modules))

    def on_validation_batch_end(self, trainer: Any, pl_module: Any, outputs: Any, *batch: Any) -> None:  # noqa: ARG002
        """Adds what `validation_step` returned."""
        self._log(pl_module, "val", outputs)

    def on_test_batch_end(self, trainer: Any, pl_module: Any, outputs: Any, *batch: Any) -> None:  # noqa: ARG002
        """Adds what `test_step` returned."""
        self._log(pl_module, "test", outputs)

    def _log(self, module: Any, name: str, outputs: Any) -> None:
        for key, metric in getattr(module, f"parbleu_{name}").items():
            metric.update(outputs["hypotheses"], outputs["references"])
            where = f"parbleu_{name}.{key}"
            module.log(
                f"{name}_{key}", metric, on_step=False, on_epoch=True, metric_attribute=where, **self.options
            )
