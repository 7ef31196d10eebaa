# Written by tools/make_core_stub.py.
"""The native module. Private: the package's classes are the interface."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy
from numpy.typing import NDArray
from typing_extensions import Buffer

def simd_levels() -> list[str]: ...
def count_references(streams: Iterable[Segments]) -> int: ...

class Segments:
    def __init__(self, texts: Iterable[str | None]) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> str | None: ...
    def chosen(self, places: list[int], /) -> list[str | None]: ...
    def to_list(self) -> list[str | None]: ...
    def __reduce__(self) -> tuple[type[Segments], tuple[list[str | None]]]: ...
    @property
    def missing(self) -> int: ...
    def tokenized_periods(self) -> int: ...

class Scorable: ...

class Mean(Scorable):
    def __init__(self) -> None: ...

def bootstrap(
    metrics: Iterable[tuple[Any, Iterable[Any]]],
    samples: int,
    seed: int,
    start: int,
    threads: int,
    advance: Callable[[int], Any] | None = None,
) -> list[list[tuple[memoryview, bool]]]: ...
def corpus_scores(metrics: Iterable[tuple[Any, Iterable[Any]]]) -> list[list[float]]: ...
def row_scores(metric: Any, table: Any) -> memoryview: ...
def sum_rows(table: Buffer) -> list[Any]: ...
def narrowed(table: Buffer) -> memoryview | None: ...
def randomize(
    metrics: Iterable[tuple[Any, Iterable[Any]]],
    trials: int,
    seed: int,
    pairs: Sequence[tuple[int, int]],
    threads: int,
    advance: Callable[[int], Any] | None = None,
) -> list[list[tuple[int, int]]]: ...
def randomization_draws(segments: int, trials: int) -> int: ...
def paired_verdict(first: Buffer, second: Buffer, observed: float, single: bool) -> tuple[int, int, int]: ...
def interval(scores: Buffer, single: bool) -> tuple[float, float, float, float]: ...
def resampled_sums(
    table: Any, samples: int, size: int, seed: int, legacy: bool, threads: int
) -> memoryview: ...
def chosen_sums(table: Any, samples: int, seed: int, start: int, threads: int) -> memoryview: ...
def draw_indices(seed: int, bound: int, start: int, count: int) -> memoryview: ...
def draw_bits(seed: int, start: int, count: int) -> memoryview: ...

class Ter(Scorable):
    def __init__(
        self,
        normalized: bool,
        no_punct: bool,
        asian_support: bool,
        case_sensitive: bool,
        simd: str | None = None,
    ) -> None: ...
    @property
    def width(self) -> int: ...
    def prepare(self, references: Sequence[Segments], threads: int) -> PreparedTer: ...
    def total(
        self,
        hypotheses: Segments,
        references: Sequence[Segments] | PreparedTer,
        threads: int,
        start: Iterable[float] | None = None,
    ) -> tuple[float, ...]: ...
    def statistics(
        self, hypotheses: Segments, references: Sequence[Segments] | PreparedTer, threads: int
    ) -> NDArray[numpy.float64]: ...
    def tables(
        self, systems: Sequence[Segments], references: Sequence[Segments] | PreparedTer, threads: int
    ) -> list[memoryview]: ...
    def segment_scores(
        self, hypotheses: Segments, references: Sequence[Segments] | PreparedTer, threads: int
    ) -> NDArray[numpy.float64]: ...
    def score(self, row: Iterable[float]) -> float: ...
    def sentence(self, hyp: str, refs: Sequence[str | None]) -> tuple[float, ...]: ...
    def sentence_scored(self, hyp: str, refs: Sequence[str | None]) -> tuple[float, tuple[float, ...]]: ...
    def sentence_score(self, hyp: str, refs: Sequence[str | None]) -> float: ...
    def pairwise_scores(
        self, hypotheses: Segments, references: Segments, threads: int
    ) -> NDArray[numpy.float64]: ...
    def list_scores(
        self,
        hypotheses: Segments,
        references: Segments,
        hypothesis_starts: NDArray[numpy.int64],
        reference_starts: NDArray[numpy.int64],
        threads: int,
    ) -> NDArray[numpy.float64]: ...
    def score_single(self, edits: float, length: float) -> float: ...

class PreparedTer:
    def __len__(self) -> int: ...

def suber_edits(
    hypotheses: NDArray[numpy.int32],
    hypothesis_starts: NDArray[numpy.int64],
    references: NDArray[numpy.int32],
    reference_starts: NDArray[numpy.int64],
    threads: int,
) -> NDArray[numpy.int64]: ...
def segments_from_arrow_stream(capsule: object) -> Segments: ...
def segments_from_arrow_array(schema: object, array: object) -> Segments: ...

class LineReader:
    def __init__(self, universal: bool) -> None: ...
    def feed(self, block: Buffer) -> None: ...
    def finish(self) -> None: ...
    @property
    def available(self) -> int: ...
    def take(self, count: int) -> Segments: ...

def is_plain_json(text: str, deepest: int, longest: int) -> bool: ...

class Measure:
    def average(
        self, metric: NDArray[numpy.float64], weighted: bool, zero: bool
    ) -> tuple[float, float, float]: ...
    def figures(self, metric: NDArray[numpy.float64]) -> memoryview: ...

def make_measure(
    name: str, gold: NDArray[numpy.float64], starts: NDArray[numpy.int64], variant: str, threshold: float
) -> Measure: ...
def python_measure(function: Callable[[memoryview], Any], positions: int) -> Measure: ...
def count_pairs(
    gold: NDArray[numpy.float64], metric: NDArray[numpy.float64], epsilon: float
) -> tuple[int, int, int, int, int]: ...
def student_tails(t: float, freedom: float) -> float: ...
def normal_distance(tails: float) -> float: ...

class Mersenne:
    def __init__(self, seed: int) -> None: ...
    def uniform(self) -> float: ...
    def coins(self, count: int) -> memoryview: ...
    @property
    def state(self) -> tuple[memoryview, int]: ...

def mersenne_from_state(words: NDArray[numpy.uint32], used: int) -> Mersenne: ...

class SplitMix:
    def __init__(self, seed: int) -> None: ...
    def skip(self, tests: int) -> None: ...
    @property
    def state(self) -> int: ...

class TieCalibrator:
    def calibrate(
        self, metric: NDArray[numpy.float64], rate: float, random: Mersenne | None, curve: bool
    ) -> tuple[float, float, int, memoryview, memoryview]: ...
    def measure(self) -> Measure: ...

def make_calibrator(
    gold: NDArray[numpy.float64], starts: NDArray[numpy.int64], places: NDArray[numpy.int64], variant: str
) -> TieCalibrator: ...

class SignTrials: ...

def sign_trials(items: int, trials: int, seed: int) -> SignTrials: ...
def make_soft_pairwise_accuracy(
    gold: NDArray[numpy.float64], places: NDArray[numpy.int64], trials: SignTrials
) -> Measure: ...
def soft_pairwise_accuracies(
    gold: NDArray[numpy.float64],
    places: NDArray[numpy.int64],
    metrics: Sequence[NDArray[numpy.float64]],
    trials: SignTrials,
    threads: int,
) -> list[float]: ...
def pairwise_p_values(scores: NDArray[numpy.float64], trials: SignTrials) -> memoryview: ...

class PairOutcomes: ...

def make_outcomes(
    gold: NDArray[numpy.float64],
    starts: NDArray[numpy.int64],
    metric: NDArray[numpy.float64],
    epsilon: float,
    square: bool,
) -> PairOutcomes: ...
def permute_scores(
    measure: Measure,
    first: NDArray[numpy.float64],
    second: NDArray[numpy.float64],
    zero: bool,
    rule: tuple[int, int, float, float],
    random: Mersenne | SplitMix,
    threads: int,
) -> tuple[int, float, float, memoryview]: ...
def permute_pairs(
    first: PairOutcomes,
    second: PairOutcomes,
    variant: str,
    by_row: bool,
    zero: bool,
    rule: tuple[int, int, float, float],
    only_counted: bool,
    random: Mersenne | SplitMix,
    threads: int,
) -> tuple[int, float, float, memoryview]: ...
def permute_calibrated(
    gold: NDArray[numpy.float64],
    starts: NDArray[numpy.int64],
    first: NDArray[numpy.float64],
    second: NDArray[numpy.float64],
    variant: str,
    by_row: bool,
    rule: tuple[int, int, float, float],
    random: Mersenne | SplitMix,
    threads: int,
) -> tuple[int, float, float, memoryview]: ...
def read_score_lines(
    data: Buffer, with_domain: bool, largest: float
) -> tuple[list[str], memoryview, memoryview, list[str], memoryview, int, int]: ...

class Tokenizer:
    @property
    def name(self) -> str: ...

class PieceModel(Tokenizer):
    def __init__(self, name: str, file: bytes) -> None: ...
    def decode(self, tokens: Sequence[str]) -> str: ...

def mecab_tokenizer(
    name: str,
    words: Buffer,
    unknown: Buffer,
    matrix: Buffer,
    characters: Buffer,
    space_penalties: Sequence[tuple[int, int]],
) -> Tokenizer: ...
def tokenizer_names() -> list[str]: ...
def tokenize(text: str, tokenizer: str | Tokenizer) -> str: ...
def tokenize_ter(
    text: str, normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool
) -> str: ...
def lower(text: str) -> str: ...

class Bleu(Scorable):
    def __init__(
        self,
        tokenizer: str | Tokenizer,
        lowercase: bool,
        max_ngram_order: int,
        smooth_method: str,
        smooth_value: float,
        effective_order: bool,
        simd: str | None = None,
    ) -> None: ...
    @property
    def width(self) -> int: ...
    def prepare(self, references: Sequence[Segments], threads: int) -> PreparedBleu: ...
    def total(
        self,
        hypotheses: Segments,
        references: Sequence[Segments] | PreparedBleu,
        threads: int,
        start: Iterable[int] | None = None,
    ) -> tuple[int, ...]: ...
    def statistics(
        self, hypotheses: Segments, references: Sequence[Segments] | PreparedBleu, threads: int
    ) -> NDArray[numpy.int64]: ...
    def tables(
        self, systems: Sequence[Segments], references: Sequence[Segments] | PreparedBleu, threads: int
    ) -> list[memoryview]: ...
    def segment_scores(
        self, hypotheses: Segments, references: Sequence[Segments] | PreparedBleu, threads: int
    ) -> NDArray[numpy.float64]: ...
    def score(self, row: Iterable[int]) -> float: ...
    def sentence(self, hyp: str, refs: Sequence[str | None]) -> tuple[int, ...]: ...
    def sentence_scored(self, hyp: str, refs: Sequence[str | None]) -> tuple[float, tuple[int, ...]]: ...
    def sentence_score(self, hyp: str, refs: Sequence[str | None]) -> float: ...
    def pairwise_scores(
        self, hypotheses: Segments, references: Segments, threads: int
    ) -> NDArray[numpy.float64]: ...
    def list_scores(
        self,
        hypotheses: Segments,
        references: Segments,
        hypothesis_starts: NDArray[numpy.int64],
        reference_starts: NDArray[numpy.int64],
        threads: int,
    ) -> NDArray[numpy.float64]: ...
    def aggregate_scores(
        self,
        hypotheses: Segments,
        references: Segments,
        hypothesis_starts: NDArray[numpy.int64],
        reference_starts: NDArray[numpy.int64],
        weights: NDArray[numpy.float64] | None,
        threads: int,
    ) -> NDArray[numpy.float64]: ...
    def result(
        self, row: Iterable[int]
    ) -> tuple[float, list[Any], list[Any], list[float], float, int, int]: ...

class PreparedBleu:
    def __len__(self) -> int: ...

def bleu_score(
    correct: Sequence[float],
    total: Sequence[float],
    sys_len: float,
    ref_len: float,
    smooth_method: str,
    smooth_value: float,
    effective_order: bool,
    single: bool = False,
) -> tuple[float, list[Any], list[Any], list[float], float]: ...

class Chrf(Scorable):
    def __init__(
        self,
        char_order: int,
        word_order: int,
        beta: float,
        lowercase: bool,
        whitespace: bool,
        eps_smoothing: bool,
        simd: str | None = None,
    ) -> None: ...
    @property
    def width(self) -> int: ...
    def prepare(self, references: Sequence[Segments], threads: int) -> PreparedChrf: ...
    def total(
        self,
        hypotheses: Segments,
        references: Sequence[Segments] | PreparedChrf,
        threads: int,
        start: Iterable[int] | None = None,
    ) -> tuple[int, ...]: ...
    def statistics(
        self, hypotheses: Segments, references: Sequence[Segments] | PreparedChrf, threads: int
    ) -> NDArray[numpy.int64]: ...
    def tables(
        self, systems: Sequence[Segments], references: Sequence[Segments] | PreparedChrf, threads: int
    ) -> list[memoryview]: ...
    def segment_scores(
        self, hypotheses: Segments, references: Sequence[Segments] | PreparedChrf, threads: int
    ) -> NDArray[numpy.float64]: ...
    def score(self, row: Iterable[int]) -> float: ...
    def sentence(self, hyp: str, refs: Sequence[str | None]) -> tuple[int, ...]: ...
    def sentence_scored(self, hyp: str, refs: Sequence[str | None]) -> tuple[float, tuple[int, ...]]: ...
    def sentence_score(self, hyp: str, refs: Sequence[str | None]) -> float: ...
    def pairwise_scores(
        self, hypotheses: Segments, references: Segments, threads: int
    ) -> NDArray[numpy.float64]: ...
    def list_scores(
        self,
        hypotheses: Segments,
        references: Segments,
        hypothesis_starts: NDArray[numpy.int64],
        reference_starts: NDArray[numpy.int64],
        threads: int,
    ) -> NDArray[numpy.float64]: ...
    def aggregate_scores(
        self,
        hypotheses: Segments,
        references: Segments,
        hypothesis_starts: NDArray[numpy.int64],
        reference_starts: NDArray[numpy.int64],
        weights: NDArray[numpy.float64] | None,
        threads: int,
    ) -> NDArray[numpy.float64]: ...

class PreparedChrf:
    def __len__(self) -> int: ...

def chrf_score(row: Sequence[float], beta: float, eps_smoothing: bool, single: bool = False) -> float: ...

class Vocabulary:
    def __init__(self) -> None: ...

class TokenLists:
    def __init__(
        self, data: object, what: str, grouped: bool, may_miss: bool, vocabulary: Vocabulary
    ) -> None: ...
    def __len__(self) -> int: ...

class IdBleu(Scorable):
    def __init__(
        self,
        variant: str,
        smooth_method: str,
        smooth_value: float,
        effective_order: bool,
        max_ngram_order: int,
        weights: Sequence[float],
        simd: str | None = None,
    ) -> None: ...
    def total(
        self, hypotheses: TokenLists, references: Sequence[TokenLists], threads: int
    ) -> tuple[float, float, list[float], list[float], list[float], float, int, int, int]: ...
    def statistics(
        self, hypotheses: TokenLists, references: Sequence[TokenLists], threads: int
    ) -> memoryview: ...
    def full_statistics(
        self, hypotheses: TokenLists, references: Sequence[TokenLists], threads: int
    ) -> memoryview: ...
    def segment_scores(
        self, hypotheses: TokenLists, references: Sequence[TokenLists], threads: int
    ) -> memoryview: ...

class XmlDocuments:
    def __init__(
        self, document: str, groups: list[str], segment: str, key: str, whole: bool = False
    ) -> None: ...
    def feed(
        self, block: bytes
    ) -> list[
        tuple[int, dict[str, str], list[tuple[str, int, dict[str, str], bytes, bytes, list[int], int]]]
    ]: ...
    def finish(self) -> None: ...

def edit_scripts(
    references: Sequence[Segments], hypotheses: Segments, unit: str, threads: int
) -> tuple[tuple[NDArray[numpy.int32], NDArray[numpy.int64]], NDArray[numpy.int32], NDArray[numpy.uint8]]: ...
def matched_ngrams(
    references: Sequence[Segments], hypotheses: Segments, unit: str, max_order: int, threads: int
) -> tuple[NDArray[numpy.uint16], NDArray[numpy.int64]]: ...
def token_places(
    texts: Segments, lines: Segments, threads: int
) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]: ...
def classify_errors(
    references: Sequence[Segments],
    reference_bases: Sequence[Segments],
    hypotheses: Segments,
    hypothesis_bases: Segments,
    threads: int,
) -> tuple[
    NDArray[numpy.int32],
    NDArray[numpy.int32],
    tuple[NDArray[numpy.uint8], NDArray[numpy.int64]],
    tuple[NDArray[numpy.uint8], NDArray[numpy.int64]],
]: ...
def ter_alignments(
    metric: Ter, references: Sequence[Segments], hypotheses: Segments, threads: int
) -> tuple[
    tuple[NDArray[numpy.int32], NDArray[numpy.int64]],
    tuple[NDArray[numpy.int32], NDArray[numpy.int64]],
    NDArray[numpy.int32],
]: ...
def resegment(
    documents: Segments,
    keys: Segments,
    references: Sequence[Segments],
    starts: Buffer,
    unit: str,
    goes_on: bool,
    threads: int,
) -> tuple[memoryview, memoryview]: ...
def best_blocks(
    spans: NDArray[numpy.int64], similarities: NDArray[numpy.float64], blocks: int, units: int
) -> tuple[list[tuple[int, int]], list[float]]: ...
def merged_by_length(source: NDArray[numpy.int64], lengths: NDArray[numpy.int64]) -> list[int]: ...
def number_tokens(
    streams: Sequence[Segments], tokenizer: str | Tokenizer, lowercase: bool
) -> tuple[list[tuple[memoryview, memoryview]], list[str]]: ...
def number_pairs(first: NDArray[numpy.int32], second: NDArray[numpy.int32]) -> tuple[memoryview, int]: ...
def match_occurrences(
    hypotheses: NDArray[numpy.int32],
    hypothesis_starts: NDArray[numpy.int64],
    references: NDArray[numpy.int32],
    reference_starts: NDArray[numpy.int64],
) -> memoryview: ...

class SimilarLines:
    def __init__(self, sources: Sequence[Segments], references: Sequence[Segments]) -> None: ...
    def add(self, sources: Segments, targets: Segments, threads: int) -> None: ...
    def sources(self) -> tuple[memoryview, memoryview]: ...
    def targets(self) -> tuple[memoryview, memoryview]: ...
    def pairs(self) -> tuple[memoryview, memoryview]: ...

def expected_scores(
    scores: NDArray[numpy.float64],
    hypothesis_starts: NDArray[numpy.int64],
    reference_starts: NDArray[numpy.int64],
    weights: NDArray[numpy.float64] | None,
) -> NDArray[numpy.float64]: ...

class WritingLimits:
    looked_at: int = 72
    few_lines: int = 3
    begin_of_line: int = 80
    end_of_line: int = 80
    last_words: int = 24
    long_line: int = 120
    fewest_repeats: int = 4
    language_lines: int = 32
    fewest_letters: int = 60
    letters_of_sign: int = 3
    enough_words: int = 150
    lines_of_words: int = 150
    fewest_foreign: int = 4
    fewest_words: int = 4
    short_line: int = 10
    copied_line: int = 20
    long_text: int = 40
    begin_affix: int = 2
    end_affix: int = 6
    fewest_unmatched: int = 8
    fewest_damaged: int = 20
    frequent_letter: int = 4
    rare: float = 0.05
    tenth: float = 0.1
    written: float = 0.1
    unwritten: float = 0.05
    no_blanks: float = 0.01
    mostly: float = 0.5
    wholly: float = 0.8
    hardly_any: float = 0.1
    most_in_chinese: float = 0.01
    least_in_japanese: float = 0.1
    lacking_words: float = 0.02
    having_words: float = 0.06
    known_words: float = 0.25
    shortest: float = 0.6
    many_cut: float = 0.2
    affixed: float = 0.12
    mostly_ascii: float = 1.25
    hardly_ascii: float = 1.5
    rarely_shared: float = 0.12
    alike: float = 0.25
    damaged_in_line: float = 0.5
    hardly: float = 0.1
    jump: float = 2.0
    latin_letters: str = "Latin letters"
    greek_letters: str = "Greek letters"
    chinese_signs: str = "Chinese characters"
    kana_signs: str = "kana"
    korean_signs: str = "Hangul"
    in_script_of_region: str = "sd"

def letters_by_script(lines: Segments) -> dict[str, int]: ...
def looks_cut(streams: Iterable[Segments]) -> bool: ...
def writing_suspects(outputs: Iterable[Segments], reference: Segments) -> list[list[str]]: ...
def normalized_text(text: str, name: str) -> str: ...
def language_by_script(lines: Segments) -> str: ...

class LineSampler:
    def __init__(self, first: int = 320) -> None: ...
    def add(
        self,
        systems: Iterable[Segments],
        references: Iterable[Segments],
        sources: Iterable[Segments],
        expected: int,
    ) -> None: ...
    def add_source(self, source: Segments) -> None: ...
    def spellings(self) -> list[str] | None: ...
    @property
    def language(self) -> str: ...
    def seems_unlike(self, system: int) -> bool: ...
    def seems_turned(self, system: int) -> bool: ...
    def cut_reasoning(self) -> list[list[bool]]: ...
    def mismatches(self, systems: Sequence[str], references: Sequence[str], equal: bool) -> list[str]: ...
    def shifts(self, systems: Sequence[str], reference: str) -> list[str]: ...
    def perhaps_foreign(self, system: int) -> tuple[list[str], list[str]] | None: ...
    def how_damaged(self, system: int, reference: str) -> str: ...
    def how_unlike(self, system: int, systems: Sequence[str], references: Sequence[str]) -> str: ...
    def with_lines(self, systems: Iterable[Segments], references: Iterable[Segments]) -> LineSampler: ...
    def neighbours(self) -> list[int]: ...
    @property
    def step(self) -> int: ...
    @property
    def systems(self) -> list[list[str]]: ...
    @property
    def references(self) -> list[list[str]]: ...
    @property
    def sources(self) -> list[list[str]]: ...
    @property
    def places(self) -> list[int]: ...
    @property
    def n_references(self) -> int: ...
    @property
    def n_lines(self) -> int: ...

class WritingDifference:
    @property
    def names(self) -> list[str]: ...
    @property
    def is_sample(self) -> bool: ...
    @property
    def n_segments(self) -> int: ...
    @property
    def n_changed(self) -> int: ...
    @property
    def before(self) -> float: ...
    @property
    def after(self) -> float: ...

def engine_of_search(metrics: Iterable[Any]) -> tuple[Any, str]: ...
def writing_differences(
    systems: Iterable[tuple[Sequence[Segments], Sequence[str]]],
    engine: Any,
    normalize: Callable[[str, list[str]], list[str] | None],
    is_sample: bool,
) -> list[WritingDifference | None]: ...
def native_normalizations() -> list[str]: ...
def words_of_native_normalization(name: str) -> tuple[str, str] | None: ...
def worded_differences(
    found: list[WritingDifference | None],
    score: str,
    systems: list[str],
    reference: str,
    in_shell: bool,
    words: Callable[[str], tuple[str, str]],
) -> list[str]: ...
def explained_difference(
    difference: WritingDifference, score: str, words: Callable[[str], tuple[str, str]]
) -> str: ...
def first_look(
    sample: LineSampler,
    metrics: Iterable[Any],
    systems: list[str],
    references: list[str],
    in_shell: bool,
    equal: bool,
    code: str = "",
    script: str = "",
    macrolanguage: str = "",
    of_region: str = "",
) -> list[str] | None: ...
def cut_lines(
    systems: list[Segments],
    references: list[Segments],
    system_names: Sequence[str],
    reference_names: Sequence[str],
    heeds_blanks: bool,
) -> list[str]: ...
def is_expected(sample: LineSampler, code: str, script: str, macrolanguage: str, of_region: str) -> bool: ...
def script_of(code: str, script: str, macrolanguage: str) -> str: ...
def frequent_words(code: str) -> str: ...
