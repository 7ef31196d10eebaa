"""MetricX's evaluation: object arrays with None, tie calibration by item, soft pairwise accuracy."""

import json

import numpy as np
from mt_metrics_eval import data, stats, tau_optimization

evs = data.EvalSet("wmt21.tedtalks", "en-de", True)
human, metric = evs.Scores("seg", "mqm"), evs.Scores("seg", "chrF-refA")
systems = set(human) - evs.outlier_sys_names - evs.human_sys_names
systems = sorted(system for system in systems if any(score is not None for score in human[system]))
humans = np.array([human[system] for system in systems], dtype=object)
metrics = np.array([metric[system] for system in systems], dtype=object)
accuracy = tau_optimization.tau_optimization(metrics.T, humans.T, tau_optimization.TauSufficientStats.acc_23)
system_level = [evs.Scores("sys", name) for name in ("mqm", "chrF-refA")]
found = {
    "systems": systems,
    "accuracy": accuracy.best_tau,
    "spa": stats.PairwiseConfidenceError(
        humans.flatten(), metrics.flatten(), len(systems), filter_nones=True
    )[0],
    "agreement": stats.Agreement(*([scores[name][0] for name in systems] for scores in system_level)),
}
print(json.dumps(found))
