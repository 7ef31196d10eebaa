"""Lists the contents of an evaluation set, finds stored tokenizers, and shows texts side by side."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isnan

from parbleu.errors import ParbleuError, UnknownNameError
from parbleu.evalset._evaluation_set import EvalSet
from parbleu.evalset._levels import LEVELS
from parbleu.metrics._bleu import BLEU
from parbleu.tables import Column, Result, Table

CANDIDATES = ("13a", "intl", "none", "char", "zh", "ja-mecab", "ko-mecab")
"""The tokenizers that are tried: those that need no download."""

SYSTEMS = 3
"""How many systems must have the same scores."""

TOLERANCE = 0.005
"""How far a stored score may be from the computed one: stored scores have two decimals or more."""


def stored_tokenizer(evalset: EvalSet, name: str) -> str:
    """Returns the tokenizer whose corpus BLEU is stored for the first systems; "" if not just one is.

    `name` is the full name of the metric, such as "BLEU-refA".
    """
    if not evalset.has_scores("system", name):
        return ""
    try:
        stored = evalset.scores("system", name)
        references = [evalset.all_refs[ref] for ref in sorted(evalset.references_used(name))]
        systems = [name for name in stored.systems if name in evalset.sys_outputs]
        scored = (
            (system, float(stored[system][0])) for system in systems if system not in stored.zero_filled
        )
        sample = dict(islice(((system, score) for system, score in scored if not isnan(score)), SYSTEMS))
        fitting = [
            tokenizer for tokenizer in CANDIDATES if sample and _gives(evalset, tokenizer, sample, references)
        ]
    except ParbleuError:
        return ""
    return fitting[0] if len(fitting) == 1 else ""


def tokenizer_notes(evalsets: Sequence[EvalSet], metrics: Collection[str] | None = None) -> list[str]:
    """Returns notes about the tokenizer of BLEU scores that are stored without a signature.

    Only metrics of these base names are looked at; by default all.
    """
    metrics_of: dict[str, set[str]] = {}
    for evalset in evalsets:
        for name in evalset.metric_names:
            looked_at = metrics is None or evalset.base_metric(name) in metrics
            if looked_at and "bleu" in name.lower() and not evalset.signature(name):
                tokenizer = stored_tokenizer(evalset, name)
                pair = f" {evalset.language_pair}" if tokenizer and len(evalsets) > 1 else ""
                metrics_of.setdefault(tokenizer, set()).add(f"{name}{pair}")
    notes = [
        f"No signature is stored with the scores of {', '.join(sorted(names))}; BLEU with the tokenizer "
        f"{tokenizer} gives the same scores."
        for tokenizer, names in metrics_of.items()
        if tokenizer
    ]
    if unknown := ", ".join(sorted(metrics_of.get("", ()))):
        notes.append(
            f"No signature is stored with the scores of {unknown}, so their tokenizer is unknown; "
            "parbleu meta score computes scores with one."
        )
    return notes


def _gives(
    evalset: EvalSet, tokenizer: str, scores: dict[str, float], references: Sequence[Sequence[str | None]]
) -> bool:
    """Returns whether a tokenizer gives these scores of systems; False if it is not installed."""
    try:
        metric = BLEU(tokenize=tokenizer, force=True)
        for system, score in scores.items():
            output = ["" if segment is None else segment for segment in evalset.sys_outputs[system]]
            if abs(metric.corpus_score(output, references).score - score) > TOLERANCE:
                return False
    except ParbleuError:
        return False
    return True


@dataclass(frozen=True)
class SetContents(Result):
    """The contents of one language pair of a test set, as counts and names.

    Attributes:
        evalset: the evaluation set. None of its scores is read.
    """

    evalset: EvalSet

    def tables(self) -> tuple[Table, ...]:
        """Returns tables of counts, systems, references, human scores, metrics and, if any, ratings."""
        evalset = self.evalset
        counts = {
            "segments": evalset.n_segments,
            "documents": len(evalset.docs),
            "domains": len(evalset.domains),
            "systems": len(evalset.sys_names),
            "references": len(evalset.ref_names),
        }
        human, outliers = evalset.human_sys_names, evalset.outlier_sys_names
        tables = (
            Table(
                "contents",
                [Column("test_set"), Column("language_pair"), *(Column(what, kind=int) for what in counts)],
                [(evalset.name, evalset.language_pair, *counts.values())],
            ),
            Table(
                "systems",
                [Column("system"), Column("human", "human translation", bool), Column("outlier", kind=bool)],
                [(name, name in human, name in outliers) for name in evalset.sys_names],
            ),
            Table(
                "references",
                [Column("reference"), Column("standard", kind=bool)],
                [(name, name == evalset.std_ref) for name in evalset.ref_names],
            ),
            self._human_scores(),
            self._metrics(),
        )
        names = [(name,) for name in evalset.human_rating_names]
        ratings = Table("human_ratings", [Column("human_ratings")], names)
        return (*tables, ratings) if names else tables

    def _human_scores(self) -> Table:
        columns = [Column("human_scores"), Column("levels"), Column("standard_at", "standard at")]
        standard = self.evalset.info.std_gold
        rows = [
            (name, self._levels(name), ", ".join(level for level in LEVELS if standard.get(level) == name))
            for name in self.evalset.human_score_names
        ]
        return Table("human_scores", columns, rows)

    def _metrics(self) -> Table:
        columns = [Column("metric"), Column("levels"), Column("primary", kind=bool)]
        primary = self.evalset.primary_metrics
        rows = [
            (name, self._levels(name), not primary or self.evalset.base_metric(name) in primary)
            for name in self.evalset.metric_names
        ]
        facts, notes = signature_facts([self.evalset]), tokenizer_notes([self.evalset])
        return Table("metrics", columns, rows, facts=facts, notes=notes)

    def _levels(self, scorer: str) -> str:
        return ", ".join(level for level in LEVELS if self.evalset.has_scores(level, scorer))


def signature_facts(evalsets: Sequence[EvalSet], metrics: Collection[str] | None = None) -> dict[str, str]:
    """Returns the signatures that are stored with scores of metrics of these base names, by default of all.

    They are facts below a table: name of the metric, with the language pair of several sets -> its signature.
    """
    return {
        f"{evalset.language_pair + ' ' if len(evalsets) > 1 else ''}{name} signature": signature
        for evalset in evalsets
        for name in evalset.metric_names
        if (metrics is None or evalset.base_metric(name) in metrics)
        and (signature := evalset.signature(name))
    }


@dataclass(frozen=True)
class TextColumns(Result):
    """Texts of an evaluation set, side by side.

    Attributes:
        columns: the name of each column.
        rows: rows with a cell for each column; None where no text was supplied.
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
        columns: "domain", "document", "src", "ref" (the standard reference), or names of references.
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
    if name == "document":
        return evalset.docs_per_seg
    if name == "src":
        return evalset.src
    reference = evalset.std_ref if name == "ref" else name
    if reference not in evalset.ref_names:
        raise UnknownNameError("text", name, ["domain", "document", "src", "ref", *evalset.ref_names])
    return evalset.all_refs[reference]
