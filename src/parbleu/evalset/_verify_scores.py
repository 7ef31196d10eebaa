"""Defines `verify_scores`, which checks score files against an evaluation set, or a whole set."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from parbleu.errors import EvalSetError, OptionError
from parbleu.evalset._evaluation_set import EvalSet
from parbleu.evalset._levels import OF_WORDS
from parbleu.evalset._score_files import read_scores, write_scores
from parbleu.evalset._score_matrix import check_size
from parbleu.tables import Result, column, record, rows


@record
class CheckedScores:
    """Scores that fit an evaluation set.

    Attributes:
        path: the file of the scores.
        level: the level of the scores.
        n_systems: how many systems have scores.
        zero_filled: the systems that lacked scores and got zeros.
    """

    path: str = column(name="file")
    level: str
    n_systems: int = column("systems")
    zero_filled: tuple[str, ...] = column("systems filled with zeros", default=())


@record
class ScoreCheck(Result):
    """Files of scores that were checked, and are right.

    Attributes:
        files: each file that was checked; none if the whole evaluation set was checked.
    """

    files: tuple[CheckedScores, ...] = rows(
        "scores",
        CheckedScores,
        notes=lambda check: [f"All {'files are' if check.files else 'of the evaluation set is'} right."],
    )


def verify_scores(
    evalset: EvalSet, paths: Sequence[str] = (), *, human: bool = False, repaired: str | None = None
) -> ScoreCheck:
    """Checks files of scores, or all files of the set.

    Args:
        evalset: the evaluation set. Scores of metrics are added to it.
        paths: the files, named BASE-REFS.LEVEL.score for a metric, or PAIR.NAME.LEVEL.score for human scores;
            none for all files of the set.
        human: whether `paths` are files of human scores.
        repaired: a file to write the scores of the metric to, with zeros for systems that lack scores; None
            if a system without scores is an error. It takes a single path.

    Raises:
        EvalSetError: a file, its name or the set is wrong.
        FormatError: a line of a file is wrong.
        OptionError: `repaired` is given with several files.
    """
    if repaired is not None and len(paths) > 1:
        raise OptionError("repaired scores are those of one file; name one")
    if not paths:
        evalset.read_all()
    check = _check_human if human else partial(_check_metric, repaired=repaired)
    return ScoreCheck(tuple(check(evalset, path) for path in paths))


def _check_metric(evalset: EvalSet, path: str, repaired: str | None) -> CheckedScores:
    (name,) = evalset.add_metrics_from(path, repair=repaired is not None, overwrite=True)
    level = OF_WORDS[path.rsplit(".", 2)[1]]
    scores = evalset.scores(level, name)
    if repaired is None:
        return CheckedScores(path, level, len(scores))
    write_scores(repaired, scores, evalset.domain_names if level == "domain" else None)
    return CheckedScores(path, level, len(scores), tuple(scores.zero_filled))


def _check_human(evalset: EvalSet, path: str) -> CheckedScores:
    words = path.rpartition("/")[2].split(".")
    right = len(words) > 3 and words[-1] == "score" and words[-2] in OF_WORDS
    if not right or words[0] != evalset.language_pair:
        raise EvalSetError(
            f"{path}: the name of a file of human scores is {evalset.language_pair}.NAME.LEVEL.score"
        )
    level = OF_WORDS[words[-2]]
    scores = read_scores(path, evalset.domain_names if level == "domain" else None)
    check_size(scores, path, evalset.sys_names, level, evalset.n_items(level))
    return CheckedScores(path, level, len(scores))
