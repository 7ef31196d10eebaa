"""Scores the systems of a corpus with scorers, which gives segment scores like those of other tools."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from parbleu._base.log import warn
from parbleu._base.progress import no_progress
from parbleu._base.wording import counted
from parbleu._inputs.corpus import DOCUMENT
from parbleu._inputs.segment_scores import SegmentScores, complete_columns
from parbleu.errors import InputShapeError, OptionError
from parbleu.metrics._score import quote
from parbleu.scorers._scorer import UNUSED, ItemScore, Scorer, ScorerItem
from parbleu.scorers._scorer_names import make_scorer
from parbleu.scorers._scoring_run import check_scorer, document_contexts, score_items
from parbleu.text._languages import certain_pair, target_language

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parbleu._base.progress import ProgressBar
    from parbleu._inputs.corpus import Corpus


def with_scorers(corpus: Corpus, names: Sequence[str], progress: ProgressBar = no_progress) -> Corpus:
    """Returns a corpus with the segment scores of scorers, behind those that it has.

    Raises:
        OptionError: a scorer cannot score such texts, or two have the same name.
        ParbleuError: there is no such scorer, or it does not work.
    """
    scorers = [make_scorer(name) for name in dict.fromkeys(names)]
    known = {*corpus.scores}
    for scorer in scorers:
        check_for(scorer, corpus)
        if scorer.name in known:
            raise OptionError(f"two metrics are called {scorer.name!r}: leave one out")
        known.add(scorer.name)
    scores = {scorer.name: scorer_scores(scorer, corpus, progress) for scorer in scorers}
    return corpus.changed(scores={**corpus.scores, **scores})


def check_for(scorer: Scorer, corpus: Corpus) -> None:
    """Refuses a scorer that cannot score a corpus, before it loads anything.

    Raises:
        InputShapeError: the source has another number of segments.
        OptionError: it needs what the corpus lacks, or does not know its languages, or its licence is not
            accepted.
        ParbleuError: it cannot work here.
    """
    if corpus.source is not None and len(corpus.source) != len(corpus):
        raise InputShapeError(
            f"the source has {counted(len(corpus.source))}; the systems have {len(corpus):,}"
        )
    languages: list[str] = []
    if corpus.language_pair is not None:
        languages = list(certain_pair(corpus.language_pair) or [target_language(corpus.language_pair)])
        if scorer.facts.source == UNUSED:
            del languages[:-1]
    check_scorer(
        scorer,
        has_source=corpus.source is not None,
        n_references=len(corpus.references),
        has_documents=DOCUMENT in corpus.labels,
        languages=languages,
    )


def scorer_scores(scorer: Scorer, corpus: Corpus, progress: ProgressBar = no_progress) -> SegmentScores:
    """Returns the scores of all segments of all systems of a corpus by a scorer.

    Raises:
        OptionError: no segment has scores of all systems.
        ParbleuError: the scorer does not work.
    """
    [scores] = scores_of_corpora(scorer, [corpus], progress)
    return scores


def scores_of_corpora(
    scorer: Scorer, corpora: Sequence[Corpus], progress: ProgressBar = no_progress
) -> list[SegmentScores]:
    """Returns the scores of all segments of each corpus by a scorer, which is closed then.

    A segment without a score of any system is left out for all of them, with a warning. A scorer takes one
    reference: the first, with a warning and an item of the signature where there are several. What was used
    is told of the first corpus.

    Raises:
        OptionError: no segment has scores of all systems.
        ParbleuError: the scorer does not work.
    """
    items_of = [scorer_items(scorer, corpus) for corpus in corpora]
    sizes = [len(corpus) for corpus in corpora for _ in corpus.systems]
    try:
        items = [item for corpus_items in items_of for item in corpus_items]
        run = score_items(scorer, items, progress=progress, sizes=sizes)
    finally:
        scorer.close()
    scores = iter(run.scores)
    if scorer.facts.reference != UNUSED and (most := max(len(corpus.references) for corpus in corpora)) > 1:
        warn(f"{scorer.name} takes one reference: the first of {most}")
    return [
        _segment_scores(
            scorer, corpus, list(islice(scores, len(corpus_items))), run.identity, {} if index else run.usage
        )
        for index, (corpus, corpus_items) in enumerate(zip(corpora, items_of, strict=True))
    ]


def scorer_items(scorer: Scorer, corpus: Corpus) -> list[ScorerItem]:
    """Returns the segments of each system, with the first reference, and the context if a scorer uses it."""
    sources = [None] * len(corpus) if corpus.source is None else corpus.source.to_list()
    references = corpus.references[0].to_list() if corpus.references else [None] * len(corpus)
    contexts: list[str | None] = [None] * len(corpus)
    if scorer.facts.context != UNUSED and corpus.source is not None and DOCUMENT in corpus.labels:
        contexts = document_contexts(sources, corpus.labels[DOCUMENT])
    return [
        ScorerItem(hypothesis or "", source, reference, context)
        for stream in corpus.systems.values()
        for hypothesis, source, reference, context in zip(
            stream.to_list(), sources, references, contexts, strict=True
        )
    ]


def _segment_scores(
    scorer: Scorer,
    corpus: Corpus,
    scores: Sequence[ItemScore],
    identity: Mapping[str, str],
    usage: Mapping[str, float],
) -> SegmentScores:
    """Returns the scores of the items of a corpus by system, with their signature."""
    count = len(corpus)
    of_system = {
        name: scores[number * count : (number + 1) * count] for number, name in enumerate(corpus.systems)
    }
    columns = {name: [item.score for item in system_items] for name, system_items in of_system.items()}
    n_cut = sum(item.cut for item in scores)
    signed = {**identity, "cut": str(n_cut), "scorer": scorer.full_name}
    if scorer.facts.reference != UNUSED and len(corpus.references) > 1:
        signed["reference"] = f"1 of {len(corpus.references)}"
    return SegmentScores(
        scorer.name,
        complete_columns(scorer.name, scorer.full_name, columns),
        higher_is_better=scorer.facts.higher_is_better,
        decimals=scorer.facts.decimals,
        signature={key: quote(value) for key, value in signed.items()},
        usage=usage,
        spans={name: [item.spans for item in system_items] for name, system_items in of_system.items()}
        if "spans" in scorer.facts.gives
        else None,
    )
