"""The face of the R package sacRebleu 0.1.2: its functions, argument order, defaults and numbers.

References come first and are grouped by segment; a number from 0 to 1 comes back. What makes R crash,
return NaN for an option without sense, or take different ids for equal, is an error here.
`parbleu.metrics.tokens` with `variant="sacrebleu-r"` returns more than a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from parbleu._base.extras import imported
from parbleu._base.wording import counted
from parbleu.errors import InputShapeError, InputTypeError, MissingModelError, OfflineError, OptionError
from parbleu.fetch._environment import offline
from parbleu.metrics.tokens._text_encoding import encode
from parbleu.metrics.tokens._token_bleu import TokenBLEU
from parbleu.text._segments import shown

__all__ = ["bleu_corpus", "bleu_corpus_ids", "bleu_sentence", "bleu_sentence_ids"]

_BEYOND = 2**31


def bleu_corpus_ids(
    references: Any,
    candidates: Any,
    n: int = 4,
    weights: Sequence[float] | None = None,
    smoothing: str | None = None,
    epsilon: float = 0.1,
    k: float = 1,
) -> float:
    """Returns the BLEU of a corpus of sequences of ids, 0 to 1; 0 for an empty corpus.

    Args:
        references: for each segment, a list of sequences of ids.
        candidates: a sequence of ids for each segment. Fractions are cut off.
        n: the longest n-grams that count, unless there are weights.
        weights: one per n-gram order, in single precision as in R; by default 1/n each.
        smoothing: None, "floor" or "add-k".
        epsilon: what floor counts for a segment without a match.
        k: what add-k adds at every order; its fraction is cut off.

    Raises:
        InputTypeError: references are no list of sequences of ids, or an id does not fit 32 bits.
        NoReferenceError: a segment has no reference; R crashes.
        InputShapeError: references and candidates differ in length.
        OptionError: an option has a value that it does not take.
    """
    options = _options(n, weights, smoothing, epsilon, k)
    return _corpus(_references(references), candidates, _whole_ids, options)


def bleu_sentence_ids(references: Any, candidate: Any, *options: Any, **named: Any) -> float:
    """Returns the BLEU of one sequence of ids, 0 to 1.

    Args:
        references: a list of sequences of ids.
        candidate: a sequence of ids.
        options: n, weights, smoothing, epsilon and k of `bleu_corpus_ids`, in this order.
        named: the same by name.

    Raises:
        InputTypeError: references are no list of sequences of ids, or an id does not fit 32 bits.
        NoReferenceError: there is no reference.
        OptionError: an option has a value that it does not take.
    """
    return bleu_corpus_ids([_references(references)], [candidate], *options, **named)


def bleu_corpus(
    references: Any,
    candidates: Any,
    tokenizer: Any = "bert-base-cased",
    *options: Any,
    add_special_tokens: bool = True,
    **named: Any,
) -> float:
    """Returns the BLEU of a corpus of text, 0 to 1; 0 for an empty corpus.

    Args:
        references: for each segment, a list of strings.
        candidates: a string for each segment.
        tokenizer: a `tokenizers.Tokenizer`, the path of a `tokenizer.json`, or the name of a model, whose
            tokenizer is downloaded if it is not in Hugging Face's cache.
        options: n, weights, smoothing, epsilon and k of `bleu_corpus_ids`, in this order.
        add_special_tokens: whether tokens such as [CLS] and [SEP] count, as they do in R.
        named: the options by name.

    Raises:
        MissingDependencyError: the package `tokenizers` is not installed.
        MissingModelError: there is no such tokenizer.
        OfflineError: it would have to be downloaded, and `PARBLEU_OFFLINE` forbids it.
        InputTypeError: references are no list of lists of strings.
        NoReferenceError: a segment has no reference; R crashes.
        InputShapeError: references and candidates differ in length.
        OptionError: an option has a value that it does not take.
    """
    as_ids = _encoder(tokenizer, add_special_tokens)
    return _corpus(_references(references), candidates, as_ids, _options(*options, **named))


def bleu_sentence(references: Any, candidate: str, *options: Any, **named: Any) -> float:
    """Returns the BLEU of one segment of text, 0 to 1.

    Args:
        references: a list of strings.
        candidate: a string.
        options: the tokenizer and the options of `bleu_corpus`, in this order.
        named: the same by name, and `add_special_tokens`.

    Raises:
        InputTypeError: references are no list of strings.
        NoReferenceError: there is no reference.
        OptionError: an option has a value that it does not take.
        MissingModelError: there is no such tokenizer.
        OfflineError: it would have to be downloaded, and `PARBLEU_OFFLINE` forbids it.
    """
    if not isinstance(candidate, str):
        raise InputTypeError(f"candidate is {shown(candidate)}; bleu_sentence takes one string")
    return bleu_corpus([_references(references)], [candidate], *options, **named)


def _corpus(
    references: list[Any], candidates: Any, as_ids: Callable[[Any, str], list[Any]], options: dict[str, Any]
) -> float:
    metric = TokenBLEU(variant="sacrebleu-r", **options)
    if not _is_list(candidates):
        raise InputTypeError(f"candidates is {shown(candidates)}; pass a list with one item per segment")
    if len(references) != len(candidates):
        raise InputShapeError(
            f"there are references for {counted(len(references))} but {len(candidates)} candidates; "
            "references come first and are grouped by segment"
        )
    if len(references) == 0:
        return 0.0
    nested = [_references(of_segment, f"references[{at}]") for at, of_segment in enumerate(references)]
    flat = as_ids([text for of_segment in nested for text in of_segment], "references")
    ids = iter(flat)
    grouped = [[next(ids) for _ in of_segment] for of_segment in nested]
    return metric.corpus_score(as_ids(candidates, "candidates"), grouped, layout="segments").fraction


def _is_list(data: Any) -> bool:
    return isinstance(data, (list, tuple)) or (
        hasattr(data, "__getitem__") and hasattr(data, "__len__") and not isinstance(data, (str, bytes, dict))
    )


def _references(references: Any, what: str = "references") -> list[Any]:
    if not isinstance(references, (list, tuple)):
        raise InputTypeError(
            f"{what} is {shown(references)}; pass a list, since there may be several references"
        )
    return list(references)


def _options(
    n: Any = 4, weights: Any = None, smoothing: Any = None, epsilon: Any = 0.1, k: Any = 1
) -> dict[str, Any]:
    """Returns R's options as those of `parbleu.metrics.tokens`."""
    chosen: dict[str, Any] = {"max_ngram_order": None, "weights": weights}
    if not _is_number(n) or n != n // 1 or n < 1:
        raise OptionError(f"n must be a whole number from 1, not {n!r}")
    if weights is None:
        chosen["max_ngram_order"] = int(n)
    elif isinstance(weights, (str, bytes)) or not (
        hasattr(weights, "__iter__") and all(map(_is_number, weights))
    ):
        raise OptionError(f"weights are numbers, not {weights!r}")
    for name, value in (("epsilon", epsilon), ("k", k)):
        if not _is_number(value) or not 0 <= value < float("inf"):
            raise OptionError(f"{name} is a number, at least 0, not {value!r}")
    if smoothing not in (None, "floor", "add-k"):
        raise OptionError(f'smoothing is None, "floor" or "add-k", not {smoothing!r}')
    if smoothing is not None:
        chosen["smooth_method"] = smoothing
        chosen["smooth_value"] = epsilon if smoothing == "floor" else k
    return chosen


def _is_number(value: Any) -> bool:
    if (
        isinstance(value, (bool, str, bytes))
        or getattr(getattr(value, "dtype", None), "kind", "f") not in "iuf"
    ):
        return False
    return hasattr(value, "__float__") and not getattr(value, "shape", ())


def _whole_ids(sequences: Any, what: str) -> list[Any]:
    """Returns ids as R has them: 32 bits, fractions cut off."""
    return [_whole(sequence, f"{what}[{at}]") for at, sequence in enumerate(sequences)]


def _whole(sequence: Any, what: str) -> Any:
    if getattr(sequence, "dtype", None) == np.int32 and sequence.ndim == 1:
        return sequence
    items = sequence.tolist() if hasattr(sequence, "tolist") else sequence
    if not isinstance(items, (list, tuple)):
        raise InputTypeError(f"{what} is {shown(sequence)}; pass a list or an array of ids")
    for item in items:
        if not _is_number(item):
            raise InputTypeError(f"{what} holds {shown(item)}, which is no id")
        if not abs(item) < _BEYOND:
            raise InputTypeError(
                f"{what} holds {shown(item)}, which does not fit 32 bits: R takes all such ids for equal. "
                "parbleu.metrics.tokens.corpus_bleu takes ids of 64 bits"
            )
    return [int(item) for item in items]


def _sequences(values: bytes, sizes: bytes) -> list[Any]:
    """Returns sequences of ids that stand one after another, with their sizes, as R has numbers in memory."""
    return _grouped(np.frombuffer(values, np.int32), sizes)


def _texts(texts: list[Any], missing: bytes) -> list[Any]:
    """Returns texts, of which those at some places, as R has numbers in memory, are None."""
    for segment in np.frombuffer(missing, np.int32).tolist():
        texts[segment] = None
    return texts


def _grouped(items: Any, sizes: bytes) -> list[Any]:
    """Returns groups of consecutive items, of which these are the sizes, as R has numbers in memory."""
    ends = np.cumsum(np.frombuffer(sizes, np.int32)).tolist()
    return [items[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]


def _encoder(tokenizer: Any, add_special_tokens: bool) -> Callable[[Any, str], list[Any]]:
    model = _pretrained(tokenizer) if isinstance(tokenizer, str) else tokenizer

    def as_ids(texts: Any, what: str) -> list[list[int] | None]:
        for at, text in enumerate(texts):
            if not isinstance(text, str):
                raise InputTypeError(f"{what}: item {at} (counted from 0) is {shown(text)}, not a string")
        return encode(texts, model, add_special_tokens=add_special_tokens)

    return as_ids


def _pretrained(name: str) -> Any:
    """Returns the tokenizer of a file, or of a model that has this name on Hugging Face's hub."""
    if Path(name).exists():
        return name
    if offline():
        raise OfflineError(
            f"the tokenizer of {name} would have to be downloaded, and PARBLEU_OFFLINE forbids it; "
            "pass the path of a tokenizer.json"
        )
    package = imported("tokenizers", "tokenizers of models need the package tokenizers", "tokenizers")
    try:
        return package.Tokenizer.from_pretrained(name)
    except Exception as problem:
        raise MissingModelError(
            f"there is neither a file nor a model on the hub with a tokenizer named {name!r}: {problem}"
        ) from None
