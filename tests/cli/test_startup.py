"""Tests that only the modules of `import parbleu` and of plain scores avoid importing `typing`."""

import os
import subprocess
import sys
from pathlib import Path

import parbleu
from toy_sets import SYSTEM, TARGETS, lines

PACKAGE = Path(parbleu.__file__).parent
TRICK = "\nTYPE_CHECKING = False\n"

LIBRARY = """
import parbleu
parbleu.corpus_bleu(["a b c d"], [["a b c d"]]).format()
parbleu.CHRF().corpus_score(["a"], [["a"]]).format()
score = parbleu.TER().corpus_score(["a"], [["a"]])
score.signature.format()
parbleu.sentence_chrf("a", ["a"])
parbleu.tokenize("a", "zh")
"""
SCORE = "from parbleu.cli.main import main\nassert main(['score', *{!r}]) == 0\n"
SACREBLEU = "from parbleu.compat.sacrebleu_command.command import run\nassert run({!r}) == 0\n"

FILES = ["A", "B", "-m", "bleu", "chrf", "ter", "-i", "hyp"]
TEST_SET = ["-t", "toy/xml", "-l", "en-de"]
RUNS = [
    "import parbleu",
    LIBRARY,
    *(
        program.format([*FILES, *more])
        for program in (SCORE, SACREBLEU)
        for more in ([], ["-b"], ["-f", "text"], ["other", "-pbs", "-pbsn", "20"])
    ),
    SCORE.format([*FILES, "-ci", "-cin", "20"]),
    SCORE.format([*FILES, "other"]),
    SCORE.format([*FILES, "other", "-par", "-parn", "20"]),
    SCORE.format([*FILES, "other", "-pbs", "-pbsn", "20", "-f", "text"]),
    SCORE.format(["A", "-i", "hyp", "-b", "-tok", "zh"]),
    SCORE.format(["A", "-i", "hyp", "-sl"]),
    *(program.format([*TEST_SET, "-i", "hyp", "-b"]) for program in (SCORE, SACREBLEU)),
    SCORE.format([*TEST_SET, "--origlang", "en", "--echo", "src"]),
]


def loaded(program, folder, env):
    """The files of the package that a program loads."""
    before = f"import sys\nsys.path.append({str(PACKAGE.parent)!r})\n"
    after = "\nfiles = [getattr(module, '__file__', None) or '' for module in sys.modules.values()]"
    command = [sys.executable, "-I", "-S", "-c", f"{before}{program}{after}\nprint()\nprint(*files, sep=':')"]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True)
    return {Path(name) for name in done.stdout.splitlines()[-1].split(":") if name.startswith(str(PACKAGE))}


def names(files):
    return " ".join(sorted(str(file.relative_to(PACKAGE)) for file in files))


def test_only_modules_of_a_plain_score_avoid_typing(run, toys, tmp_path):
    for name, texts in {**TARGETS, "hyp": SYSTEM, "other": TARGETS["B"]}.items():
        (tmp_path / name).write_text(lines(texts), encoding="utf-8")
    assert run("score", *TEST_SET, "-i", str(tmp_path / "hyp"), env=toys.env).status == 0  # fills the cache
    env = {**os.environ, **toys.env}
    quick = set().union(*(loaded(program, tmp_path, env) for program in RUNS))
    texts = {file: file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py")}
    assert names(file for file, text in texts.items() if TRICK in text and file not in quick) == ""
    assert (
        names(file for file, text in texts.items() if "import TYPE_CHECKING" in text and file in quick) == ""
    )
