"""Asks every address of the catalogue of test sets for its first byte, and lists those that do not answer.

python tools/check_addresses.py [FOLDER]       the descriptions of test sets; by default the built-in ones
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import Request, urlopen

CATALOGUE = Path(__file__).parents[1] / "src" / "parbleu" / "testsets" / "data"
ATTEMPTS = 3


def addresses(description: object) -> Iterator[str]:
    """Yields what stands under "url" anywhere in a description."""
    if isinstance(description, dict):
        if isinstance(description.get("url"), str):
            yield description["url"]
        description = list(description.values())
    if isinstance(description, list):
        for part in description:
            yield from addresses(part)


def problem(address: str) -> str:
    """Returns why an address does not answer in several attempts; "" if it does."""
    told = ""
    for _ in range(ATTEMPTS):
        if not (told := answer(address)):
            break
    return told


def answer(address: str) -> str:
    """Returns why an address does not answer at once; "" if it does."""
    asked = Request(address, headers={"Range": "bytes=0-0", "User-Agent": "parbleu"})
    try:
        with urlopen(asked, timeout=60) as found:
            return "" if found.read(1) else "it is empty"
    except (OSError, ValueError) as error:
        return str(error)


def main(folder: str = str(CATALOGUE)) -> int:
    wanted: dict[str, str] = {}
    for path in sorted(Path(folder).glob("*.json")):
        for address in addresses(json.loads(path.read_text(encoding="utf-8"))):
            wanted.setdefault(address, path.stem)
    with ThreadPoolExecutor(4) as pool:
        problems = dict(zip(wanted, pool.map(problem, wanted), strict=True))
    for address, why in problems.items():
        if why:
            print(f"{wanted[address]}: {address}: {why}")
    print(f"{sum(map(bool, problems.values()))} of {len(wanted)} addresses do not answer")
    return 1 if not wanted or any(problems.values()) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
