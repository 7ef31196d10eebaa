"""Tests the top-level package: fast to import, lazy, and complete."""

import importlib
import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import parbleu
from parbleu.compat import sacrebleu

# Each costs a start-up millisecond or more that the command line would feel.
HEAVY = {
    "numpy",
    "dataclasses",
    "typing",
    "re",
    "argparse",
    "logging",
    "enum",
    "inspect",
    "functools",
    "collections",
    "json",
    "gzip",
    "pathlib",
    "abc",
    "tqdm",
    "pandas",
    "polars",
    "pyarrow",
    "threading",
    "statistics",
}


def loaded(code):
    """Modules that `code` loads in an interpreter that starts with nearly none; `os` every start loads."""
    before = f"import os, sys; sys.path[:0] = {sys.path!r}; before = set(sys.modules)"
    command = f"{before}\n{code}\nprint(*set(sys.modules) - before)"
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", command], capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


@pytest.mark.parametrize(
    "code",
    [
        "import parbleu",
        "from parbleu import BLEU, CHRF, TER, corpus_bleu, metrics; metrics.METRICS",
        "import parbleu; parbleu.BLEU().corpus_score(['a b c d'], [['a b c d']]).format()",
        "import parbleu; m = parbleu.TER(); m.corpus_score(['a'], [['a']]); m.get_signature().format()",
        "import parbleu; parbleu.sentence_chrf('a', ['a']); parbleu.tokenize('a', 'zh')",
    ],
)
def test_what_is_loaded(code):
    assert not {
        name for name in loaded(code) if name.partition(".")[0] in HEAVY and name != "collections.abc"
    }


def test_everything_is_there():
    for name in parbleu.__all__:
        assert getattr(parbleu, name) is not None
        assert name in dir(parbleu)
    assert "lazy_attributes" not in dir(parbleu)
    for room in (
        parbleu.metrics,
        parbleu.testsets,
        parbleu.text,
        parbleu.stats,
        parbleu.evalset,
        parbleu.meta,
    ):
        for name in room.__all__:
            assert getattr(room, name) is not None


def test_the_front_holds_what_a_paper_needs():
    """What is in here is in the documentation of scoring; sacreBLEU's own names are those of its face."""
    pages = "".join(
        (Path(__file__).parents[2] / "docs" / f"{name}.md").read_text(encoding="utf-8")
        for name in ("api", "compare", "gate", "power", "testsets", "architecture")
    )
    for name in parbleu.__all__:
        assert name == "__version__" or re.search(rf"\b{name}\b", pages), name
    face = set(sacrebleu.__all__) - set(parbleu.__all__)
    assert {"raw_corpus_bleu", "download_test_set", "get_source_file", "DATASETS"} <= face
    assert not {name for name in face if hasattr(parbleu, name)}


def stub_tool():
    path = Path(__file__).parents[2] / "tools" / "make_lazy_stubs.py"
    spec = importlib.util.spec_from_file_location("make_lazy_stubs", path)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def test_the_stubs_of_packages_with_lazy_names_are_current():
    tool = stub_tool()
    for init in tool.lazy_packages():
        current = init.with_suffix(".pyi").read_text(encoding="utf-8")
        assert current == tool.stub(init), "run python tools/make_lazy_stubs.py"


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("CITATION.cff", "version: {}"),
        ("r/DESCRIPTION", "Version: {}"),
        ("src/parbleu/_comparison/citations.bib", '    version = "{}",'),
        ("docs/wheel/pyproject.toml", 'version = "{}"'),
    ],
)
def test_what_repeats_the_version(file, line):
    text = (Path(__file__).parents[2] / file).read_text(encoding="utf-8")
    assert f"\n{line.format(parbleu.__version__)}" in text


def test_what_is_not_there():
    with pytest.raises(AttributeError, match="module 'parbleu' has no attribute 'TOKENISERS'"):
        parbleu.TOKENISERS  # noqa: B018


def test_no_lazy_name_is_that_of_a_module_beside_it():
    """Whoever imports the module would put it in the place of the function, for everybody in the process."""
    tool = stub_tool()
    for init in tool.lazy_packages():
        package = ".".join(init.parent.relative_to(tool.SOURCES).parts)
        names = {name for name, module in tool.lazy_names(init).items() if module != package}
        assert not names & {path.stem for path in init.parent.iterdir()}, init


MOST_PARAMETERS = 10


def public_functions(module):
    """Yields the names of the functions that a room exports, and that its exported modules define."""
    for name in module.__all__:
        try:
            value = getattr(module, name)
        except ImportError:  # of an extra that is not installed
            continue
        if inspect.isfunction(value):
            yield f"{module.__name__}.{name}", value
        elif hasattr(value, "__all__"):
            yield from public_functions(value)
        elif inspect.ismodule(value):
            for own, function in vars(value).items():
                defined_here = getattr(function, "__module__", "") == value.__name__
                if inspect.isfunction(function) and defined_here and not own.startswith("_"):
                    yield f"{value.__name__}.{own}", function


def test_functions_take_few_parameters():
    with_more = {
        name
        for name, function in public_functions(parbleu)
        if len(inspect.signature(function).parameters) > MOST_PARAMETERS
    }
    assert with_more == {"parbleu.compare"}  # whose keywords are a convenience


def inside(path):
    """Whether a module is private, by its own name or by that of a folder."""
    parts = path.relative_to(Path(parbleu.__file__).parent).with_suffix("").parts
    return any(part[0] == "_" and part[:2] != "__" for part in parts)


# Modules of a room that users import by their own names; every other public name is exported by a room.
MODULES = {
    "": {"errors", "fetch", "testing", "typing"},
    "human": {"formats"},
    "metrics": {"tokens"},
    "scale": {"dask", "datasets", "duckdb", "polars", "ray", "spark"},
    "testsets": {"formats"},
}
BY_NAME = {"compat", "integrations"}
"""Rooms of faces, whose modules are named like the originals', and of a module for each framework."""


def test_what_no_room_exports_is_private():
    home = Path(parbleu.__file__).parent
    for init in sorted(home.rglob("__init__.py")):
        room = init.parent
        name = ".".join(room.relative_to(home).parts)
        if inside(init) or name.partition(".")[0] in BY_NAME:
            continue
        exported = importlib.import_module(".".join(filter(None, ("parbleu", name))))
        allowed = MODULES.get(name, set()) | set(getattr(exported, "__all__", ())) | BY_NAME
        public = {
            path.stem
            for path in room.iterdir()
            if (path.suffix == ".py" or (path / "__init__.py").exists()) and path.stem[0] != "_"
        }
        assert public <= allowed, f"{name}: begin a module's name with an underscore, or export what it has"


def test_public_names_are_these():
    """A new public name is written down here, and in the documentation."""
    names = set()
    for module in (parbleu, *(getattr(parbleu, room) for room in parbleu.__all__)):
        if inspect.ismodule(module) and hasattr(module, "__all__"):
            names |= {f"{module.__name__}.{name}" for name in module.__all__}
    recorded = (Path(__file__).parent / "public_names.txt").read_text(encoding="utf-8").split()
    assert recorded == sorted(recorded)
    assert sorted(names) == recorded
