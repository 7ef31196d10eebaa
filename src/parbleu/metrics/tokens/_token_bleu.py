"""Defines `TokenBLEU`: corpus and segment BLEU of token sequences."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from parbleu import _core
from parbleu._base.threads import thread_count
from parbleu.errors import OptionError
from parbleu.metrics.tokens._bleu_variants import checked_options
from parbleu.metrics.tokens._text_encoding import (
    encode,
    encode_references,
    file_signature,
    is_path,
    load_tokenizer,
)
from parbleu.metrics.tokens._token_inputs import token_lists
from parbleu.metrics.tokens._token_score import TokenBLEUScore, TokenSignature

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
        tokenizer: if given, all sequences are strings instead, which it makes ids of; see `encode`.
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
        ours, given = self._token_lists(hypotheses, references, layout)
        found: tuple[Any, ...] = self.native.total(ours, given, thread_count(threads))
        number, fraction, *details, num_refs = found
        score = TokenBLEUScore(number, *details)
        score.fraction = fraction
        score._origin = (TokenSignature, self.options, num_refs, None, None)
        return score

    def sentence_score(self, hypothesis: TokensLike, references: Iterable[TokensLike]) -> TokenBLEUScore:
        """Returns the BLEU of one sequence: that of a corpus of one segment.

        Args:
            hypothesis: one sequence.
            references: its references, a list of sequences.

        Raises what `corpus_score` raises.
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

        Takes and raises what `corpus_score` takes and raises.
        """
        from numpy import asarray

        ours, given = self._token_lists(hypotheses, references, layout)
        return asarray(self.native.segment_scores(ours, given, thread_count(threads)))

    def statistics(
        self,
        hypotheses: TokenStreamLike,
        references: TokenReferencesLike,
        *,
        layout: str = "streams",
        threads: int | None = None,
    ) -> NDArray[np.int64]:
        """Returns the table of segment statistics, shape (N, 2 + 2 * max_ngram_order), as `BLEU.statistics`.

        `BLEU(...).score(table.sum(axis=0))` is a score of the variant sacrebleu. Takes and raises what
        `corpus_score` takes and raises.

        Raises:
            OptionError: the variant is another; its scores are of other statistics.
        """
        from numpy import asarray

        if self.options["variant"] != "sacrebleu":
            raise OptionError("tokens: statistics are those of the variant sacrebleu: choose it")
        ours, given = self._token_lists(hypotheses, references, layout)
        return asarray(self.native.statistics(ours, given, thread_count(threads)))

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
