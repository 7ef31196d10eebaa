"""Runs published projects with the original sacreBLEU and with parbleu's face, and prints how they compare.

    python tests/dropin/projects/run.py            # those that need little: a minute, 1 GB of disk
    python tests/dropin/projects/run.py --heavy    # those that need PyTorch, too: some minutes, 8 GB

Makes an environment with pip for each of the two groups. Every program is run in turn with both, several
times; the ratio is that of the processor's seconds of the work itself, without imports.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
ROOT = HERE.parents[2]

# Program -> what it installs without dependencies, and the dependencies that its part of that needs.
LIGHT = {
    "compare_mt": ("compare_mt==0.2.10", "nltk six matplotlib"),
    "hf_evaluate": ("opencompass==0.5.4", "evaluate==0.4.6"),
    "lm_eval": ("lm_eval==0.4.13", ""),
    "opuspocus": ("opuspocus==0.1.0", "attrs omegaconf opustrainer pyyaml"),
    "simuleval": ("simuleval==1.1.4", "pyyaml textgrid"),
    "subset2evaluate": ("subset2evaluate==1.0.27", ""),
    "unitxt": ("unitxt==1.26.10", "datasets requests"),
}
HEAVY = {
    "eole": ("eole==0.6.4", "torch pydantic pyonmttok"),
    "helm": (
        "crfm_helm==0.5.16",
        "cattrs colorlog dacite filelock langdetect Mako pyhocon retrying sqlitedict zstandard",
    ),
    "joeynmt": ("joeynmt==2.3.0", "torch"),
    "lighteval": ("lighteval==0.13.0", "torch transformers<5 nltk pydantic pytablewriter scikit-learn"),
    "mbrs": (
        "mbrs==0.1.8 unbabel_comet==2.2.7",
        "torch transformers<5 bert_score bleurt-pytorch fastchrf pytorch_lightning simple_parsing",
    ),
    "opennmt": ("OpenNMT-py==3.5.1", "torch configargparse fasttext pyahocorasick rapidfuzz spacy"),
    "sockeye": ("sockeye==3.1.34", "torch"),
    "torchmetrics": ("torchmetrics==1.9.0", "torch"),
}
FACE = ("-m", "parbleu.compat", "sacrebleu", "--")


class ProblemError(Exception):
    """A program failed, or found something else with the face."""


def environment(home: Path, programs: dict[str, tuple[str, str]], parbleu: Path) -> Path:
    """Makes the environment of a group; returns its Python."""
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    python = home / "bin" / "python"
    # Not compiled: most of what comes along is never imported.
    pip = [python, "-m", "pip", "--disable-pip-version-check", "-q", "install", "--no-compile"]
    needs = {need for _, needs in programs.values() for need in needs.split()}
    subprocess.run([*pip, "sacrebleu[ja,ko]==2.6.0", "pandas", "scipy", parbleu, *sorted(needs)], check=True)
    names = [name for projects, _ in programs.values() for name in projects.split()]
    subprocess.run([*pip, "--no-deps", *names], check=True)
    return python


def once(python: Path, program: str, *start: str) -> dict[str, object]:
    """What one run of a program tells."""
    hidden = ("SACREBLEU", "PYTHON")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(hidden)}
    ours = {"PARBLEU_THREADS": "1", "SACREBLEU": str(python.parents[2] / "cache")}  # beside the environment
    command = [python, "-W", "ignore", *start, HERE / f"with_{program}.py"]
    done = subprocess.run(command, env={**kept, **ours}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ProblemError(f"{program} {' '.join(start)}: {done.stderr[-2000:]}")
    told: dict[str, object] = json.loads(
        re.sub(r"\+parbleu\.[0-9A-Za-z.]+", "", done.stdout.splitlines()[-1])
    )
    return told


def compare(python: Path, program: str, rounds: int) -> tuple[float, float, float]:
    """Returns the seconds with the original and with the face, and the ratio: medians."""
    original, face = [], []
    for _ in range(rounds):
        before, after = once(python, program), once(python, program, *FACE)
        if before["found"] != after["found"]:
            raise ProblemError(
                f"{program} found\n{before['found']}\nwith the original, and with the face\n{after['found']}"
            )
        original.append(float(str(before["seconds"])))
        face.append(float(str(after["seconds"])))
    ratio = median(slow / fast for slow, fast in zip(original, face, strict=True))
    return median(original), median(face), ratio


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--heavy", action="store_true", help="also what needs PyTorch")
    parser.add_argument("--only", nargs="+", metavar="PROGRAM", choices=[*LIGHT, *HEAVY])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--parbleu", type=Path, default=ROOT, help="a wheel of parbleu instead of this checkout"
    )
    options = parser.parse_args()
    failed = 0
    print("| project | original | parbleu | ratio |\n|---|---:|---:|---:|", flush=True)
    for group in (LIGHT, HEAVY) if options.heavy else (LIGHT,):
        chosen = {name: what for name, what in group.items() if name in (options.only or group)}
        with tempfile.TemporaryDirectory() as folder:
            python = environment(Path(folder) / "venv", chosen, options.parbleu) if chosen else Path()
            for name, (projects, _) in chosen.items():
                shown = f"{name}: {projects.replace('==', ' ')}"
                try:
                    original, face, ratio = compare(python, name, options.rounds)
                    print(f"| {shown} | {original:.3f} s | {face:.3f} s | {ratio:.1f}x |", flush=True)
                except ProblemError as problem:
                    failed += 1
                    print(problem, file=sys.stderr, flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
