"""Records what subtitle-edit-rate says of subtitles that are drawn here: in an environment with

subtitle-edit-rate[ja,ko]==0.4.0

python tests/cli/record_subtitle_scores.py > tests/cli/subtitle_scores.json
"""

import contextlib
import io
import json
import random
import sys
import tempfile
from pathlib import Path

from suber.__main__ import main

SUBER = ("SubER", "SubER-cased")
PARALLEL = ("WER", "CER", "WER-cased", "CER-cased", "length_ratio", "BLEU-seg", "TER-seg", "WER-seg")
CUT = tuple(
    f"{way}-{name}"
    for way in ("AS", "t")
    for name in (
        *("BLEU", "chrF", "TER", "WER", "CER", "WER-cased", "CER-cased"),
        *("BLEU-seg", "TER-seg", "WER-seg"),
    )
)
MASKED = ("AS-TER-br", "t-TER-br")
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
    "noon…",
]
FEW = list("abcdef")
HAN = ["船", "在", "港", "等", "潮", "水", "低", "。", "，", "《", "3.5", "Kran"]
KANA = ["船は", "港で", "待っている", "。", "、", "潮が", "低い", "「はい」", "カタカナ", "3.5", "ので"]
HANGUL = ["배가", "항구에서", "기다린다.", "조수가", "낮다,", "그래서", "(우리는)", "안", "갑니다!", "Kran"]

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
    for seed in range(96):
        draw = random.Random(seed)
        is_long = seed % 12 == 0 and seed < 60
        words, glue, language = FEW if is_long else draw.choice((PLAIN, SIGNED)), " ", ""
        if seed >= 60:
            words, glue, language = ((HAN, "", "zh"), (KANA, "", "ja"), (HANGUL, " ", "ko"))[
                (seed - 60) // 12
            ]
        count = 30 if is_long else draw.randint(1, 6)
        reference = drawn(draw, words, count, [0, -0.2, 0.3] if is_long else [0, 0.4], glue)
        texts = subrip(noisy(draw, reference, words, glue) or reference), subrip(reference)
        chosen = (*SUBER, *CUT) if language else (*SUBER, *CUT, *MASKED)
        told = scores(Path(name), *texts, chosen, *(["-l", language] if language else []))
        found["other subtitles"].append([*texts, language, told])
    for seed in range(24):
        words, glue, language = (HAN, "", "zh") if seed % 2 else (SIGNED, " ", "")
        sides = parallel(random.Random(seed), words, glue)
        texts = [*map(subrip, sides)]
        chosen = PARALLEL if language else (*PARALLEL, "TER-br")
        told = scores(Path(name), *texts, chosen, *(["-l", language] if language else []))
        found["the same times"].append([*texts, language, told])
json.dump(found, sys.stdout, ensure_ascii=False, indent=0)
