"""The names that programs use, and in which order they take arguments."""

import inspect
from importlib import import_module

import pytest

ROOM = "parbleu.compat.mt_metrics_eval"

COMPARED = "metric_corrs corr_fcn average_by k psd pval replace_nans_with_zeros perm_test parallel_file"
SCORES = "evs_list main_refs_list close_refs_list include_human include_outliers gold_name primary_metrics"
SIGNATURES = {
    "data.EvalSet": "name lp read_stored_metric_scores info path strict read_stored_ratings",
    "data.EvalSet.AddMetric": "self basename refs level scores repair replace",
    "data.EvalSet.AddMetricsFromDir": "self metrics_dir repair replace",
    "data.EvalSet.Correlation": "self gold_scores metric_scores sys_names indexes",
    "data.EvalSet.DisplayName": "self metric_name fmt",
    "data.EvalSet.Scores": "self level scorer",
    "data.AssignRanks": "sig_matrix pval",
    "data.CompareMetrics": f"{COMPARED} corr_fcn_args",
    "data.CompareMetricsWithGlobalAccuracy": (
        f"{SCORES} domain k psd pval extern_metrics_list parallel_file"
    ),
    "data.CompareMetricsWithPairwiseConfidenceError": (
        "metric_corrs k psd pval replace_nans_with_zeros perm_test parallel_file"
    ),
    "data.ComputeSigMatrix": (
        "metric_corrs corrs_and_ranks corr_fcn average_by k psd replace_nans_with_zeros perm_test "
        "parallel_file corr_fcn_args"
    ),
    "data.Download": "",
    "data.GetCorrelations": (
        "evs level main_refs close_refs include_human include_outliers gold_name primary_metrics domain "
        "extern_metrics sample_size sample_method sample_seed metric_format"
    ),
    "data.LocalDir": "root_only",
    "data.ReadDomainScoreFile": "filename ordered_domains",
    "data.ReadScoreFile": "filename",
    "meta_info.MetaInfo": "std_ref std_gold outlier_systems primary_metrics baseline_metrics",
    "pce.compute_one_minus_pce": "x y",
    "pce.compute_pairwise_p_values": "scores num_permutations seed",
    "ratings.Error": "start end category severity score is_source_error",
    "ratings.Rating": "errors",
    "stats.Agreement": "gold_scores metric_scores",
    "stats.AverageCorrelation": (
        "corr_fcn num_sys average_by filter_nones replace_nans_with_zeros macro pdp corr_fcn_args"
    ),
    "stats.Correlation": "num_sys gold_scores metric_scores",
    "stats.Correlation.AverageCorrelation": (
        "self corr_fcn average_by replace_nans_with_zeros macro corr_fcn_args"
    ),
    "stats.Correlation.Kendall": "self average_by variant",
    "stats.Correlation.KendallLike": "self average_by thresh",
    "stats.Correlation.KendallVariants": "self average_by variant epsilon",
    "stats.Correlation.KendallWithTiesOpt": "self average_by variant sample_rate",
    "stats.Correlation.PairwiseConfidenceError": "self average_by",
    "stats.Correlation.Pearson": "self average_by pdp",
    "stats.Correlation.Spearman": "self average_by",
    "stats.KendallLike": "gold_scores metric_scores thresh",
    "stats.KendallVariants": "gold_scores metric_scores variant preproc epsilon metric_preproc",
    "stats.KendallWithTiesOpt": "gold_scores metric_scores variant num_sys average_by sample_rate",
    "stats.PairwiseConfidenceError": "gold_scores metric_scores num_sys num_permutations filter_nones",
    "stats.PairwisePermutationSigDiff": (
        "corr1 corr2 variant average_by k params epsilon1 epsilon2 sample_rate replace_nans_with_zeros"
    ),
    "stats.PermutationSigDiff": (
        "corr1 corr2 corr_fcn average_by k params replace_nans_with_zeros corr_fcn_args"
    ),
    "stats.PermutationSigDiffParams": "block_size early_min early_max",
    "stats.Sample": "total size method bin_sizes seed",
    "stats.WilliamsSigDiff": "corr1 corr2 corr_fcn one_sided",
    "stats.WilliamsTest": "r12 r13 r23 n one_sided",
    "standalone_ratings.RatingsListToEvalSetRatings": "ratings_list evs anonymize strict",
    "tasks.MatrixString": "corr_ranks matrix pval probs",
    "tasks.TaskResults": "name pval corr_ranks matrix draws_index draws_list",
    "tasks.TaskSet": "attr_combs attrs",
    "tasks.TaskSetResults": "results",
    "tasks.TaskSetResults.Table": (
        "self metrics initial_column initial_column_header task_indices attr_list nicknames fmt "
        "which_metrics rerank baselines_metainfo"
    ),
    "tasks.WMT23": "lps primary k gold",
    "tasks.WMT24": "lps primary k gold",
    "tasks.WMT24OnWMT23": "lps primary k gold",
    "tasks.WMT25": "lps primary k gold",
    "tau_optimization.TauOptimizationResult": "thresholds taus best_threshold best_tau",
    "tau_optimization.TauSufficientStats": "con dis ties_human ties_metric ties_both",
    "tau_optimization.tau_optimization": "metric_scores human_scores tau_fn sample_rate",
}
DEFAULTS = {
    "stats.Correlation.KendallLike": {"average_by": "item", "thresh": 25},
    "stats.Correlation.KendallWithTiesOpt": {
        "average_by": "none",
        "variant": "acc23",
        "sample_rate": 0.1,
    },
    "stats.KendallWithTiesOpt": {
        "variant": "acc23",
        "num_sys": 1,
        "average_by": "none",
        "sample_rate": 0.1,
    },
    "stats.PermutationSigDiffParams": {"block_size": 1000, "early_min": 0.02, "early_max": 0.5},
    "tau_optimization.tau_optimization": {"sample_rate": 1.0},
    "pce.compute_pairwise_p_values": {"num_permutations": 1000, "seed": 4},
    "tasks.WMT24": {"lps": None, "primary": True, "k": 0, "gold": None},
}


def find(name):
    module, *attributes = name.split(".")
    found = import_module(f"{ROOM}.{module}")
    for attribute in attributes:
        found = getattr(found, attribute)
    return found


@pytest.mark.parametrize("name", SIGNATURES)
def test_arguments(name):
    parameters = inspect.signature(find(name)).parameters
    assert list(parameters) == SIGNATURES[name].split()
    shown = {key: value.default for key, value in parameters.items() if value.default is not value.empty}
    assert shown == DEFAULTS.get(name, shown)


def test_members():
    """What else programs ask objects for."""
    evs = [
        "levels",
        "docs",
        "domains",
        "doc_names",
        "domain_names",
        "src",
        "all_refs",
        "sys_outputs",
        "metadata",
        "metric_names",
    ]
    evs += [
        "SetOutlierSysNames",
        "SetPrimaryMetrics",
        "ParseMetricName",
        "Ratings",
        "RaterIdsPerSeg",
        "DocsPerSeg",
    ]
    evs += [
        "DomainsPerSeg",
        "DomainsPerDoc",
        "CheckScores",
        "BaseMetric",
        "ReferencesUsed",
        "StdHumanScoreName",
    ]
    assert set(evs) <= set(dir(find("data.EvalSet")))
    results = ["Corr", "Rank", "Sig", "Draws", "Str", "Save", "Load", "range", "metrics", "attr_vals"]
    assert set(results) <= set(dir(find("tasks.TaskResults")))
    several = [
        "SplitByAttr",
        "AssignWeights",
        "AverageRanks",
        "AverageCorrs",
        "AverageCorrMatrix",
        "Table",
        "Append",
    ]
    assert set(several) <= set(dir(find("tasks.TaskSetResults")))
    functions = find("tasks.CORRELATION_FUNCTIONS")
    assert set(functions) == {
        *("pearson", "kendall", "spearman", "accuracy", "pce"),
        *("KendallLike", "KendallVariants", "KendallWithTiesOpt"),
    }
    sets = ("19", "20", "21", "22", "23", "24", "24PP", "25", "25_ESA")
    assert all(find(f"meta_info.WMT{name}").std_ref for name in sets)


def test_converters(capsys):
    for name in (
        "score_mqm",
        "standalone_ratings_to_evalset",
        "evalset_ratings_to_standalone",
        "verify_scores_file",
    ):
        main = import_module(f"{ROOM}.converters.{name}").main
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code in (0, None)
        assert f"usage: python -m mt_metrics_eval.converters.{name} [FLAGS]" in capsys.readouterr().out
