"""Makes virtual environments for tests that install distributions."""

import os
import subprocess
import sys
from pathlib import Path


class Environment:
    """A virtual environment."""

    def __init__(self, home: Path) -> None:
        self.bin = home / "bin"
        run(sys.executable, "-m", "venv", home)

    def pip(self, *words: str | Path) -> str:
        return run(self.bin / "python", "-m", "pip", "--disable-pip-version-check", *words)

    def python(self, code: str, status: int = 0) -> str:
        return run(self.bin / "python", "-W", "error", "-c", code, status=status)

    def version(self) -> str:
        """Which sacreBLEU it has."""
        return self.python("import importlib.metadata as m; print(m.version('sacrebleu'))").strip()


def run(*command: str | Path, status: int = 0) -> str:
    """What the command prints."""
    hidden = ("PYTHON", "SACREBLEU", "VIRTUAL_ENV")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(hidden)}
    done = subprocess.run(command, cwd="/", env=kept, capture_output=True, text=True, check=False)
    assert done.returncode == status, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout if status == 0 else done.stderr
