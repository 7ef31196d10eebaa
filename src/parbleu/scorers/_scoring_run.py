"""Scores items with a scorer: equal ones once, and those whose scores are kept not at all."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from math import isfinite
from typing import TYPE_CHECKING, Any

from parbleu._base.log import inform, warn, warn_once
from parbleu._base.progress import ShownShare, no_progress
from parbleu._base.wording import counted, usage_text
from parbleu.errors import InputShapeError, InputTypeError, OptionError
from parbleu.scorers._scorer import OPTIONAL, REQUIRED, UNUSED, ItemScore, Scorer, ScorerItem
from parbleu.scorers._scorer_names import check_licence
from parbleu.scorers._segment_cache import keys_of, segment_cache

if TYPE_CHECKING:
    from parbleu._base.progress import ProgressBar
    from parbleu.scorers._segment_cache import SegmentCache

_NO_DOCUMENT = "the document of the segment is not known"


@dataclass(frozen=True)
class ScoringRun:
    """The scores of items.

    Attributes:
        scores: one for each item, in order.
        identity: all that they depend on besides the texts.
        n_computed: how many items were scored in this run; the others are equal to one of these, or their
            scores were kept.
        n_cut: for how many items the model did not see all of the texts.
        usage: what the scorer used and counted in this run, such as tokens of a paid server.
    """

    scores: tuple[ItemScore, ...]
    identity: dict[str, str]
    n_computed: int
    n_cut: int
    usage: dict[str, int | float]

    def signature(self) -> dict[str, str]:
        """Returns the items of the scores' signature."""
        return {**self.identity, "cut": str(self.n_cut)}


def check_scorer(
    scorer: Scorer,
    *,
    has_source: bool,
    n_references: int,
    has_documents: bool = False,
    languages: Sequence[str] = (),
) -> None:
    """Refuses a scorer that cannot score such texts, before any model is loaded.

    Args:
        scorer: what scores.
        has_source: whether the source is known.
        n_references: how many references there are.
        has_documents: whether the documents of segments are known.
        languages: the codes of the languages, as far as they are known, which the scorer gets to know.

    Raises:
        OptionError: it needs the source, a reference, or documents; it does not know a language; its licence
            is not accepted.
        ParbleuError: it cannot work here.
    """
    facts = scorer.facts
    scorer.languages = tuple(languages)
    if facts.source == REQUIRED and not has_source:
        raise OptionError(f"{scorer.name} needs the source: add --source FILE (source= in Python)")
    if facts.reference == REQUIRED and not n_references:
        raise OptionError(f"{scorer.name} needs a reference: add one")
    if facts.context == REQUIRED and not (has_source and has_documents):
        raise OptionError(
            f"{scorer.name} needs the source of whole documents: score a test set that has them (-t), or a "
            "table with a source and a column of documents (--document)"
        )
    if facts.languages is not None and languages:
        from parbleu.text._languages import read_language

        known = {read_language(code).code for code in facts.languages}
        for code in languages:
            if read_language(code).code not in known:
                raise OptionError(
                    f"{scorer.name} does not know the language {code!r}; it knows "
                    f"{', '.join(facts.languages)}"
                )
    check_licence(scorer)
    scorer.check()


def check_for_parts(scorer: Scorer) -> None:
    """Refuses a scorer that needs whole systems or documents, where a part of the segments comes alone."""
    if scorer.takes_systems or scorer.facts.context == REQUIRED:
        whole = "systems" if scorer.takes_systems else "documents"
        raise OptionError(f"{scorer.name} needs whole {whole}, which are not at hand here: use score")


def document_contexts(sources: Sequence[str | None], documents: Sequence[str | None]) -> list[str | None]:
    """Returns the source of the document of each segment, a line for each of its segments.

    Args:
        sources: of the segments; None for one that is missing, which is an empty line.
        documents: the document of each segment; None where it is not known, which has no context.
    """
    lines: dict[str, list[str]] = {}
    for source, document in zip(sources, documents, strict=True):
        if document is not None:
            lines.setdefault(document, []).append(source or "")
    contexts = {document: "\n".join(own) for document, own in lines.items()}
    return [None if document is None else contexts[document] for document in documents]


def score_items(
    scorer: Scorer,
    items: Sequence[ScorerItem],
    *,
    cache: SegmentCache | None = None,
    progress: ProgressBar = no_progress,
    allow_no_score: bool = False,
    blank_references: bool = False,
    sizes: Sequence[int] = (),
) -> ScoringRun:
    """Scores items; no number depends on their order, on what is kept, or on how often an item occurs.

    Args:
        scorer: what scores.
        items: the texts. What the scorer does not use is ignored.
        cache: kept scores; None for those of the user.
        progress: `parbleu._base.progress.progress_bar` to show how many items are scored.
        allow_no_score: whether no item may have a score, as in a small part of a corpus.
        blank_references: whether a reference of blanks is a text, as a candidate of a list is, and not none.
        sizes: how many items each system has, one system after another, for a scorer that takes systems; ()
            if all are of one.

    Raises:
        InputTypeError: an item is no `ScorerItem`.
        OptionError: no item has a score.
        InputShapeError: the scorer returns another number of scores than there are items.
        ParbleuError: the scorer does not work.
    """
    for item in items:
        if not isinstance(item, ScorerItem):
            raise InputTypeError(f"items are ScorerItem(hypothesis, source, reference), not {item!r:.40}")
    facts = scorer.facts
    if facts.warning:
        warn_once(f"{scorer.name}: {facts.warning}")
    for name in ("source",) if blank_references else ("source", "reference"):
        if getattr(facts, name) == OPTIONAL:
            items = _without_blank(scorer, items, name)
    cache = segment_cache() if cache is None else cache
    scorer.cache = cache
    identity = scorer.identity()
    before = scorer.usage()
    if scorer.takes_systems:
        unused = _unused_fields(scorer)
        rest = (item._replace(**unused) for item in items)
        systems = [[*islice(rest, size)] for size in sizes or [len(items)]]
        scores: list[ItemScore] = []
        with progress(scorer.name, len(items)) as advance:
            for part in systems:
                scores += map(_checked, scorer.score(part))
                advance(len(part))
        n_computed = len(items)
    else:
        problems = _problems(scorer, items, blank_references)
        scores, n_computed = _distinct_scores(scorer, items, problems, json.dumps(identity), cache, progress)
    usage = _used(before, scorer.usage())
    if usage:
        inform(f"{scorer.name}: {usage_text(usage)}")
    n_cut = sum([score.cut for score in scores])
    _warn(scorer, scores, n_cut, allow_no_score)
    return ScoringRun(tuple(scores), identity, n_computed, n_cut, usage)


def _distinct_scores(
    scorer: Scorer,
    items: Sequence[ScorerItem],
    problems: Mapping[int, str],
    key_of_scorer: str,
    cache: SegmentCache,
    progress: ProgressBar,
) -> tuple[list[ItemScore], int]:
    """Returns the scores of items, and how many were computed: equal ones once, and none that are kept."""
    unused = _unused_fields(scorer)
    keys = keys_of(key_of_scorer, items, [*map(ScorerItem._fields.index, unused)])
    scores: list[Any] = [None] * len(items)
    absent = list(range(len(items)))
    if scorer.keeps:
        scores, absent = cache.look_up(key_of_scorer, keys)
    for index, problem in problems.items():
        scores[index] = ItemScore(None, problem=problem)
    absent = [index for index in absent if index not in problems]
    missing = {keys[index]: items[index]._replace(**unused) for index in absent}
    if n_kept := len(items) - len(absent) - len(problems):
        kept = "1 score is" if n_kept == 1 else f"{n_kept:,} scores are"
        inform(f"{scorer.name}: {kept} kept from before; {len(missing):,} to compute")
    computed = _computed(scorer, missing, key_of_scorer, cache, progress)
    for index in absent:
        scores[index] = scores[index] or computed[keys[index]]
    return scores, len(missing)


def _without_blank(scorer: Scorer, items: Sequence[ScorerItem], name: str) -> Sequence[ScorerItem]:
    """Returns items whose field `name` is None where it is blank; a warning says how many are scored so."""
    values = [getattr(item, name) for item in items]
    absent = [value is None or (isinstance(value, str) and not value.strip()) for value in values]
    if not any(absent) or all(value is None for value in values):
        return items
    count = counted(sum(absent), form=",")
    warn(f"{scorer.name}: {count} of {len(items):,} without a {name}, scored by what there is")
    blank: dict[str, Any] = {name: None}
    return [
        item._replace(**blank) if is_absent else item for item, is_absent in zip(items, absent, strict=True)
    ]


def _problems(scorer: Scorer, items: Sequence[ScorerItem], blank_references: bool) -> dict[int, str]:
    """Returns why items have no score, by their places: a text is missing, or cannot be read."""
    unreadable = _unreadable_texts(scorer)
    filled = ("source",) if blank_references else ("source", "reference")
    return {
        index: problem
        for index, item in enumerate(items)
        if (problem := _missing_text(scorer, item, filled) or unreadable(item))
    }


def _missing_text(scorer: Scorer, item: ScorerItem, filled: Sequence[str]) -> str:
    """Returns in words which text of an item is none; "" if all are.

    None, a number such as NaN, and blanks in the fields `filled` are no texts where a scorer needs them.
    """
    for name, value in zip(ScorerItem._fields, item, strict=True):
        use = REQUIRED if name == "hypothesis" else getattr(scorer.facts, name)
        if use == UNUSED:
            continue
        is_needed = use == REQUIRED
        is_text = isinstance(value, str) and not (name in filled and is_needed and not value.strip())
        if not is_text and (is_needed or value is not None):
            return _NO_DOCUMENT if name == "context" else f"the segment has no {name}"
    return ""


def _unreadable_texts(scorer: Scorer) -> Callable[[ScorerItem], str]:
    """Returns what names the text of an item that is in a script a scorer cannot read; "" if none is.

    Two such texts may be unknown pieces alone, as good as equal. So what a hypothesis is compared with is
    looked at; a hypothesis in such a script beside a reference in another is as bad as it looks.
    """
    facts = scorer.facts
    fields = [name for name in ("source", "reference") if getattr(facts, name) == REQUIRED]
    if facts.languages is None or not fields:
        return lambda _: ""
    from parbleu.text._expected_language import foreign_script, scripts_of

    scripts = scripts_of(facts.languages)
    if not scripts:
        fields = []

    def problem_of(item: ScorerItem) -> str:
        for name in fields:
            if script := foreign_script(getattr(item, name), scripts):
                return f"the {name} is in {script}, which no language has that {scorer.name} knows"
        return ""

    return problem_of


def _unused_fields(scorer: Scorer) -> dict[str, Any]:
    """Returns None for each field of items that a scorer does not use, by its name."""
    fields = ("source", "reference", "context")
    return {name: None for name in fields if getattr(scorer.facts, name) == UNUSED}


def _computed(
    scorer: Scorer,
    items: Mapping[bytes, ScorerItem],
    key_of_scorer: str,
    cache: SegmentCache,
    progress: ProgressBar,
) -> dict[bytes, ItemScore]:
    """Computes the scores of items, given and returned by their keys, and keeps them in the cache."""
    # Equal sources and references side by side: a model that encodes them alone does so once.
    keys = sorted(items, key=lambda key: (items[key].source or "", items[key].reference or ""))
    computed: dict[bytes, ItemScore] = {}
    with progress(scorer.name, len(keys)) as advance:
        for begin in range(0, len(keys), scorer.at_once):
            some = keys[begin : begin + scorer.at_once]
            fresh: dict[bytes, ItemScore] = {}
            scorer.show_share = shown = ShownShare(advance, len(some))
            try:
                for index, score in scorer.stream([items[key] for key in some]):
                    fresh[some[index]] = _checked(score)
                    shown(len(fresh) / len(some))
            except (TypeError, UnicodeEncodeError):  # tokenizers and files say so
                _check_writable(scorer, [items[key] for key in some])
                raise
            finally:  # what a server was paid for is kept, whatever happens to the rest
                vars(scorer).pop("show_share")
                if scorer.keeps:
                    cache.put(key_of_scorer, fresh)
            if len(fresh) != len(some):
                raise InputShapeError(f"{scorer.name} gave {len(fresh)} scores for {counted(len(some))}")
            computed.update(fresh)
    return computed


def _check_writable(scorer: Scorer, items: Sequence[ScorerItem]) -> None:
    """Raises InputTypeError if a text of items has a lone surrogate, which UTF-8 cannot write."""
    from parbleu.text._tokenizers.base import lone_surrogate

    for text in filter(None, chain.from_iterable(items)):
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise lone_surrogate(scorer.name, text) from None


def _used(before: Mapping[str, int | float], after: Mapping[str, int | float]) -> dict[str, int | float]:
    """Returns what was used between two counts; what was not used is left out."""
    used = {name: count - before.get(name, 0) for name, count in after.items()}
    return {
        name: round(count, 12) if isinstance(count, float) else count for name, count in used.items() if count
    }


def _checked(score: ItemScore) -> ItemScore:
    """Returns a score; one that is no finite number is missing."""
    if score.score is None:
        return score
    if isfinite(score.score):
        return score._replace(score=float(score.score))
    return score._replace(score=None, problem="the score is no finite number")


def _warn(scorer: Scorer, scores: Sequence[ItemScore], n_cut: int, allow_no_score: bool) -> None:
    problems = Counter([score.problem for score in scores if score.score is None])
    if scores and problems.total() == len(scores) and not allow_no_score:
        raise OptionError(f"{scorer.name} gave no score: {problems.most_common(1)[0][0]}")
    for problem, count in problems.items():
        warn(f"{scorer.name}: {counted(count, form=',')} of {len(scores):,} without a score: {problem}")
    if n_cut:
        warn(
            f"{scorer.name}: of {counted(n_cut, form=',')} of {len(scores):,} the model did not see all; "
            "they are longer than it takes"
        )
