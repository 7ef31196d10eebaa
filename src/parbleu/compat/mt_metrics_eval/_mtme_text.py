"""Prints the output of `mtme` byte for byte as MT Metrics Eval does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.evalset._levels import FINEST_FIRST, WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from parbleu.evalset._contents import TextColumns
    from parbleu.evalset._evaluation_set import EvalSet
    from parbleu.evalset._score_matrix import Scores
    from parbleu.evalset._set_list import PairList, SetList
    from parbleu.meta._score_comparison import ScoreComparison
    from parbleu.meta._score_correlations import ScoreCorrelations

COMPARED = {"none": "flattened", "system": "rows in", "item": "columns in"}


def sets_text(sets: SetList) -> str:
    """Returns the line of the test sets."""
    return f"test-sets: {' '.join(sets.names)}\n"


def pairs_text(pairs: PairList) -> str:
    """Returns the line of the language pairs of a test set."""
    return f"language pairs for {pairs.test_set}: {' '.join(pairs.language_pairs)}\n"


def contents_text(evalset: EvalSet) -> str:
    """Returns the line that describes an evaluation set."""
    outliers, human = sorted(evalset.outlier_sys_names), sorted(evalset.human_sys_names)
    names = {
        "outliers": outliers,
        "human": human,
        "refs": evalset.ref_names,
        "gold-scores": evalset.human_score_names,
    }
    return (
        f"{evalset.name} {evalset.language_pair}: {evalset.n_segments} segs, {len(evalset.docs)} docs, "
        f"{len(evalset.sys_names)} systems (includes {len(outliers)} outliers + {len(human)} human), "
        f"{', '.join(f'{what}: {_braced(listed)}' for what, listed in names.items())}\n"
    )


def _braced(names: Iterable[str]) -> str:
    return f"{{{','.join(names)}}}"


def columns_text(texts: TextColumns) -> str:
    """Returns a line for each row of texts."""
    from parbleu.evalset._text_files import NO_TRANSLATION

    return "".join(
        "\t".join(NO_TRANSLATION if cell is None else cell for cell in row) + "\n" for row in texts.rows
    )


def correlations_text(correlations: ScoreCorrelations) -> str:
    """Returns the line of a file of scores."""
    gold, (metric, *_) = correlations.gold, correlations.metrics
    how = COMPARED["none" if gold.level == "system" else gold.average_by]
    systems, items = gold.table.shape
    values = [
        f"{gold.title(name)}={result.value:0.3f},p{result.p_value:0.3f}"
        for name, result in metric.results.items()
        if name != "KendallLike"
    ]
    values.append(f"{gold.title('KendallLike')}={metric.results['KendallLike'].value:0.3f}")
    return (
        f"{gold.test_set} {gold.language_pair} {WORDS[gold.level]}-level: "
        f"scoring {systems}/{gold.n_all_systems} systems, gold={gold.name}, "
        f"comparing {how} {systems}x{items} matrices ({gold.n_missing} None vals): {' '.join(values)}\n"
    )


def differences_text(comparison: ScoreComparison) -> str:
    """Returns the line of the differences of two files; p is 0 there if no permutation was drawn."""
    parts = [
        f"{comparison.gold.title(difference.correlation)}:{'2>1' if difference.better == 2 else '1>2'},"
        f"pWilliams={difference.p_williams:0.3f},pPERM={difference.p_permutation or 0.0:0.3f}"
        for difference in comparison.differences
    ]
    return f"{' '.join(parts)}\n"


def scores_text(evalset: EvalSet) -> Iterator[str]:
    """Yields the titles, and the lines of each system: all scores at all levels, spread over segments."""
    scorers = [
        (level, name)
        for level in FINEST_FIRST
        if level in evalset.levels
        for name in (*evalset.human_score_names, *evalset.metric_names)
    ]
    titles = ["system-name", "domain", "doc", "seg-id"]
    titles += [f"{name}:{WORDS[level]}" for level, name in scorers]
    yield "\t".join(titles) + "\n"
    documents = {name: index for index, name in enumerate(evalset.doc_names)}
    domains = {name: index for index, name in enumerate(evalset.domain_names)}
    places = {
        "segment": range(evalset.n_segments),
        "document": [documents[name] for name in evalset.docs_per_seg],
        "domain": [domains[name] for name in evalset.domains_per_seg],
        "system": [0] * evalset.n_segments,
    }
    numbers = map(str, range(1, evalset.n_segments + 1))
    labels = list(zip(evalset.domains_per_seg, evalset.docs_per_seg, numbers, strict=True))
    for system in evalset.sys_names:
        columns = [_score_cells(evalset, level, name, system, places[level]) for level, name in scorers]
        rows = zip(labels, zip(*columns, strict=True), strict=True)
        yield "".join("\t".join((system, *label, *cells)) + "\n" for label, cells in rows)


def _score_cells(
    evalset: EvalSet, level: str, name: str, system: str, places: Sequence[int]
) -> Sequence[str]:
    """Returns the score of each segment; a missing score of people is None, one of a metric nan."""
    if evalset.has_scores(level, name):
        scores = evalset.scores(level, name)
        if system in scores:
            missing = "None" if name in evalset.human_score_names else "nan"
            cells = _shown(scores, system, missing)
            return [cells[index] for index in places]
    return ["None"] * evalset.n_segments


def _shown(scores: Scores, system: str, missing: str) -> list[str]:
    """Returns the scores of a system; zeros of systems that a metric lacks are integers."""
    if system in scores.zero_filled:
        return ["0"] * scores.n_items
    return [repr(score) if score == score else missing for score in scores[system].tolist()]
