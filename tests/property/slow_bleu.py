"""The slow, obvious twin of BLEU over tokens: n-grams in counters, and the rules of three tools."""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Hashable, Sequence

Tokens = Sequence[Hashable]


def ngrams(tokens: Tokens, order: int) -> Counter[tuple[Hashable, ...]]:
    return Counter(tuple(tokens[at : at + order]) for at in range(len(tokens) - order + 1))


def row(hypothesis: Tokens, references: Sequence[Tokens], orders: int, first_wins: bool) -> list[int]:
    """[hypothesis length, reference length, correct_1 .., total_1 ..]."""
    lengths = [len(reference) for reference in references]
    if not first_wins:
        lengths.sort()
    closest = min(lengths, key=lambda length: abs(length - len(hypothesis)))
    correct, total = [], []
    for order in range(1, orders + 1):
        ours = ngrams(hypothesis, order)
        most: Counter[tuple[Hashable, ...]] = Counter()
        for reference in references:
            most |= ngrams(reference, order)
        correct.append(sum((ours & most).values()))
        total.append(sum(ours.values()))
    return [len(hypothesis), closest, *correct, *total]


def sacrebleu_r(
    rows: list[list[int]], orders: int, method: str, value: float, weights: list[float] | None
) -> float:
    """The R package, 0 to 1."""
    logs = 0.0
    for n in range(orders):
        matches = [each[2 + n] for each in rows]
        count: float = sum(matches)
        total: float = sum(max(1, each[2 + orders + n]) for each in rows)
        if method == "floor":
            count = sum(match or value for match in matches)
        if method == "add-k":
            count, total = count + int(value), total + int(value)
        weight = struct.unpack("f", struct.pack("f", weights[n] if weights else 1 / orders))[0]
        logs += weight * (math.log(count / total) if count else -math.inf)
    ours, theirs = (sum(each[at] for each in rows) for at in (0, 1))
    if ours == theirs == 0:
        return math.nan
    penalty = 1 if ours > theirs else math.exp(1 - theirs / ours) if ours else 0
    return penalty * math.exp(logs)


def sacrebleu(
    rows: list[list[int]],
    orders: int,
    method: str,
    value: float,
    weights: list[float],
    effective: bool,
) -> float:
    """The formula of sacreBLEU, 0 to 1, with weights added to it."""
    sums = [sum(column) for column in zip(*rows, strict=True)]
    ours, theirs, correct, total = sums[0], sums[1], sums[2 : 2 + orders], sums[2 + orders :]
    if not any(correct):
        return 0.0
    penalty = 1.0 if ours >= theirs else math.exp(1 - theirs / ours)
    precisions, halves = [], 1
    for n in range(orders):
        extra = value if method == "add-k" and n > 0 else 0
        count, all_of_them = correct[n] + extra, total[n] + extra
        if all_of_them == 0:
            break
        if count == 0 and method == "exp":
            halves *= 2
            precisions.append(1 / (halves * all_of_them))
        elif count == 0 and method == "floor":
            precisions.append(value / all_of_them)
        else:
            precisions.append(count / all_of_them)
    share = sum(weights[: len(precisions)]) / sum(weights) if effective else 1
    if not effective:
        precisions += [0.0] * (orders - len(precisions))
    if share == 0:
        return 0.0
    product = penalty
    for weight, precision in zip(weights, precisions, strict=False):
        product *= (precision**weight if weight else 1) ** (1 / share)
    return product
