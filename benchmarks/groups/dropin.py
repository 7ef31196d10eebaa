"""Measures the drop-in `sacrebleu` against the original, on the same commands and programs."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

from benchmarks.groups.process import command
from benchmarks.measure import Group, Row, run
from benchmarks.settings import Settings
from benchmarks.texts import ROOT, Pairs

TARGET = "3x, which is a third of the time"

PROGRAM = """
import sys
import sacrebleu
hyps, refs = ([line.rstrip() for line in open(path, encoding="utf-8")] for path in sys.argv[1:])
print(sacrebleu.corpus_bleu(hyps, [refs]).score, sacrebleu.corpus_chrf(hyps, [refs], word_order=2).score)
"""


def environment(home: Path) -> Path:
    """Makes an environment with the drop-in, which finds everything else where this Python does.

    Returns:
        the directory of its commands.
    """
    venv.create(home)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    source = str(ROOT / "shims" / "sacrebleu")
    build = ["-q", "--no-deps", "--no-build-isolation", "-w", str(home), source]
    subprocess.run([*pip, "wheel", *build], check=True)
    [wheel] = home.glob("*.whl")
    subprocess.run([*pip, "--python", str(python), "install", "-q", "--no-deps", str(wheel)], check=True)
    [packages] = home.glob("lib/python*/site-packages")
    packages.joinpath("everything-else.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return python.parent


def row(what: str, ours: list[str], theirs: list[str], rounds: int, target: str = "") -> Row:
    mine, yours, outputs = [], [], set()
    for _ in range(rounds):
        our_run, their_run = run(ours), run(theirs)
        mine.append(our_run.seconds)
        yours.append(their_run.seconds)
        outputs |= {our_run.output, their_run.output}
    note = "same output" if len(outputs) == 1 else f"outputs differ: {sorted(outputs)}"
    return Row(what, mine, yours, peer="sacrebleu", unit="run", target=target, note=note)


def files(pairs: Pairs, folder: Path) -> list[str]:
    """Writes hypotheses and references; returns the paths."""
    paths = []
    for name, lines in (("hyp", pairs.hyps), ("ref", pairs.refs)):
        path = folder / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        paths.append(str(path))
    return paths


def measure(settings: Settings) -> Group:
    text = "User and system time of whole processes; the drop-in's wheel is in an environment of its own."
    group = Group("The drop-in", text)
    rounds = settings.size(15, 5)
    with tempfile.TemporaryDirectory() as folder:
        hyp, ref = files(settings.texts.target("en").repeated(3_000), Path(folder))
        commands = environment(Path(folder) / "venv")
        score = [ref, "-i", hyp, "-b"]
        ours, theirs = str(commands / "sacrebleu"), command("sacrebleu")
        what = "`sacrebleu REF -i HYP -b`, 3,000 lines"
        group.rows.append(row(what, [ours, *score], [theirs, *score], rounds, TARGET))
        ours, theirs = str(commands / "python"), sys.executable
        program = ["-c", "import sacrebleu"]
        group.rows.append(row("`import sacrebleu`", [ours, *program], [theirs, *program], rounds))
        program = ["-c", PROGRAM, hyp, ref]
        what = "a program: `corpus_bleu` and `corpus_chrf` (chrF++), 3,000 lines"
        group.rows.append(row(what, [ours, *program], [theirs, *program], rounds))
    return group
