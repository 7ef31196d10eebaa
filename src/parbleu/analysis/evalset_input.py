"""Takes the texts, documents, domains and segment scores of an evaluation set for an analysis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from parbleu.analysis.analysis_input import DOCUMENT, DOMAIN, ComparedTexts, compared_texts
from parbleu.errors import OptionError
from parbleu.inputs.segment_scores import SegmentScores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from parbleu.evalset.evaluation_set import EvalSet
    from parbleu.text.tokenizers.base import Tokenizer

SEGMENT = "segment"


def evalset_texts(
    evalset: EvalSet,
    *,
    systems: Sequence[str] | None = None,
    metrics: Sequence[str] = (),
    tokenize: str | Tokenizer = "13a",
    lowercase: bool = False,
) -> ComparedTexts:
    """Returns the systems of an evaluation set beside its standard reference, with its segment scores.

    Scores are the standard human ones, if there are any, and those of `metrics`. Segments that people did not
    rate have no human score.

    Args:
        evalset: the set.
        systems: which systems; None for all that are not the reference and have human scores, if any have.
        metrics: scorers of the set, such as "COMET-22-refA".
        tokenize: as for `compared_texts`.
        lowercase: as for `compared_texts`.

    Raises:
        OptionError: a system lacks scores of a scorer.
        UnknownNameError, EvalSetError: the set has no such system or scorer.
    """
    human = evalset.std_human_score_name(SEGMENT)
    gold = evalset.gold(SEGMENT) if human is not None and evalset.has_scores(SEGMENT, human) else None
    if systems is None:
        systems = [name for name in evalset.sys_names if name != evalset.std_ref]
        if gold is not None:
            systems = [name for name in systems if _is_scored(gold.get(name))] or systems
    scored = [(name, evalset.scores(SEGMENT, name)) for name in metrics]
    if gold is not None and human is not None and all(_is_scored(gold.get(name)) for name in systems):
        scored.insert(0, (human, gold))
    return compared_texts(
        {name: ["" if text is None else text for text in evalset.sys_outputs[name]] for name in systems},
        [list(evalset.all_refs[evalset.std_ref])],
        source=["" if text is None else text for text in evalset.src],
        labels={DOCUMENT: evalset.docs_per_seg, DOMAIN: evalset.domains_per_seg},
        scores={
            name: SegmentScores(name, {system: _rows(name, system, values.get(system)) for system in systems})
            for name, values in scored
        },
        reference_names=[evalset.std_ref],
        tokenize=tokenize,
        lowercase=lowercase,
    )


def _is_scored(scores: NDArray[np.float64] | None) -> bool:
    return scores is not None and not np.isnan(scores).all()


def _rows(name: str, system: str, scores: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """Returns rows of [score, 1], or [0, 0] for a segment without a score."""
    if scores is None or np.isnan(scores).all():
        raise OptionError(f"{name}: the evaluation set has no segment scores of system {system!r}")
    return np.stack([np.nan_to_num(scores), ~np.isnan(scores)], axis=1).astype(np.float64)
