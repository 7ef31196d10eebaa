"""Tests the sdist of this tree, and the wheel built from it in a clean environment.

Run by `make test-packaging`; needs the build tools, and an index for NumPy.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.packaging

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "en-de"
SOURCE = (ROOT / "src" / "parbleu" / "__init__.py").read_text(encoding="utf-8")
VERSION = re.findall(r'^__version__ = "(.+)"$', SOURCE, re.MULTILINE)[0]


def run(*command: str | Path, cwd: Path, status: int = 0) -> str:
    """What the command prints; fails with everything it said if it ends otherwise than expected."""
    kept = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(command, cwd=cwd, env=kept, capture_output=True, text=True, check=False)
    assert done.returncode == status, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout if status == 0 else done.stderr


@dataclass
class Environment:
    """A virtual environment with nothing but the wheel and what it depends on."""

    home: Path

    def python(self, *arguments: str, status: int = 0) -> str:
        return run(self.home / "bin" / "python", "-W", "error", *arguments, cwd=self.home, status=status)

    def parbleu(self, *arguments: str | Path, status: int = 0) -> str:
        return run(self.home / "bin" / "parbleu", *arguments, cwd=self.home, status=status)


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    backend = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    run(sys.executable, "-c", backend, folder, cwd=ROOT)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="session")
def wheel(sdist: Path) -> Path:
    folder = sdist.parent / "wheel"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q")
    # Optimizing takes most of the time, and `make test` tries the code that it makes.
    options = ("--no-build-isolation", "--no-deps", "-C", "cmake.build-type=None")
    run(*pip, *options, "-w", folder, sdist, cwd=sdist.parent)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    made = Environment(tmp_path_factory.mktemp("clean") / "a path with blanks")
    run(sys.executable, "-m", "venv", made.home, cwd=ROOT)
    run(made.home / "bin" / "python", "-m", "pip", "install", "-q", wheel, cwd=made.home)
    return made


@pytest.fixture(scope="session")
def wheel_files(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_the_sdist_holds_what_is_tracked_and_nothing_that_was_built(sdist):
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        "LICENSE",
        "README.md",
        "CONTRIBUTING.md",
        "pyproject.toml",
        "CMakeLists.txt",
        "src/parbleu/py.typed",
    }
    assert wanted <= names
    built = (".venv", ".ci", "build/", "core/build/")
    assert [name for name in names if name.startswith(built) or name.endswith(".so")] == []


def test_the_same_sources_give_the_same_bytes(sdist, tmp_path):
    backend = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    (ROOT / "CONTRIBUTING.md").touch()  # nothing is made from it: no target of make starts anew
    run(sys.executable, "-c", backend, tmp_path, cwd=ROOT)
    (again,) = tmp_path.iterdir()
    assert again.read_bytes() == sdist.read_bytes()


def test_the_wheel_holds_the_typed_package_and_its_licence(wheel_files):
    info = f"parbleu-{VERSION}.dist-info"
    wanted = {"parbleu/__init__.py", "parbleu/py.typed", "parbleu/_core.pyi", f"{info}/licenses/LICENSE"}
    assert wanted <= set(wheel_files)
    assert len([name for name in wheel_files if re.fullmatch(r"parbleu/_core\..*\.so", name)]) == 1


def test_the_wheel_holds_nothing_else(wheel_files):
    rooms = ("parbleu/", f"parbleu-{VERSION}.dist-info/")
    assert [name for name in wheel_files if not name.startswith(rooms)] == []
    sources = (".cpp", ".hpp", ".h", ".inc", ".a", ".o", ".cmake", "CMakeLists.txt", ".md")
    assert [name for name in wheel_files if name.endswith(sources) or "/test_" in name] == []


def test_every_module_is_in_the_wheel(wheel_files):
    modules = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src").rglob("*.py")}
    assert modules <= set(wheel_files)


def test_what_the_metadata_says(wheel, wheel_files):
    (name,) = [name for name in wheel_files if name.endswith(".dist-info/METADATA")]
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(name).decode()
    head, _, readme = metadata.partition("\n\n")
    assert {"Name: parbleu", f"Version: {VERSION}", "Requires-Python: >=3.10"} <= set(head.splitlines())
    extras = re.findall(r"^Provides-Extra: (.+)$", head, re.MULTILINE)
    languages = {"icu", "ja", "km", "ko", "language", "my", "th"}
    plain = {*languages, "cat", "human", "plots", "report", "spm", "tables", "tokenizers", "wmt", "zstd"}
    frameworks = {"evaluate", "inspect-ai", "lighteval", "lightning", "lm-eval", "torchmetrics", "unitxt"}
    models = {"judge", "mixed-model", "neural", "semsim", "transformers", "translate"}
    assert set(extras) == {*plain, *frameworks, *models}
    assert readme.startswith("# parbleu")


def test_the_command_says_its_version(environment):
    assert VERSION in environment.parbleu("--version")


def test_the_other_command(environment):
    assert run(environment.home / "bin" / "mtme", "--list", "-t", "wmt23.sent", cwd=environment.home) == (
        "language pairs for wmt23.sent: en-de\n"
    )


def test_the_command_scores(environment):
    files = (EXAMPLE / "ref.A.txt", EXAMPLE / "ref.B.txt", "-i", EXAMPLE / "system.careful.txt")
    said = environment.parbleu("score", *files, "-m", "bleu", "chrf", "ter")
    scores = {row["name"]: row["score"] for row in json.loads(said)}
    assert scores == {"BLEU": 74.2, "chrF2": 84.8, "TER": 19.7}


def test_a_wrong_path_is_one_line_and_no_traceback(environment):
    said = environment.parbleu("score", "no such reference", "-i", EXAMPLE / "ref.A.txt", status=1)
    assert "no such reference" in said
    assert len(said.splitlines()) == 1


def test_the_library_scores_and_importing_it_loads_no_numpy(environment):
    program = (
        "import sys, parbleu\n"
        "score = parbleu.corpus_bleu(['the cat sat on the mat'], [['the cat sat on a mat']]).score\n"
        "assert 'numpy' not in sys.modules, 'scoring a corpus loaded NumPy'\n"
        "assert 0 < score < 100, score\n"
        "rows = parbleu.BLEU().statistics(['the cat'], [['the cat']])\n"
        "print(rows.tolist())\n"
    )
    assert json.loads(environment.python("-c", program)) == [[2, 2, 2, 1, 0, 0, 2, 1, 0, 0]]


def test_a_missing_extra_says_what_to_install(environment):
    said = environment.python("-c", "import parbleu; parbleu.tokenize('猫', 'ja-mecab')", status=1)
    assert "'mecab-python3" in said.splitlines()[-1]


def test_nothing_pretends_to_be_sacrebleu(environment):
    program = "import importlib.util as u; print(u.find_spec('sacrebleu'), u.find_spec('mt_metrics_eval'))"
    assert environment.python("-c", program).split() == ["None", "None"]
    assert not (environment.home / "bin" / "sacrebleu").exists()


def test_the_examples_run(environment):
    for script in ("table.py", "segments.py"):
        assert environment.python(str(ROOT / "examples" / script))


def test_removing_it_leaves_nothing(environment):
    """Last: afterwards the environment is empty."""
    run(environment.home / "bin" / "python", "-m", "pip", "uninstall", "-q", "-y", "parbleu", cwd=ROOT)
    assert not (environment.home / "bin" / "parbleu").exists()
    assert list((environment.home / "lib").glob("python*/site-packages/parbleu*")) == []
