"""A metric for Hugging Face evaluate, which loads this file by its path: `evaluate.load(path, "chrf++")`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from parbleu.integrations._batches import single_metric, streams
from parbleu.integrations._framework import Base, framework

datasets: Any = framework("datasets", "evaluate")
evaluate: Any = framework("evaluate")
if TYPE_CHECKING:

    class Bases:
        """What `evaluate` has; a name of its own in this file would be taken for the metric to load."""

        Metric: TypeAlias = Base
else:
    Bases = evaluate

DESCRIPTION = (
    "BLEU, chrF, chrF++ or TER of parbleu, with a signature; the name of the configuration says which."
)
INPUTS = """
Args:
    predictions: N hypotheses.
    references: for each a reference, or a list of references.
    options: of the metric, such as tokenize="zh".
Returns:
    A dict with "score", from 0 to 100, "signature", "name", and the components of the score.
"""


class EvaluateMetric(Bases.Metric):
    """A metric of parbleu by the name of the configuration: "bleu" (the default), "chrf", "chrf++", "ter"."""

    def _info(self) -> Any:
        text = datasets.Value("string")
        several = getattr(datasets, "List", datasets.Sequence)(text)
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="",
            inputs_description=INPUTS,
            features=[datasets.Features(predictions=text, references=feature) for feature in (several, text)],
        )

    def _compute(self, predictions: Any, references: Any, **options: Any) -> dict[str, Any]:
        name = "bleu" if self.config_name == "default" else self.config_name
        score = single_metric(name, options).corpus_score(predictions, streams(references))
        return dict(score.to_dict())
