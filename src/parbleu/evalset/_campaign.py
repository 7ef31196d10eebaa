"""Converts the raw file of a human evaluation to a valid evaluation set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace as changed
from os import PathLike, fspath

from parbleu._base.log import warn
from parbleu._base.wording import counted, some_names
from parbleu.errors import RatingError
from parbleu.evalset._evalset_writer import HUMAN_LEVELS, SetTexts, Text, segments_of, write_evalset
from parbleu.evalset._evaluation_set import EvalSet
from parbleu.evalset._levels import Documents
from parbleu.evalset._standard_info import Info
from parbleu.human._average_scores import human_scores
from parbleu.human._evalset_ratings import MERGED, merge, rename_raters, to_collections
from parbleu.human._judgement import Judgement, Unit
from parbleu.human._rating_files import warn_of_scores_without
from parbleu.human._scoring_scheme import Scheme, get_scheme, guess_scheme
from parbleu.human.formats._mt_metrics_eval import Collection


class Campaign:
    """The texts and judgements of a human evaluation. Texts come from files, or else from the judgements.

    Args:
        language_pair: the language pair, such as "en-de".
        judgements: the judgements of the raters, as `parbleu.human.read_ratings` returns them.
        source: a file or the segments of the whole source, whose segments the judgements number; None for the
            segments that were judged, in their order.
        outputs: system -> a file or segments; None for the texts of the judgements, where translations
            without a judgement are missing.
        documents: a file of lines `DOMAIN DOCUMENT`, one for each segment of the source; None if judgements
            name the documents, or there is only one.
        lenient: whether judgements that do not fit their texts are left out, with a warning for each.

    Attributes:
        language_pair: the language pair.
        judgements: the judgements, each with its place in `src`.
        src: the segments of the source.
        docs: document -> (begin, end) of its segments, from 0.
        lines: (domain, document) of each segment, or None where the file does not name them.
        sys_outputs: system -> its translations; None for a missing one.

    Raises:
        RatingError: judgements contradict one another, or lack required facts.
        FormatError: a line of a file is wrong.
    """

    def __init__(
        self,
        language_pair: str,
        judgements: Sequence[Judgement],
        source: Text | None = None,
        outputs: Mapping[str, Text] | None = None,
        documents: str | PathLike[str] | None = None,
        lenient: bool = False,
    ) -> None:
        self.language_pair = language_pair
        self.judgements: list[Judgement] = []
        self.src: list[str | None] = []
        self.docs: dict[str, tuple[int, int]] = {}
        self.lines: list[tuple[str, str]] | None = None
        if documents is not None:
            read = Documents(fspath(documents))
            self.docs = dict(read.docs)
            self.lines = list(zip(read.domains_per_seg, read.docs_per_seg, strict=True))
        if source is None:
            self._take_judged(judgements)
        else:
            self.src = list(segments_of(source, "source"))
            self.judgements = [self._placed(judgement) for judgement in judgements]
        self.sys_outputs: dict[str, list[str | None]] = {
            system: list(segments_of(text, "output")) for system, text in (outputs or {}).items()
        }
        for judgement in self.judgements if outputs is None else ():
            system = judgement.system or ""
            if system not in self.sys_outputs:
                self.sys_outputs[system] = [None] * len(self.src)
            _put(self.sys_outputs[system], judgement, judgement.hypothesis, "translation")
        fitting = [self._fitting(judgement, lenient) for judgement in self.judgements]
        unfit = [unplaced for unplaced, fit in zip(self.judgements, fitting, strict=True) if fit is None]
        self.judgements = [judgement for judgement in fitting if judgement is not None]
        if unfit:
            warn_of_scores_without(self.judgements, unfit)

    def _fitting(self, judgement: Judgement, lenient: bool) -> Judgement | None:
        """Returns a judgement with its offsets in its text; if it does not fit, None, or it raises."""
        try:
            return self._checked(judgement)
        except RatingError as problem:
            if not lenient:
                raise
            warn(f"left out: {problem}")
            return None

    def _checked(self, judgement: Judgement) -> Judgement:
        texts, segment = self.sys_outputs.get(judgement.system or ""), judgement.unit[1]
        if texts is None:
            raise RatingError(
                f"there are judgements of {judgement.system!r}, but no translations; give its file"
            )
        if len(texts) != len(self.src):
            raise RatingError(
                f"{judgement.system} has {counted(len(texts))}, but the source has {len(self.src)}: "
                "both need a line for each segment"
            )
        for what, text, known in (
            ("source", judgement.source, self.src[segment]),
            ("translation", judgement.hypothesis, texts[segment]),
        ):
            if text not in (None, known):
                raise judgement.wrong(f"the {what} is {text!r}, but elsewhere {known!r}")
        if judgement.source is None or judgement.hypothesis is None:
            complete = judgement.with_texts(self.src[segment], texts[segment])
            judgement = changed(judgement, rating=complete.rating)
        else:
            complete = judgement
        complete.check()
        return judgement

    def _take_judged(self, judgements: Sequence[Judgement]) -> None:
        units = _ordered(judgements)
        places = {unit: index for index, unit in enumerate(units)}
        self.judgements = [_at(judgement, places[judgement.unit]) for judgement in judgements]
        self.src = [None] * len(units)
        documents: list[str | None] = [None] * len(units)
        for judgement in self.judgements:
            _put(self.src, judgement, judgement.source, "source")
            _put(documents, judgement, judgement.document, "document")
        if None in self.src:
            raise RatingError("the file does not hold the source of all segments; give its file (--source)")
        if self.lines is None and None not in documents:
            self.lines = [("all", document or "") for document in documents]
            for index, document in enumerate(documents):
                begin, _ = self.docs.get(document or "", (index, index))
                self.docs[document or ""] = (begin, index + 1)

    def _placed(self, judgement: Judgement) -> Judgement:
        segment = judgement.segment
        if segment is None:
            if judgement.document not in self.docs:
                raise judgement.wrong("give the file of documents, which lacks it")
            segment = self.docs[judgement.document or ""][0] + judgement.unit[1]
        if segment >= len(self.src):
            raise judgement.wrong(f"there are only {len(self.src)} segments")
        return _at(judgement, segment)


def write_campaign(
    directory: str | PathLike[str],
    name: str,
    campaign: Campaign,
    scheme: str | Scheme | None = None,
    *,
    references: Mapping[str, Text | None],
    human_name: str | None = None,
    normalize: bool = False,
    anonymize: bool = False,
    overwrite: bool = False,
) -> EvalSet:
    """Writes an evaluation set of a human evaluation: texts, scores at all levels, and ratings by rater.

    If no two raters judged the same segment of a system, there is also a collection of all ratings, whose
    name ends in `merged`.

    Args:
        directory: the data directory; the test set gets a directory of its own there.
        name: the name of the test set.
        campaign: the judgements of the raters, and the texts.
        scheme: how judgements become scores: a `Scheme` or what names one.
        references: name -> a file or segments; None for a reference that was judged like a system. The first
            is standard.
        human_name: the name of the scores; None for the name of the scheme if that is one word, or "human".
        normalize: whether scores normalized by rater are added, under the name with "-z" behind it.
        anonymize: whether raters are renamed to rater1, rater2, ...
        overwrite: whether an existing language pair is replaced.

    Returns:
        The set, loaded from the written files.

    Raises:
        RatingError: there is no judgement of a reference without a file, or a rater's name cannot be written.
        EvalSetError: the pair exists, and `overwrite` is False.
        UnwritableFileError: a file cannot be written.
        ParbleuError: a file cannot be read, or a line of it is wrong.
    """
    chosen = guess_scheme(campaign.judgements) if scheme is None else get_scheme(scheme)
    called = human_name or (chosen.name if chosen.name.replace("-", "").isalnum() else "human")
    scores = human_scores(campaign.judgements, chosen)
    human = {called: _table(scores.segment_scores(), len(campaign.src))}
    if normalize:
        human[f"{called}-z"] = _table(scores.normalized().segment_scores(), len(campaign.src))
    texts = campaign.sys_outputs
    for reference, text in references.items():
        if text is None and reference not in texts:
            raise RatingError(
                f"there is no judgement of the reference {reference}; give its file ({reference}=FILE), "
                f"or name one of the systems: {some_names(texts)}"
            )
    return write_evalset(
        directory,
        name,
        campaign.language_pair,
        SetTexts(
            campaign.src,
            {name: texts[name] if text is None else text for name, text in references.items()},
            texts,
            campaign.lines,
        ),
        human=human,
        ratings=_collections(campaign, chosen, called, anonymize),
        info=Info(next(iter(references)), dict.fromkeys(HUMAN_LEVELS, called)),
        overwrite=overwrite,
    )


def _collections(campaign: Campaign, scheme: Scheme, name: str, anonymize: bool) -> dict[str, Collection]:
    """Returns the ratings of each rater, and of all if they do not overlap."""
    rated = [
        Judgement(  # without the languages, which Appraise writes otherwise than test sets
            judgement.system,
            judgement.segment,
            judgement.rater,
            scheme.rated(judgement.rating),
            document=judgement.document if campaign.docs else None,
        )
        for judgement in campaign.judgements
        if judgement.rating is not None
    ]
    last = {(judgement.system, judgement.unit, judgement.rater): judgement for judgement in rated}
    if len(last) < len(rated):
        again = counted(len(rated) - len(last), "translation")
        warn(
            f"raters judged {again} more than once: their scores are averaged, but only the errors that they "
            "marked last are kept"
        )
    renamed = rename_raters((judgement.rater for judgement in rated), anonymize=anonymize)
    for rater in renamed.values():
        if rater.split() != [rater] or "/" in rater:
            raise RatingError(
                f"no file can be named after the rater {rater!r}; anonymize raters (--anonymize)"
            )
    collections = to_collections(last.values(), campaign, renamed, lenient=True)
    by_name = {f"{name}.{rater}": collections[rater] for rater in sorted(collections)}
    if len(by_name) > 1:
        with suppress(RatingError):  # they may overlap
            by_name[f"{name}.{MERGED}"] = merge(collections.values())
    return by_name


def _table(segments: Mapping[str, Mapping[Unit, float]], length: int) -> dict[str, list[float | None]]:
    return {
        system: [scores.get(("", segment)) for segment in range(length)]
        for system, scores in segments.items()
    }


def _ordered(judgements: Iterable[Judgement]) -> list[Unit]:
    """Returns the segments that were judged, in the order of the test set."""
    units = dict.fromkeys(judgement.unit for judgement in judgements)
    documents = {name: index for index, name in enumerate(dict.fromkeys(unit[0] for unit in units))}
    return sorted(units, key=lambda unit: (documents[unit[0]], unit[1]))


def _at(judgement: Judgement, segment: int) -> Judgement:
    """Returns a judgement with its place in the source."""
    return judgement if judgement.segment == segment else changed(judgement, segment=segment)


def _put(texts: list[str | None], judgement: Judgement, text: str | None, what: str) -> None:
    """Stores a text at the segment of a judgement.

    Raises:
        RatingError: there is another one already.
    """
    segment = judgement.unit[1]
    if text is None:
        return
    if texts[segment] not in (None, text):
        raise judgement.wrong(f"the {what} is {text!r}, but elsewhere {texts[segment]!r}")
    texts[segment] = text
