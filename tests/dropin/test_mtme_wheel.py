"""The distribution `mt_metrics_eval` of shims/ in an environment of its own: installed, used, and away.

Run by `make test-dropin`; needs the build tools. The original is on no index, so there is none to replace.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from dropin.environments import Environment, run

pytestmark = pytest.mark.dropin

ROOT = Path(__file__).parents[2]
FACE = ROOT / "src" / "parbleu" / "compat" / "mt_metrics_eval"
VERSION = "import importlib.metadata as m; print(m.version('mt_metrics_eval'))"


@pytest.fixture(scope="module")
def dropin(tmp_path_factory, wheels):
    """An environment in which the drop-in is installed."""
    made = Environment(tmp_path_factory.mktemp("clean") / "a path with blanks")
    (wheel,) = wheels.glob("mt_metrics_eval-*.whl")
    made.pip("install", "-q", "-f", wheels, wheel)
    return made


def test_pip_is_content(dropin):
    assert dropin.pip("check").strip() == "No broken requirements found."
    assert "+parbleu." in dropin.python(VERSION)
    for wanted in ("mt_metrics_eval", "mt-metrics-eval>=0.0.2"):
        assert "Requirement already satisfied" in dropin.pip("install", "--no-deps", wanted)


def test_every_module_is_there(dropin):
    names = {path.stem for path in FACE.glob("*.py") if not path.stem.startswith("_")}
    code = "import importlib, sys\nfor name in sys.argv[1:]:\n    importlib.import_module(name)\n"
    modules = [f"mt_metrics_eval.{name}" for name in names]
    run(dropin.bin / "python", "-W", "error", "-c", code, *modules)
    assert dropin.python("from mt_metrics_eval import tasks; print(tasks.__name__)").startswith("parbleu.")


def test_the_command(dropin):
    command = (dropin.bin / "python", "-W", "error", "-m", "mt_metrics_eval.mtme")
    assert run(*command, "--list", "-t", "wmt23.sent") == "language pairs for wmt23.sent: en-de\n"


@pytest.mark.parametrize("path", sorted((FACE / "converters").glob("[a-z]*.py")), ids=lambda path: path.stem)
def test_the_converters(dropin, path):
    command = (dropin.bin / "python", "-W", "error", "-m", f"mt_metrics_eval.converters.{path.stem}")
    assert f"mt_metrics_eval.converters.{path.stem} [FLAGS]" in " ".join(run(*command, "--help").split())


def test_a_table_of_mqm_to_scores(dropin, tmp_path):
    head = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    (tmp_path / "mqm.tsv").write_text(f"{head}A\td\t1\t1\tann\ts\tt\tAccuracy\tMajor\n", encoding="utf-8")
    command = (dropin.bin / "python", "-m", "mt_metrics_eval.converters.score_mqm")
    assert run(*command, "--input", tmp_path / "mqm.tsv") == "A\td\t1\t-5.0\tann=5.0\n"


def test_spawned_processes(dropin):
    dropin.python(
        "import multiprocessing\n"
        "from mt_metrics_eval import data\n"
        "with multiprocessing.get_context('spawn').Pool(1) as pool:\n"
        "    assert pool.apply(data.MakeMetricName, ('X', {'refA'})) == 'X-refA'\n"
    )


def test_type_checkers_see_it(dropin, tmp_path):
    """What is typed is taken from the face, and a mistake is found."""
    good = (
        "from mt_metrics_eval import data, stats, tasks\n"
        "corr = stats.Correlation(1, [1.0, None], [2.0, 3.0])\n"
        "number: int = corr.num_sys\n"
        "print(data.LocalDir(), tasks.Attributes(), number)\n"
    )
    (tmp_path / "good.py").write_text(good, encoding="utf-8")
    bad = "from mt_metrics_eval import tasks\ntasks.Atributes()\n"
    (tmp_path / "bad.py").write_text(bad, encoding="utf-8")
    mypy = (sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path)
    check = (*mypy, "--python-executable", dropin.bin / "python")
    run(*check, tmp_path / "good.py")
    said = subprocess.run([*check, tmp_path / "bad.py"], capture_output=True, text=True, check=False).stdout
    assert 'has no attribute "Atributes"' in said


def test_it_goes_away(dropin):
    """Last. Nothing stays behind, and parbleu itself is not touched."""
    dropin.pip("uninstall", "-q", "-y", "mt_metrics_eval")
    assert list(dropin.bin.parent.glob("lib/python*/site-packages/mt_metrics_eval*")) == []
    assert "No module named 'mt_metrics_eval'" in dropin.python("import mt_metrics_eval", status=1)
    dropin.python("import parbleu")
