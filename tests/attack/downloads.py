"""Downloads one file with up to 32 processes from a server in all its moods, and kills some of them.

    python tests/attack/downloads.py --minutes 30

The server cuts, resets, redirects, answers 4xx and 5xx, garbage, pages of HTML and wrong bytes; in some
rounds the disk is full. Kills come at random moments of the transfer. A finding is a process that believes it
has the right file and has not, a wrong file under its name, an end that no download has, and what the next
download does not mend.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))

from rounds import AttackError, campaign

from crowd import CACHE, INTERRUPTED, NETWORK, run_jobs
from misbehaving_server import GOOD, PAGE, Answer, serve

ROUNDS = 20
ENDS = {0, NETWORK, INTERRUPTED, -2, -9, -15}
SLOW = (20_000, 0.002)


def moods(content: bytes) -> list[Answer]:
    return [
        *[Answer(pace=SLOW)] * 8,
        *[GOOD] * 3,
        Answer(pace=SLOW, cut=150_000),
        Answer(cut=70_000, reset=True),
        Answer(cut=len(content) - 1),
        Answer(ranges=False, pace=SLOW),
        Answer(length=False, cut=90_000),
        Answer(validators=False, cut=100_000),
        *[Answer(status=status) for status in (403, 404, 429, 500, 503)],
        Answer(body=content[::-1]),
        Answer(shift=5),
        Answer(garbage=b"\x00\r\n\r\n"),
        PAGE,
    ]


def attack(seed: str, most: int) -> int:
    chance = random.Random(seed)
    content = chance.randbytes(200_000)
    rounds = min(ROUNDS, most)
    with tempfile.TemporaryDirectory() as place:
        (directory := Path(place, "internet")).mkdir()
        with serve(directory) as internet:
            digest = internet.put("a.bin", content)
            internet.put("b.bin", content)
            choices = [*moods(content), Answer(redirect=internet.url("b.bin"))]
            internet.always("a.bin", lambda: chance.choice(choices))
            jobs = [
                job(chance, internet.url("a.bin"), digest, Path(place, str(number)))
                for number in range(rounds)
            ]
            for one, result in zip(jobs, run_jobs(jobs), strict=True):
                ends = ENDS | ({CACHE} if one["limit"] else set())
                deceived = 0 in result["exits"] and result["state"] != "right"
                if not set(result["exits"]) <= ends or result["state"] == "wrong" or deceived:
                    raise AttackError(f"{one}: {result}")
            internet.always("a.bin", GOOD)
            again = [{**one, "processes": 1, "kills": 0, "limit": None} for one in jobs]
            for one, result in zip(again, run_jobs(again), strict=True):
                if result["exits"] != [0] or result["state"] != "right":
                    raise AttackError(f"not mended: {one}: {result}")
    return rounds


def job(chance: random.Random, url: str, digest: str, directory: Path) -> dict[str, Any]:
    processes = 32 if chance.random() < 0.05 else chance.randint(1, 4)
    return {
        "url": url,
        "path": str(directory / "a.bin"),
        "digest": digest,
        "facts": {"md5": digest},
        "processes": processes,
        "kills": chance.randint(0, processes),
        "within": chance.choice([0.01, 0.03, 0.06, 0.2]),
        "seed": chance.randrange(1 << 30),
        "locks": chance.random() < 0.75,
        "limit": chance.choice([None] * 5 + [50_000]),
    }


if __name__ == "__main__":
    for name in [*os.environ]:
        if name.lower().endswith("_proxy") or name in {"PARBLEU_OFFLINE", "PARBLEU_MIRROR"}:
            del os.environ[name]
    sys.exit(campaign(__doc__ or "", "rounds", attack))
