"""How much a score depends on what papers do not always tell: tokenizer, case, smoothing, implementation."""

from __future__ import annotations

from parbleu._core import sum_rows
from parbleu.comparing.findings import Findings
from parbleu.comparing.plan import make_plan
from parbleu.comparing.run import assemble
from parbleu.comparing.systems import named_systems
from parbleu.errors import OptionError, UnknownNameError
from parbleu.log import warn
from parbleu.metrics.inputs import check_lengths, number_of_references, reference_streams
from parbleu.stats.correlation import correlate
from parbleu.stats.paired import PairedResult, all_pairs, paired_bootstrap, paired_randomization
from parbleu.stats.ranking import samples_needed
from parbleu.study.cutting import Texts
from parbleu.study.measuring import Measuring
from parbleu.study.outcome import Row, Section, Sensitivity
from parbleu.study.settings import ONE_SIDE, Setting, chosen_tokenizers, default_tokenizers, settings_of
from parbleu.text.looks import warn_of_looks
from parbleu.threads import thread_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from parbleu.comparing.measures import Measure
    from parbleu.comparing.plan import Plan
    from parbleu.comparing.result import MetricComparison

LEAST_RATIO, MOST_RATIO = 0.5, 2.0
"""A system with fewer or more tokens per token of the references was hardly cut as they were."""


def tokenization(
    systems: Any,
    references: Any,
    tokenizers: Iterable[Any] | None = None,
    *,
    vary: Iterable[str] = ("tokenizer", "metric"),
    one_side: str | None = None,
    metrics: Sequence[Any] = ("chrf", "ter"),
    lowercase: bool = False,
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    force: bool = False,
    test: str | None = "bootstrap",
    n_samples: int | None = None,
    seed: int | str | None = None,
    threads: int | None = None,
    alpha: float = 0.05,
) -> Sensitivity:
    """Scores the same systems in many settings: what do scores, ranks and significance owe to each?

    Scores are those of `parbleu score` with the same signature.

    Args:
        systems: name -> N hypotheses, as `parbleu.compare` takes them; one or several.
        references: K streams of N segments.
        tokenizers: names of `parbleu.TOKENIZERS` and objects of `PieceFile`, `HuggingFaceFile`,
            `FilterCommand`, or any other Tokenizer. The first is the usual one: all others are compared with
            it, and it cuts the text where something else varies. By default those that need no download.
        vary: one or several of `VARIED`: "tokenizer"; "case"; "smoothing"; "variant", the rules of several
            tools, each with its own default smoothing; "metric", for BLEU beside other metrics.
        one_side: "hyp" or "ref": all tokenizers but the first cut that side only, and then the first cuts
            both, as a scorer does when somebody hands it one side tokenized. A mistake; None for both sides.
        metrics: the other metrics, as `parbleu.compare` takes them.
        lowercase: whether BLEU ignores case where case does not vary.
        smooth_method: BLEU's smoothing where smoothing does not vary; the rules of other tools have theirs.
        smooth_value: for "floor" and "add-k".
        force: do not warn of text that looks tokenized.
        test: of all pairs of systems in each setting: "bootstrap", "randomization", or None.
        n_samples: as in `parbleu.compare`.
        seed: as there.
        threads: see `parbleu.threads.thread_count`. No number depends on it.
        alpha: the level of significance.

    Raises:
        OptionError: an option has a value that it does not take.
        ParbleuError: as `parbleu.compare` and tokenizers do.
    """
    varied = _varied(vary, one_side)
    streams = named_systems(systems, None)
    names = list(streams)
    sides = reference_streams("references", references)
    check_lengths(f"system {names[0]!r}", len(streams[names[0]]), sides)
    if not force:
        warn_of_looks(streams, sides, blanks=True)
    plan = _plan(len(names), test, n_samples, seed, threads, alpha)
    usual, *others = chosen_tokenizers(default_tokenizers() if tokenizers is None else tokenizers)
    if one_side is not None and not others:
        raise OptionError("one_side needs a second tokenizer, to cut one side before the first cuts both")
    base = Setting(usual, lowercase, smooth_method, smooth_value)
    settings = {each: settings_of(each, base, others, one_side, metrics) for each in varied}
    num_refs = number_of_references(sides)
    sections = _sections(names, settings, Texts(list(streams.values()), sides), num_refs, plan)
    warnings = tuple(dict.fromkeys([*_too_few(len(names), plan), *_warnings(names, sections)]))
    for warning in warnings:
        warn(warning)
    return Sensitivity(
        systems=tuple(names),
        n_segments=len(streams[names[0]]),
        n_references=num_refs,
        sections=sections,
        one_side=one_side,
        test=plan.test,
        n_samples=plan.n_samples,
        seed=plan.seed_text,
        alpha=alpha,
        warnings=warnings,
    )


def _varied(vary: Iterable[str], one_side: str | None) -> list[str]:
    varied = list(dict.fromkeys([vary] if isinstance(vary, str) else vary))
    if not varied:
        raise OptionError("there is nothing to vary")
    if one_side is not None and one_side not in ONE_SIDE:
        raise UnknownNameError("side", one_side, list(ONE_SIDE))
    if one_side is not None and "tokenizer" not in varied:
        raise OptionError("one_side is of use only where the tokenizer varies")
    return varied


def _plan(
    systems: int,
    test: str | None,
    n_samples: int | None,
    seed: int | str | None,
    threads: int | None,
    alpha: float,
) -> Plan:
    """Returns how pairs of systems are tested, if there are any."""
    made = make_plan(test, n_samples, None, test is not None, seed, thread_count(threads), alpha)
    return made if systems > 1 else make_plan(None, None, None, False, None, made.threads, alpha)


def _sections(
    names: list[str], settings: Mapping[str, Sequence[Setting]], texts: Texts, num_refs: int, plan: Plan
) -> tuple[Section, ...]:
    """Measures all settings, and tests all pairs in all of them with the same samples."""
    measuring = Measuring(names, texts, num_refs, plan.threads)
    measures = [measuring.measure(setting) for chosen in settings.values() for setting in chosen]
    outcomes = iter(zip(measures, _tested(names, measures, plan), strict=True))
    return tuple(
        _section(varies, names, [_row(setting, texts, *next(outcomes)) for setting in chosen], plan.alpha)
        for varies, chosen in settings.items()
    )


def _tested(names: list[str], measures: list[Measure], plan: Plan) -> Sequence[MetricComparison]:
    """Returns scores, and tests of all pairs of systems, of each measure."""
    entries = [(found.scorer, found.tables) for found in measures]
    pairs = all_pairs(len(names))
    if plan.test == "bootstrap":
        results = paired_bootstrap(entries, pairs, plan.n_samples, plan.seed, plan.threads)
    elif plan.test == "randomization":
        results = paired_randomization(entries, pairs, plan.n_samples, plan.seed, plan.threads)
    else:
        from parbleu._core import corpus_scores

        results = [PairedResult(scores, [None] * len(names), []) for scores in corpus_scores(entries)]
    for found in measures:
        for key, value in plan.signature_items().items():
            found.signature.update(key, value)
    return assemble(Findings(names, measures, results, plan)).metrics


def _row(setting: Setting, texts: Texts, measure: Measure, tested: MetricComparison) -> Row:
    scores = tuple(system.score for system in tested.scores)
    lengths = None
    if setting.metric is None:
        lengths = tuple((int(row[0]), int(row[1])) for row in map(sum_rows, measure.tables))
    better = [score if tested.higher_is_better else -score for score in scores]
    return Row(
        name=setting.name or tested.name,
        signature=tested.signature,
        higher_is_better=tested.higher_is_better,
        scores=scores,
        ranks=tuple(1 + sum(other > score for other in better) for score in better),
        lengths=lengths,
        changed=texts.changed(setting.tokenizer, setting.lowercase) if setting.metric is None else None,
        pairs=tested.pairs,
    )


def _section(varies: str, names: Sequence[str], rows: list[Row], alpha: float) -> Section:
    leads = [[row.lead(0, place) for place in range(len(names))] for row in rows]
    taus = tuple(tuple(_tau(one, other) for other in leads) for one in leads)
    return Section(varies, tuple(names), tuple(rows), taus, alpha)


def _tau(one: Sequence[float], other: Sequence[float]) -> float | None:
    found = correlate("kendall", one, other)
    return found.value if found.defined else None


def _too_few(systems: int, plan: Plan) -> list[str]:
    pairs = len(all_pairs(systems))
    needed = samples_needed(pairs, plan.alpha)
    if plan.test is None or needed <= plan.n_samples:
        return []
    told = f"corrected for {pairs} pairs, no difference can be significant at {plan.alpha} with"
    return [f"{told} {plan.n_samples} samples; ask for {needed} or more"]


def _warnings(names: Sequence[str], sections: Sequence[Section]) -> Iterable[str]:
    """Yields what lengths tell: of every tokenizer, or of the usual one if no other cuts."""
    cut = [section.rows for section in sections if section.varies == "tokenizer"]
    for row in cut[0] if cut else sections[0].rows[:1]:
        wrong = [
            f"{ratio:.2f} for {name}"
            for name, ratio in zip(names, row.hyp_ref_ratios or (), strict=True)
            if not LEAST_RATIO <= ratio <= MOST_RATIO
        ]
        if wrong:
            yield (
                f"{row.name}: hyp_ref_ratio, tokens of the hypotheses over those of the references, is "
                f"{', '.join(wrong)}; are both sides cut alike?"
            )
