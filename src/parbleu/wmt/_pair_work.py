"""Computes what a shared task has of one language pair: rankings, scores, an evaluation set and a page."""

from __future__ import annotations

import glob
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Any

from parbleu._base.log import inform, warn
from parbleu._base.wording import counted
from parbleu._inputs.wmt_documents import document_domain, paragraphs, read_documents
from parbleu._io.atomic import replacing
from parbleu.analysis import compared_texts
from parbleu.errors import RatingError
from parbleu.evalset import EvalSet, save_metric, score_metrics
from parbleu.evalset._campaign import Campaign, write_campaign
from parbleu.evalset._metric_names import stored_name
from parbleu.human import Judgement, human_scores, read_judgements
from parbleu.human._judgement import UNKNOWN_PAIR, Unit
from parbleu.human._rating_files import of_language_pair
from parbleu.report import PageOptions, Section, make_report
from parbleu.stats.rank_clusters import samples_needed
from parbleu.stats.resampling import Resampling
from parbleu.tables import Column, Table, render
from parbleu.tables._table import heat_marks
from parbleu.text._languages import same_pairs
from parbleu.text._table_files.numbered_rows import Lines
from parbleu.wmt._autorank import AutoRanking, autorank, read_automatic_scores
from parbleu.wmt._mixed_model import MixedModelRanking, rank_by_mixed_model
from parbleu.wmt._model_compression import CompressedModels, compare_model_files
from parbleu.wmt._rankings import PublishedRanking, filter_raters, published_ranking, rated_lines
from parbleu.wmt._rating_table import RatingTable, domain_of
from parbleu.wmt._span_scores import SpanScores, score_spans
from parbleu.wmt._task_scores import (
    CHARACTER_TER,
    CriticalityScores,
    EditGains,
    ErrorFreeScores,
    gain_to_edit,
    read_post_edits,
    score_labels,
)
from parbleu.wmt._task_settings import TaskLabels, TaskPair, TaskSettings, TaskSpans
from parbleu.wmt._terminology import TerminologySuccess, score_terms

_PAGE_SAMPLES = 1000
_MOST_PAGE_SAMPLES = 20_000
"""Bootstrap samples of the tests of a page: the least, and the most that are drawn for the sake of Holm."""
_LINE_ENDS = dict.fromkeys(map(ord, "\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"), " ")


class PairWork:
    """The computations of a language pair; files are read when the first step needs them."""

    def __init__(self, settings: TaskSettings, task_pair: TaskPair) -> None:
        self.settings = settings
        self.name = task_pair.language_pair
        self.pair = task_pair
        self._rankings: dict[str, PublishedRanking] = {}

    @cached_property
    def _all_judgements(self) -> list[Judgement]:
        judgements: list[Judgement] = []
        for path in self.pair.ratings:
            of_file = read_judgements(path, self.pair.format)
            others = [pair.language_pair for pair in self.settings.pairs if path in pair.ratings]
            if len(others) > 1 and any(judgement.language_pair == UNKNOWN_PAIR for judgement in of_file):
                raise RatingError(
                    f"{path} has ratings that name no language pair, and is a file of "
                    f"{' and '.join(others)}: give each pair a file of its own"
                )
            judgements += of_file
        return [_in_one_line(judgement) for judgement in self._of_pair(judgements, "ratings")]

    def _of_pair(self, judgements: list[Judgement], what: str) -> list[Judgement]:
        """Returns the judgements of the language pair; raises RatingError if there are none."""
        chosen = of_language_pair(judgements, self.name)
        if not chosen:
            has = ", ".join(sorted({judgement.language_pair for judgement in judgements})) or "nothing"
            raise RatingError(f"there are no {what} of {self.name}, but of {has}")
        return chosen

    @cached_property
    def filter(self) -> Any:
        """The raters, and which of them the filter of WMT26 removes."""
        return filter_raters(rated_lines(self._all_judgements))

    @cached_property
    def judgements(self) -> list[Judgement]:
        """The ratings that count."""
        if not self.settings.rater_filter:
            return self._all_judgements
        removed = set(self.filter.removed)
        kept = [judgement for judgement in self._all_judgements if judgement.rater not in removed]
        if not kept:
            raise RatingError(f"{self.name}: the rater filter removes every rater; set rater_filter = false")
        if removed:
            inform(f"{self.name}: left out the ratings of {', '.join(sorted(removed))}")
        return kept

    @cached_property
    def table(self) -> RatingTable:
        """The scores of the ratings that count."""
        return RatingTable.of_judgements(self.judgements)

    def ranking(self, rule: str) -> PublishedRanking:
        """Returns the ranking by a rule."""
        if rule not in self._rankings:
            self._rankings[rule] = published_ranking(
                self.table, rule, resampling=self._resampling, mixed_model=self._mixed_model
            )
        return self._rankings[rule]

    @property
    def _resampling(self) -> Resampling:
        return Resampling(n_samples=self.settings.n_samples, seed=self.settings.seed)

    @cached_property
    def _mixed_model(self) -> MixedModelRanking | None:
        if not self.settings.mixed_model:
            return None
        try:
            return rank_by_mixed_model(self.table)
        except RatingError as problem:
            raise RatingError(f"{self.name}: {problem}; or set mixed_model = false") from None

    def domains(self) -> Table:
        """Returns the mean of each system in each domain, the systems in the order of the first rule."""
        table = self.table
        averaged = table.averaged()
        names = list(dict.fromkeys(table.domains))
        ranking = self.ranking(self.settings.rules[0])
        cells: list[list[Any]] = []
        for place in ranking.places:
            row = averaged[table.systems.index(place.system)]
            means = []
            for domain in names:
                values = [
                    value
                    for value, other in zip(row.tolist(), table.domains, strict=True)
                    if other == domain and value == value
                ]
                means.append(sum(values) / len(values) if values else None)
            cells.append([place.system, place.score, *means])
        columns = [Column("system"), Column("score", "all", float, decimals=1)]
        columns += [
            Column(f"domain_{name}" if name else "domain", name or "-", float, decimals=1) for name in names
        ]
        marks: dict[tuple[int, str], list[str]] = {}
        for number, heading in enumerate(columns[1:], 1):
            marks |= heat_marks({(row, heading.name): line[number] for row, line in enumerate(cells)})
        notes = ["Means of the ratings; in a column, the darker the better."]
        return Table("domains", columns, cells, notes=notes, marks=marks)

    @cached_property
    def _texts(self) -> tuple[list[Unit], dict[Unit, str | None], dict[str, dict[Unit, str]]]:
        """The units, their sources, and each system's translations of them."""
        sources: dict[Unit, str | None] = {}
        outputs: dict[str, dict[Unit, str]] = {}
        for judgement in self.judgements:
            unit = judgement.unit
            sources[unit] = sources.get(unit) or judgement.source
            if judgement.hypothesis is not None:
                outputs.setdefault(judgement.system or "", {})[unit] = judgement.hypothesis
        documents = {name: index for index, name in enumerate(dict.fromkeys(unit[0] for unit in sources))}
        return sorted(sources, key=lambda unit: (documents[unit[0]], unit[1])), sources, outputs

    @cached_property
    def _references(self) -> dict[str, list[str | None]]:
        """Reference -> the segment of each unit."""
        units, _, outputs = self._texts
        sides: dict[str, list[str | None]] = {}
        for name, path in self.pair.references.items():
            if path is None:
                if name not in outputs:
                    raise RatingError(f"{self.name}: nobody judged {name}: give its file")
                sides[name] = [outputs[name].get(unit) for unit in units]
                continue
            if name:
                lines = [line.rstrip("\r\n") for line in Lines(str(path))]
                if len(lines) != len(units):
                    raise RatingError(
                        f"{path} has {counted(len(lines), 'line')}, and {len(units)} segments were rated: "
                        "give a line for each, in the order of the ratings, or a test set of documents"
                    )
                sides[name] = list(lines)
                continue
            for side, of_unit in _document_references(path, self.name).items():
                sides[side] = [of_unit.get(unit) for unit in units]
        if not sides or not any(text for side in sides.values() for text in side):
            raise RatingError(f"{self.name}: the references have none of the documents that were rated")
        return sides

    def autorank(self) -> AutoRanking:
        """Returns the ranking by automatic scores."""
        read = read_automatic_scores(map(str, self.pair.scores), self.name)
        return autorank(
            read.scores,
            constrained=self.pair.constrained,
            tuned=self.pair.tuned,
            clusters=read.documents,
            resampling=self._resampling,
        )

    def steps_of(self, table: str) -> dict[str, Callable[[], Any]]:
        """Returns the steps of a table of the settings -> a function that returns what each makes."""
        if table == "labels":
            assert self.pair.labels is not None
            return {task: partial(self.labels, task) for task in self.pair.labels.tasks}
        return {table: getattr(self, table)}

    def spans(self) -> SpanScores:
        """Returns the scores of predicted spans, by those in the ratings or in files of their own."""
        settings = self.pair.spans
        assert settings is not None
        gold, predictions = self._predicted(settings, "gold spans")
        return score_spans(gold, predictions, measures=settings.measures, resampling=self._resampling)

    def labels(self, task: str) -> ErrorFreeScores | CriticalityScores:
        """Returns how well translations without errors, or critical ones, are predicted."""
        assert self.pair.labels is not None
        gold, predictions = self._predicted(self.pair.labels, "scores of people")
        return score_labels(gold, predictions, task, resampling=self._resampling)

    def _predicted(
        self, given: TaskSpans | TaskLabels, what: str
    ) -> tuple[list[Judgement], dict[str, list[Judgement]]]:
        """Returns the judgements of people, of the ratings or files of their own, and predicted ones.

        All have the language pair as the settings spell it, by which they are matched.
        """
        source, _, target = self.name.partition("-")

        def named(judgements: Iterable[Judgement]) -> list[Judgement]:
            return [replace(judgement, src_lang=source, tgt_lang=target) for judgement in judgements]

        gold = self._read(given.gold, what) if given.gold else self.judgements
        return named(gold), {
            name: named(self._read([path], f"predictions by {name}"))
            for name, path in given.predictions.items()
        }

    def _read(self, paths: Iterable[Path], what: str) -> list[Judgement]:
        """Returns what files of ratings have of the language pair."""
        return self._of_pair([judgement for path in paths for judgement in read_judgements(path)], what)

    def terminology(self) -> TerminologySuccess:
        """Returns how often systems used the terms."""
        return score_terms(**_with_names(self.pair.terminology), resampling=self._resampling)

    def edits(self) -> EditGains:
        """Returns what post-edits gain."""
        given = _with_names(self.pair.edits)
        ter = CHARACTER_TER if given.pop("characters") else None
        read = read_post_edits(given.pop("edits"), **given, language_pair=self.name)
        return gain_to_edit(read, ter=ter, resampling=self._resampling)

    def compression(self) -> CompressedModels:
        """Returns compressed models beside the uncompressed one."""
        return compare_model_files(**_with_names(self.pair.compression), resampling=self._resampling)

    def write_evalset(self, path: Path) -> None:
        """Writes the evaluation set, whose pair is the last part of a path.

        What a run that was killed left of it goes away.
        """
        for left in path.parent.parent.glob(f".{glob.escape(f'{path.parent.name}-{path.name}')}-*"):
            rmtree(left)
        lines = [f"{domain_of(document) or 'all'}\t{document or 'all'}" for document, _ in self._texts[0]]
        with TemporaryDirectory() as folder:
            documents = Path(folder) / "documents"
            documents.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            judged = {name for name, path in self.pair.references.items() if path is None}
            campaign = Campaign(path.name, self.judgements, documents=documents)
            directory = write_campaign(
                path.parent.parent,
                path.parent.name,
                campaign,
                references={
                    name: None if name in judged else side for name, side in self._references.items()
                },
                human_name="human",
                overwrite=True,
            )
        if self.settings.meta is not None:
            self._add_metrics(directory, path.parent.parent)

    def _add_metrics(self, evalset: EvalSet, directory: Path) -> None:
        """Adds the scores of metrics to an evaluation set and its files, computed and given ones."""
        score_metrics(evalset, directory, map(stored_name, self.settings.metrics), overwrite=True)
        units = self._texts[0]
        for metric, by_system in self._given_scores().items():
            table = {
                system: [by_system.get(system, {}).get(unit) for unit in units]
                for system in evalset.sys_names
                if system not in evalset.ref_names
            }
            if missing := sum(score is None for scores in table.values() for score in scores):
                warn(
                    f"{self.name}: {metric} lacks {counted(missing, 'score')}, and is no part of the "
                    "meta-evaluation"
                )
                continue
            full = evalset.add_metric(metric, (), "segment", table, derive=("domain", "system"))
            save_metric(evalset, full, directory)

    def _given_scores(self) -> dict[str, dict[str, dict[Unit, float]]]:
        """Returns metric -> system -> unit -> score, of automatic scores and files of ratings."""
        scores: dict[str, dict[str, dict[Unit, float]]] = {}
        if self.pair.scores:
            read = read_automatic_scores(map(str, self.pair.scores), self.name)
            units = _units_of_documents(read.documents, self._texts[0])
            for metric, by_system in read.scores.items():
                scores[metric] = {
                    system: {
                        unit: score
                        for unit, score in zip(units, values, strict=True)
                        if unit is not None and score is not None
                    }
                    for system, values in by_system.items()
                }
        for metric, path in self.pair.metric_scores.items():
            scores[metric] = {}
            for judgement in self._read([path], f"scores by {metric}"):
                of_system = scores[metric].setdefault(judgement.system or "", {})
                if judgement.unit in of_system:
                    raise judgement.wrong(f"{metric} has two scores in {path}: leave one")
                if judgement.score is not None:
                    of_system[judgement.unit] = judgement.score
        return scores

    def write_page(self, path: Path) -> None:
        """Writes the page: with references one of segments and scores, else one of the tables."""
        rule = self.settings.rules[0]
        tables = (*self.ranking(rule).tables(), self.domains())
        if not self.pair.references:
            _write_tables(path, tables)
            return
        units, sources, every = self._texts
        references = self._references
        outputs = {system: of_unit for system, of_unit in every.items() if system not in references}
        shown = [
            index
            for index, unit in enumerate(units)
            if all(unit in of_unit for of_unit in outputs.values())
            and any(side[index] for side in references.values())
        ]
        if left_out := len(units) - len(shown):
            rest = "" if shown else "; it has tables only"
            warn(
                f"{self.name}: {counted(left_out, 'segment')} of {len(units)} not on the page, for want of a "
                f"reference or the translation of a system{rest}"
            )
        if not shown:
            _write_tables(path, tables)
            return
        scores = human_scores(self.judgements).segment_scores()
        kept = [units[index] for index in shown]
        texts = compared_texts(
            {system: [of_unit[unit] for unit in kept] for system, of_unit in outputs.items()},
            [[side[index] for index in shown] for side in references.values()],
            source=[sources[unit] or "" for unit in kept],
            labels={
                "document": [unit[0] or None for unit in kept],
                "domain": [domain_of(unit[0]) or None for unit in kept],
            },
            scores={
                "human": {
                    system: [[of_unit[unit], 1] if unit in of_unit else [0, 0] for unit in kept]
                    for system, of_unit in scores.items()
                }
            },
            reference_names=list(references),
        )
        n_tests = len(outputs) * (len(outputs) - 1) // 2 * (len(self.settings.metrics) + 1)
        needed = samples_needed(n_tests, n_drawn=len(shown))
        n_samples = max(needed, _PAGE_SAMPLES) if needed <= _MOST_PAGE_SAMPLES else _PAGE_SAMPLES
        report = make_report(
            texts,
            self.settings.metrics,
            sections=[Section("wmt", f"Ranking by the rule {rule}", tables)],
            resampling=Resampling(n_samples=n_samples, seed=self.settings.seed),
            page=PageOptions(title=f"{self.settings.name}, {self.name}", analyses=False),
        )
        report.write(path)


def _with_names(settings: Any) -> dict[str, Any]:
    """Returns the settings of a table, which are arguments of functions, with the names of their files."""

    def named(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: named(one) for key, one in value.items()}
        return str(value) if isinstance(value, Path) else value

    return {name: named(value) for name, value in vars(settings).items()}


def _in_one_line(judgement: Judgement) -> Judgement:
    """Returns a judgement with blanks for the line ends in its texts, so that its offsets stay."""
    texts = {
        name: text.translate(_LINE_ENDS)
        for name in ("source", "hypothesis")
        if (text := getattr(judgement, name)) is not None and not text.isprintable()
    }
    return replace(judgement, **texts) if texts else judgement


def _document_references(path: Path, language_pair: str) -> dict[str, dict[Unit, str]]:
    """Returns reference -> its segments by unit, from a test set with a line for each document.

    Units have the whole name of a document, or only its domain and the last part of its name. Documents of
    other language pairs are left out; those that name none are not.

    Raises:
        FormatError: a line is no document, or one stands twice with other references.
        RatingError: all documents are of other language pairs; or two have the same domain and last part, and
            other references.
    """
    documents = read_documents([str(path)]).values()
    pairs = {document.pair for document in documents if document.pair}
    wanted = same_pairs(language_pair, pairs)
    if documents and not wanted and all(document.pair for document in documents):
        raise RatingError(
            f"{path} has documents of {', '.join(sorted(pairs))}, and none of {language_pair}: correct "
            "language_pair, or references"
        )
    by_side: dict[str, dict[Unit, str]] = {}
    whose: dict[str, str] = {}
    for document in documents:
        if document.pair and document.pair not in wanted:
            continue
        name = document.name
        short = "_###_".join([str(document_domain(name)), name.rpartition("_###_")[2]])
        for side, text in document.references.items():
            segments = by_side.setdefault(side, {})
            for index, segment in enumerate(paragraphs(name, text)):
                segments[name, index] = segment
                if segments.setdefault((short, index), segment) != segment:
                    raise RatingError(
                        f"{path}: {whose[short]} and {name} are one document to the ratings, {short}, "
                        "and have other references: leave one out"
                    )
        whose.setdefault(short, name)
    return by_side


def _units_of_documents(documents: Sequence[str], units: Iterable[Unit]) -> list[Unit | None]:
    """Returns the unit of each segment of automatic scores; None if nobody rated it.

    Args:
        documents: the domain and the last part of the name of each segment's document.
        units: those that were rated, with whole names of documents.
    """
    known = {(_short_document(document), index): (document, index) for document, index in units}
    places: Counter[str] = Counter()
    made = []
    for document in documents:
        made.append(known.get((document, places[document])))
        places[document] += 1
    return made


def _short_document(document: str) -> str:
    """Returns the domain and the last part of the name of a document, as automatic scores name it."""
    last = document.rpartition("_###_" if "_###_" in document else "_#_")[2]
    return " ".join(filter(None, (domain_of(document), last)))


def _write_tables(path: Path, tables: Sequence[Table]) -> None:
    """Writes a page of tables."""
    with replacing(path) as file:
        file.write(render(tables, "html", whole_page=True).encode())
