"""The notebook of "Ties Matter": variants of Kendall's tau on the counts of pairs, and calibrated ties."""

import json

from mt_metrics_eval import data, stats

evs = data.EvalSet("wmt21.tedtalks", "zh-en", True)
gold, metric = evs.Scores("seg", "mqm"), evs.Scores("seg", "BLEU-refB")
systems = sorted(name for name, scores in gold.items() if any(score is not None for score in scores))
systems = [name for name in systems if name not in evs.human_sys_names]
corr = evs.Correlation(gold, metric, systems)
value, _, rows = corr.KendallWithTiesOpt("item", sample_rate=1.0)
kept = stats.filter_gold_nones(corr.gold_scores, corr.metric_scores)
golds, metrics = (scores[:1500] for scores in kept)
_, threshold, curve = stats.KendallWithTiesOpt(golds, metrics, sample_rate=1.0)
con, dis, in_metric, in_gold, both = stats._MatrixSufficientStatistics(metrics, golds, threshold, None, None)
pairs = con + dis + in_metric + in_gold + both
by_variant, _ = stats.KendallVariants(golds, metrics, variant="acc23", epsilon=threshold)
print(
    json.dumps(
        {
            "value": value,
            "rows": rows,
            "flat": [(con + both) / pairs, by_variant, curve.best_tau],
            "tau_b": [corr.KendallVariants(variant="b")[0], corr.Kendall()[0]],
        }
    )
)
