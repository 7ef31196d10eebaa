"""Measures edit scripts, TER's alignments and error classes of many systems, beside the library's difflib."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import islice

import parbleu
from benchmarks.measure import Group, Row, timed
from benchmarks.settings import Settings
from benchmarks.systems import SystemTexts, system_texts
from parbleu.analysis import (
    ComparedTexts,
    bleu_matches,
    compared_texts,
    error_classes,
    reference_edits,
    ter_alignments,
)
from parbleu.analysis._text_edits import Unit

SYSTEMS = 26
SCRIPTS: tuple[tuple[Unit, str], ...] = (("word", "4x"), ("character", "50x"))


def their_edits(tested: SystemTexts, unit: str) -> int:
    """Difflib's operations between each hypothesis and its reference; returns how many are no matches."""
    count = 0
    for lines in tested.systems.values():
        for reference, hypothesis in zip(tested.refs, lines, strict=True):
            one, other = (
                (parbleu.tokenize(text).split() if unit == "word" else text)
                for text in (reference, hypothesis)
            )
            matcher = SequenceMatcher(None, one, other, autojunk=False)
            count += sum(tag != "equal" for tag, *_ in matcher.get_opcodes())
    return count


def our_edits(texts: ComparedTexts, unit: Unit) -> int:
    """The same by parbleu, whose scripts are minimal, as difflib's are not."""
    scripts = (reference_edits(texts, system, unit, threads=1) for system in texts.systems)
    return sum(int((script.rows[:, 0] != 0).sum()) for script in scripts)


def script_row(tested: SystemTexts, unit: Unit, target: str, rounds: int) -> Row:
    small = SystemTexts(tested.name, tested.refs, dict(islice(tested.systems.items(), 2))).first(200)
    texts = compared_texts(small.systems, [small.refs])
    pairs = len(small.systems) * len(small.refs)
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(timed(lambda: our_edits(texts, unit), pairs)[0])
        theirs.append(timed(lambda: their_edits(small, unit), pairs)[0])
    note = "with tokenizing; difflib's scripts need not be minimal"
    return Row(f"edit scripts of {unit}s", ours, theirs, "difflib", "pair", target, note)


def measure(settings: Settings) -> Group:
    tested = system_texts(settings.texts).with_systems(SYSTEMS).first(settings.size(1_000, 200))
    texts = compared_texts(tested.systems, [tested.refs])
    names = list(texts.systems)
    size = f"{SYSTEMS} systems of {len(tested.refs):,} segments"
    group = Group(
        "Edit scripts", f"From references to hypotheses, one thread; without a peer: {size}, {tested.name}."
    )
    group.rows += [script_row(tested, unit, target, settings.rounds) for unit, target in SCRIPTS]
    for what, work in (
        ("edit scripts of words", lambda: our_edits(texts, "word")),
        ("edit scripts of characters", lambda: our_edits(texts, "character")),
        (
            "n-grams that BLEU matches",
            lambda: [bleu_matches(texts, each, threads=1) for each in names],
        ),
        ("alignments of TER", lambda: [ter_alignments(texts, each, threads=1) for each in names]),
        ("classes of errors", lambda: error_classes(texts, resampling=parbleu.Resampling("none", threads=1))),
    ):
        seconds = [timed(work, 1)[0] for _ in range(settings.rounds)]
        group.rows.append(Row(f"{what}, {size}", seconds, unit="run"))
    return group
