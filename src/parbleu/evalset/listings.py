"""Which evaluation sets there are, what is in one of them, and its texts side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parbleu.errors import UnknownNameError
from parbleu.evalset.file_layout import data_directories, local_sets
from parbleu.evalset.levels import LEVELS
from parbleu.evalset.standard_info import language_pairs, set_names
from parbleu.tables import Column, Result, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from os import PathLike

    from parbleu.evalset.evaluation_set import EvalSet

    Path = str | PathLike[str]


@dataclass(frozen=True)
class SetList(Result):
    """The test sets: those of the WMT metrics tasks, the newest first, then others that are on this machine.

    Attributes:
        official: test set of the metrics tasks -> its language pairs.
        local: test set that is on this machine -> the language pairs that are there.
    """

    official: Mapping[str, Sequence[str]]
    local: Mapping[str, Sequence[str]]

    @property
    def names(self) -> list[str]:
        """The test sets."""
        return list(dict.fromkeys([*self.official, *self.local]))

    def language_pairs(self, test_set: str) -> list[str]:
        """Returns the language pairs of a test set.

        Raises:
            UnknownNameError: there is no such set.
        """
        if test_set not in self.official and test_set not in self.local:
            raise UnknownNameError("evaluation set", test_set, self.names)
        return list(dict.fromkeys([*self.official.get(test_set, ()), *self.local.get(test_set, ())]))

    def of(self, test_set: str) -> PairList:
        """Returns the language pairs of a test set as a result of their own.

        Raises:
            UnknownNameError: there is no such set.
        """
        return PairList(test_set, self.language_pairs(test_set), frozenset(self.local.get(test_set, ())))

    def tables(self) -> tuple[Table, ...]:
        """Returns a table with a row for each test set."""
        columns = [
            Column("test_set"),
            Column("language_pairs", kind=int),
            Column("local", "on this machine", int),
            Column("official", "of a WMT metrics task", bool),
        ]
        rows = [
            (name, len(self.language_pairs(name)), len(self.local.get(name, ())), name in self.official)
            for name in self.names
        ]
        return (Table("test_sets", columns, rows),)


@dataclass(frozen=True)
class PairList(Result):
    """The language pairs of a test set.

    Attributes:
        test_set: the test set.
        language_pairs: the official ones first.
        local: those that are on this machine.
    """

    test_set: str
    language_pairs: Sequence[str]
    local: frozenset[str]

    def tables(self) -> tuple[Table, ...]:
        """Returns a table with a row for each language pair."""
        columns = [Column("test_set"), Column("language_pair"), Column("local", "on this machine", bool)]
        rows = [(self.test_set, pair, pair in self.local) for pair in self.language_pairs]
        return (Table("language_pairs", columns, rows),)


def list_sets(path: Path | Sequence[Path] | None = None) -> SetList:
    """Lists the test sets and their language pairs. Only directories are read.

    Args:
        path: as of `EvalSet`: where sets may be on this machine.
    """
    local: dict[str, list[str]] = {}
    for directory in data_directories(path):
        for name, pairs in local_sets(directory).items():
            local[name] = list(dict.fromkeys([*local.get(name, ()), *pairs]))
    return SetList({name: language_pairs(name) for name in set_names()}, local)


@dataclass(frozen=True)
class SetContents(Result):
    """What is in one language pair of a test set.

    Attributes:
        test_set: the test set.
        language_pair: the language pair.
        n_segments: how many segments the source has.
        n_documents: how many documents.
        domains: the domains.
        systems: the systems; references with an output of the same name are systems, too.
        outlier_systems: those that are usually left out.
        human_systems: those that are references.
        references: the references.
        standard_reference: the one that metrics use.
        human_scores: name -> its levels.
        human_ratings: the names of the collections of ratings.
        standard_scores: level -> the human scores that count there.
        metrics: full name -> its levels.
        primary_metrics: full names of those that compete.
    """

    test_set: str
    language_pair: str
    n_segments: int
    n_documents: int
    domains: Sequence[str]
    systems: Sequence[str]
    outlier_systems: frozenset[str]
    human_systems: frozenset[str]
    references: Sequence[str]
    standard_reference: str
    human_scores: Mapping[str, Sequence[str]]
    human_ratings: Sequence[str]
    standard_scores: Mapping[str, str]
    metrics: Mapping[str, Sequence[str]]
    primary_metrics: frozenset[str]

    def tables(self) -> tuple[Table, ...]:
        """Returns tables of counts, systems, references, human scores, metrics and, if any, ratings."""
        contents = (
            self.test_set,
            self.language_pair,
            self.n_segments,
            self.n_documents,
            len(self.domains),
            len(self.systems),
            len(self.references),
        )
        columns = [Column("test_set"), Column("language_pair")]
        columns += [
            Column(name, kind=int) for name in ("segments", "documents", "domains", "systems", "references")
        ]
        system = [Column("system"), Column("human", "human translation", bool), Column("outlier", kind=bool)]
        reference = [Column("reference"), Column("standard", kind=bool)]
        human = [Column("human_scores"), Column("levels"), Column("standard_at", "standard at")]
        metric = [Column("metric"), Column("levels"), Column("primary", kind=bool)]
        tables = (
            Table("contents", columns, [contents]),
            Table(
                "systems",
                system,
                [(name, name in self.human_systems, name in self.outlier_systems) for name in self.systems],
            ),
            Table(
                "references", reference, [(name, name == self.standard_reference) for name in self.references]
            ),
            Table(
                "human_scores",
                human,
                [
                    (name, _joined(levels), _joined(_standard_at(name, self.standard_scores)))
                    for name, levels in self.human_scores.items()
                ],
            ),
            Table(
                "metrics",
                metric,
                [
                    (name, _joined(levels), name in self.primary_metrics)
                    for name, levels in self.metrics.items()
                ],
            ),
        )
        ratings = Table("human_ratings", [Column("human_ratings")], [(name,) for name in self.human_ratings])
        return (*tables, ratings) if self.human_ratings else tables


def set_contents(evalset: EvalSet) -> SetContents:
    """Returns what is in an evaluation set; no scores are read."""
    scorers = {level: evalset.scorers(level) for level in LEVELS}
    chosen = evalset.primary_metrics
    return SetContents(
        test_set=evalset.name,
        language_pair=evalset.lp,
        n_segments=evalset.n_segments,
        n_documents=len(evalset.docs),
        domains=evalset.domain_names,
        systems=evalset.sys_names,
        outlier_systems=evalset.outlier_sys_names,
        human_systems=evalset.human_sys_names,
        references=evalset.ref_names,
        standard_reference=evalset.std_ref,
        human_scores={
            name: [level for level, (human, _) in scorers.items() if name in human]
            for name in evalset.human_score_names
        },
        human_ratings=evalset.human_rating_names,
        standard_scores=evalset.info.std_gold,
        metrics={
            name: [level for level, (_, metrics) in scorers.items() if name in metrics]
            for name in evalset.metric_names
        },
        primary_metrics=frozenset(
            name for name in evalset.metric_names if not chosen or evalset.base_metric(name) in chosen
        ),
    )


def _joined(words: Iterable[str]) -> str:
    return ", ".join(words)


def _standard_at(name: str, standard: Mapping[str, str]) -> list[str]:
    return [level for level in LEVELS if standard.get(level) == name]


@dataclass(frozen=True)
class TextColumns(Result):
    """Texts of an evaluation set, side by side.

    Attributes:
        columns: what each column holds.
        rows: a cell for each column, None where no text was supplied.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str | None]]

    def tables(self) -> tuple[Table, ...]:
        """Returns one table."""
        return (Table("texts", [Column(name, name) for name in self.columns], self.rows),)


def text_columns(evalset: EvalSet, columns: Sequence[str], *, outputs: bool = False) -> TextColumns:
    """Puts texts side by side, with a row for each segment.

    Args:
        evalset: the evaluation set.
        columns: "domain", "doc", "src", "ref" (the standard reference), or names of references.
        outputs: whether there are rows for each system, which begin with the system and its output.

    Raises:
        UnknownNameError: there is no such text.
    """
    texts = [_text(evalset, name) for name in columns]
    if not outputs:
        return TextColumns(list(columns), list(zip(*texts, strict=True)))
    rows = [
        (system, *row)
        for system, output in evalset.sys_outputs.items()
        for row in zip(output, *texts, strict=True)
    ]
    return TextColumns(["system", "output", *columns], rows)


def _text(evalset: EvalSet, name: str) -> Sequence[str | None]:
    if name == "domain":
        return evalset.domains_per_seg
    if name == "doc":
        return evalset.docs_per_seg
    if name == "src":
        return evalset.src
    reference = evalset.std_ref if name == "ref" else name
    if reference not in evalset.ref_names:
        raise UnknownNameError("text", name, ["domain", "doc", "src", "ref", *evalset.ref_names])
    return evalset.all_refs[reference]
