"""Corpus and sentence BLEU of sequences of tokens."""

from __future__ import annotations

from parbleu.base.threads import thread_count
from parbleu.metrics.tokens.bleu_variants import Rules
from parbleu.metrics.tokens.token_inputs import token_lists
from parbleu.metrics.tokens.token_score import scored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.metrics.tokens.token_score import TokenBLEUScore


def corpus_bleu(
    hypotheses: Any,
    references: Any,
    *,
    variant: str = "sacrebleu",
    smooth_method: str | None = None,
    smooth_value: float | None = None,
    max_ngram_order: int | None = None,
    weights: Sequence[float] | None = None,
    effective_order: bool = False,
    layout: str = "streams",
    tokenizer: Any = None,
    add_special_tokens: bool = False,
    threads: int | None = None,
) -> TokenBLEUScore:
    """Returns the BLEU of a corpus of token sequences.

    Args:
        hypotheses: N sequences of integers (within 63 bits and a sign) or of strings: lists, tuples, NumPy
            arrays, an array of two dimensions, or an Arrow or polars column of lists. One corpus has tokens
            of one kind.
        references: K streams of N such sequences, with None where a segment lacks a reference.
        variant: whose rules: "sacrebleu", "sacrebleu-r" (the R package sacRebleu) or "nltk".
        smooth_method: "exp", "floor", "add-k" or "none"; by default the tool's own, "exp" for sacrebleu and
            "none" for the others. sacrebleu-r has no "exp". NLTK calls them method3, 1, 2 and 0.
        smooth_value: for "floor" and "add-k"; by default 0.1 and 1. sacrebleu-r cuts off the fraction of
            add-k's.
        max_ngram_order: the longest n-grams that count; by default 4, or as many as there are weights.
        weights: one per n-gram order, the exponents of the precisions; by default equal, with the sum 1. An
            order of weight 0 does not count (but sacrebleu-r makes NaN of it if it has no match). Negative
            ones for sacrebleu-r and nltk only.
        effective_order: leave out n-gram orders that the hypothesis is too short for; their weight goes to
            the others. sacrebleu only.
        layout: "streams", or "segments" if `references` is N lists, each of the references of a segment.
        tokenizer: if given, all sequences are strings instead, which it makes ids of; see `encode`.
        add_special_tokens: whether `tokenizer` adds its special tokens.
        threads: see `parbleu.base.threads.thread_count`. No number depends on it.

    Raises:
        InputTypeError: something is no sequence of tokens; names stream, segment and token.
        InputShapeError: lengths differ, or there is nothing to score.
        NoReferenceError: a segment has no reference.
        OptionError: an option has a value that it, or the variant, does not take.
    """
    rules = Rules(variant, smooth_method, smooth_value, max_ngram_order, weights, effective_order)
    if tokenizer is not None:
        hypotheses, references = _encoded(hypotheses, references, tokenizer, add_special_tokens)
        rules.options |= _signed(tokenizer, add_special_tokens)
    ours, given = token_lists(hypotheses, references, layout)
    return scored(rules, rules.native.total(ours, given, thread_count(threads)))


def sentence_bleu(
    hypothesis: Any,
    references: Any,
    *,
    variant: str = "sacrebleu",
    smooth_method: str | None = None,
    smooth_value: float | None = None,
    max_ngram_order: int | None = None,
    weights: Sequence[float] | None = None,
    effective_order: bool = False,
    tokenizer: Any = None,
    add_special_tokens: bool = False,
) -> TokenBLEUScore:
    """Returns the BLEU of one sequence of tokens: that of a corpus of one segment.

    Args:
        hypothesis: one sequence.
        references: its references, a list of sequences.
        variant: as the other options, see `corpus_bleu`.
        smooth_method: see there.
        smooth_value: see there.
        max_ngram_order: see there.
        weights: see there.
        effective_order: see there.
        tokenizer: see there.
        add_special_tokens: see there.

    Raises what `corpus_bleu` raises.
    """
    return corpus_bleu(
        [hypothesis],
        [references],
        variant=variant,
        smooth_method=smooth_method,
        smooth_value=smooth_value,
        max_ngram_order=max_ngram_order,
        weights=weights,
        effective_order=effective_order,
        layout="segments",
        tokenizer=tokenizer,
        add_special_tokens=add_special_tokens,
        threads=1,
    )


def segment_scores(
    hypotheses: Any,
    references: Any,
    *,
    variant: str = "sacrebleu",
    smooth_method: str | None = None,
    smooth_value: float | None = None,
    max_ngram_order: int | None = None,
    weights: Sequence[float] | None = None,
    effective_order: bool = False,
    layout: str = "streams",
    tokenizer: Any = None,
    add_special_tokens: bool = False,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """Returns the BLEU of every segment, 0 to 100, shape (N,): what `sentence_bleu` gives one by one.

    Takes and raises what `corpus_bleu` takes and raises.
    """
    from numpy import asarray

    rules = Rules(variant, smooth_method, smooth_value, max_ngram_order, weights, effective_order)
    if tokenizer is not None:
        hypotheses, references = _encoded(hypotheses, references, tokenizer, add_special_tokens)
    ours, given = token_lists(hypotheses, references, layout)
    return asarray(rules.native.segment_scores(ours, given, thread_count(threads)))


def statistics(
    hypotheses: Any,
    references: Any,
    *,
    max_ngram_order: int = 4,
    layout: str = "streams",
    tokenizer: Any = None,
    add_special_tokens: bool = False,
    threads: int | None = None,
) -> NDArray[np.int64]:
    """Returns the table of segment statistics, shape (N, 2 + 2 * max_ngram_order), as `BLEU.statistics` does.

    `BLEU(...).score(table.sum(axis=0))` is a score of the variant sacrebleu. Takes and raises what
    `corpus_bleu` takes and raises.
    """
    from numpy import asarray

    rules = Rules("sacrebleu", None, None, max_ngram_order, None, False)
    if tokenizer is not None:
        hypotheses, references = _encoded(hypotheses, references, tokenizer, add_special_tokens)
    ours, given = token_lists(hypotheses, references, layout)
    return asarray(rules.native.statistics(ours, given, thread_count(threads)))


def _encoded(hypotheses: Any, references: Any, tokenizer: Any, add_special_tokens: bool) -> tuple[Any, Any]:
    from parbleu.metrics.tokens.text_encoding import encode, encode_references, load_tokenizer

    model = load_tokenizer(tokenizer)
    ids = encode(hypotheses, model, add_special_tokens=add_special_tokens)
    return ids, encode_references(references, model, add_special_tokens)


def _signed(tokenizer: Any, add_special_tokens: bool) -> dict[str, Any]:
    """Returns what a signature says of a tokenizer: which file it is, and whether special tokens count."""
    from parbleu.metrics.tokens.text_encoding import file_signature, is_path

    items: dict[str, Any] = {"tok": file_signature(tokenizer)} if is_path(tokenizer) else {}
    return {**items, "special": True} if add_special_tokens else items
