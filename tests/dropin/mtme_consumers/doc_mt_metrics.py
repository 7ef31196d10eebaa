"""doc-mt-metrics: texts by document, a metric of its own, correlations at system level."""

import json

from mt_metrics_eval import data

evs = data.EvalSet("wmt24", "en-cs", read_stored_metric_scores=True)
reference = evs.all_refs[evs.std_ref]
assert len(evs.src) == len(reference) == max(end for _, end in evs.docs.values())
assert evs.domains.keys() == set(evs.DomainsPerSeg())

lengths = {}
for system, output in evs.sys_outputs.items():
    documents = [" ".join(output[begin:end]) for begin, end in evs.docs.values()]
    lengths[system] = [float(sum(map(len, documents)))]
gold = evs.Scores("sys", evs.StdHumanScoreName("sys"))
systems = set(gold) - evs.human_sys_names
print(
    json.dumps(
        {
            "own": evs.Correlation(gold, lengths, systems).Pearson()[:2],
            "bleu": evs.Correlation(gold, evs.Scores("sys", "BLEU-refA"), systems).Pearson(),
            "kendall": evs.Correlation(gold, evs.Scores("sys", "BLEU-refA"), systems).Kendall(),
        }
    )
)
