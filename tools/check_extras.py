"""Resolves every extra of pyproject.toml on every Python that the package is for, and installs nothing.

python tools/check_extras.py [VERSION...]      of Python; by default those that the classifiers name
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import tomllib

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def problem(extra: str, version: str) -> str:
    """Returns what uv says if no set of packages fits an extra; "" if one does."""
    command = ("uv", "pip", "compile", "--quiet", "--universal")
    options = ("--extra", extra, "--python-version", version, PROJECT)
    done = subprocess.run((*command, *options), capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def main(versions: list[str]) -> int:
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    versions = versions or re.findall(r":: (3\.\d+)", "\n".join(project["classifiers"]))
    extras = sorted(project["optional-dependencies"])
    failed = 0
    for version in versions:
        for extra in extras:
            if why := problem(extra, version):
                failed += 1
                print(f"parbleu[{extra}] on Python {version}:\n{why}", flush=True)
    asked = len(versions) * len(extras)
    print(f"{failed} of {asked} cannot be installed: {len(extras)} extras, Python {' '.join(versions)}")
    return 1 if failed or not asked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
