"""sentinel-metric, difficulty sampling, ESA studies: the steps of a comparison of metrics, one by one."""

import json

from mt_metrics_eval import data, stats, tasks
from mt_metrics_eval.data import AssignRanks, ComputeSigMatrix

evs = data.EvalSet("wmt24", "en-ja", True)
corrs = data.GetCorrelations(
    evs,
    level="sys",
    main_refs={evs.std_ref},
    close_refs=set(),
    include_human=False,
    include_outliers=False,
    gold_name=evs.StdHumanScoreName("sys"),
    primary_metrics=False,
)
function = tasks.CORRELATION_FUNCTIONS["kendall"]
first = next(iter(corrs.values()))
average = stats.AverageCorrelation(function, first.num_sys, "none", first.none_count)
ranked = {name: [average(corr.gold_scores, corr.metric_scores)[0], 0] for name, corr in corrs.items()}
ranked = dict(sorted(ranked.items(), key=lambda item: (-item[1][0], item[0])))
matrix, index, draws = ComputeSigMatrix(
    corrs, ranked, function, "none", 20, stats.PermutationSigDiffParams(10, 0.02, 0.5), False, "scores"
)
for entry, rank in zip(ranked.values(), AssignRanks(matrix, 0.05), strict=True):
    entry[1] = rank
task = tasks.Task("wmt24", "en-cs", corr_fcn="kendall", k=20)
results = tasks.TaskResults(task, (ranked, matrix, index, draws))
compared, *_ = data.CompareMetrics(corrs, function, k=0)
assert [value for value, _ in compared.values()] == [value for value, _ in ranked.values()]
assert len(results.Draws(0, 1)) == len(tasks.TaskSetResults([results]).results[0].Draws(1, 0))
print(json.dumps({"correlations": {name: results.Corr(name) for name in results.metrics}}))
