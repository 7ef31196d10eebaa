"""Tests that the face has every name, signature and constant of sacreBLEU's modules."""

from __future__ import annotations

import inspect
import json
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

import sacrebleu

FACE = "parbleu.compat.sacrebleu"

# Names of the original's modules that the face leaves out.
IMPORTED = {  # of other packages
    *("ABCMeta", "Any", "Counter", "Dict", "List", "Mapping", "Namespace", "Optional", "Sequence", "Tuple"),
    *(
        "Union",
        "abstractmethod",
        "defaultdict",
        "import_module",
        "lru_cache",
        "sum",  # which the tests put there: tests/plain_sum.py
        "tabulate",
        "SIGPIPE",
        "SIG_DFL",
    ),
    *("signal", "TYPE_CHECKING", "COMMIT_ID", "VERSION_TUPLE"),
}
LEFT_OUT = {
    # Steps of tokenizers and of TER's search, which native code does as a whole.
    "tokenizers.tokenizer_ter": {
        "_normalize_asian",
        "_normalize_general_and_western",
        "_remove_asian_punct",
        "_remove_punct",
    },
    "tokenizers.tokenizer_zh": {"_UCODE_RANGES", "TokenizerRegexp"},
    "tokenizers.tokenizer_13a": {"TokenizerRegexp"},
    "tokenizers.tokenizer_ja_mecab": {"FAIL_MESSAGE"},
    "tokenizers.tokenizer_ko_mecab": {"FAIL_MESSAGE"},
    "tokenizers.tokenizer_spm": {"SACREBLEU_DIR", "download_file", "sacrelogger"},
    "metrics.lib_ter": {
        *("_find_shifted_pairs", "_flip_trace", "_perform_shift", "_shift", "_FLIP_OPS", "_MAX_CACHE_SIZE"),
        *("_COST_DEL", "_COST_INS", "_COST_SUB"),
        *("_MAX_SHIFT_CANDIDATES", "_MAX_SHIFT_DIST", "_MAX_SHIFT_SIZE"),
    },
    # Names that a module only passed on from another one of the package.
    "metrics.base": {"__version__", "sacrelogger"},
    "metrics.bleu": {"my_log", "sacrelogger"},
    "significance": {"sacrelogger"},
    "dataset": {"_SUBSETS"},
    "dataset.base": set(),
    "dataset.fake_sgml": {"Dataset", "smart_open"},
    "dataset.plain_text": {"Dataset", "smart_open"},
    "dataset.tsv": {"Dataset", "smart_open"},
    "dataset.wmt_xml": {"Dataset", "smart_open"},
    # The command's own printing of `--detail`.
    "utils": {"_format_score_lines", "print_subset_results", "sacrelogger"},
    # The command is `parbleu score` under another name.
    "sacrebleu": set(vars(import_module("sacrebleu.sacrebleu"))) - {"main"},
}
MEMBERS_LEFT_OUT = {
    "BeamEditDistance": {"_add_cache", "_edit_distance", "_find_cache"},
}


def modules() -> list[str]:
    found = [info.name for info in pkgutil.walk_packages(sacrebleu.__path__, "sacrebleu.")]
    return [name.removeprefix("sacrebleu.") for name in found if not name.endswith("__main__")]


def pairs() -> list[tuple[str, str, Any, Any]]:
    """(module, name, theirs, ours) of everything that is in both."""
    found = []
    for module in modules():
        theirs, ours = import_module(f"sacrebleu.{module}"), import_module(f"{FACE}.{module}")
        left_out = LEFT_OUT.get(module, set()) | IMPORTED
        for name, value in vars(theirs).items():
            if name.startswith("__") or isinstance(value, ModuleType) or name in left_out:
                continue
            assert hasattr(ours, name), f"{module}.{name} is missing"
            found.append((module, name, value, getattr(ours, name)))
    return found


def test_every_module_is_there() -> None:
    assert len(modules()) > 30
    for module in modules():
        import_module(f"{FACE}.{module}")


def test_nothing_is_left_out_that_is_there() -> None:
    for module, names in LEFT_OUT.items():
        if module != "sacrebleu":
            ours = vars(import_module(f"{FACE}.{module}"))
            assert not {name for name in names - {"Dataset", "SACREBLEU_DIR"} if name in ours}, module


def arguments(callable_: Any) -> list[tuple[str, str, object]]:
    parameters = inspect.signature(callable_).parameters.values()
    return [
        (each.name, each.kind.name, None if each.name == "langpairs" else each.default) for each in parameters
    ]


def test_every_name_has_the_kind_arguments_and_value() -> None:
    for module, name, theirs, ours in pairs():
        where = f"{module}.{name}"
        if inspect.isclass(theirs):
            assert inspect.isclass(ours), where
            assert ours.__name__ == theirs.__name__, where
            check_class(theirs, ours)
        elif inspect.isfunction(theirs):
            assert arguments(ours) == arguments(theirs), where
        elif isinstance(theirs, dict):
            assert isinstance(ours, dict), where
            assert list(ours) == list(theirs), where
            if not any(callable(value) or hasattr(value, "kwargs") for value in theirs.values()):
                assert ours == theirs, where
        elif type(theirs).__module__ == "builtins" and "version" not in name.lower():
            assert ours == theirs, where
            assert type(ours) is type(theirs), where


def check_class(theirs: type, ours: type) -> None:
    bases = [base.__name__ for base in theirs.__mro__]
    own = [base.__name__ for base in ours.__mro__ if base.__module__.startswith((FACE, "builtins"))]
    assert [name for name in own if name in bases] == bases
    assert getattr(ours, "__abstractmethods__", None) == getattr(theirs, "__abstractmethods__", None)
    for name in dir(theirs):
        if name in MEMBERS_LEFT_OUT.get(theirs.__name__, ()) or (
            name.startswith("__") and name != "__init__"
        ):
            continue
        if name in ("_abc_impl", "_SIGNATURE_TYPE"):
            continue
        value, mine = getattr(theirs, name), getattr(ours, name)
        if mine is object.__init__:
            assert value is object.__init__ or len(arguments(value)) == 1
        elif inspect.isfunction(value):
            mine_is_static = isinstance(inspect.getattr_static(ours, name), staticmethod)
            assert mine_is_static == isinstance(inspect.getattr_static(theirs, name), staticmethod), name
            assert arguments(mine) == arguments(value), name
        elif not callable(value):
            assert list(mine) == list(value) if hasattr(value, "keys") else mine == value, name


def facts(oracles: Path) -> Iterator[tuple[str, str, list[list[str]] | None]]:
    """(module, dotted name, arguments or None) of each recorded signature."""
    recorded = json.loads((oracles / "facts" / "sacrebleu_signatures.json").read_text(encoding="utf-8"))
    for path, module in recorded.items():
        room = path.removesuffix(".py").removesuffix("/__init__").partition("/")[2].replace("/", ".")
        if room.endswith("__main__"):
            continue
        yield from ((room, name, None) for name in module["names"])
        yield from ((room, name, arguments) for name, arguments in module["functions"].items())
        for kind, found in module["classes"].items():
            yield room, kind, None
            yield from ((room, f"{kind}.{name}", None) for name in found["properties"])
            for name, arguments in found["methods"].items():
                is_called = name not in found["properties"]
                yield room, f"{kind}.{name}", arguments if is_called else None


def test_recorded_signatures(oracles: Path) -> None:
    """Every recorded name is in the face, with the arguments in their order, or is left out above."""
    compared = 0
    for room, name, expected in facts(oracles):
        words = name.split(".")
        if words[0] in LEFT_OUT.get(room, set()) | IMPORTED or words[-1] in MEMBERS_LEFT_OUT.get(
            words[0], ()
        ):
            continue
        found = import_module(f"{FACE}.{room}" if room else FACE)
        for word in words:
            found = getattr(found, word)
        if expected is not None and found is not object.__init__:
            named = [each[0].lstrip("*") for each in expected if each[0] not in ("self", "cls")]
            assert [word for word, *_ in arguments(found) if word != "self"] == named, (room, name)
        compared += 1
    assert compared > 200


def test_arguments_as_programs_look_at_them() -> None:
    ours, theirs = import_module(f"{FACE}.metrics"), sacrebleu.metrics
    for name in ("BLEU", "CHRF", "TER"):
        mine, yours = getattr(ours, name), getattr(theirs, name)
        assert inspect.getfullargspec(mine).args == inspect.getfullargspec(yours).args
        assert inspect.getfullargspec(mine).defaults == inspect.getfullargspec(yours).defaults
    mine, yours = ours.BLEU.compute_bleu, theirs.BLEU.compute_bleu
    assert inspect.getfullargspec(mine).args == inspect.getfullargspec(yours).args
    assert inspect.getfullargspec(mine).defaults == inspect.getfullargspec(yours).defaults
    assert ours.METRICS == {"BLEU": ours.BLEU, "CHRF": ours.CHRF, "TER": ours.TER}


def test_types_can_be_asked_for() -> None:
    """As programs do that make command lines or configurations of constructors."""
    ours = import_module(f"{FACE}.metrics")
    for kind in (ours.BLEU, ours.CHRF, ours.TER, import_module(f"{FACE}.significance").PairedTest):
        hints = get_type_hints(kind.__init__)
        assert hints.keys() - {"return"} == set(inspect.getfullargspec(kind).args) - {"self"}
    assert get_type_hints(ours.BLEU.compute_bleu)["return"] is ours.BLEUScore


def test_star_import() -> None:
    ours, theirs = {}, {}
    exec(f"from {FACE} import *", ours)
    exec("from sacrebleu import *", theirs)
    assert ours.keys() == theirs.keys()
    assert import_module(FACE).__all__ == sacrebleu.__all__
    assert set(sacrebleu.__all__) <= set(dir(import_module(FACE)))


def test_version() -> None:
    version, theirs = import_module(f"{FACE}.version"), sacrebleu.version
    assert version.__version__.startswith(f"{theirs.__version__}+parbleu.")
    assert version.version_tuple[:3] == theirs.version_tuple[:3]
    assert import_module(FACE).__version__ == version.version == version.__version__
    assert int(version.__version__[0]) >= 2
    assert import_module(FACE).__description__ == sacrebleu.__description__


def loaded_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_it_loads_next_to_nothing() -> None:
    few = loaded_after(f"import {FACE}")
    assert not few & {"numpy", "typing", "re", "logging", "json", "parbleu._core", f"{FACE}.metrics"}


def test_scoring_loads_neither_numpy_nor_test_sets() -> None:
    loaded = loaded_after(
        f"from {FACE} import BLEU, corpus_bleu\nassert corpus_bleu(['a'], [['a']]).sys_len == 1\n"
        "assert BLEU().corpus_score(['a b c d'], [['a b c d']], n_bootstrap=9).score > 99"
    )
    assert not loaded & {"numpy", "logging", "json", "argparse", f"{FACE}.dataset", "parbleu.testsets"}
