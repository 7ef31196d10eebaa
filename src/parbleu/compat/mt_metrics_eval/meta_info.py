"""The module `meta_info` of MT Metrics Eval: standard choices for the WMT metrics tasks' test sets.

`DATA[test_set][language_pair]` may be changed and added to: evaluation sets and tasks that are made
afterwards look there first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from parbleu.evalset._levels import WORDS, spelled_out
from parbleu.evalset._standard_info import Info, find_info, language_pairs, set_names


@dataclass
class MetaInfo:
    """The standard choices of a language pair of a test set.

    Attributes:
        std_ref: the reference that metrics use.
        std_gold: level -> the name of the human scores that count there.
        outlier_systems: systems that are usually left out.
        primary_metrics: base names of the metrics that compete.
        baseline_metrics: base names of the baselines; None where nobody said.
    """

    std_ref: str
    std_gold: dict[str, str]
    outlier_systems: set[str]
    primary_metrics: set[str]
    baseline_metrics: set[str] | None = None


def as_info(info: MetaInfo) -> Info:
    """Returns the same as parbleu has it."""
    gold = {spelled_out(word): name for word, name in info.std_gold.items()}
    return Info(info.std_ref, gold, info.outlier_systems, info.primary_metrics, info.baseline_metrics)


def of_info(info: Info) -> MetaInfo:
    """Returns the same of what parbleu has."""
    baselines = None if info.baseline_metrics is None else set(info.baseline_metrics)
    return MetaInfo(
        info.std_ref,
        {WORDS.get(level, level): name for level, name in info.std_gold.items()},
        set(info.outlier_systems),
        set(info.primary_metrics),
        baselines,
    )


DATA: dict[str, dict[str, MetaInfo]] = {
    name: {pair: of_info(find_info(name, pair)) for pair in language_pairs(name)} for name in set_names()
}


def _usual(test_set: str, langpair: str) -> MetaInfo:
    """Returns the standard choices of a language pair, with all systems."""
    return replace(of_info(find_info(test_set, langpair)), outlier_systems=set())


WMT19 = _usual("wmt19", "de-en")
WMT20 = _usual("wmt20", "en-ru")
WMT21 = _usual("wmt21.news", "en-cs")
WMT22 = _usual("wmt22", "en-ru")
WMT22_NODOMAIN = _usual("wmt22", "cs-uk")
WMT22_APPRAISE = _usual("wmt22", "en-hr")
WMT22_DA = _usual("wmt22", "de-en")
WMT22_DA_NODOMAIN = _usual("wmt22", "uk-en")
WMT23 = _usual("wmt23", "en-de")
WMT23_DA = _usual("wmt23", "de-en")
WMT24 = _usual("wmt24", "en-es")
WMT24_ESA = _usual("wmt24", "en-cs")
WMT24PP = _usual("wmt24pp", "en-is_IS")
WMT25 = _usual("wmt25", "en-ko_KR")
WMT25_ESA = _usual("wmt25", "cs-de_DE")

WMT24PP_DATA = DATA["wmt24pp"]

WMT21_PRIMARIES = WMT21.primary_metrics
WMT22_PRIMARIES = WMT22.primary_metrics
WMT23_PRIMARIES = WMT23.primary_metrics
WMT23_BASELINES = WMT23.baseline_metrics
WMT24_PRIMARIES = WMT24.primary_metrics
WMT24_BASELINES = WMT24.baseline_metrics
WMT24PP_PRIMARIES = WMT24PP.primary_metrics
WMT25_PRIMARIES = WMT25.primary_metrics
WMT25_BASELINES = WMT25.baseline_metrics
