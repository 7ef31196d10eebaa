"""Makes a wheel of the documentation's site and the manual pages: `make docs-wheel` calls it.

python tools/make_docs_wheel.py build/docs/html build/man dist
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from scikit_build_core.build import build_wheel

ROOT = Path(__file__).parents[1]


def main(site: str, man: str, target: str) -> None:
    directory = Path(target).absolute()
    directory.mkdir(parents=True, exist_ok=True)
    pages, manual = Path(site).absolute(), Path(man).absolute()
    with tempfile.TemporaryDirectory() as place:
        project = Path(place, "project")
        shutil.copytree(ROOT / "docs" / "wheel", project, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "LICENSE", project)
        package = project / "src" / "parbleu_docs"
        shutil.copytree(pages, package / "html", ignore=shutil.ignore_patterns(".*", "_sources"))
        shutil.copytree(manual, package / "man")
        os.chdir(project)
        made = build_wheel(str(directory))
        os.chdir(ROOT)
    print(directory / made)


if __name__ == "__main__":
    main(*sys.argv[1:] or ("build/docs/html", "build/man", "dist"))
