"""Tests which modules scores load, and that only these avoid importing `typing`."""

import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

import parbleu
from toy_sets import SYSTEM, TARGETS, lines

PACKAGE = Path(parbleu.__file__).parent
TRICK = "\nTYPE_CHECKING = False\n"

QUOTES = [f"He said “yes” and “nö” {number} times." for number in range(20)]
TEXTS = {**TARGETS, "hyp": SYSTEM, "other": TARGETS["B"], "quotes": QUOTES}
TEXTS["straight"] = [line.replace("“", '"').replace("”", '"') for line in QUOTES]
TEXTS["escaped"] = [line.encode("ascii", "backslashreplace").decode() for line in QUOTES]
TEXTS["ended"] = [f"{line}</s>" for line in QUOTES]
TEXTS["decomposed"] = [unicodedata.normalize("NFD", line) for line in QUOTES]
TEXTS["pieces"] = [line.replace("said", "sa@@ id") for line in QUOTES]
TEXTS["danish"] = [
    f"Skibet venter i havnen, og vejret er meget dårligt i dag: {number}." for number in range(40)
]
TEXTS["introduced"] = [f"Here is the translation: {line}" for line in QUOTES]

LIBRARY = """
import parbleu
parbleu.corpus_bleu(["a b c d"], [["a b c d"]]).format()
parbleu.CHRF().corpus_score(["a"], [["a"]]).format()
score = parbleu.TER().corpus_score(["a"], [["a"]])
score.signature.format()
parbleu.sentence_chrf("a", ["a"])
parbleu.tokenize("a", "zh")
"""
SCORE = "from parbleu._cli.main import main\nassert main(['score', *{!r}]) == 0\n"
SACREBLEU = "from parbleu.compat._sacrebleu_command.command import run\nassert run({!r}) == 0\n"

FILES = ["A", "B", "-m", "bleu", "chrf", "ter", "-i", "hyp"]
TEST_SET = ["-t", "toy/xml", "-l", "en-de"]
ALIGN = "from parbleu._cli.main import main\nassert main(['align', 'hyp', '--ref', 'A', '-o', 'out']) == 0\n"
RUNS = [
    "import parbleu",
    LIBRARY,
    ALIGN,
    *(
        program.format([*FILES, *more])
        for program in (SCORE, SACREBLEU)
        for more in ([], ["-b"], ["-f", "text"], ["other", "-pbs", "-pbsn", "20"])
    ),
    SCORE.format(["quotes", "-i", "straight", "-b"]),
    SCORE.format(["quotes", "-i", "decomposed", "-b"]),
    SCORE.format(["quotes", "-i", "lost", "-b"]),
    SCORE.format(["quotes", "-i", "marked", "-b"]),
    SCORE.format(["quotes", "-i", "pieces", "-b"]),
    SCORE.format(["danish", "-i", "danish", "-b", "-l", "en-de"]),  # a package is asked for the language
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
    _core __init__ _base.__init__ _base.common_errors _base.lazy _base.log _base.record _base.threads
    _cli.__init__ _cli.main _cli.score.__init__ _cli.shell.__init__ _cli.shell.console errors
    _inputs.__init__ _inputs.corpus _inputs.line_files _inputs.named_corpus _io.__init__ _io.lines
"""
PLAIN = """
    _core __init__ _base.__init__ _base.common_errors _base.lazy _base.log _base.record _base.registry
    _base.threads _cli.__init__ _cli.main _cli.score.__init__ _cli.score.command
    _cli.score.result_printer _cli.score.score_options
    _cli.shell.__init__ _cli.shell.command _cli.shell.console _cli.shell.corpus_options
    _cli.shell.metric_names
    _cli.shell.options _cli.shell.result_output _comparison.__init__ _comparison.corpus_scores errors
    _inputs.__init__ _inputs.corpus _inputs.line_files _inputs.named_corpus _io.__init__ _io.lines
    metrics.__init__ metrics._base metrics._bleu metrics._input_checks metrics._metric_by_name
    metrics._native_metric metrics._parameters metrics._score metrics._statistics
    tables.__init__ tables._result text.__init__ text._segments text._tokenizers.__init__
    text._tokenizers.base
"""
LISTS = """
    __init__ _base.__init__ _base.common_errors _base.lazy _base.log _base.registry _base.wording
    _cli.__init__ _cli.main _cli.shell.__init__ _cli.shell.command_group _cli.shell.console
    _cli.shell.help_layout errors tables.__init__ tables._visible
"""
JSON = " _cli.score.sacrebleu_json"
FACE = """
    compat.__init__ compat.alias compat._sacrebleu_command.__init__ compat._sacrebleu_command.command
    compat._sacrebleu_command.text_printer
"""
PAIRED = """
    _base.known_names _base.progress _base.wording _cli.score.row_scoring _comparison.metric_inputs
    _comparison.resampled_scores _comparison.sample_warnings _inputs.segment_scores _inputs.systems
    stats.__init__ stats.interval stats.paired_tests stats.resampling stats._small_samples
"""
JSON_OF_TESTS = " _base.significance stats.rank_clusters"
TABLES = """
    _comparison.compare_systems _comparison.comparison_result tables._display
    tables._formats.__init__ tables._formats.json tables._rendering tables._table tables._visible
"""
SCORES = [
    ("import parbleu", "__init__ _base.__init__ _base.lazy"),
    *((f"from parbleu._cli.main import main\nmain({words})", LISTS) for words in (["--help-all"], ["human"])),
    (SCORE.format(["A", "-i", "hyp", "-b", "-m", "chrf"]), NUMBER),
    (SCORE.format(["quotes", "-i", "straight", "-b"]), NUMBER),  # of which is told how they are written
    (SCORE.format(["quotes", "-i", "introduced", "-b"]), NUMBER),
    (SCORE.format(["quotes", "-i", "escaped", "-b"]), f"{NUMBER} _base.unicode_forms"),
    (SCORE.format(["quotes", "-i", "ended", "-b"]), NUMBER),
    (SCORE.format(["quotes", "-i", "pieces", "-b"]), NUMBER),
    (SCORE.format(["quotes", "-i", "decomposed", "-b"]), f"{NUMBER} _base.unicode_forms"),
    (SCORE.format(["A", "-i", "hyp", "-b", "-lc"]), PLAIN),
    (SCORE.format(["A", "-i", "hyp"]), PLAIN),
    (SACREBLEU.format(["A", "-i", "hyp", "-b"]), PLAIN + JSON + FACE),
    (
        SCORE.format(["A", "-i", "hyp", "other", "-pbs", "-f", "json"]),
        PLAIN + PAIRED + JSON_OF_TESTS + TABLES,
    ),
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


@pytest.mark.long
def test_only_modules_of_plain_scores_and_cuts_avoid_typing(run, toys, tmp_path):
    pytest.importorskip("parbleu.compat")  # the drop-in is one of the programs
    texts = {**TEXTS}
    texts["lost"] = [line.replace("ö", "") for line in QUOTES]
    texts["marked"] = [f"de {line}" for line in QUOTES]
    for name, written in texts.items():
        (tmp_path / name).write_text(lines(written), encoding="utf-8")
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
    for name, texts in TEXTS.items():
        (tmp_path / name).write_text(lines(texts), encoding="utf-8")
    files = loaded(program, tmp_path, dict(os.environ))
    found = {str(file.relative_to(PACKAGE)).partition(".")[0].replace(os.sep, ".") for file in files}
    assert "__init__" in found
    assert sorted(found - set(modules.split())) == []
