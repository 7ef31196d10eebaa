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

    Of several data loaders each has a score of its own, `val_bleu/dataloader_idx_0`, as Lightning names them.

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
            self._add_modules(pl_module, f"parbleu_{name}")

    def _add_modules(self, module: Any, attribute: str) -> None:
        modules = {key: CorpusScore(metric) for key, metric in self.metrics.items()}
        setattr(module, attribute, torch.nn.ModuleDict(modules).to(module.device))

    def on_validation_batch_end(
        self,
        trainer: Any,  # noqa: ARG002
        pl_module: Any,
        outputs: Any,
        batch: Any = None,  # noqa: ARG002
        batch_idx: int = 0,  # noqa: ARG002
        dataloader_idx: int = 0,
    ) -> None:
        """Adds what `validation_step` returned."""
        self._log(pl_module, "val", outputs, dataloader_idx)

    def on_test_batch_end(
        self,
        trainer: Any,  # noqa: ARG002
        pl_module: Any,
        outputs: Any,
        batch: Any = None,  # noqa: ARG002
        batch_idx: int = 0,  # noqa: ARG002
        dataloader_idx: int = 0,
    ) -> None:
        """Adds what `test_step` returned."""
        self._log(pl_module, "test", outputs, dataloader_idx)

    def _log(self, module: Any, name: str, outputs: Any, loader: int) -> None:
        attribute = f"parbleu_{name}_{loader}" if loader else f"parbleu_{name}"
        if not hasattr(module, attribute):
            self._add_modules(module, attribute)
        for key, metric in getattr(module, attribute).items():
            metric.update(outputs["hypotheses"], outputs["references"])
            where = f"{attribute}.{key}"
            module.log(
                f"{name}_{key}", metric, on_step=False, on_epoch=True, metric_attribute=where, **self.options
            )
