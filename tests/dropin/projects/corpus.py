"""Text for programs that call published projects, and how they tell what came out and how long it took."""

import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))
from plain_sum import use_plain_sum_everywhere

EXAMPLES = Path(__file__).parents[3] / "examples"


def lines(pair: str, name: str, times: int = 1) -> list[str]:
    """A text, several times over. Each time has other words, so that no cache remembers all of it."""
    text = (EXAMPLES / pair / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [f"{line} Nr. {turn}{place}." for turn in range(times) for place, line in enumerate(text)]


def spent() -> float:
    """Seconds of the processor, user and system: of this process, and of those it started that ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def tell(work: Callable[[], object]) -> None:
    """Does the work, and prints as JSON what it returns and how many seconds of the processor it took."""
    use_plain_sum_everywhere()
    start = spent()
    found = work()
    seconds = spent() - start
    json.dump({"found": found, "seconds": seconds}, sys.stdout, ensure_ascii=False)
    print()
