"""A pipeline that takes what is there, asks the command otherwise, and works in processes of its own."""

import json
import subprocess
import sys
from multiprocessing import get_context

import mt_metrics_eval.data


def segments(evs):
    return type(evs).__name__, len(evs.src), sum(map(len, evs.Scores("seg", "esa").values()))


def main():
    try:
        mt_metrics_eval.data.EvalSet("wmt24pp", "en-de_DE", False)
    except ValueError as problem:
        missing = str(problem)
    command = [sys.executable, "-m", "mt_metrics_eval.mtme", "--list", "-t", "wmt24pp"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    evs = mt_metrics_eval.data.EvalSet("wmt24", "en-cs", False)
    with get_context("spawn").Pool(1) as pool:
        (elsewhere,) = pool.map(segments, [evs])
    assert elsewhere == segments(evs)
    found = {
        "missing": missing,
        "listed": len(listed.split()),
        "where": mt_metrics_eval.data.LocalDir(root_only=False),
        "segments": len(evs.src),
        "metrics": sorted(evs.metric_names),
        "ratings": evs.Ratings("esa"),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
