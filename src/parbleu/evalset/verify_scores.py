"""`verify_scores`: checks a file of scores against an evaluation set, or the whole set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parbleu.errors import EvalSetError
from parbleu.evalset.levels import LEVELS
from parbleu.evalset.score_checks import check_size
from parbleu.evalset.score_files import read_scores, write_scores

if TYPE_CHECKING:
    from parbleu.evalset.evaluation_set import EvalSet


def verify_scores(
    evalset: EvalSet, path: str | None = None, *, human: bool = False, repaired: str | None = None
) -> tuple[str, ...]:
    """Checks a file of scores, or all files of the set.

    Args:
        evalset: the evaluation set; gets the scores of a metric.
        path: the file, BASE-REFS.LEVEL.score for a metric, or PAIR.NAME.LEVEL.score for human scores. None
            for the whole set.
        human: whether they are human scores.
        repaired: a file to write: the scores of the metric, with zeros for systems that lack scores, which
            are an error otherwise.

    Returns:
        The systems that got zeros.

    Raises:
        EvalSetError: something is wrong in the file, its name or the set.
    """
    if path is None:
        evalset.read_all()
        return ()
    if human:
        _check_human(evalset, path)
        return ()
    (name,) = evalset.add_metrics_from(path, repair=repaired is not None, replace=True)
    if repaired is None:
        return ()
    level = path.rsplit(".", 2)[1]
    scores = evalset.scores(level, name)
    write_scores(repaired, scores, evalset.domain_names if level == "domain" else None)
    return scores.zero_filled


def _check_human(evalset: EvalSet, path: str) -> None:
    words = path.rpartition("/")[2].split(".")
    if len(words) < 4 or words[-1] != "score" or words[-2] not in LEVELS or words[0] != evalset.lp:
        raise EvalSetError(f"{path}: the name of a file of human scores is {evalset.lp}.NAME.LEVEL.score")
    level = words[-2]
    scores = read_scores(path, evalset.domain_names if level == "domain" else None)
    check_size(scores, path, evalset.sys_names, level, evalset.n_items(level))
