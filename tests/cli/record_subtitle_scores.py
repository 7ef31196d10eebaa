"""Records what subtitle-edit-rate says of subtitles that are drawn here: in an environment with

subtitle-edit-rate==0.4.0

python tests/cli/record_subtitle_scores.py > tests/cli/subtitle_scores.json
"""

import contextlib
import io
import json
import random
import re
import sys
import tempfile
from pathlib import Path

from suber.__main__ import main

METRICS = ("SubER", "SubER-cased", "AS-BLEU", "AS-chrF", "AS-TER", "AS-WER", "AS-CER")
PLAIN = ["the", "harbour", "ship", "waits", "is", "was", "at", "noon", "quay", "tide", "low"]
SIGNED = [
    "the",
    "The",
    "harbour,",
    "ship",
    "Ship.",
    "waits.",
    "don't",
    "is",
    "was",
    "(a)",
    "noon!",
    "—",
    "tide",
    "<i>It</i>",
    "x-y",
    "«",
    "…",
    "...",
    "3.5",
    "ÄRGER",
]
FEW = list("abcdef")
HAN = ["船", "在", "港", "等", "潮", "水", "低", "。", "，", "《", "3.5", "Kran"]

Subtitle = tuple[float, float, str]


def drawn(
    draw: random.Random, words: list[str], count: int, pauses: list[float], glue: str
) -> list[Subtitle]:
    """Returns subtitles of one line or two."""
    start, made = draw.random(), []
    for _ in range(count):
        length = draw.choice((0.5, 1, 2, 3))
        text = broken(draw, [draw.choice(words) for _ in range(draw.randint(1, 8))], glue)
        made.append((round(start, 3), round(start + length, 3), text))
        start += length + draw.choice(pauses)
    return made


def broken(draw: random.Random, words: list[str], glue: str) -> str:
    """Returns words as one line, or as two."""
    if len(words) < 3 or draw.random() > 0.4:
        return glue.join(words)
    at = draw.randint(1, len(words) - 1)
    return f"{glue.join(words[:at])}\n{glue.join(words[at:])}"


def noisy(draw: random.Random, subtitles: list[Subtitle], words: list[str], glue: str) -> list[Subtitle]:
    """Returns a worse copy: other words, another order, other subtitles, other times."""
    timed = []
    for begin, end, text in subtitles:
        parts = text.replace("\n", " ").split() if glue else list(text.replace("\n", ""))
        for place, word in enumerate(parts):
            if draw.random() < 0.1:
                continue
            step = (end - begin) / len(parts)
            said = draw.choice(words) if draw.random() < 0.15 else word
            timed.append((begin + place * step, begin + (place + 1) * step, said))
    said = [word for _, _, word in timed]
    for _ in range(len(said) // 5):
        place = draw.randrange(len(said))
        said.insert(max(0, place + draw.randint(-6, 6)), said.pop(place))
    made, at = [], 0
    while at < len(timed):
        size = draw.randint(2, 9)
        late = draw.choice((0, 0, 0.2, -0.2))
        group = timed[at : at + size]
        begin, end = max(0, round(group[0][0] + late, 3)), round(group[-1][1] + late, 3)
        made.append((begin, end, broken(draw, said[at : at + size], glue)))
        at += size
    return sorted(made)


def plain(text: str) -> str:
    """Returns the text of a subtitle as one line."""
    return re.sub("</?i>", "", text).replace("\n", " ")


def stamp(seconds: float) -> str:
    """Returns a time as SubRip writes it."""
    whole = round(seconds * 1000)
    return f"{whole // 3600000:02}:{whole // 60000 % 60:02}:{whole // 1000 % 60:02},{whole % 1000:03}"


def subrip(subtitles: list[Subtitle]) -> str:
    """Returns a file of SubRip."""
    return "".join(
        f"{number}\n{stamp(begin)} --> {stamp(end)}\n{text}\n\n"
        for number, (begin, end, text) in enumerate(subtitles, 1)
    )


def scores(
    folder: Path, hypothesis: str, reference: str, metrics: tuple[str, ...], *more: str
) -> dict[str, float]:
    """Returns what the program prints, for each metric by itself."""
    (folder / "hyp.srt").write_text(hypothesis, encoding="utf-8")
    (folder / "ref.srt").write_text(reference, encoding="utf-8")
    found = {}
    for metric in metrics:
        sys.argv = [
            "suber",
            "-H",
            str(folder / "hyp.srt"),
            "-R",
            str(folder / "ref.srt"),
            "-m",
            metric,
            *more,
        ]
        with contextlib.redirect_stdout(io.StringIO()) as out:
            main()
        found |= json.loads(out.getvalue())
    return found


def parallel(draw: random.Random, words: list[str], glue: str) -> tuple[list[Subtitle], list[Subtitle]]:
    """Returns subtitles, and a worse copy with the same times."""
    reference = drawn(draw, words, draw.randint(1, 5), [0, 0.4], glue)
    hypothesis = [
        (begin, end, glue.join(draw.choice(words) if draw.random() < 0.2 else word for word in parts))
        for begin, end, parts in ((begin, end, text.split()) for begin, end, text in reference)
    ]
    return hypothesis, reference


found: dict[str, list[object]] = {"other subtitles": [], "the same times": []}
with tempfile.TemporaryDirectory() as name:
    for seed in range(72):
        draw = random.Random(seed)
        is_long, is_chinese = seed % 12 == 0, seed >= 60
        words, glue = (HAN, "") if is_chinese else (FEW if is_long else draw.choice((PLAIN, SIGNED)), " ")
        count = 30 if is_long and not is_chinese else draw.randint(1, 6)
        reference = drawn(draw, words, count, [0, -0.2, 0.3] if is_long else [0, 0.4], glue)
        texts = subrip(noisy(draw, reference, words, glue) or reference), subrip(reference)
        language = ["-l", "zh"] if is_chinese else []
        told = scores(Path(name), *texts, METRICS[:2] if is_chinese else METRICS, *language)
        found["other subtitles"].append([*texts, "zh" if is_chinese else "", told])
    for seed in range(24):
        words, glue, language = (HAN, "", ["-l", "zh"]) if seed % 2 else (SIGNED, " ", [])
        sides = parallel(random.Random(seed), words, glue)
        told = scores(Path(name), *map(subrip, sides), ("WER", "CER"), *language)
        lines = [[plain(text) for _, _, text in side] for side in sides]
        found["the same times"].append([*lines, "zh" if language else "", told])
json.dump(found, sys.stdout, ensure_ascii=False, indent=0)
