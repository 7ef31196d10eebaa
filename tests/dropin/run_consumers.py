"""Runs every program of `consumers/`, each in a process of its own, and prints what each printed as JSON.

`python run_consumers.py` runs them with whatever `import sacrebleu` finds, and
`python -m parbleu.compat sacrebleu -- run_consumers.py` with the face.
"""

import json
import os
import runpy
import sys
import tempfile
import traceback
from pathlib import Path
from typing import IO

# Once for all, before the processes part.
import numpy  # noqa: F401
import pandas  # noqa: F401

sys.path.append(str(Path(__file__).parents[1]))
from plain_sum import use_plain_sum_everywhere

CONSUMERS = Path(__file__).parent / "consumers"
HELPERS = {"corpus"}


def programs() -> list[Path]:
    return sorted(path for path in CONSUMERS.glob("*.py") if path.stem not in HELPERS)


def temporary() -> IO[str]:
    return tempfile.TemporaryFile("w+", encoding="utf-8")


class Running:
    """A program at work in a process of its own."""

    def __init__(self, path: Path) -> None:
        self.output, self.messages = temporary(), temporary()
        self.process = os.fork()
        if self.process == 0:
            os._exit(self.work(path))

    def work(self, path: Path) -> int:
        os.dup2(self.output.fileno(), 1)
        os.dup2(self.messages.fileno(), 2)
        sys.path.insert(0, str(path.parent))
        status = 0
        try:
            runpy.run_path(str(path), run_name="__main__")
        except BaseException:
            status = 1
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        return status

    def result(self) -> dict[str, object]:
        """Waits for its end, and returns its exit status and what it printed."""
        _, status = os.waitpid(self.process, 0)
        printed, messages = self.read(self.output), self.read(self.messages)
        return {"status": status, "found": json.loads(printed or "null"), "messages": messages}

    @staticmethod
    def read(file: IO[str]) -> str:
        with file:
            file.seek(0)
            return file.read()


def main() -> None:
    use_plain_sum_everywhere()
    running = {path.stem: Running(path) for path in programs()}
    json.dump({name: program.result() for name, program in running.items()}, sys.stdout)


if __name__ == "__main__":
    main()
