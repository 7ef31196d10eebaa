"""Ranks systems by a linear mixed model of their human scores, which statsmodels fits.

The mean rating of each translation is that of its system, plus how much its raters differ from others, plus
what is drawn at random: the document, the segment, how well the system does the document, and the rest. So
segments of a document count for less than as many documents, and who rated a system does not matter.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parbleu import _core
from parbleu._base.extras import imported, installed_version
from parbleu._base.wording import counted
from parbleu.errors import RatingError
from parbleu.human._system_ranking import rank_range
from parbleu.stats.rank_clusters import clusters, holm, rank_ranges
from parbleu.stats.t_test_power import critical_t
from parbleu.tables import Result, column, p_field, record, rows
from parbleu.wmt._rating_table import RatingTable
from parbleu.wmt._resampled_items import Floats

Integers = NDArray[np.int64]

ALPHA = 0.05
EXTRA = "mixed-model"
_SOLVERS = ["powell", "nm"]
"""Those that are tried, until one converges. They also find variances of zero."""
_SMALLEST = 1e-9
_NOISE = 1e-12  # of the mean square of ratings: what rounding leaves of a variance of zero
"""The share of a column that earlier ones do not explain, below which it says nothing new."""


@record
class MixedModelPlace:
    """The place of a system by a mixed model.

    Attributes:
        system: its name.
        score: its mean, as if all raters had rated all documents of all systems.
        low: the lower end of the 95 % interval of the mean.
        high: its upper end.
        rank: the best and the worst rank.
        line: the line below the system: "" or "cluster".
        p_next: the p-value of the difference to the next system, corrected for all pairs.
        moves: whether a published ranking draws another line below it; None without one.
    """

    system: str
    score: float = column(decimals=2, better="higher", low="low", high="high")
    low: float = column(decimals=2, people=False)
    high: float = column(decimals=2, people=False)
    rank: tuple[int, int] = column(kind=str, convert=rank_range, align="right")
    line: str = column("line below")
    p_next: float | None = p_field("p to next (Holm)")
    moves: bool | None = column("line moves", default=None)


def _facts(made: MixedModelRanking) -> dict[str, Any]:
    return {
        "statsmodels": made.version,
        **{f"variance of {name}": variance for name, variance in made.variances.items()},
    }


@record
class MixedModelRanking(Result):
    """Systems by a mixed model of their ratings, the best first.

    Attributes:
        places: a row for each system.
        p_values: of the differences of all pairs, corrected, in the order of `places`.
        variances: what is random -> its variance.
        version: the version of statsmodels.
        notes: what is to be known.
    """

    places: tuple[MixedModelPlace, ...] = rows(
        "mixed_model", MixedModelPlace, facts=_facts, notes=lambda made: made.notes
    )
    p_values: tuple[tuple[float, ...], ...]
    variances: dict[str, float]
    version: str
    notes: tuple[str, ...]


def rank_by_mixed_model(ratings: RatingTable) -> MixedModelRanking:
    """Ranks systems by a linear mixed model of their mean ratings of segments.

    Systems and raters are fixed effects; documents, segments, and systems in documents are random. It is
    fitted by restricted maximum likelihood. Differences are tested by Student's t, two-sided, with one degree
    of freedom fewer than there are documents, and corrected for all pairs (Holm).

    Args:
        ratings: human scores of a language pair. Without documents of several segments, segments take their
            place, and the other two random effects are left out.

    Raises:
        RatingError: there are fewer than two systems or segments, a system has no rating, or the model cannot
            be fitted, such as to ratings that never differ.
        MissingDependencyError: statsmodels is not installed.
    """
    models = imported(
        "statsmodels.regression.mixed_linear_model", "a mixed model needs the package statsmodels", EXTRA
    )
    values = ratings.averaged()
    system, segment = np.nonzero(~np.isnan(values))
    n_systems = len(values)
    if n_systems < 2 or len(set(system.tolist())) < n_systems or len(set(segment.tolist())) < 2:
        raise RatingError("give ratings of two or more systems and segments; each system needs one")
    document = np.unique(ratings.documents, return_inverse=True)[1][segment]
    n_documents = len(set(document.tolist()))
    has_documents = 1 < n_documents < len(set(segment.tolist()))
    group = document if has_documents else segment
    order = np.argsort(group, kind="stable")
    system, segment, group = system[order], segment[order], group[order]
    shares, n_confounded = _rater_shares(ratings, system, segment)
    effects = {"documents" if has_documents else "segments": group}
    if has_documents:
        effects |= {"segments": segment, "systems in documents": system}
    design = np.hstack([np.equal.outer(system, np.arange(n_systems)).astype(np.float64), shares])
    parts = _components(models, group, effects)
    model = models.MixedLM(values[system, segment], design, group, exog_vc=parts)
    contrasts = np.hstack([np.eye(n_systems), np.tile(shares.mean(axis=0), (n_systems, 1))])
    fit, means, covariance = _fitted(model, contrasts)
    variances = dict(zip([*effects, "the rest"], map(float, [*fit.vcomp, fit.scale]), strict=True))
    freedom = len(set(group.tolist())) - 1
    fixed = "systems and raters" if shares.shape[1] else "systems"
    described = (
        f"Mixed model: {fixed} fixed, {', '.join(variances)} random; Student's t with "
        f"{counted(freedom, 'degree')} of freedom, corrected for all pairs (Holm), p ≤ 0.05."
    )
    notes = [described]
    if n_confounded:
        notes.append(f"{counted(n_confounded, 'rater')} cannot be told apart from systems that they rated.")
    if not fit.converged:
        notes.append("The fit of the mixed model did not converge: take its numbers for a hint.")
    return _ranking(ratings.systems, means, covariance, freedom, variances, notes)


def _rater_shares(ratings: RatingTable, system: Integers, segment: Integers) -> tuple[Floats, int]:
    """Returns how much of each mean rating is that of each rater whom the model can compare with others.

    Returns:
        float64 (ratings, raters), and how many raters differ from others only where systems do, too.
    """
    if ratings.raters is None:
        return np.zeros((len(system), 0)), 0
    is_known = ~np.isnan(ratings.scores[system, segment])
    row = np.nonzero(is_known)[0]
    names, rater = np.unique(ratings.raters[system, segment][is_known], return_inverse=True)
    shares = np.zeros((len(system), len(names)))
    np.add.at(shares, (row, rater), 1.0)
    shares /= shares.sum(axis=1, keepdims=True)
    # A column that systems and earlier raters explain has nothing left on the diagonal.
    n_systems = len(ratings.systems)
    columns = np.hstack([np.equal.outer(system, np.arange(n_systems)).astype(np.float64), shares])
    left = np.abs(np.diagonal(np.linalg.qr(columns, mode="r")))[n_systems:]
    kept = np.flatnonzero(left > _SMALLEST * np.sqrt(len(system)))
    return shares[:, kept], int(np.linalg.matrix_rank(shares)) - 1 - len(kept)


def _components(models: Any, group: Integers, effects: dict[str, Integers]) -> Any:
    """Returns the random effects within groups, as statsmodels takes them."""
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    matrices, labels = [], []
    for levels in effects.values():
        parts = [np.unique(part, return_inverse=True) for part in np.split(levels, starts[1:])]
        matrices.append([np.eye(len(distinct))[places] for distinct, places in parts])
        labels.append([list(map(str, distinct.tolist())) for distinct, _ in parts])
    return models.VCSpec(list(effects), labels, matrices)


def _fitted(model: Any, contrasts: Floats) -> tuple[Any, Floats, Floats]:
    """Returns the fitted model, and the values of contrasts of its fixed effects with their covariance.

    Statsmodels warns of a variance of zero, which is no fault.
    """
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            fit = model.fit(reml=True, method=_SOLVERS)
            n_fixed = contrasts.shape[1]
            information = -np.asarray(model.hessian(fit.params_object)[0])[:n_fixed, :n_fixed]
        except (ValueError, np.linalg.LinAlgError) as problem:
            raise RatingError(f"the mixed model cannot be fitted to these ratings: {problem}") from None
    is_rest_noise = fit.scale <= _NOISE * np.mean(np.square(model.endog))
    if is_rest_noise or not np.isfinite(information).all() or np.linalg.eigvalsh(information)[0] <= 0:
        raise RatingError("the mixed model cannot be fitted to these ratings: they are too few, or too equal")
    covariance = contrasts @ np.linalg.inv(information) @ contrasts.T
    return fit, contrasts @ np.asarray(fit.fe_params), covariance


def _ranking(
    systems: Sequence[str],
    means: Floats,
    covariance: Floats,
    freedom: int,
    variances: dict[str, float],
    notes: Sequence[str],
) -> MixedModelRanking:
    """Returns systems by their means, with tests of all pairs."""
    order = np.argsort(-means, kind="stable")
    means, covariance = means[order], covariance[np.ix_(order, order)]
    variance = np.diag(covariance)
    pairs = np.triu_indices(len(means), 1)
    spread = np.sqrt(variance[pairs[0]] + variance[pairs[1]] - 2 * covariance[pairs])
    ratios = (means[pairs[0]] - means[pairs[1]]) / spread
    p_values = np.eye(len(means))
    p_values[pairs] = holm([_core.student_tails(ratio, freedom) for ratio in ratios.tolist()])
    p_values = np.triu(p_values) + np.triu(p_values, 1).T
    ranks = rank_ranges(means.tolist(), p_values.tolist(), ALPHA)
    lines = cluster_lines(means, p_values)
    reach = (critical_t(freedom, ALPHA) * np.sqrt(variance)).tolist()
    places = []
    for index, (mean, half) in enumerate(zip(means.tolist(), reach, strict=True)):
        places.append(
            MixedModelPlace(
                system=systems[order[index]],
                score=mean,
                low=mean - half,
                high=mean + half,
                rank=ranks[index],
                line=lines[index],
                p_next=None if index == len(order) - 1 else float(p_values[index, index + 1]),
            )
        )
    matrix = tuple(map(tuple, p_values.tolist()))
    return MixedModelRanking(tuple(places), matrix, variances, installed_version("statsmodels"), tuple(notes))


def cluster_lines(means: Floats, p_values: Floats) -> list[str]:
    """Returns the line below each system: "cluster" behind those that beat all below significantly."""
    numbers = clusters(means.tolist(), p_values.tolist(), ALPHA)
    return [*("" if one == other else "cluster" for one, other in pairwise(numbers)), ""]
