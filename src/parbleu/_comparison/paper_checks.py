"""Checks whether the scores of one table of a paper can be believed, by the results that they come from.

The checklist is in the spirit of B. Marie, A. Fujita and R. Rubino, "Scientific Credibility of Machine
Translation Research: A Meta-Evaluation of 769 Papers" (ACL 2021).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parbleu._base.known_names import check_name
from parbleu._base.wording import counted, listed
from parbleu._comparison.sample_warnings import SIGNIFICANCE_DEPENDS, why_few_samples
from parbleu._io.lines import StandardInput, read_json
from parbleu.errors import FormatError, NoSegmentsError, OptionError, SignatureError
from parbleu.metrics._from_signature import from_signature
from parbleu.metrics._score import COMMON_KEYS
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES
from parbleu.tables import Result, column, record, rows
from parbleu.text._tokenizers import TOKENIZERS

if TYPE_CHECKING:
    from os import PathLike
if TYPE_CHECKING:
    from parbleu.metrics._base import Metric


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
        return tuple(finding for finding in self.found if finding.status == PROBLEM)


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
    findings = [
        _metrics_checked(scores, human_evaluation),
        *_significance(scores),
        *_signatures(scores, models or {}),
        *_settings(scores),
        *_interference(scores, optimized),
        _references(references),
    ]
    return PaperChecks(tuple(scores), tuple(findings))


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
    for doubt in dict.fromkeys(doubt for score in scores for doubt in score.doubts):
        yield PaperFinding(
            SIGNIFICANCE,
            PROBLEM,
            f"{doubt}; state which writing is scored, and why",
            "Which differences are significant depends on how our texts are written.",
        )
    for test in dict.fromkeys(tested.values()):
        metrics = listed(metric for (_, metric), tested_by in tested.items() if tested_by == test)
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
    for kind, message in differences:
        yield PaperFinding(
            SETTINGS,
            PROBLEM,
            f"{message}; score all systems alike, or print them in tables of their own",
            f"Scores that differ in {kind} are not comparable with each other.",
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
    for (metric, _), systems_by_length in lengths.items():
        if len(systems_by_length) > 1:
            shown = ", ".join(f"{length} tokens ({system})" for length, system in systems_by_length.items())
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
        hint = f"say so: --references-made-by {' or '.join(KINDS_OF_REFERENCES)}"
        return PaperFinding(
            REFERENCES, NOT_STATED, f"who made the references; {hint}", "References were made by ... ."
        )
    if kind == "human":
        return PaperFinding(REFERENCES, OK, "made by people", "References were translated by people.")
    origin = {"machine": "made by a machine", "post-edited": "post-edited output of a machine"}[kind]
    return PaperFinding(
        REFERENCES,
        PROBLEM,
        f"{origin}; systems like that machine gain, so judge by references that people translated",
        f"References were {origin}: scores favour systems that resemble it.",
    )


SIGNATURE = " signature"
NAME_OF_BASELINE = "Baseline: "
REFERENCE_LENGTH = re.compile(r"ref_len = ([0-9]+)")
WHAT_IS_READ = "read are results of parbleu score -f json, and the JSON of sacreBLEU"
NOT_SETTINGS = ("version", "bs", "ar", "seed")
"""Items of signatures that change no score."""


@dataclass(frozen=True)
class PaperScore:
    """A score in a saved result.

    Attributes:
        file: the file's path.
        system: its name; where the result has none, that of the file without its ending.
        metric: the name of the score.
        signature: how it was computed; "" if the file does not say so.
        test: the test that compared it with others, in words; "" if none did.
        n_segments: how many segments it is of; None if the file does not say so.
        reference_length: tokens of the references, if there is one for each segment; None if the file does
            not say so.
        weak: why its test says little, in a sentence; "" if it does not.
        doubts: what the result warns of its test, a line each.
    """

    file: str
    system: str
    metric: str
    signature: str
    test: str = ""
    n_segments: int | None = None
    reference_length: int | None = None
    weak: str = ""
    doubts: tuple[str, ...] = ()

    @property
    def items(self) -> dict[str, str]:
        """Key -> value of the signature, as it writes them."""
        parts = (item.partition(":") for item in self.signature.split("|"))
        return {key: value for key, _, value in parts if key}

    @property
    def given(self) -> bool:
        """Whether the score is of segment scores that another tool computed."""
        return self.items.get("scores") == "given"

    def why_not_verifiable(self) -> str:
        """Returns why the signature does not tell how to compute the score again; "" if it does."""
        if not self.signature:
            return "the result has no signature of it"
        if self.given:
            return "the scores of segments are of another tool, which the signature does not name"
        try:
            self._metric()
        except SignatureError as problem:
            return str(problem)
        return "" if {"version", "v"} & self.items.keys() else "its signature names no version"

    def settings(self) -> dict[str, str]:
        """Returns what the signature says of the score but for versions and resampling, under long keys."""
        items = self.items
        try:
            metric = self._metric()
        except SignatureError:
            return {key: value for key, value in items.items() if key not in NOT_SETTINGS}
        metric.num_refs = 1
        parts = (item.split(":", 1) for item in metric.get_signature().format().split("|"))
        settings = {key: value for key, value in parts if key not in (*NOT_SETTINGS, "nrefs")}
        if "tok" in settings:
            settings["tok"] = items.get("tok", settings["tok"])
        for key, (short, _) in COMMON_KEYS.items():
            value = items.get(key, items.get(short))
            if key not in NOT_SETTINGS and value not in (None, settings.get("tok")):
                settings[key] = value
        return settings

    def _metric(self) -> Metric[Any]:
        """Returns the metric of the signature, without its tokenizer, which may be missing here."""
        tokenizer = self.items.get("tok", "")
        known = any(tokenizer == name or tokenizer.startswith(f"{name}-") for name in TOKENIZERS)
        signature = self.signature.replace(f"tok:{tokenizer}", "tok:none") if known else self.signature
        return from_signature(f"{self.metric}|{signature}")


def read_paper_scores(path: str) -> list[PaperScore]:
    """Reads the scores of a file of `parbleu score -f json`, or of sacreBLEU's JSON; "-" is standard input.

    Raises:
        UnreadableFileError: it cannot be read.
        FormatError: it holds something else.
    """
    result = read_json(path, WHAT_IS_READ)
    path = StandardInput.name if path == "-" else path
    try:
        if isinstance(result, dict) and "tables" in result:
            doubts = tuple(
                line for line in result.get("warnings", ()) if line.startswith(SIGNIFICANCE_DEPENDS)
            )
            scores = list(_of_tables(path, result["tables"]["scores"], doubts))
        else:
            scores = list(_of_sacrebleu(path, result if isinstance(result, list) else [result]))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        scores = []
    if not scores:
        raise FormatError(path, 0, f"it holds no scores of systems; {WHAT_IS_READ}")
    return scores


def _of_tables(path: str, table: Any, doubts: tuple[str, ...]) -> Iterator[PaperScore]:
    """Yields the scores of one system, whose rows are metrics, or of several, whose rows are systems."""
    facts, rows = table["facts"], table["rows"]
    size = _whole(facts.get("n_segments"))
    if "system" not in rows[0]:
        for row in rows:
            signature = str(row["signature"])
            length = _reference_length(row.get("details"), signature)
            yield PaperScore(path, Path(path).stem, str(row["metric"]), signature, "", size, length)
        return
    test_and_weakness = (_test(facts), _weakness(facts, size))
    names = [key.removesuffix(SIGNATURE) for key in facts if key.endswith(SIGNATURE)]
    for row in rows:
        for name in (name for name in names if name in row):
            test, weak = test_and_weakness if f"{name}_p_value" in row else ("", "")
            yield PaperScore(
                path,
                str(row["system"]),
                name,
                str(facts[name + SIGNATURE]),
                test,
                size,
                weak=weak,
                doubts=doubts if test else (),
            )


def _test(facts: Mapping[str, Any]) -> str:
    test = {"bootstrap": "paired bootstrap", "randomization": "paired approximate randomization"}
    words = [test.get(str(facts.get("test")), "a test without a name")]
    words += [f"{facts['n_samples']} samples"] if "n_samples" in facts else []
    words += [f"seed {facts['seed']}"] if "seed" in facts else []
    return ", ".join(words)


def _weakness(facts: Mapping[str, Any], n_segments: int | None) -> str:
    """Returns why a test of so few segments, or units of several, says little; "" if it does not."""
    n_drawn, n_samples = _whole(facts.get("n_units")) or n_segments, _whole(facts.get("n_samples"))
    if n_drawn is None or (n_drawn > 1 and facts.get("test") != "bootstrap"):
        return ""
    return why_few_samples(n_drawn, n_samples or BOOTSTRAP_SAMPLES)


def _whole(value: object) -> int | None:
    """Returns a number from 1; None for anything else that a file may hold."""
    return value if isinstance(value, int) and value > 0 and not isinstance(value, bool) else None


def _of_sacrebleu(path: str, items: list[Any]) -> Iterator[PaperScore]:
    """Yields the scores of objects for each metric, or of sacreBLEU's for each system, without signatures."""
    tested = {
        key
        for item in items
        for key, value in item.items()
        if isinstance(value, dict) and value.get("p_value") is not None
    }
    for item in items:
        system = str(item.get("system", Path(path).stem)).removeprefix(NAME_OF_BASELINE)
        if "name" not in item:
            for name in (key for key in item if key != "system"):
                test = "a test that the file does not name" if name in tested else ""
                yield PaperScore(path, system, name, "", test)
        else:
            float(item["score"])
            signature = str(item.get("signature", ""))
            length = _reference_length(item.get("verbose_score"), signature)
            size = _whole(item.get("n_segments"))
            yield PaperScore(path, system, str(item["name"]), signature, "", size, length)


def _reference_length(details: Any, signature: str) -> int | None:
    """Returns the references' length in BLEU's details; with several of them it depends on the output."""
    match = REFERENCE_LENGTH.search(str(details or ""))
    is_single = any(item in ("nrefs:1", "#:1") for item in signature.split("|"))
    return int(match[1]) if match and is_single else None


FAMILIES: dict[str, tuple[str, ...]] = {
    "COMET": ("comet", "xcomet", "kiwi", *(f"wmt{year}-comet" for year in range(20, 24))),
    "MetricX": ("metricx",),
    "BLEURT": ("bleurt",),
    "judged by language models": ("gemba", "llm", "gpt", "gemini", "claude"),
    "BERTScore": ("bertscore", "yisi"),
    "strings": ("bleu", "spbleu", "sacrebleu", "chrf", "ter", "meteor", "rouge", "nist"),
}
"""Family -> how the names of its metrics begin, in lower case: a system that optimizes one gains on all."""


def metric_family(name: str) -> str:
    """Returns the family of a metric, by how its name begins; its own name if there is none.

    Args:
        name: of the metric, such as BLEU, or Unbabel/wmt22-comet-da, whose organization does not count.
    """
    word = name.lower().rpartition("/")[2]
    for family, beginnings in FAMILIES.items():
        if word.startswith(beginnings):
            return family
    return name.lower()
