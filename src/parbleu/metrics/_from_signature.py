"""Defines `from_signature`, which makes the metric that a printed signature describes."""

from __future__ import annotations

from typing import Any

from parbleu.errors import OptionError, SignatureError, UnknownNameError
from parbleu.metrics import METRICS
from parbleu.metrics._base import Metric
from parbleu.metrics._metric_by_name import METRIC_NAMES, metric_class
from parbleu.metrics._parameters import Parameter, ParameterSignature
from parbleu.metrics._score import COMMON_KEYS, NORMALIZED, UNIT

# Keys that say how often and on what a metric was used, not how it is made.
_IGNORED = {*COMMON_KEYS, *(short for short, _ in COMMON_KEYS.values()), UNIT}


def from_signature(signature: str) -> Metric[Any]:
    """Returns the metric that a signature describes.

    Args:
        signature: as printed, in the long form or the short, with or without the score's name before it and
            the score behind it: `nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0`,
            `#:1|c:lc|t:tercom|nr:no|pn:yes|as:no`,
            `chrF3++|nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.6.0 = 57.8`. Only the name states
            chrF's beta; without it, it is 2. The value of
            `floor` and `add-k` has two decimals. Any version is accepted; the numbers of the returned metric
            are those of sacreBLEU 2.6.0.

    Returns:
        A new metric. Its attribute `source_signature` keeps the text.

    Raises:
        SignatureError: an item is unknown, or its value is, or items contradict each other, or it does not
            tell which metric it is; the message names the item.
        MissingDependencyError, MissingModelError: the signature's tokenizer needs something that is not
        there.
    """
    if not isinstance(signature, str):
        signature = str(signature)
    name, items = _split(signature)
    if any(key == "scorer" for key, _ in items):
        raise SignatureError(
            f"{signature!r} is the signature of a scorer, which parbleu.scorers.scorer_from_signature returns"
        )
    metric_class, named = _choose(name, items, signature)
    options = dict(named)
    for key, text in items:
        parsed = _parse(metric_class, key, text)
        if parsed is not None:
            _merge(options, parsed, key, text)
        elif key not in _IGNORED:
            raise _unknown(metric_class, key, text, signature)
    try:
        metric = metric_class(**options)
    except OptionError as problem:
        raise SignatureError(f"{signature!r} describes no metric: {problem}") from None
    if "max_ngram_order" in options or "tokenize" in named:
        metric.sign_input(order="max_ngram_order" in options, subwords="tokenize" in named)
    metric.source_signature = signature
    return metric


def _split(signature: str) -> tuple[str, list[tuple[str, str]]]:
    """Returns the name before the items, if there is one, and the items."""
    text = signature.strip().split(" = ")[0]
    if "+case." in text:
        raise SignatureError(
            f"{signature!r} is of sacreBLEU 1, whose numbers may differ; state the options as sacreBLEU 2 "
            "does, such as BLEU|case:mixed|eff:no|tok:13a|smooth:exp"
        )
    words = text.split("|")
    name = "" if ":" in words[0] else words.pop(0).strip()
    items = []
    for word in words:
        key, colon, text = word.strip().partition(":")
        if not colon or not key:
            raise SignatureError(f"{word!r} in {signature!r} is not written key:value, such as case:mixed")
        items.append((key, text))
    if not name and not items:
        raise SignatureError("the signature is empty: pass one such as nrefs:1|case:mixed|tok:13a|smooth:exp")
    return name, items


def _items_of(metric_class: type[Metric[Any]]) -> dict[str, tuple[str, str, Parameter | None]]:
    """Returns key -> (long key, fixed value, parameter), for the long and the short keys of a metric."""
    signature_type = metric_class._SIGNATURE_TYPE
    known: dict[str, tuple[str, str, Parameter | None]] = {}
    if issubclass(signature_type, ParameterSignature):
        for item in signature_type.shown:
            if isinstance(item, tuple):
                known[item[0]] = known[item[1]] = (item[0], item[2], None)
            else:
                known[item.key] = known[item.short] = (item.key, "", item)
    return known


def _choose(
    name: str, items: list[tuple[str, str]], signature: str
) -> tuple[type[Metric[Any]], dict[str, Any]]:
    """Returns the metric's class, and the options that its name states."""
    classes: list[type[Metric[Any]]] = list(METRICS.values())
    if name:
        for known in classes:
            options = known.options_from_name(name)
            if options is not None:
                return known, options
        for other in METRICS.others():
            try:
                announced = metric_class(other)[0]
                options = announced.options_from_name(name)
            except Exception as problem:  # whatever a package's code may raise
                METRICS.leave_out(other, problem)
                continue
            if options is not None:
                return announced, options
        if name[:4].lower() != "chrf" and name.lower() in METRIC_NAMES:  # such as bleu-2, as the shell says
            return metric_class(name)
        # chrF's beta differs between papers: 1, 2, 3.
        hint = "; chrF's name tells its beta, such as chrF2 and chrF2++" if name[:4].lower() == "chrf" else ""
        raise SignatureError(
            f"{name!r} in {signature!r} is not a metric; choose from {', '.join(METRICS)}{hint}"
        )
    # How many items can be a metric's, and cannot be just anyone's.
    scores = [sum(_belongs(metric_class, *item) for item in items) for metric_class in classes]
    best = max(scores)
    if best == 0 or scores.count(best) > 1:
        raise SignatureError(
            f"{signature!r} does not name its metric; put the name before it: BLEU|... or chrF2|..."
        )
    return classes[scores.index(best)], {}


def _belongs(metric_class: type[Metric[Any]], key: str, text: str) -> bool:
    try:
        return _parse(metric_class, key, text) is not None
    except SignatureError:
        return False


def _parse(metric_class: type[Metric[Any]], key: str, text: str) -> dict[str, Any] | None:
    """Returns the options that an item states; None if it is none of the metric's items."""
    long_key, fixed, parameter = _items_of(metric_class).get(key, ("", None, None))
    if NORMALIZED in (key, long_key):
        value, _, names = text.partition("+") if parameter else ("", "", text)
        options = _normalizations(names, key, text)
        return options | (_own_options(metric_class, parameter, long_key, key, value) if parameter else {})
    if parameter is None:
        return {} if fixed == text else None
    return _own_options(metric_class, parameter, long_key, key, text)


def _normalizations(names: str, key: str, text: str) -> dict[str, Any]:
    from parbleu.text._normalizations import normalization_names

    try:
        return {"normalize": "+".join(normalization_names(names))} if names else {}
    except UnknownNameError as problem:
        raise SignatureError(f"{key}:{text}: {problem}") from None


def _own_options(
    metric_class: type[Metric[Any]], parameter: Parameter, long_key: str, key: str, text: str
) -> dict[str, Any]:
    try:
        parsed: dict[str, Any] = metric_class._SIGNATURE_TYPE.parse(parameter, text)  # type: ignore[attr-defined]
    except ValueError as problem:
        reason = str(problem)
        detail = f": {reason}" if reason.startswith(("choose", "here")) else ""
        raise SignatureError(
            f"{metric_class.__name__} has no {long_key} that is written {key}:{text}{detail}"
        ) from None
    return parsed


def _merge(options: dict[str, Any], parsed: dict[str, Any], key: str, text: str) -> None:
    for name, value in parsed.items():
        if name in options and options[name] != value:
            raise SignatureError(f"{key}:{text} contradicts what came before it, {name} = {options[name]}")
        options[name] = value


def _unknown(metric_class: type[Metric[Any]], key: str, text: str, signature: str) -> SignatureError:
    known = ", ".join(dict.fromkeys(item[0] for item in _items_of(metric_class).values()))
    return SignatureError(
        f"unknown item {key}:{text} in {signature!r}: {metric_class.__name__} has {known} besides "
        f"{', '.join(COMMON_KEYS)}"
    )
