"""A notebook of the WMT 2023 metrics task: a new metric, tasks, averages, significance, a table."""

import json

import numpy as np
from mt_metrics_eval import data, meta_info, tasks

PAIRS = ("en-cs", "en-ja")
evs_dict = {("wmt24", lp): data.EvalSet("wmt24", lp, True) for lp in PAIRS}
for evs in evs_dict.values():
    for level in ("sys", "seg"):
        scores = {
            name: [len(text or "") / 10 for text in output] if level == "seg" else [float(len(output[1]))]
            for name, output in evs.sys_outputs.items()
        }
        evs.AddMetric("Length", set(), level, scores, replace=True)
    evs.SetPrimaryMetrics(evs.primary_metrics | {"Length"})

chosen, weights = tasks.WMT24(list(PAIRS), k=20)
np.random.seed(7)
results = chosen.Run(evs_dict)
ranks, matrix = results.AverageCorrMatrix(weights)
np.random.seed(7)
again, _ = chosen.Run().AverageCorrMatrix(weights)
assert again == ranks
averages = results.AverageCorrs(weights)
assert {name: value for name, (value, _) in ranks.items()} == averages
table = results.Table(
    metrics=list(ranks),
    initial_column=ranks,
    initial_column_header="avg-corr",
    attr_list=["lang", "level", "corr_fcn"],
    nicknames={"KendallWithTiesOpt": "acc-t"},
    fmt="text",
    baselines_metainfo=meta_info.WMT24,
)
text = tasks.MatrixString(ranks, matrix, probs=True)
print(json.dumps({"metrics": sorted(ranks), "averages": averages, "table": table, "matrix": text}))
