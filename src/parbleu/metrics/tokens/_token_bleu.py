"""Defines `TokenBLEU`: corpus and segment BLEU of token sequences."""

from __future__ import annotations

from functools import cache
from sys import modules
from typing import TYPE_CHECKING, Any

from parbleu import _core
from parbleu._base.threads import thread_count
from parbleu._base.wording import counted
from parbleu._core import TokenLists, Vocabulary
from parbleu.errors import InputShapeError, InputTypeError, OptionError
from parbleu.metrics.tokens._bleu_variants import TokenBLEUScore, TokenSignature, checked_options
from parbleu.metrics.tokens._text_encoding import (
    encode,
    encode_references,
    file_signature,
    is_path,
    load_tokenizer,
)
from parbleu.text._segments import check_column, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypedDict

    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    class TokenOptions(TypedDict, total=False):
        """The arguments of `TokenBLEU`."""

        variant: str
        smooth_method: str | None
        smooth_value: float | None
        max_ngram_order: int | None
        weights: Sequence[float] | None
        effective_order: bool
        tokenizer: EncoderLike | None
        add_special_tokens: bool

    from parbleu.typing import EncoderLike, TokenReferencesLike, TokensLike, TokenStreamLike


class TokenBLEU:
    """BLEU of sequences of tokens, by the rules of one of several tools.

    Args:
        variant: whose rules: "sacrebleu", "sacrebleu-r" (the R package sacRebleu) or "nltk".
        smooth_method: "exp", "floor", "add-k" or "none"; by default the tool's own, "exp" for sacrebleu and
            "none" for the others. sacrebleu-r has no "exp". NLTK calls them method3, 1, 2 and 0.
        smooth_value: for "floor" and "add-k"; by default 0.1 and 1. sacrebleu-r cuts off the fraction of
            add-k's.
        max_ngram_order: the longest n-grams that count; by default 4, or the number of weights.
        weights: one per n-gram order, the exponents of the precisions; by default equal, with the sum 1. An
            order of weight 0 does not count (but sacrebleu-r makes NaN of it if it has no match). Negative
            ones for sacrebleu-r and nltk only.
        effective_order: leave out n-gram orders that the hypothesis is too short for; their weight goes to
            the others. sacrebleu only.
        tokenizer: if given, all sequences are strings instead, which it makes ids of.
        add_special_tokens: whether `tokenizer` adds its special tokens.

    Attributes:
        options: the checked options, with the variant's defaults; weights are None if they are equal.
        native: the object that scores.

    Raises:
        OptionError: an option has a value that it, or the variant, does not take.
        MissingModelError: the tokenizer's file cannot be read.
        MissingDependencyError: the package `tokenizers` is not installed.
    """

    def __init__(
        self,
        *,
        variant: str = "sacrebleu",
        smooth_method: str | None = None,
        smooth_value: float | None = None,
        max_ngram_order: int | None = None,
        weights: Sequence[float] | None = None,
        effective_order: bool = False,
        tokenizer: EncoderLike | None = None,
        add_special_tokens: bool = False,
    ) -> None:
        self.options: dict[str, Any] = checked_options(
            variant, smooth_method, smooth_value, max_ngram_order, weights, effective_order
        )
        self.native: _core.IdBleu = _core.IdBleu(
            *(variant, self.options["smooth_method"], self.options["smooth_value"]),
            *(self.options["effective_order"], self.options["max_ngram_order"]),
            self.options["weights"] or [],
        )
        self._add_special_tokens = add_special_tokens
        self._tokenizer = None
        if tokenizer is not None:
            self._tokenizer = load_tokenizer(tokenizer)
            if is_path(tokenizer):
                self.options["tok"] = file_signature(tokenizer)
            if add_special_tokens:
                self.options["special"] = True

    def corpus_score(
        self,
        hypotheses: TokenStreamLike,
        references: TokenReferencesLike,
        *,
        layout: str = "streams",
        threads: int | None = None,
    ) -> TokenBLEUScore:
        """Returns the BLEU of a corpus.

        Args:
            hypotheses: N sequences of integers (within 63 bits and a sign) or of strings: lists, tuples,
                NumPy arrays, an array of two dimensions, or an Arrow or polars column of lists. One corpus
                has tokens of one kind.
            references: K streams of N such sequences, with None where a segment lacks a reference.
            layout: "streams", or "segments" if `references` is N lists, each of the references of a segment.
            threads: how many to use; by default one per core, or `PARBLEU_THREADS`. No number depends on it.

        Raises:
            InputTypeError: something is no sequence of tokens; names stream, segment and token.
            InputShapeError: lengths differ, or there is nothing to score.
            NoReferenceError: a segment has no reference.
            OptionError: `layout` or `threads` has a value that it does not take.
        """
        ours, theirs = self._token_lists(hypotheses, references, layout)
        total: tuple[Any, ...] = self.native.total(ours, theirs, thread_count(threads))
        number, fraction, *details, num_refs = total
        score = TokenBLEUScore(number, *details)
        score.fraction = fraction
        score._origin = (TokenSignature, self.options, num_refs, None, None)
        return score

    def sentence_score(self, hypothesis: TokensLike, references: Iterable[TokensLike]) -> TokenBLEUScore:
        """Returns the BLEU of one sequence: that of a corpus of one segment.

        Args:
            hypothesis: one sequence.
            references: its references, a list of sequences.

        Raises:
            InputTypeError: something is no sequence of tokens.
            NoReferenceError: there is no reference.
        """
        return self.corpus_score([hypothesis], [references], layout="segments", threads=1)

    def segment_scores(
        self,
        hypotheses: TokenStreamLike,
        references: TokenReferencesLike,
        *,
        layout: str = "streams",
        threads: int | None = None,
    ) -> NDArray[np.float64]:
        """Returns the BLEU of every segment, 0 to 100, shape (N,): what `sentence_score` gives one by one.

        Arguments are given as to `corpus_score`.

        Raises:
            InputTypeError: something is no sequence of tokens; names stream, segment and token.
            InputShapeError: lengths differ, or there is nothing to score.
            NoReferenceError: a segment has no reference.
            OptionError: `layout` or `threads` has a value that it does not take.
        """
        from numpy import asarray

        ours, theirs = self._token_lists(hypotheses, references, layout)
        return asarray(self.native.segment_scores(ours, theirs, thread_count(threads)))

    def statistics(
        self,
        hypotheses: TokenStreamLike,
        references: TokenReferencesLike,
        *,
        layout: str = "streams",
        threads: int | None = None,
    ) -> NDArray[np.int64]:
        """Returns the table of segment statistics, shape (N, 2 + 2 * max_ngram_order), as `BLEU.statistics`.

        `BLEU(...).score(table.sum(axis=0))` is a score of the variant sacrebleu. Arguments are given as to
        `corpus_score`.

        Raises:
            InputTypeError: something is no sequence of tokens; names stream, segment and token.
            InputShapeError: lengths differ, or there is nothing to score.
            NoReferenceError: a segment has no reference.
            OptionError: `layout` or `threads` has a value that it does not take; or the variant is another,
                whose scores are of other statistics.
        """
        from numpy import asarray

        if self.options["variant"] != "sacrebleu":
            raise OptionError("tokens: statistics are those of the variant sacrebleu: choose it")
        ours, theirs = self._token_lists(hypotheses, references, layout)
        return asarray(self.native.statistics(ours, theirs, thread_count(threads)))

    def _token_lists(
        self, hypotheses: Any, references: Any, layout: str
    ) -> tuple[_core.TokenLists, list[_core.TokenLists]]:
        if self._tokenizer is not None:
            special = self._add_special_tokens
            hypotheses = encode(hypotheses, self._tokenizer, add_special_tokens=special)
            references = encode_references(references, self._tokenizer, special)
        return token_lists(hypotheses, references, layout)


def corpus_bleu(
    hypotheses: TokenStreamLike,
    references: TokenReferencesLike,
    *,
    layout: str = "streams",
    threads: int | None = None,
    **options: Unpack[TokenOptions],
) -> TokenBLEUScore:
    """Returns the BLEU of a corpus of token sequences, as `TokenBLEU(**options).corpus_score` computes it."""
    return TokenBLEU(**options).corpus_score(hypotheses, references, layout=layout, threads=threads)


def sentence_bleu(
    hypothesis: TokensLike, references: Iterable[TokensLike], **options: Unpack[TokenOptions]
) -> TokenBLEUScore:
    """Returns the BLEU of one sequence of tokens, as `TokenBLEU(**options).sentence_score` computes it."""
    metric = TokenBLEU(**options) if options else _usual()
    return metric.sentence_score(hypothesis, references)


@cache
def _usual() -> TokenBLEU:
    return TokenBLEU()


LAYOUTS = {
    "streams": "references is K streams (one per reference translation) of N token lists each",
    "segments": "references is N lists (one per hypothesis) of token lists",
}


def token_lists(hypotheses: Any, references: Any, layout: str) -> tuple[TokenLists, list[TokenLists]]:
    """Returns hypotheses and references, which have the same length.

    Args:
        hypotheses: N sequences.
        references: K streams of N sequences or None; or N lists of references.
        layout: which of them: "streams" or "segments".

    Raises:
        InputTypeError: something is no sequence of integers or strings; says where.
        InputShapeError: there is nothing to score, or lengths differ.
        OptionError: there is no such layout.
    """
    if layout not in LAYOUTS:
        raise OptionError(f'tokens: layout is "streams" or "segments", not {layout!r}')
    vocabulary = Vocabulary()
    ours = TokenLists(_readable(hypotheses, "hypotheses"), "hypotheses", False, False, vocabulary)
    if len(ours) == 0:
        raise InputShapeError("tokens: there are no hypotheses; a corpus has at least one segment")
    if layout == "segments":
        theirs = [TokenLists(_readable(references, "references"), "references", True, True, vocabulary)]
    else:
        theirs = []
        for index, stream in enumerate(_streams(references)):
            name = f"reference stream {index}"
            theirs.append(TokenLists(_readable(stream, name), name, False, True, vocabulary))
    _check_lengths(len(ours), theirs, layout)
    return ours, theirs


def _streams(references: Any) -> list[Any]:
    """Returns the streams, before anything looks into them."""
    if isinstance(references, (str, bytes, dict, set, frozenset)) or not hasattr(references, "__iter__"):
        raise InputTypeError(f"tokens: references is {shown(references)}; {LAYOUTS['streams']}")
    streams = list(references)
    if not streams:
        raise InputShapeError(f"tokens: there is no reference stream; {LAYOUTS['streams']}")
    return streams


def _readable(data: Any, what: str) -> Any:
    """Returns what the native side reads: an iterable, or the capsules of an Arrow column."""
    pandas = modules.get("pandas")
    if pandas is None or not isinstance(data, (pandas.Series, pandas.Index)):
        try:
            check_column(data)
        except ValueError as problem:
            raise InputTypeError(f"tokens: {what}: {problem}") from None
        if hasattr(data, "__arrow_c_stream__"):
            return data.__arrow_c_stream__()
        if hasattr(data, "__arrow_c_array__"):
            return data.__arrow_c_array__()
    if isinstance(data, (str, bytes, dict, set, frozenset)) or not hasattr(data, "__iter__"):
        raise InputTypeError(
            f"tokens: {what} is {shown(data)}; pass a list with one sequence of tokens per segment"
        )
    return data


def _check_lengths(wanted: int, given: list[TokenLists], layout: str) -> None:
    for index, lists in enumerate(given):
        if len(lists) != wanted:
            name = f"reference stream {index} has" if layout == "streams" else "references has"
            other = "segments" if layout == "streams" else "streams"
            raise InputShapeError(
                f"tokens: {name} {counted(len(lists))} but there are {wanted} hypotheses; "
                f'{LAYOUTS[layout]}; for the other way round: layout="{other}"'
            )
