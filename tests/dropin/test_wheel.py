"""The distribution `sacrebleu` of shims/ in an environment of the original's: over it, used, away, and back.

Run by `make test-dropin`; needs the build tools, and an index for the original. The tests tell one story, in
order.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dropin.environments import Environment, run
from parbleu.metrics._score import VERSION

pytestmark = pytest.mark.dropin

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "en-de"
SCORE = [str(EXAMPLE / "ref.A.txt"), "-i", str(EXAMPLE / "system.literal.txt"), "-m", "bleu", "chrf", "ter"]
SHELL = Path(__file__).parent / "consumers" / "shell.sh"
TREE = """
import importlib, pkgutil, sacrebleu
for found in pkgutil.walk_packages(sacrebleu.__path__, "sacrebleu."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
        print(found.name)
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """An environment in which the original is installed."""
    made = Environment(tmp_path_factory.mktemp("clean") / "a path with blanks")
    made.pip("install", "-q", "sacrebleu==2.6.0")
    return made


@pytest.fixture(scope="module")
def original(environment):
    """What the original says."""
    return {
        "tree": environment.python(TREE),
        "score": json.loads(run(environment.bin / "sacrebleu", *SCORE)),
        "text": run(environment.bin / "sacrebleu", *SCORE, "-f", "text"),
        "shell": run("bash", SHELL, environment.bin),
    }


@pytest.fixture(scope="module")
def dropin(environment, original, wheels):
    """The environment after the drop-in was installed over the original."""
    (wheel,) = wheels.glob("sacrebleu-*.whl")
    said = environment.pip("install", "-f", wheels, wheel)
    assert "Successfully uninstalled sacrebleu-2.6.0" in said
    return environment


def without_our_version(text: str) -> str:
    return text.replace(VERSION, "2.6.0")


def test_pip_is_content(dropin):
    assert dropin.pip("check").strip() == "No broken requirements found."
    assert dropin.version() == VERSION


@pytest.mark.parametrize("wanted", ["sacrebleu", "sacrebleu>=2", "sacrebleu>=1.4.12,<3", "sacrebleu==2.6.0"])
def test_requirements_hold(dropin, wanted):
    assert "Requirement already satisfied" in dropin.pip("install", "--no-deps", wanted)
    assert dropin.version() == VERSION


def test_an_upgrade_keeps_it(dropin):
    """Until the original has a higher version, which is for the index to know, so not asked here."""
    dropin.pip("install", "-q", "--upgrade", "--no-deps", "sacrebleu<2.6.1")
    assert dropin.version() == VERSION


def test_extras_bring_the_engines(dropin, wheels):
    """A requirement such as mbrs's brings what parbleu needs, and nothing else of sacreBLEU's name."""
    dropin.pip("install", "-q", "-f", wheels, "sacrebleu[ja,ko]>=2.5.0")
    assert dropin.version() == VERSION
    said = dropin.python("import sacrebleu; print(sacrebleu.BLEU(trg_lang='ja').tokenizer('猫が好き'))")
    assert said == "猫 が 好き\n"


def test_every_module_is_there(dropin, original):
    ours, theirs = (set(tree.split()) for tree in (dropin.python(TREE), original["tree"]))
    assert theirs <= ours
    assert dropin.python("from sacrebleu.metrics import bleu; print(bleu.__name__)").startswith("parbleu.")


def test_the_command(dropin, original):
    command = dropin.bin / "sacrebleu"
    assert run(command, "--version") == f"sacrebleu {VERSION}\n"
    for start in ([command], [dropin.bin / "python", "-W", "error", "-m", "sacrebleu"]):
        assert json.loads(without_our_version(run(*start, *SCORE))) == original["score"]
    # Names are right-aligned behind the longest signature, which holds the version.
    lines = re.sub(" +", " ", without_our_version(run(command, *SCORE, "-f", "text")))
    assert lines == re.sub(" +", " ", original["text"])


def test_scripts_of_the_shell(dropin, original):
    assert without_our_version(run("bash", SHELL, dropin.bin)) == original["shell"]


def test_spawned_processes_and_undo(dropin):
    """The wheel needs no `install_as`; a program that calls it all the same stays on the face."""
    dropin.python(
        "import multiprocessing, parbleu.compat\n"
        "undo = parbleu.compat.install_as('sacrebleu')\n"
        "import sacrebleu\n"
        "undo()\n"
        "import sacrebleu as again\n"
        "assert sacrebleu is again\n"
        "with multiprocessing.get_context('spawn').Pool(1) as pool:\n"
        "    assert pool.apply(sacrebleu.sentence_chrf, ('the cat', ['the cat'])).score == 100\n"
    )


def test_type_checkers_see_it(dropin, tmp_path):
    """Under --strict: what is typed is taken from the face, and a mistake is found."""
    good = (
        "import sacrebleu\n"
        "from sacrebleu.metrics import BLEU, CHRF\n"
        "from sacrebleu.metrics.bleu import BLEUScore\n"
        "score: BLEUScore = BLEU(lowercase=True).corpus_score(['a'], [['a']])\n"
        "number: float = sacrebleu.corpus_chrf(['a'], [['a']]).score\n"
        "print(CHRF.WORD_ORDER, sacrebleu.metrics.METRICS, sacrebleu.__version__)\n"
    )
    (tmp_path / "good.py").write_text(good, encoding="utf-8")
    (tmp_path / "bad.py").write_text("import sacrebleu\nsacrebleu.corpus_blue([], [])\n", encoding="utf-8")
    mypy = (sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path)
    check = (*mypy, "--python-executable", dropin.bin / "python")
    run(*check, tmp_path / "good.py")
    said = subprocess.run([*check, tmp_path / "bad.py"], capture_output=True, text=True, check=False).stdout
    assert 'has no attribute "corpus_blue"' in said


def test_without_parbleu_the_import_says_so(dropin, wheels):
    dropin.pip("uninstall", "-q", "-y", "parbleu")
    assert "No module named 'parbleu'" in dropin.python("import sacrebleu", status=1)
    dropin.pip("install", "-q", "-f", wheels, "parbleu")


def test_the_original_takes_its_place_again(dropin, original, wheels):
    dropin.pip("install", "-q", "--force-reinstall", "--no-deps", "sacrebleu==2.6.0")
    assert dropin.version() == "2.6.0"
    assert dropin.python(TREE) == original["tree"]
    (wheel,) = wheels.glob("sacrebleu-*.whl")
    dropin.pip("install", "-q", "-f", wheels, wheel)
    assert dropin.version() == VERSION


def test_it_goes_away_and_the_original_comes_back(dropin, original):
    """Last. Nothing stays behind, and parbleu itself is not touched."""
    dropin.pip("uninstall", "-q", "-y", "sacrebleu")
    assert not (dropin.bin / "sacrebleu").exists()
    assert list(dropin.bin.parent.glob("lib/python*/site-packages/sacrebleu*")) == []
    assert "No module named 'sacrebleu'" in dropin.python("import sacrebleu", status=1)
    assert shutil.which("parbleu", path=str(dropin.bin))
    dropin.pip("install", "-q", "sacrebleu==2.6.0")
    assert dropin.version() == "2.6.0"
    assert dropin.pip("check").strip() == "No broken requirements found."
    assert dropin.python(TREE) == original["tree"]
    assert json.loads(run(dropin.bin / "sacrebleu", *SCORE)) == original["score"]
