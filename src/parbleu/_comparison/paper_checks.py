"""Checks whether the scores of one table of a paper can be believed, by the results that they come from.

The checklist is in the spirit of B. Marie, A. Fujita and R. Rubino, "Scientific Credibility of Machine
Translation Research: A Meta-Evaluation of 769 Papers" (ACL 2021).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from parbleu._base.known_names import check_name
from parbleu._base.wording import counted, listed
from parbleu._comparison.paper_scores import PaperScore, read_paper_scores
from parbleu.errors import NoSegmentsError, OptionError
from parbleu.metrics._metric_families import metric_family
from parbleu.tables import Result, column, record, rows

if TYPE_CHECKING:
    from os import PathLike

METRICS, SIGNIFICANCE, SIGNATURES, SETTINGS, INTERFERENCE, REFERENCES = CHECKS = (
    "metrics",
    "significance",
    "signatures",
    "settings",
    "interference",
    "references",
)
OK, PROBLEM, NOT_STATED = STATUSES = ("ok", "problem", "not stated")
KINDS_OF_REFERENCES = ("human", "post-edited", "machine")
CHECKLIST = "The checklist is in the spirit of B. Marie, A. Fujita and R. Rubino (ACL 2021)."


@record
class PaperFinding:
    """What one check of a paper's scores says.

    Attributes:
        check: the name of the check, one of `CHECKS`.
        status: "ok", "problem", or "not stated" where no result can tell.
        message: what was found, and what to do about it.
        sentence: what the paper could print if nothing is done about it.
    """

    check: str
    status: str
    message: str
    sentence: str = column("to print")

    def __str__(self) -> str:
        return f"{self.check}: {self.status}: {self.message}\n  print: {self.sentence}"


def _facts(checks: PaperChecks) -> dict[str, object]:
    return {
        "n_scores": len(checks.scores),
        "n_systems": len(_systems(checks.scores)),
        "metrics": " ".join(_metrics(checks.scores)),
        "n_problems": len(checks.problems),
    }


@record
class PaperChecks(Result):
    """What the checks of a paper's scores say.

    Attributes:
        scores: the scores, in the order of the files.
        found: at least one finding of each check, in the order of `CHECKS`.
    """

    scores: tuple[PaperScore, ...]
    found: tuple[PaperFinding, ...] = rows("findings", PaperFinding, notes=[CHECKLIST], facts=_facts)

    @property
    def problems(self) -> tuple[PaperFinding, ...]:
        """The findings that are problems."""
        return tuple(each for each in self.found if each.status == PROBLEM)


def check_paper(
    results: Iterable[str | PathLike[str]],
    *,
    optimized: Mapping[str, Sequence[str]] | None = None,
    models: Mapping[str, str] | None = None,
    references: str | None = None,
    human_evaluation: bool = False,
) -> PaperChecks:
    """Checks the scores of one table of a paper.

    Args:
        results: files of `parbleu score -f json`, or of sacreBLEU's JSON. What sacreBLEU prints for one
            system does not name it: it is called as the file, without its ending. "-" is standard input.
        optimized: system -> metrics that it was tuned, reranked, decoded or trained with; a system that
            optimizes nothing has none. None declares nothing.
        models: metric -> the model and the version that computed scores of another tool.
        references: who made them, one of `KINDS_OF_REFERENCES`; None if that is not known.
        human_evaluation: whether the paper has a human evaluation besides.

    Raises:
        NoSegmentsError: no file is named.
        UnreadableFileError: a file cannot be read.
        FormatError: a file holds no scores.
        UnknownNameError: a system or a metric that is declared is not in the results.
        OptionError: there is no such kind of references, or standard input is wanted twice.
    """
    if references is not None and references not in KINDS_OF_REFERENCES:
        raise OptionError(f"references are {', '.join(KINDS_OF_REFERENCES)}, not {references!r}")
    paths = [str(path) for path in results]
    if paths.count("-") > 1:
        raise OptionError("standard input can be one result only: save the others as files")
    scores = [score for path in paths for score in read_paper_scores(path)]
    if not scores:
        raise NoSegmentsError("name at least one result to check: parbleu score ... -f json -o result.json")
    for what, names, known in (
        ("system", optimized or {}, _systems(scores)),
        ("metric", models or {}, _metrics(scores)),
    ):
        for name in names:
            check_name(what, name, known)
    found = [
        _metrics_checked(scores, human_evaluation),
        *_significance(scores),
        *_signatures(scores, models or {}),
        *_settings(scores),
        *_interference(scores, optimized),
        _references(references),
    ]
    return PaperChecks(tuple(scores), tuple(found))


def _systems(scores: Iterable[PaperScore]) -> list[str]:
    return list(dict.fromkeys(score.system for score in scores))


def _metrics(scores: Iterable[PaperScore]) -> list[str]:
    return list(dict.fromkeys(score.metric for score in scores))


def _metrics_checked(scores: Sequence[PaperScore], human_evaluation: bool) -> PaperFinding:
    """Checks that there is more than BLEU: one metric, or BLEU in several variants, is a problem."""
    names = _metrics(scores)
    only_bleu = all("bleu" in name.lower() and "bleurt" not in name.lower() for name in names)
    if human_evaluation or not (len(names) == 1 or only_bleu):
        message = listed([*names, "a human evaluation"] if human_evaluation else names)
        return PaperFinding(METRICS, OK, message, f"We report {message}.")
    hint = "add chrF (-m bleu chrf), a neural metric (--scores COMET=FILE) or a human evaluation"
    return PaperFinding(
        METRICS,
        PROBLEM,
        f"{listed(names)} is all; {hint}",
        f"We report {listed(names)} only, without another metric or a human evaluation to confirm it.",
    )


def _significance(scores: Sequence[PaperScore]) -> Iterator[PaperFinding]:
    """Checks that each score of several systems was compared by a test."""
    if len(_systems(scores)) == 1:
        yield PaperFinding(SIGNIFICANCE, OK, "one system: no difference is claimed", "We compare no systems.")
        return
    tested = {(score.system, score.metric): score.test for score in scores if score.test}
    untested = [score for score in scores if (score.system, score.metric) not in tested]
    for metric in _metrics(untested):
        systems = listed(score.system for score in untested if score.metric == metric)
        yield PaperFinding(
            SIGNIFICANCE,
            PROBLEM,
            f"no test compares {metric} of {systems}; score all systems in one command with --paired-bs",
            f"We have not tested the differences in {metric} of {systems} for statistical significance.",
        )
    for weak in dict.fromkeys(score.weak for score in scores if score.weak):
        yield PaperFinding(
            SIGNIFICANCE, PROBLEM, weak, "Our test set is too small for a test of significance."
        )
    for test in dict.fromkeys(tested.values()):
        metrics = listed(metric for (_, metric), each in tested.items() if each == test)
        unnamed = "does not name" in test
        hint = "; state the test, its samples and its seed" if unnamed else ""
        yield PaperFinding(
            SIGNIFICANCE,
            NOT_STATED if unnamed else OK,
            f"{metrics}: {test}{hint}",
            f"Differences in {metrics} were tested by {'... (test, samples, seed)' if unnamed else test}.",
        )


def _signatures(scores: Sequence[PaperScore], models: Mapping[str, str]) -> Iterator[PaperFinding]:
    """Checks that each score states how to compute it again."""
    faults: dict[tuple[str, str], list[PaperScore]] = {}
    stated: dict[str, None] = {}
    for score in scores:
        if score.given and score.metric in models:
            stated[f"{score.metric}: {models[score.metric]}"] = None
        elif why := score.why_not_verifiable():
            faults.setdefault((score.metric, why), []).append(score)
        else:
            stated[f"{score.metric}|{score.signature}"] = None
    for (metric, why), those in faults.items():
        systems = listed(score.system for score in those)
        hint = f"--models {metric}=MODEL" if those[0].given else "compute it with parbleu score -f json"
        yield PaperFinding(
            SIGNATURES,
            PROBLEM,
            f"{metric} of {systems} in {listed(score.file for score in those)}: {why}; {hint}",
            f"{metric} of {systems} is as reported elsewhere, and may not be comparable.",
        )
    if stated:
        sentence = f"Scores were computed with these settings: {'; '.join(stated)}."
        yield PaperFinding(SIGNATURES, OK, f"{counted(len(stated), 'signature')} to print", sentence)


def _settings(scores: Sequence[PaperScore]) -> Iterator[PaperFinding]:
    """Checks that all scores of a metric have the same settings, and all scores the same test set."""
    differences = [*_differing_settings(scores), *_differing_sizes(scores)]
    for place, message in differences:
        yield PaperFinding(
            SETTINGS,
            PROBLEM,
            f"{message}; score all systems alike, or print them in tables of their own",
            f"Scores that differ in {place} are not comparable with each other.",
        )
    if not differences:
        sets = list(dict.fromkeys(sets for score in scores if (sets := score.settings().get("test"))))
        named = f" on {listed(sets)}" if sets else ""
        hint = "" if sets else ", and no signature names the test set; score with -t, or state it"
        yield PaperFinding(
            SETTINGS,
            OK if sets else NOT_STATED,
            f"no difference{named}{hint}",
            f"All systems were scored alike{named or ' on ... (test set)'}.",
        )


def _differing_settings(scores: Sequence[PaperScore]) -> Iterator[tuple[str, str]]:
    """Yields the key of each setting that differs between the scores of a metric, and in words how."""
    for metric in _metrics(scores):
        those = [(score, score.settings()) for score in scores if score.metric == metric and score.signature]
        for key in dict.fromkeys(key for _, settings in those for key in settings):
            values: dict[str, list[str]] = {}
            for score, settings in those:
                values.setdefault(settings.get(key, "not stated"), []).append(score.system)
            if len(values) > 1:
                shown = ", ".join(f"{value} ({listed(systems)})" for value, systems in values.items())
                yield f"{key} of {metric}", f"{metric} has different values of {key}: {shown}"


def _differing_sizes(scores: Sequence[PaperScore]) -> Iterator[tuple[str, str]]:
    """Yields what shows that test sets differ: numbers of segments, or lengths of references."""
    sizes = {score.file: score.n_segments for score in scores if score.n_segments is not None}
    if len(set(sizes.values())) > 1:
        shown = ", ".join(f"{size} ({path})" for path, size in sizes.items())
        yield "the number of segments", f"results have different numbers of segments: {shown}"
    lengths: dict[tuple[str, str], dict[int, str]] = {}
    for score in scores:
        if score.reference_length is not None:
            key = (score.metric, str(sorted(score.settings().items())))
            lengths.setdefault(key, {}).setdefault(score.reference_length, score.system)
    for (metric, _), found in lengths.items():
        if len(found) > 1:
            shown = ", ".join(f"{length} tokens ({system})" for length, system in found.items())
            yield "their references", f"{metric} has references of different lengths: {shown}"


def _interference(
    scores: Sequence[PaperScore], optimized: Mapping[str, Sequence[str]] | None
) -> Iterator[PaperFinding]:
    """Checks that no system was made with a metric that judges it, or one of that metric's family."""
    if optimized is None:
        yield PaperFinding(
            INTERFERENCE,
            NOT_STATED,
            "whether a system was tuned, reranked or decoded with a metric; declare it: --optimized "
            "SYSTEM=METRIC, or SYSTEM=none",
            "No system was tuned, reranked or decoded with a metric of this table (to be confirmed).",
        )
        return
    clashes = 0
    for system, used in optimized.items():
        for name in used:
            family = metric_family(name)
            judges = [
                score.metric
                for score in scores
                if score.system == system
                and (score.metric.lower() == name.lower() or metric_family(score.metric) == family)
            ]
            if judges:
                clashes += 1
                yield PaperFinding(
                    INTERFERENCE,
                    PROBLEM,
                    f"{system} optimizes {name}, and is judged by {listed(judges)} of the same family "
                    f"({family}); judge it by another family or by people",
                    f"{system} optimizes {name}, so that {listed(judges)} may overstate its quality; we "
                    "mark these scores and draw no conclusion from them.",
                )
    undeclared = [system for system in _systems(scores) if system not in optimized]
    if undeclared:
        yield PaperFinding(
            INTERFERENCE,
            NOT_STATED,
            f"what {listed(undeclared)} optimizes; declare it: --optimized SYSTEM=METRIC, or SYSTEM=none",
            f"What {listed(undeclared)} optimizes is not known to us.",
        )
    if not clashes and not undeclared:
        sentence = "No system was tuned, reranked or decoded with a metric of this table."
        yield PaperFinding(INTERFERENCE, OK, "no system optimizes a metric of the table", sentence)


def _references(kind: str | None) -> PaperFinding:
    """Checks that people made the references."""
    if kind is None:
        hint = f"say so: --references {' or '.join(KINDS_OF_REFERENCES)}"
        return PaperFinding(
            REFERENCES, NOT_STATED, f"who made the references; {hint}", "References were made by ... ."
        )
    if kind == "human":
        return PaperFinding(REFERENCES, OK, "made by people", "References were translated by people.")
    made = {"machine": "made by a machine", "post-edited": "post-edited output of a machine"}[kind]
    return PaperFinding(
        REFERENCES,
        PROBLEM,
        f"{made}; systems like that machine gain, so judge by references that people translated",
        f"References were {made}: scores favour systems that resemble it.",
    )
