"""Measures BLEU of given tokens: ids, or words that are already split."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import chain

import sacrebleu
from nltk.translate.bleu_score import corpus_bleu as nltk_bleu

from benchmarks.measure import Group, Work, compare
from benchmarks.settings import Settings
from benchmarks.texts import Pairs
from parbleu.metrics import tokens

Lines = list[list[int]] | list[list[str]]


def split(pairs: Pairs) -> tuple[list[list[str]], list[list[str]]]:
    return [hyp.split() for hyp in pairs.hyps], [ref.split() for ref in pairs.refs]


def numbered(hyps: list[list[str]], refs: list[list[str]]) -> tuple[list[list[int]], list[list[int]]]:
    """The same with a number for each distinct word: as many ids as a tokenizer has, or more."""
    numbers = {word: at for at, word in enumerate(dict.fromkeys(chain.from_iterable(chain(hyps, refs))))}
    # Each an object of its own, as they come from a tokenizer.
    return tuple([[int(str(numbers[word])) for word in line] for line in side] for side in (hyps, refs))


def theirs(hyps: Lines, refs: Lines) -> dict[str, tuple[Work, Callable[[], float], str]]:
    """Peer -> its work, ours of the same rules, and a note."""
    joined = [[" ".join(map(str, line)) for line in side] for side in (hyps, refs)]

    def ours(variant: str) -> float:
        return tokens.corpus_bleu(hyps, [refs], variant=variant, threads=1).score

    def by_sacrebleu() -> float:
        metric = sacrebleu.BLEU(tokenize="none", force=True)
        return metric.corpus_score(joined[0], [joined[1]]).score

    def by_nltk() -> float:
        return 100 * nltk_bleu([[ref] for ref in refs], hyps)

    return {
        "sacreBLEU": (by_sacrebleu, lambda: ours("sacrebleu"), "its lines joined before, `tokenize='none'`"),
        "nltk": (by_nltk, lambda: ours("nltk"), "`variant='nltk'`"),
    }


def measure(settings: Settings) -> Group:
    text = (
        "`parbleu.metrics.tokens.corpus_bleu`: sequences in, Python's lists for both sides, no strings built."
    )
    group = Group("Tokens", text)
    pairs = settings.texts.target("en").repeated(settings.size(100_000, 10_000))
    words = split(pairs)
    for what, sides in (("ids", numbered(*words)), ("words", words)):
        print(f"  tokens of a line: {sum(map(len, sides[0])) / len(pairs):.1f} ({what})", file=sys.stderr)
        for peer, (their_work, our_work, note) in theirs(*sides).items():
            row = compare(
                f"BLEU of {what}, {len(pairs):,} lines",
                our_work,
                their_work,
                len(pairs),
                rounds=3,
                peer=peer,
                target="50x",
                note=note,
            )
            group.rows.append(row)
    return group
