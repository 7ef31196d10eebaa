"""Measures how scores depend on settings that papers often omit: tokenizer, case, smoothing, variant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from math import comb
from operator import ne
from typing import Any

from parbleu._base.known_names import check_name
from parbleu._base.log import warn
from parbleu._comparison.compare_systems import assemble_groups
from parbleu._comparison.comparison_result import MetricComparison
from parbleu._comparison.metric_inputs import DECIMALS, Measure, measure, named_metrics, with_scorer_scores
from parbleu._comparison.resampled_scores import checked_resampling, resample
from parbleu._comparison.sample_warnings import too_few_samples
from parbleu._core import Segments, TokenLists, Vocabulary, sum_rows
from parbleu._inputs.corpus import Corpus
from parbleu._inputs.segment_scores import SegmentScores
from parbleu._inputs.systems import add_name, named_systems
from parbleu.errors import OptionError
from parbleu.metrics._bleu import BLEU
from parbleu.metrics._corpus_warnings import warn_of_call
from parbleu.metrics._input_checks import check_lengths, number_of_references, reference_streams
from parbleu.metrics.tokens._bleu_variants import TokenSignature
from parbleu.metrics.tokens._token_bleu import TokenBLEU
from parbleu.stats.correlation import correlate
from parbleu.stats.resampling import Resampling
from parbleu.study._own_tokenizers import BatchTokenizer
from parbleu.study._sensitivity_result import Row, Sensitivity, StudySection
from parbleu.study._varied_settings import (
    NORMALIZED,
    ONE_SIDE,
    NamedMetric,
    Setting,
    chosen_normalizations,
    chosen_tokenizers,
    default_tokenizers,
    settings_of,
)
from parbleu.text._segments import as_segments
from parbleu.text._tokenized_lines import checked_lines, given_texts, tokenized
from parbleu.text._tokenizers.base import Tokenizer
from parbleu.typing import MetricsLike, ReferencesLike, SegmentsLike, SystemsLike, TokenizerLike

Group = tuple[str, list[Setting]]  # what varies, and the settings that differ in it
Sides = tuple[list[Segments], tuple[Segments, ...]]  # the systems, and the references
Lists = tuple[list[TokenLists], list[TokenLists]]


class CachingTokenizer(BatchTokenizer):
    """A tokenizer that keeps its results: each text is tokenized once, however often it occurs."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__(tokenizer.name)
        self._tokenizer = tokenizer
        self._known: dict[str, str] = {}

    def signature(self) -> str:
        """Returns the tokenizer's value in signatures."""
        return self._tokenizer.signature()

    def tokenize_all(self, texts: list[str]) -> list[str]:
        """Returns many segments tokenized.

        Raises:
            TokenizerError: the tokenizer, which may be a user's, does not return a string for each text.
        """
        if new := [text for text in dict.fromkeys(texts) if text not in self._known]:
            self._known.update(zip(new, checked_lines(self._tokenizer, new), strict=True))
        return [self._known[text] for text in texts]


class TokenizedTexts:
    """Systems' outputs and references, tokenized when a tokenizer is first needed.

    Args:
        systems: a stream for each.
        references: K streams; None where a segment lacks a reference.

    Attributes:
        sides: both, as they are.
    """

    def __init__(self, systems: Sequence[Segments], references: Sequence[Segments]) -> None:
        self.sides: Sides = (list(systems), tuple(references))
        self._cached: dict[Tokenizer, CachingTokenizer] = {}
        self._changed: dict[tuple[Tokenizer, bool], int] = {}
        self._lists: dict[tuple[Tokenizer, bool], Lists] = {}

    def with_sides(self, systems: Sequence[Segments], references: Sequence[Segments]) -> TokenizedTexts:
        """Returns an object for other texts that shares the cached results."""
        texts = TokenizedTexts(systems, references)
        texts._cached = self._cached
        return texts

    def caching(self, tokenizer: Tokenizer, lowercase: bool = False) -> Tokenizer:
        """Returns a tokenizer that has tokenized all texts, in one call, because it may be a command.

        The core's own are returned as they are: to tokenize again costs less than to look up.
        """
        if tokenizer.native is not None:
            return tokenizer
        cached = self._cached.setdefault(tokenizer, CachingTokenizer(tokenizer))
        cached.tokenize_all(
            [text for stream in chain(*self.sides) for text in given_texts(stream.to_list(), lowercase)]
        )
        return cached

    def tokenized(self, tokenizer: Tokenizer, lowercase: bool = False) -> Sides:
        """Returns all texts, in lower case if asked, as tokens with blanks between them."""
        cached = self.caching(tokenizer, lowercase)
        systems, references = self.sides
        return (
            [tokenized(stream, cached, lowercase) for stream in systems],
            tuple(tokenized(stream, cached, lowercase) for stream in references),
        )

    def token_lists(self, tokenizer: Tokenizer, lowercase: bool) -> Lists:
        """Returns systems and references, in lower case if asked, as the native side takes tokens."""
        key = (tokenizer, lowercase)
        if key not in self._lists:
            vocabulary = Vocabulary()

            def listed(stream: Segments) -> TokenLists:
                words = [None if text is None else text.split() for text in stream.to_list()]
                return TokenLists(words, "texts", False, True, vocabulary)

            systems, references = self.tokenized(tokenizer, lowercase)
            self._lists[key] = ([*map(listed, systems)], [*map(listed, references)])
        return self._lists[key]

    def count_changed(self, tokenizer: Tokenizer, lowercase: bool = False) -> int:
        """Counts the texts, in lower case if asked, whose tokens differ in more than white space."""
        if tokenizer.spells_text:
            return 0
        key = (tokenizer, lowercase)
        if key not in self._changed:
            cached = self.caching(tokenizer, lowercase)
            self._changed[key] = 0
            for stream in chain(*self.sides):
                texts = given_texts(stream.to_list(), lowercase)
                restored = tokenizer.restore(cached.tokenize_all(texts))
                self._changed[key] += sum(map(ne, map(_letters, texts), map(_letters, restored)))
        return self._changed[key]


def _letters(text: str) -> str:
    return "".join(text.split())


OTHER_METRICS = ("chrf", "ter")

LEAST_RATIO, MOST_RATIO = 0.5, 2.0
"""A system with fewer or more tokens per token of the references was hardly tokenized as they were."""


def tokenization(
    systems: SystemsLike,
    references: ReferencesLike,
    tokenizers: str | TokenizerLike | Iterable[str | TokenizerLike] | None = None,
    *,
    vary: Iterable[str] = ("tokenizer", "metric"),
    one_side: str | None = None,
    normalizations: str | Iterable[str] | None = None,
    metrics: MetricsLike | None = None,
    source: SegmentsLike | None = None,
    bleu: BLEU | None = None,
    resampling: Resampling | None = None,
) -> Sensitivity:
    """Scores the same systems in many settings, and measures how scores, ranks and significance change.

    Scores are those of `parbleu score` with the same signature.

    Args:
        systems: name -> N hypotheses, as `parbleu.compare` takes them; one or several.
        references: K streams of N segments.
        tokenizers: names of `parbleu.text.TOKENIZERS` and objects of `PieceFile`, `HuggingFaceFile`,
            `FilterCommand`, or any function of a segment that has a `name`. The first is the usual one: all
            others are compared with it, and it is used where something else varies. By default those that
            need no download.
        vary: one or several of `VARIED`: "tokenizer"; "case"; "normalization", of both sides; "smoothing";
            "variant", the rules of several tools, each with its own default smoothing; "metric", for BLEU
            beside other metrics.
        one_side: "hyp" or "ref": all tokenizers but the first are applied to that side only, and then the
            first to both, as a scorer does that is given one side tokenized. That is a mistake whose
            effect can be measured so. None for both sides.
        normalizations: where "normalization" varies, those that are compared with none, of
            `parbleu.text.NORMALIZATIONS`; "nfc+quotes" are two that are applied together. By default some
            that often differ between outputs.
        metrics: the other metrics, as `parbleu.compare` takes them; by default chrF and TER. Where
            "metric" varies, they score the text. Where "tokenizer" does, those that are named here score the
            tokens, with blanks between them, in a section each; but not scorers and segment scores from
            elsewhere.
        source: what was translated, for scorers that need it.
        bleu: BLEU with the case and smoothing that it has where these do not vary, and with `force=True` to
            leave out warnings of text that looks tokenized; its tokenizer is not used. The rules of other
            tools have their own smoothing.
        resampling: the test of all pairs of systems in each setting, and its level. The usual test is the
            paired bootstrap. A single system has no test.

    Raises:
        OptionError: an option has a value that it does not take.
        InputShapeError: systems or references differ in length.
        ParbleuError: a metric or a tokenizer refuses the texts.
    """
    varied = _varied(vary, one_side, normalizations)
    normalized = chosen_normalizations(NORMALIZED if normalizations is None else normalizations)
    streams = named_systems(systems, None)
    names = list(streams)
    sides = reference_streams("references", references)
    check_lengths(f"system {names[0]!r}", len(streams[names[0]]), sides)
    bleu = bleu or BLEU()
    warn_of_call(streams, sides, [bleu])
    asked = (resampling or Resampling()).with_test("bootstrap")
    if len(names) < 2:  # there is nothing to test
        asked = asked.changed(test=None, all_pairs=False, n_samples=None)
    asked = checked_resampling(asked.changed(all_pairs=asked.test is not None))
    usual, *others = chosen_tokenizers(default_tokenizers() if tokenizers is None else tokenizers)
    if one_side is not None and not others:
        raise OptionError(
            "one_side needs a second tokenizer, for one side, before the first is used for both"
        )
    base = Setting(
        usual.name, usual, bleu.lowercase, bleu.smooth_method, bleu.smooth_value, normalize=bleu.normalize
    )
    named = named_metrics(OTHER_METRICS if metrics is None else metrics, scorers=True)
    texts = None if source is None else as_segments(source, "the source")
    named = with_scorer_scores(named, Corpus(streams, sides, texts))
    groups = [
        (varied_part, settings_of(varied_part, base, others, one_side, normalized, named))
        for varied_part in varied
    ]
    if metrics is not None:
        groups = _with_metrics_of_tokens(groups, named)
    num_refs = number_of_references(sides)
    sections = _sections(names, groups, TokenizedTexts(list(streams.values()), sides), num_refs, asked)
    few = too_few_samples(asked, comb(len(names), 2))
    warnings = tuple(dict.fromkeys([*([few] if few else []), *_warnings(names, sections)]))
    for warning in warnings:
        warn(warning)
    return Sensitivity(
        systems=tuple(names),
        n_segments=len(streams[names[0]]),
        n_references=num_refs,
        sections=sections,
        one_side=one_side,
        test=asked.test,
        n_samples=asked.n_test_samples,
        seed=asked.seed,
        alpha=asked.alpha,
        warnings=warnings,
    )


def _varied(vary: Any, one_side: str | None, normalizations: Any) -> list[str]:
    varied = list(dict.fromkeys([vary] if isinstance(vary, str) or not hasattr(vary, "__iter__") else vary))
    if not varied:
        raise OptionError("there is nothing to vary: name tokenizers or another setting")
    if one_side is not None:
        check_name("side", one_side, ONE_SIDE)
        if "tokenizer" not in varied:
            raise OptionError("one_side is of use only where the tokenizer varies")
    if normalizations is not None and "normalization" not in varied:
        raise OptionError("normalizations are of use only where the normalization varies: vary it, too")
    return varied


def _with_metrics_of_tokens(groups: Sequence[Group], named: Sequence[NamedMetric]) -> list[Group]:
    """Returns groups, and behind that of the tokenizers one for each metric, which scores their tokens."""
    made: list[Group] = []
    for varied_part, settings in groups:
        made.append((varied_part, settings))
        if varied_part == "tokenizer":
            made += [
                (varied_part, [replace(setting, metric=metric, of_tokens=True) for setting in settings])
                for metric in named
                if not isinstance(metric[1], SegmentScores)
            ]
    return made


def _sections(
    names: list[str], groups: Sequence[Group], texts: TokenizedTexts, num_refs: int, resampling: Resampling
) -> tuple[StudySection, ...]:
    """Measures all settings, and tests all pairs in all of them with the same samples."""
    statistics = SettingStatistics(names, texts, num_refs, resampling.threads or 1)
    measures = [statistics.measure(setting) for _, chosen in groups for setting in chosen]
    [compared] = assemble_groups([resample(names, measures, resampling)], by_metric=True)
    tested = compared.metrics
    outcomes = iter(zip(measures, tested, strict=True))
    sections = []
    for varies, chosen in groups:
        measured = list(islice(outcomes, len(chosen)))
        rows = [_row(setting, texts, *outcome) for setting, outcome in zip(chosen, measured, strict=True)]
        metric = None if varies == "metric" else measured[0][0].name
        sections.append(_section(varies, metric, names, rows, resampling.alpha))
    return tuple(sections)


def _row(setting: Setting, texts: TokenizedTexts, measure: Measure, tested: MetricComparison) -> Row:
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
        changed=texts.count_changed(setting.tokenizer, setting.lowercase) if setting.metric is None else None,
        pairs=tested.pairs,
    )


def _section(
    varies: str, metric: str | None, names: Sequence[str], rows: Sequence[Row], alpha: float
) -> StudySection:
    known: list[str] = []
    for row in rows:
        add_name(known, row.name, "metric" if metric is None else "setting")
        known.append(row.name)
    leads = [[row.lead(0, system) for system in range(len(names))] for row in rows]
    correlations = ((correlate("kendall", one, other) for other in leads) for one in leads)
    taus = tuple(tuple(tau.value if tau.defined else None for tau in row) for row in correlations)
    return StudySection(varies, metric, tuple(names), tuple(rows), taus, alpha)


def _warnings(names: Sequence[str], sections: Sequence[StudySection]) -> Iterable[str]:
    """Yields warnings of odd lengths: for every tokenizer, or for the usual one if tokenizers do not vary."""
    cut = [section.rows for section in sections if section.varies == "tokenizer"]
    rows = cut[0] if cut else sections[0].rows[:1]
    for row in rows:
        lengths = zip(names, row.lengths or (), row.hyp_ref_ratios or (), strict=True)
        none = [name for name, pair, _ in lengths if 0 in pair]
        if none:
            yield f"{row.name}: one side at least has no token at all, for {', '.join(none)}"
        wrong = [
            f"{ratio:.2f} for {name}"
            for name, ratio in zip(names, row.hyp_ref_ratios or (), strict=True)
            if name not in none and not LEAST_RATIO <= ratio <= MOST_RATIO
        ]
        if wrong:
            yield (
                f"{row.name}: hyp_ref_ratio, tokens of the hypotheses over those of the references, is "
                f"{', '.join(wrong)}; are both sides cut alike?"
            )
    if any(section.varies == "variant" for section in sections) and (0, 0) in (rows[0].lengths or ()):
        yield "sacrebleu-r: with no token on either side the score of sacRebleu is NaN; here it is 0"


class _BLEU(BLEU):
    """BLEU with any tokenizer at all."""

    def __init__(self, tokenizer: Tokenizer, label: str, setting: Setting) -> None:
        self._own_tokenizer = tokenizer
        self._label = label
        super().__init__(
            lowercase=setting.lowercase,
            force=True,
            smooth_method=setting.smooth_method,
            smooth_value=setting.smooth_value,
            normalize=setting.normalize,
        )

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer: call it with a segment."""
        return self._own_tokenizer

    @property
    def tokenizer_signature(self) -> str:
        """The tokenizer's value in signatures."""
        return self._label


_BLEU.__name__ = BLEU.__name__  # which messages begin with


@dataclass
class SettingStatistics:
    """Makes the statistics of a study's systems in one setting after another; equal tables are made once.

    Attributes:
        names: of the systems.
        texts: their output, and the references.
        num_refs: references of every segment, -1 if that varies.
        threads: how many may work.
    """

    names: Sequence[str]
    texts: TokenizedTexts
    num_refs: int
    threads: int
    _tables: dict[Any, list[Any]] = field(default_factory=dict, init=False)

    def measure(self, setting: Setting) -> Measure:
        """Returns the statistics of all systems."""
        if setting.metric is not None and not setting.of_tokens:
            return next(measure([setting.metric], self.names, *self.texts.sides, self.threads))
        if setting.variant != "sacrebleu":
            return self._by_rules(setting)
        texts, tokenizer, label = self._given(setting)
        if setting.metric is not None:
            measured = next(measure([setting.metric], self.names, *texts.tokenized(tokenizer), self.threads))
            measured.signature.update("cut", label)
            return measured
        bleu = _BLEU(texts.caching(tokenizer, setting.lowercase), label, setting)
        key = (setting.tokenizer, setting.lowercase, setting.one_side, setting.normalize)
        if key not in self._tables:
            self._tables[key] = list(bleu.tables(*texts.sides, threads=self.threads))
        bleu.num_refs = self.num_refs
        return Measure("BLEU", bleu.scorer, self._tables[key], True, DECIMALS, bleu.get_signature())

    def _given(self, setting: Setting) -> tuple[TokenizedTexts, Tokenizer, str]:
        """Returns the texts as a scorer gets them, its tokenizer, and what signatures say of both."""
        texts, tokenizer = self.texts, setting.tokenizer
        label = tokenizer.signature()
        if setting.scorer is not None:
            label = f"{setting.scorer.signature()}({label}({setting.one_side}))"
            systems, references = texts.tokenized(tokenizer)
            if setting.one_side == "hyp":
                references = texts.sides[1]
            else:
                systems = texts.sides[0]
            texts, tokenizer = texts.with_sides(systems, references), setting.scorer
        return texts, tokenizer, label

    def _by_rules(self, setting: Setting) -> Measure:
        """Returns what BLEU by another tool's rules makes of the tokens."""
        rules = TokenBLEU(
            variant=setting.variant, smooth_method=setting.smooth_method, smooth_value=setting.smooth_value
        )
        systems, references = self.texts.token_lists(setting.tokenizer, setting.lowercase)
        tables: list[Any] = [
            rules.native.full_statistics(system, references, self.threads) for system in systems
        ]
        signature = TokenSignature({**rules.options, "num_refs": self.num_refs})
        signature.update("case", "lc" if setting.lowercase else "mixed")
        signature.update("tok", setting.tokenizer.signature())
        return Measure("BLEU", rules.native, tables, True, DECIMALS, signature)
