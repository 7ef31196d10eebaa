"""Tests which modules scores load, and that only these avoid importing `typing`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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

# Each module takes about 0.3 million instructions before anything in it runs, of 40 million that a score of
# two short files takes without the start of Python: a module is added here only if every such score uses it.
NUMBER = """
    _core __init__ base.__init__ base.common_errors base.lazy base.log base.record base.threads cli.__init__
    cli.main
    cli.score.__init__ cli.shell.__init__ cli.shell.console errors inputs.__init__ inputs.corpus
    inputs.line_files io.__init__ io.lines text.__init__ text.corpus_sample
"""
PLAIN = """
    _core __init__ base.__init__ base.common_errors base.lazy base.log base.record base.registry base.threads
    cli.__init__ cli.main cli.score.__init__ cli.score.command cli.score.result_printer
    cli.score.score_arguments cli.score.score_options cli.score.scoring
    cli.shell.__init__ cli.shell.command cli.shell.console cli.shell.corpus_options
    cli.shell.options cli.shell.result_output
    comparison.__init__ comparison.corpus_scores errors inputs.__init__ inputs.corpus inputs.line_files
    inputs.named_corpus io.__init__ io.lines metrics.__init__ metrics.base metrics.bleu
    metrics.input_checks metrics.metric_by_name metrics.native_metric metrics.parameters metrics.score
    metrics.signature metrics.statistics
    tables.__init__ tables.result text.__init__ text.segments text.tokenizers.__init__ text.tokenizers.base
"""
SAMPLED = "text.corpus_sample"
JSON = " cli.score.sacrebleu_json"
FACE = """
    compat.__init__ compat.alias compat.sacrebleu_command.__init__ compat.sacrebleu_command.command
    compat.sacrebleu_command.text_printer
"""
PAIRED = """
    base.known_names base.progress base.wording cli.score.row_scoring comparison.metric_inputs
    comparison.resampled_scores comparison.sample_warnings inputs.segment_scores
    inputs.systems stats.__init__ stats.interval stats.paired_tests
    stats.resampling stats.seed
"""
TABLES = """
    comparison.compare_systems comparison.comparison_result stats.rank_clusters
    tables.display tables.formats.__init__ tables.formats.json tables.rendering tables.table tables.visible
"""
SCORES = [
    ("import parbleu", "__init__ base.__init__ base.lazy"),
    (SCORE.format(["A", "-i", "hyp", "-b", "-m", "chrf"]), NUMBER),
    (SCORE.format(["A", "-i", "hyp", "-b", "-lc"]), PLAIN + SAMPLED),
    (SCORE.format(["A", "-i", "hyp"]), PLAIN + SAMPLED + JSON),
    (SACREBLEU.format(["A", "-i", "hyp", "-b"]), PLAIN + JSON + FACE),
    (SCORE.format(["A", "-i", "hyp", "other", "-pbs"]), PLAIN + SAMPLED + JSON + PAIRED),
    (SCORE.format(["A", "-i", "hyp", "other", "-pbs", "-f", "json"]), PLAIN + SAMPLED + PAIRED + TABLES),
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
    pytest.importorskip("parbleu.compat")  # the drop-in is one of the programs
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


@pytest.mark.parametrize(("program", "modules"), SCORES)
def test_modules_of_scores(tmp_path, program, modules):
    if "parbleu.compat" in program:
        pytest.importorskip("parbleu.compat")
    for name, texts in {**TARGETS, "hyp": SYSTEM, "other": TARGETS["B"]}.items():
        (tmp_path / name).write_text(lines(texts), encoding="utf-8")
    files = loaded(program, tmp_path, dict(os.environ))
    found = {str(file.relative_to(PACKAGE)).partition(".")[0].replace(os.sep, ".") for file in files}
    assert "__init__" in found
    assert sorted(found - set(modules.split())) == []
