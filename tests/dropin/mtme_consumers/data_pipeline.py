"""A pipeline that takes what is there, and otherwise says how to get it."""

import json

import mt_metrics_eval.data

try:
    mt_metrics_eval.data.EvalSet("wmt24pp", "en-de_DE", False)
except ValueError as problem:
    missing = str(problem)
evs = mt_metrics_eval.data.EvalSet("wmt24", "en-cs", False)
print(
    json.dumps(
        {
            "missing": missing,
            "where": mt_metrics_eval.data.LocalDir(root_only=False),
            "segments": len(evs.src),
            "metrics": sorted(evs.metric_names),
            "ratings": evs.Ratings("esa"),
        }
    )
)
