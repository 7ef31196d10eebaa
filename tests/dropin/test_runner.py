"""`python -m parbleu.compat NAME -- PROGRAM`: the program runs as `python PROGRAM` would run it."""

import json
import os
import sys

import pytest

RUN = ("-m", "parbleu.compat", "sacrebleu", "--")
SHOW = """
import json, sys, sacrebleu
if __name__ == "__main__":
    print(json.dumps([sys.argv, sys.path[0], __file__, sacrebleu.__name__]))
    sys.exit(int(sys.argv[1]))
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "show.py").write_text(SHOW, encoding="utf-8")
    return tmp_path


def test_a_script(python, folder):
    argv, first, file, name = json.loads(python(*RUN, "sub/show.py", "0", "--", "-m"))
    assert argv == ["sub/show.py", "0", "--", "-m"]
    assert (os.path.realpath(first), file) == (str(folder / "sub"), str(folder / "sub" / "show.py"))
    assert name == "parbleu.compat.sacrebleu"
    python(*RUN, "sub/show.py", "3", status=3)


def test_the_end_of_a_script(python, folder):
    """Threads that go on after the last line find the program where they left it."""
    (folder / "late.py").write_text(
        """
import pickle, threading, time

class Found:
    pass

def late(main):
    main.join()
    print(__name__, type(pickle.loads(pickle.dumps(Found()))) is Found)

threading.Thread(target=late, args=[threading.current_thread()]).start()
""",
        encoding="utf-8",
    )
    assert python(*RUN, "late.py") == "__main__ True\n"


def test_a_directory_is_a_program(python, folder):
    (folder / "sub" / "__main__.py").write_text(SHOW, encoding="utf-8")
    argv, first, file, name = json.loads(python(*RUN, "sub", "0"))
    assert (argv, first, name) == (["sub", "0"], "sub", "parbleu.compat.sacrebleu")
    assert os.path.realpath(folder / file) == str(folder / "sub" / "__main__.py")


def test_a_module(python, folder):
    argv, _, file, name = json.loads(python(*RUN, "-m", "sub.show", "0", "x"))
    assert (argv[0], argv[1:], file) == (str(folder / "sub" / "show.py"), ["0", "x"], argv[0])
    assert name == "parbleu.compat.sacrebleu"


def test_the_original_next_to_the_program_is_not_found(python, folder):
    """As in a checkout of sacreBLEU itself."""
    (folder / "sub" / "sacrebleu").mkdir()
    (folder / "sub" / "sacrebleu" / "__init__.py").write_text("raise AssertionError", encoding="utf-8")
    assert json.loads(python(*RUN, "sub/show.py", "0"))[3] == "parbleu.compat.sacrebleu"


def test_programs_that_it_starts(python, folder):
    """Python finds the alias; an interpreter without parbleu finds what it has."""
    (folder / "elsewhere" / "sacrebleu").mkdir(parents=True)
    (folder / "elsewhere" / "sacrebleu" / "__init__.py").write_text("", encoding="utf-8")
    (folder / "start.py").write_text(
        """
import os, subprocess, sys
code = "import sacrebleu, sys; print(sacrebleu.__name__, 'parbleu' in sys.modules)"
subprocess.run([sys.executable, "-c", code], check=True)
os.environ["PYTHONPATH"] += os.pathsep + "elsewhere"
subprocess.run([sys.executable, "-S", "-c", code], check=True)
subprocess.run([sys.executable, "-m", "sacrebleu", "--version"], check=True)
""",
        encoding="utf-8",
    )
    alias, other, version = python(*RUN, "start.py").splitlines()
    assert (alias, other) == ("parbleu.compat.sacrebleu True", "sacrebleu False")
    assert version.startswith("sacrebleu 2.6.0+parbleu.")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "usage: "),
        (["sacrebleu"], "usage: "),
        (["sacrebleu", "--"], "usage: "),
        (["sacrebleu", "--", "-m"], "usage: "),
        (
            ["sacrebleu", "x.py"],
            "usage: python -m parbleu.compat NAME... -- (PROGRAM.py | -m MODULE) [ARGUMENT...]; put -- b",
        ),
        (
            ["sacreblue", "--", "-m", "this"],
            "parbleu.compat: unknown face 'sacreblue': did you mean 'sacrebleu'?",
        ),
        (["sacrebleu", "--", "nowhere.py"], "parbleu.compat: there is no file nowhere.py"),
        (
            ["sacrebleu", "--", "sacrebleu", "ref"],
            "parbleu.compat: there is no file sacrebleu; a module has -m before it: -- -m sacrebleu\n",
        ),
        (["sacrebleu", "--", "/dev/stdin"], "parbleu.compat: there is no file /dev/stdin"),
        (["sacrebleu", "--", "-m", "no.where"], "parbleu.compat: no module named no.where"),
    ],
)
def test_mistakes(words, said, capsys, monkeypatch):
    from parbleu.compat.__main__ import main

    monkeypatch.setattr("parbleu.compat.__main__.install_as", check_name)
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.setattr(sys, "argv", [])
    assert main(words) == 2
    message = capsys.readouterr().err
    assert message.startswith(said)
    assert message.count("\n") == 1


def check_name(name):
    """Instead of an alias in the process of the tests, which has imported the original."""
    from parbleu.compat.alias import _alias_of

    _alias_of(name)


def test_help(capsys):
    from parbleu.compat.__main__ import main

    assert main(["--help"]) == 0
    assert "usage: python -m parbleu.compat" in capsys.readouterr().out
