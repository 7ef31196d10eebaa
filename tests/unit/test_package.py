"""The package's front: light, lazy, and complete."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import parbleu

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
        "import parbleu; parbleu.BLEU; parbleu.CHRF; parbleu.TER; parbleu.corpus_bleu; parbleu.METRICS",
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
    for room in (parbleu.metrics, parbleu.testsets, parbleu.stats):
        for name in room.__all__:
            assert getattr(room, name) is not None


def test_the_types_say_the_same_as_the_lazy_names():
    import ast
    from pathlib import Path

    for module in (parbleu, parbleu.metrics, parbleu.testsets):
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        typed = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if alias.asname == alias.name:
                        is_module = f"{node.module}.{alias.name}" in sys.modules
                        typed[alias.name] = f"{node.module}{'.' if is_module else ':'}{alias.name}"
        assert typed == module._NAMES


def test_what_is_not_there():
    with pytest.raises(AttributeError, match="module 'parbleu' has no attribute 'TOKENISERS'"):
        parbleu.TOKENISERS  # noqa: B018


def rooms_with_lazy_names():
    for init in sorted(Path(parbleu.__file__).parent.rglob("__init__.py")):
        names = re.findall(r'"(\w+)": "parbleu[\w.]*:\w+"', init.read_text(encoding="utf-8"))
        if "lazy_attributes" in init.read_text(encoding="utf-8"):
            yield init.parent, names


def test_no_lazy_name_is_that_of_a_module_beside_it():
    """Whoever imports the module would put it in the place of the function, for everybody in the process."""
    rooms = dict(rooms_with_lazy_names())
    assert {"parbleu", "human", "study"} <= {room.name for room in rooms}
    for room, names in rooms.items():
        modules = {path.stem for path in room.iterdir()}
        assert not modules & set(names), room
