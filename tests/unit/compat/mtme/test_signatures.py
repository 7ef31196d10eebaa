"""Every function, class, method, field and name of MT Metrics Eval is there, with its arguments and defaults.

`signatures.txt` says what the original has, a line each: `module.name: argument argument=default ...`.
"""

import inspect
import json
from importlib import import_module
from pathlib import Path

import pytest

from parbleu.compat.mt_metrics_eval._original import signatures

ROOM = "parbleu.compat.mt_metrics_eval"
EXPECTED = dict(
    line.split(": ", 1)
    for line in (Path(__file__).parent / "signatures.txt").read_text(encoding="utf-8").splitlines()
)

LEFT_OUT = {
    "codalab.": "the scorer of one shared task's website, which the original does not install either",
    "converters.evalset_ratings_to_standalone.FLAGS": "flags belong to a run, not to a module",
    "converters.score_mqm.FLAGS": "as above",
    "converters.standalone_ratings_to_evalset.FLAGS": "as above",
    "converters.verify_scores_file.FLAGS": "as above",
    "converters.score_mqm.Score": "it takes rows of csv with the flags of the run",
    "data.EvalSet._ReadDataset": "files are read when they are asked for",
    "data._CopyTgz": "it is how the original downloads",
    "data._Read": "it is how the original reads files",
    "mtme.EvsDict": "parts of the command, which work on the flags of the run",
    "mtme.FLAGS": "as above",
    "mtme.Flag2TaskArg": "as above",
    "mtme.GetNewMetricDirs": "as above",
    "mtme.Print": "as above",
    "standalone_ratings._": "checks that the public functions make",
    "tasks.Task.__post_init__": "how the original fills in what is not given",
    "tasks.TaskSet._BuildEvalSetDict": "sets are loaded when a task needs them",
    "tasks._": "parts of MetricsTable, by format",
    "tau_optimization._": "pairs are compared natively",
}
"""What the face lacks: the beginning of its name -> why."""

DEFAULTS = {
    "psd=stats.PermutationSigDiffParams()": "psd=None",
    "params=PermutationSigDiffParams()": "params=None",
    "file=sys.stdout": "file=None",
}
"""Defaults of the original -> ours, which mean the same."""

MORE = {"tasks.Task": " info"}
"""What the face takes besides."""


def as_text(function):
    """The arguments of a function as `signatures.txt` has them."""
    shown = []
    for parameter in inspect.signature(function).parameters.values():
        name = f"**{parameter.name}" if parameter.kind is parameter.VAR_KEYWORD else parameter.name
        default = parameter.default
        given = "" if default is parameter.empty else f"={default!r}".replace(" ", "")
        shown.append(name + given)
    return " ".join(shown)


def find(name):
    """Returns what a dotted name stands for."""
    words = name.split(".")
    modules = 2 if words[0] == "converters" else 1
    found = import_module(".".join([ROOM, *words[:modules]]))
    for word in words[modules:]:
        found = getattr(found, word)
    return found


def is_left_out(name):
    return any(name.startswith(beginning) for beginning in LEFT_OUT)


@pytest.mark.parametrize("name", [name for name in EXPECTED if not is_left_out(name)])
def test_signature(name):
    expected = EXPECTED[name]
    found = find(name)
    if expected in ("(name)", "(class)", "(property)"):
        return  # found
    if expected.endswith(" (fields)"):
        fields = " ".join(inspect.signature(found).parameters)
        assert fields == expected.removesuffix(" (fields)") + MORE.get(name, "")
        return
    for theirs, ours in DEFAULTS.items():
        expected = expected.replace(theirs, ours)
    bound = expected.startswith("cls ") or name.endswith(
        ".Load"
    )  # of a class, found without the first argument
    assert as_text(found) == (expected.partition(" ")[2] if bound else expected)


def test_every_line_of_the_list_belongs_to_a_function():
    for name, signature in signatures().items():
        assert inspect.signature(find(name)) == signature, name


def test_what_is_left_out_is_nowhere():
    for beginning in LEFT_OUT:
        names = [name for name in EXPECTED if name.startswith(beginning)]
        assert names, beginning
        for name in names:
            with pytest.raises((AttributeError, ModuleNotFoundError)):
                find(name)


def test_the_list_is_that_of_the_facts(oracles):
    """The names that are listed here are all that the original has."""
    facts = json.loads((oracles / "facts" / "mtme_signatures.json").read_text())
    names = set()
    for path, module in facts.items():
        room = path.removeprefix("mt_metrics_eval/").removesuffix(".py").replace("/", ".")
        names.update(f"{room}.{name}" for name in [*module["functions"], *module["names"]])
        called = {f"{room}.{name}": arguments for name, arguments in module["functions"].items()}
        for name, found in module["classes"].items():
            called |= {f"{room}.{name}.{method}": words for method, words in found["methods"].items()}
        names.update(called)
        for name, arguments in called.items():
            if EXPECTED[name] != "(property)":
                assert [words.partition("=")[0] for words in EXPECTED[name].split()] == [
                    words[0] for words in arguments
                ], name
    assert names <= EXPECTED.keys()
