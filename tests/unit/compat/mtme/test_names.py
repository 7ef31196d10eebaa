"""What programs find under the names of MT Metrics Eval, besides arguments; see test_signatures.py."""

from importlib import import_module

import pytest

from parbleu.compat.mt_metrics_eval import meta_info, tasks

ROOM = "parbleu.compat.mt_metrics_eval"


def test_correlation_functions():
    assert set(tasks.CORRELATION_FUNCTIONS) == {
        *("pearson", "kendall", "spearman", "accuracy", "pce"),
        *("KendallLike", "KendallVariants", "KendallWithTiesOpt"),
    }


@pytest.mark.parametrize(
    ("name", "test_set", "pairs"),
    [
        ("WMT22", "wmt22", ["en-ru", "zh-en"]),
        ("WMT22_APPRAISE", "wmt22", ["en-hr", "en-zh"]),
        ("WMT22_DA", "wmt22", ["de-en", "ja-en"]),
        ("WMT22_DA_NODOMAIN", "wmt22", ["uk-en"]),
        ("WMT22_NODOMAIN", "wmt22", ["cs-uk", "liv-en"]),
        ("WMT23_DA", "wmt23", ["de-en", "en-ja"]),
        ("WMT24_ESA", "wmt24", ["en-cs", "en-ja"]),
        ("WMT25_ESA", "wmt25", ["cs-de_DE"]),
    ],
)
def test_named_standards(name, test_set, pairs):
    for pair in pairs:
        assert getattr(meta_info, name) == meta_info.DATA[test_set][pair]


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
        assert f"usage: python -m mt_metrics_eval.converters.{name} [FLAGS]" in " ".join(
            capsys.readouterr().out.split()
        )
