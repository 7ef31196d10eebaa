"""Lists scorers, describes one, and tries one on a few sentences."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from parbleu._base.wording import first_line
from parbleu._io.json_text import parse_json
from parbleu.errors import ParbleuError
from parbleu.scorers._scorer import Scorer, ScorerFacts, ScorerItem
from parbleu.scorers._scorer_names import SCORERS, check_licence, description_of, make_scorer, scorer_names
from parbleu.scorers._scoring_run import score_items
from parbleu.scorers._segment_cache import SegmentCache, segment_cache
from parbleu.tables import Column, Result, Table, column, record, rows

SAMPLE = (
    ScorerItem("The dog bites the man.", "Der Hund beißt den Mann.", "The dog is biting the man."),
    ScorerItem("The man bites the dog.", "Der Hund beißt den Mann.", "The dog is biting the man."),
    ScorerItem(
        "Forty-two", "Morgen regnet es im ganzen Land.", "It will rain all over the country tomorrow."
    ),
    ScorerItem(
        "It will rain in the whole country tomorrow.",
        "Morgen regnet es im ganzen Land.",
        "It will rain all over the country tomorrow.",
    ),
)
"""What `try_scorer` scores."""


@record
class ListedScorer:
    """A scorer in a list.

    Attributes:
        scorer: its name, behind which a model may stand.
        source: "required", "optional" or "unused".
        reference: "required", "optional" or "unused".
        gives: "scores", and "spans".
        licence: that of what it runs; "" if the model decides, or it is not known.
        about: one line.
    """

    column_order = "scorer source reference gives licence about"
    scorer: str
    source: str
    reference: str
    gives: str
    licence: str
    about: str


@record
class ScorerList(Result):
    """All scorers: built in, announced by packages, and described in folders.

    Attributes:
        scorers: in this order.
    """

    scorers: tuple[ListedScorer, ...] = rows("scorers", ListedScorer)


@record
class ScorerDescription(Result):
    """What a scorer says about itself.

    Attributes:
        items: name of the item -> its value.
    """

    items: Mapping[str, str] = column(is_column=False)

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each item."""
        return (Table("scorer", (Column("item"), Column("value")), list(self.items.items())),)


@record
class TriedScorer(Result):
    """The scores of a few sentences.

    Attributes:
        scorer: its name.
        scores: those of `SAMPLE`; None for a missing one.
        difference: the largest between a score in a batch and alone.
        seconds: until the first score, with the loading of the model.
        signature: of the scores.
    """

    scorer: str
    scores: tuple[float | None, ...] = column(is_column=False)
    difference: float
    seconds: float
    signature: str

    def tables(self) -> tuple[Table, ...]:
        """Returns a row for each sentence."""
        columns = (Column("hypothesis"), Column("reference"), Column("score", kind=float, decimals=4))
        facts = {
            "signature": self.signature,
            "seconds": f"{self.seconds:.2f}",
            "largest difference between scores of a batch and of one": f"{self.difference:.1e}",
        }
        lines = [
            (item.hypothesis, item.reference, score) for item, score in zip(SAMPLE, self.scores, strict=True)
        ]
        return (Table("scores", columns, lines, facts=facts),)


@record
class KeptScores:
    """The kept scores of one scorer.

    Attributes:
        scorer: its signature.
        n_scores: how many there are.
    """

    column_order = "n_scores scorer"
    scorer: str
    n_scores: int = column("scores")


@record
class ScorerCache(Result):
    """What is in the file of kept scores.

    Attributes:
        path: the file; "" if none is wanted.
        n_embeddings: how many embeddings of sources and references are kept.
        scorers: how many scores of each there are.
    """

    path: str = column(is_column=False)
    n_embeddings: int = column(is_column=False)
    scorers: tuple[KeptScores, ...] = rows("kept scores", KeptScores, facts="path n_embeddings")


def list_scorers() -> ScorerList:
    """Returns all scorers; one that cannot be loaded is listed with the reason."""
    return ScorerList(tuple(map(_listed, scorer_names())))


def _listed(name: str) -> ListedScorer:
    try:
        facts = _facts(name)
    except ParbleuError as problem:
        return ListedScorer(name, "", "", "", "", first_line(problem))
    return ListedScorer(
        name, facts.source, facts.reference, ", ".join(facts.gives), facts.licence, facts.about
    )


def _facts(name: str) -> ScorerFacts:
    """Returns what a scorer says about itself without a model."""
    if description_of(name):
        return make_scorer(name).facts
    facts: ScorerFacts = SCORERS[name].facts
    return facts


def describe_scorer(name: str) -> ScorerDescription:
    """Returns what a scorer says about itself, and whether it can be used here.

    Raises:
        UnknownNameError: there is no such scorer.
        OptionError: it has no such option.
    """
    facts, scorer = None, None
    if not description_of(name) and name in SCORERS:
        facts = SCORERS[name].facts
    try:
        scorer = make_scorer(name)
        facts = scorer.facts
    except ParbleuError:
        if facts is None:
            raise
    low, high = facts.range
    items = {
        "scorer": name if scorer is None else scorer.full_name,
        "about": facts.about,
        "source": facts.source,
        "reference": facts.reference,
        "context": facts.context,
        "better": "higher" if facts.higher_is_better else "lower",
        "range": f"{low:g} to {high:g}",
        "languages": "any" if facts.languages is None else ", ".join(facts.languages),
        "gives": ", ".join(facts.gives),
        "licence": facts.licence or "not known",
        "warning": facts.warning,
    }
    options = SCORERS[name].OPTIONS if scorer is None else scorer.options
    items["options"] = ", ".join(f"{key}={value}" for key, value in options.items())
    items["here"] = (
        _usable(scorer) if scorer is not None else "name a model, prompt or program behind a colon"
    )
    return ScorerDescription({key: value for key, value in items.items() if value})


def _usable(scorer: Scorer) -> str:
    try:
        check_licence(scorer)
        scorer.check()
        return f"ready: {signature_text(scorer.identity())}"
    except ParbleuError as problem:
        return first_line(problem)


def signature_text(items: Mapping[str, str]) -> str:
    """Returns the items of a signature as one line."""
    return "|".join(f"{key}:{value}" for key, value in items.items())


def try_scorer(name: str) -> TriedScorer:
    """Scores a few sentences, in a batch and one by one, without kept scores.

    Raises:
        ParbleuError: the scorer does not work here.
    """
    scorer = make_scorer(name)
    try:
        check_licence(scorer)
        scorer.check()
        nothing = SegmentCache(None)
        begin = perf_counter()
        run = score_items(scorer, SAMPLE, cache=nothing)
        seconds = perf_counter() - begin
        alone = [score_items(scorer, [item], cache=nothing).scores[0].score for item in SAMPLE]
    finally:
        scorer.close()
    together = [score.score for score in run.scores]
    differences = [
        abs(first - second)
        for first, second in zip(together, alone, strict=True)
        if first is not None and second is not None
    ]
    return TriedScorer(
        scorer.full_name,
        tuple(together),
        max(differences, default=0.0),
        seconds,
        signature_text(run.signature()),
    )


def cache_contents() -> ScorerCache:
    """Returns how many scores of each scorer are kept."""
    cache = segment_cache()
    kept = [KeptScores(signature_text(parse_json(kept.identity)), kept.n_scores) for kept in cache.contents()]
    return ScorerCache("" if cache.path is None else str(cache.path), cache.n_embeddings(), tuple(kept))


def clear_cache() -> int:
    """Deletes all kept scores; returns how many there were."""
    return segment_cache().clear()
