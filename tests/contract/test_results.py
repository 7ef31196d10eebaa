"""Tests that every record that a public function returns is a result with tables, in every format."""

import dataclasses
import importlib
import inspect
import pkgutil
import re

import numpy as np
import pytest

import parbleu
from parbleu import stats
from parbleu._base.record import Record
from parbleu.stats import correlation_interval, pairwise_significance, williams
from parbleu.stats.resampling import Resampling
from parbleu.tables import FORMATS, Result, Table, render
from parbleu.tables._records import declares_tables

ROOMS = (
    "stats",
    "metrics",
    "testsets",
    "human",
    "evalset",
    "_comparison",
    "meta",
    "study",
    "analysis",
    "nbest",
    "report",
    "wmt",
)

# Records that are no results: parts of one, or what other functions take.
OTHERS = {
    "AgreementCurve",
    "AutomaticScores",
    "BucketFigure",
    "CleanSegments",
    "Collection",
    "Compared",
    "ComparedTexts",
    "Count",
    "Decision",
    "Document",
    "Draws",
    "EditScripts",
    "Entry",
    "Error",
    "ExplanationOptions",
    "ItemDifference",
    "Judgement",
    "MacroAverage",
    "PairVerdict",
    "NbestList",
    "NgramMatches",
    "NumberedStream",
    "Oracle",
    "CachePath",
    "Protocol",
    "RequiredTexts",
    "RequiredTerm",
    "ResampledScores",
    "Resampling",
    "NumberedRow",
    "ScoreRows",
    "PairRows",
    "PaperScore",
    "PostEditedTexts",
    "RunDifference",
    "RunScores",
    "SavedScores",
    "StatisticsLabel",
    "SubsetAgreement",
    "Scheme",
    "ScoredList",
    "Section",
    "StudySection",
    "ScoreColumn",
    "Segment",
    "SegmentValues",
    "Setting",
    "SortedSegments",
    "SubsetScores",
    "TableTexts",
    "TaskSettings",
    "TerAlignments",
    "TermTexts",
    "WrittenFile",
}


def modules():
    for found in pkgutil.walk_packages(parbleu.__path__, "parbleu."):
        if found.name.split(".")[1] in ROOMS:
            yield importlib.import_module(found.name)


def returned_records():
    """The classes of records by the public functions whose annotations name them as what is returned."""
    loaded = list(modules())
    classes = {
        name: thing
        for module in loaded
        for name, thing in vars(module).items()
        if inspect.isclass(thing)
        and thing.__module__ == module.__name__
        and (dataclasses.is_dataclass(thing) or issubclass(thing, Record | Result))
    }
    for module in loaded:
        for name, thing in vars(module).items():
            if name[0] != "_" and inspect.isfunction(thing) and thing.__module__ == module.__name__:
                for word in re.findall(r"\w+", str(thing.__annotations__.get("return", ""))):
                    if word in classes:
                        yield classes[word], f"{module.__name__}.{name}"


def test_what_functions_return_has_tables():
    found = list(returned_records())
    assert {word for word, _ in found if issubclass(word, Result)} >= {parbleu.Comparison}
    assert {kind.__name__ for kind, _ in found if not issubclass(kind, Result)} <= OTHERS


def subclasses(kind):
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def test_all_results_show_and_draw_themselves():
    assert list(modules())
    usual = list(inspect.signature(Result.plot).parameters.values())
    found = {each for each in subclasses(Result) if each.__module__.startswith("parbleu.")}
    assert len(found) > 80
    for kind in found - {parbleu.Score, *subclasses(parbleu.Score)}:  # a notebook shows the line of a score
        assert kind._repr_html_ is Result._repr_html_, kind
        assert list(inspect.signature(kind.plot).parameters.values())[: len(usual)] == usual, kind
        own = kind.tables is not Result.tables or any("tables" in vars(each) for each in subclasses(kind))
        assert own != declares_tables(kind), kind


GOLD = [[1.0, 2, 3, 4], [2, 1, 4, 3], [1, 3, 2, 5]]
ONE = [[1.0, 2, 4, 3], [2, 1, 3, 4], [3, 1, 2, 5]]
TWO = [[4.0, 1, 2, 3], [1, 2, 2, 3], [1, 5, 2, 3]]
SYSTEMS = [np.array([[3, 1], [1, 1], [2, 1.0]]), np.array([[1, 1], [1, 1], [4, 1.0]])]


def of_statistics():
    by_item = ("pearson", GOLD, ONE, "item")
    scorer, twenty = parbleu.BLEU().scorer, parbleu.Resampling(n_samples=20)
    tables = [np.array([[5, 5, 4, 3, 2, 1, 5, 4, 3, 2]] * 3), np.array([[5, 5, 3, 2, 1, 0, 5, 4, 3, 2]] * 3)]
    (tests,) = stats.paired_tests.paired_bootstrap([(scorer, tables)], n_samples=20)
    yield stats.correlation.correlate(*by_item)
    yield stats.chance_levels.chance_level("pearson", GOLD, n_samples=20)
    yield correlation_interval.correlation_interval(*by_item, Resampling(n_samples=20))
    yield correlation_interval.fisher_interval(*by_item[:3])
    yield stats.interval.confidence_interval(np.array([1.0, 2, 4]))
    yield tests
    yield tests.pairs[0]
    yield pairwise_significance.significance("pearson", GOLD, [ONE, TWO], resampling=twenty)
    yield stats.permutation_tests.permutation_test("pearson", GOLD, ONE, TWO, resampling=twenty)
    yield stats.tie_calibration.calibrate_ties(GOLD, ONE)
    yield stats.tie_calibration.calibrate_ties(GOLD, ONE, curve=True)
    yield williams.williams_significance("pearson", GOLD, ONE, TWO)
    yield parbleu.SegmentScores("COMET", {"a": [0.5, 1], "b": [[1, 2], [0, 0]]})


@pytest.mark.parametrize("place", range(13))
def test_results_of_statistics_have_every_format(place):
    result = list(of_statistics())[place]
    tables = result.tables()
    assert all(isinstance(table, Table) and table.rows for table in tables)
    assert "<table" in result._repr_html_()
    for name in FORMATS:
        assert result.render(name) == render(tables, name) != ""
