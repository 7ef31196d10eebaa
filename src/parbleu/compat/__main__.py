"""`python -m parbleu.compat sacrebleu -- PROGRAM.py ARGUMENT...` runs a program with an alias in place."""

from __future__ import annotations

import os
import runpy
import sys
from importlib.util import find_spec
from io import open_code
from pathlib import Path
from pkgutil import get_importer
from types import ModuleType

from parbleu.compat.alias import FACES, directory, install_as
from parbleu.errors import AliasError, UnknownNameError

USAGE = "usage: python -m parbleu.compat NAME... -- (PROGRAM.py | -m MODULE) [ARGUMENT...]"

HELP = f"""{USAGE}

Runs a Python program, in which `import NAME` finds parbleu's face of that package. Python processes that the
program starts find it too.

names: {", ".join(FACES)}

examples:
  python -m parbleu.compat sacrebleu -- evaluate.py --hyp out.txt
  python -m parbleu.compat sacrebleu -- -m sacrebleu ref.txt -i hyp.txt"""


def main(words: list[str]) -> int:
    """Runs a command line; returns the exit status, if no program was run: a program leaves as it likes."""
    if words in (["-h"], ["--help"]):
        print(HELP)
        return 0
    names, program = _split(words)
    if not names or not program or program == ["-m"]:
        return _refuse(USAGE if "--" in words or not words else f"{USAGE}; put -- before the program")
    is_module = program[0] == "-m"
    if not is_module:
        if not (Path(program[0]).is_file() or Path(program[0]).is_dir()):  # runpy reads twice: no pipes
            hint = f"; a module has -m before it: -- -m {program[0]}" if program[0].isidentifier() else ""
            return _refuse(f"parbleu.compat: there is no file {program[0]}{hint}")
        if not getattr(sys.flags, "safe_path", False):
            sys.path[0] = str(Path(program[0]).resolve().parent)  # as `python PROGRAM` does
    try:
        for name in names:
            install_as(name)
    except (AliasError, UnknownNameError) as problem:
        return _refuse(f"parbleu.compat: {problem}")
    _tell_children(names)
    sys.argv = program[1:] if is_module else program
    if is_module:
        if not _exists(program[1]):
            return _refuse(f"parbleu.compat: no module named {program[1]}")
        runpy.run_module(program[1], run_name="__main__", alter_sys=True)
    else:
        _run_file(program[0])
    return 0


def _run_file(program: str) -> None:
    """Runs a program that is no module, as `python PROGRAM` does.

    With runpy a script's `__file__` would not be absolute, and its `__main__` would end before its threads.
    """
    if get_importer(program) is not None or program.endswith(".pyc"):
        runpy.run_path(program, run_name="__main__")
        return
    main = sys.modules["__main__"] = ModuleType("__main__")
    main.__file__ = path = str(Path.cwd() / program)  # links in it stay
    with open_code(path) as file:
        code = compile(file.read(), path, "exec", dont_inherit=True)
    exec(code, vars(main))


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """Returns what stands before and after the first `--`."""
    if "--" not in words:
        return words, []
    separator = words.index("--")
    return words[:separator], words[separator + 1 :]


def _refuse(line: str) -> int:
    print(line, file=sys.stderr)
    return 2


def _tell_children(names: list[str]) -> None:
    """Puts the faces on the search path of the Python processes that the program starts."""
    paths = [*(directory(name) for name in names), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))


def _exists(module: str) -> bool:
    """Returns whether there is such a module. What goes wrong in its packages is for the program to say."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError as problem:
        if problem.name is None or not f"{module}.".startswith(f"{problem.name}."):
            raise
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
