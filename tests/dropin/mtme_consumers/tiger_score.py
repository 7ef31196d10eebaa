"""TIGERScore and its kin: a subclass with methods of its own, and SciPy-like functions of a program's."""

import json

import numpy as np
from mt_metrics_eval import data, stats


class WithSign(stats.Correlation):
    """Correlations with the sign that the program prefers."""

    def __init__(self, num_sys, gold_scores, metric_scores):
        super().__init__(num_sys, gold_scores, [-score for score in metric_scores])

    def Pearson(self, average_by="none"):  # noqa: N802
        return tuple(abs(value) for value in super().Pearson(average_by))


def pearson(gold, metric):
    return np.corrcoef(gold, metric)[0, 1], 0.5


evs = data.EvalSet("wmt24", "en-zh", True)
gold, metric = evs.Scores("sys", "esa"), evs.Scores("sys", "chrF-refA")
systems = sorted(set(gold) - evs.human_sys_names)
vectors = [[scores[system][0] for system in systems] for scores in (gold, metric)]
corr = WithSign(len(systems), *vectors)
average = corr.AverageCorrelation(pearson, "none")
ranks, *_ = data.CompareMetrics({"chrF": corr}, pearson, k=10)
print(
    json.dumps(
        {
            "theirs": corr.Pearson()[0],
            "own": average(corr.gold_scores, corr.metric_scores),
            "compared": ranks["chrF"],
        }
    )
)
