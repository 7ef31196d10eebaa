"""Reads the systems, reference, source, documents, domains and segment scores of an evaluation set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from parbleu._core import Segments
from parbleu._inputs.corpus import DOCUMENT, DOMAIN, Corpus, CorpusReader, Origin
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu._inputs.segment_scores import SegmentScores
from parbleu.errors import OptionError
from parbleu.evalset._evaluation_set import EvalSet, load_evalset
from parbleu.text._segments import as_segments

SEGMENT = "segment"


class EvaluationSet(CorpusReader):
    """Systems of an evaluation set beside its standard reference, with its segment scores.

    Scores are the standard human ones, if there are any, and those of `metrics`. Segments that people did not
    rate have no human score.

    Args:
        evalset: the set.
        systems: which systems; None for all that are not the reference and have human scores, if any have.
        metrics: scorers of the set, such as "COMET-22-refA".
        check_text: whether to look at the text, to warn of what makes scores meaningless.

    Raises:
        UnknownNameError, EvalSetError: the set has no such scorer.
    """

    def __init__(
        self,
        evalset: EvalSet,
        systems: Sequence[str] | None = None,
        metrics: Sequence[str] = (),
        *,
        check_text: bool = True,
    ) -> None:
        super().__init__(check_text)
        self._evalset = evalset
        human = evalset.std_human_score_name(SEGMENT)
        gold = evalset.gold(SEGMENT) if human is not None and evalset.has_scores(SEGMENT, human) else None
        if systems is None:
            systems = [name for name in evalset.sys_names if name != evalset.std_ref]
            if gold is not None:
                systems = [name for name in systems if _is_scored(gold.get(name))] or systems
        self._names = list(systems)
        self._scores = [(name, evalset.scores(SEGMENT, name)) for name in metrics]
        if gold is not None and human is not None and all(_is_scored(gold.get(name)) for name in systems):
            self._scores.insert(0, (human, gold))

    @classmethod
    def of(cls, named: NamedCorpus) -> EvaluationSet:
        """Returns the reader of an evaluation set that a user names."""
        evalset = load_evalset(str(named.evalset), str(named.language_pair), named.data)
        return cls(evalset, named.systems, named.evalset_metrics, check_text=named.check_text)

    def names(self) -> list[str]:
        """Returns the names of the systems."""
        return self._names

    def _parts(self) -> Iterator[Corpus]:
        """Yields all segments.

        Raises:
            OptionError: a system lacks scores of a scorer.
            UnknownNameError, EvalSetError: the set has no such system.
        """
        evalset = self._evalset
        reference = str(evalset.std_ref)
        yield Corpus(
            {name: _complete(evalset.sys_outputs[name]) for name in self._names},
            (as_segments(list(evalset.all_refs[reference]), reference),),
            _complete(evalset.src),
            {DOCUMENT: tuple(evalset.docs_per_seg), DOMAIN: tuple(evalset.domains_per_seg)},
            {
                name: SegmentScores(
                    name, {system: _rows(name, system, values.get(system)) for system in self._names}
                )
                for name, values in self._scores
            },
            evalset.language_pair,
            (reference,),
            Origin(tuple(self._names), (reference,)),
        )


def _complete(texts: Sequence[str | None]) -> Segments:
    """Returns texts, of which those that are missing are empty."""
    return Segments(["" if text is None else text for text in texts])


def _is_scored(scores: NDArray[np.float64] | None) -> bool:
    return scores is not None and not np.isnan(scores).all()


def _rows(name: str, system: str, scores: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """Returns rows of [score, 1], or [0, 0] for a segment without a score."""
    if scores is None or np.isnan(scores).all():
        raise OptionError(f"{name}: the evaluation set has no segment scores of system {system!r}")
    return np.stack([np.nan_to_num(scores), ~np.isnan(scores)], axis=1).astype(np.float64)
