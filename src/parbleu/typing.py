"""Defines types for annotating code that passes text, systems, metrics and tokenizers to parbleu.

They are for type checkers and describe what functions take; nothing has to derive from them. `import parbleu`
does not load this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any, Protocol, TypeAlias

from parbleu._core import Segments


class ArrowStream(Protocol):
    """A column of strings in Arrow's C stream interface, as pandas, polars and pyarrow have it."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> object:
        """Returns the capsule of the stream."""
        ...


class ArrowArray(Protocol):
    """A column of strings in Arrow's C data interface, as an array of pyarrow has it."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]:
        """Returns the capsules of the schema and the array."""
        ...


SegmentsLike: TypeAlias = Iterable[str | None] | PathLike[str] | ArrowStream | ArrowArray | Segments
"""One stream of N segments: what `parbleu.text.as_segments` takes.

A list, tuple, iterator, NumPy array, or column of pandas, polars or Arrow with strings; the path of a UTF-8
file; the string "-", standard input. None is a missing segment. No other string is a stream, which a type
checker cannot tell, since a string is an iterable of strings.
"""

ReferencesLike: TypeAlias = Iterable[SegmentsLike]
"""K reference streams of N segments each."""


class PandasTable(Protocol):
    """A table with a column for each system, as pandas has it."""

    def items(self) -> Iterable[tuple[Any, Any]]:
        """Returns the names and columns."""
        ...


class PolarsTable(Protocol):
    """A table with a column for each system, as polars has it."""

    def get_columns(self) -> Iterable[Any]:
        """Returns the columns, which have a `name`."""
        ...


SystemsLike: TypeAlias = (
    Mapping[str, SegmentsLike] | Iterable[tuple[str, SegmentsLike]] | PandasTable | PolarsTable
)
"""Systems' outputs: name -> N segments. A mapping, pairs, or a table with a column for each system."""


ScoresLike: TypeAlias = Mapping[str, Any] | PandasTable | PolarsTable
"""Scores that were computed elsewhere: system -> its numbers, or a table with a column for each system."""


class MetricLike(Protocol):
    """A metric: a table of statistics whose rows add up, and a formula.

    `parbleu.Metric` is one. An object of another class may also have `name` (a string), `higher_is_better` (a
    bool) and `get_signature()`.
    """

    def statistics(self, hypotheses: list[str], references: list[list[str | None]], /) -> Any:
        """Returns an array of shape (N, k), a row for each segment.

        Args:
            hypotheses: N strings.
            references: K lists of N strings; None where a segment lacks a reference.
        """
        ...

    def score(self, row: Any, /) -> Any:
        """Returns the score of a row, or of a sum of rows: a number or an object with the attribute `score`.

        Args:
            row: k numbers.
        """
        ...


class NamedScores(Protocol):
    """Segment scores of systems: a `parbleu.SegmentScores`."""

    name: str
    statistics: dict[str, Any]
    higher_is_better: bool
    decimals: int


class ScorerLike(Protocol):
    """What gives each segment a score of its own: a `parbleu.scorers.Scorer`."""

    def identity(self) -> dict[str, str]:
        """Returns all that scores depend on besides texts."""
        ...


MetricOrName: TypeAlias = str | MetricLike | type[MetricLike] | NamedScores | ScorerLike
"""A metric, its class, its name ("bleu", "chrf++", as registered), a scorer or its name ("comet:MODEL"), or
segment scores from elsewhere."""

NamedMetrics: TypeAlias = Mapping[str, MetricOrName | ScoresLike]
"""Metrics by the names that tables give them; {system: scores} or a table of them are segment scores."""

MetricsLike: TypeAlias = MetricOrName | NamedMetrics | Iterable[MetricOrName | NamedMetrics]
"""Metrics: what `parbleu.compare` takes."""


class TokenizerLike(Protocol):
    """A tokenizer: a named callable that returns the tokens of a segment with white space between them."""

    @property
    def name(self) -> str:
        """The name in tables and signatures."""
        ...

    def __call__(self, text: str, /) -> str:
        """Returns one segment tokenized."""
        ...


TokensLike: TypeAlias = Iterable[int] | Iterable[str]
"""The given tokens of a segment: ids, or strings."""

TokenStreamLike: TypeAlias = Iterable[TokensLike] | ArrowStream | ArrowArray
"""N sequences of tokens: lists, tuples, arrays, an array of two dimensions, or a column of lists."""

TokenReferencesLike: TypeAlias = Iterable[Iterable[TokensLike | None] | ArrowStream | ArrowArray]
"""K streams of N sequences of tokens, or N lists of the references of a segment; None is a missing one."""


class BatchEncoder(Protocol):
    """An encoder of text to ids: a `tokenizers.Tokenizer` of Hugging Face."""

    def encode_batch(self, texts: Any, /, *, add_special_tokens: bool = ...) -> Iterable[Any]:
        """Returns an encoding with `ids` for each text."""
        ...


class FastTokenizer(Protocol):
    """A fast tokenizer of transformers, which contains a `tokenizers.Tokenizer`."""

    @property
    def backend_tokenizer(self) -> Any:
        """The `tokenizers.Tokenizer`."""
        ...


EncoderLike: TypeAlias = str | PathLike[str] | BatchEncoder | FastTokenizer
"""What turns text into ids: the path of a `tokenizer.json`, or a tokenizer of Hugging Face."""
