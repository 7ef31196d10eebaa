"""Runs the command `parbleu` inside the test process, or starts one of its own."""

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any, NamedTuple

import pytest

from campaign import write_campaign
from misbehaving_server import Internet
from parbleu._cli.main import main
from parbleu._cli.score.command import COMMAND as SCORE
from parbleu._cli.score.result_printer import ResultPrinter
from parbleu._cli.shell.command import Command, ResultCommand
from parbleu.tables._rendering import tables_of
from printed_json import check_result
from toy_sets import ToySets


class Terminal(io.BytesIO):
    """Bytes that somebody looks at."""

    def isatty(self) -> bool:
        return True


class Result(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def names_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks that `--tables` takes the names of all tables that a command prints, if it takes some only."""
    show, show_scores = ResultCommand.show, ResultPrinter._show

    def check(command: Command, result: Any) -> None:
        option = command.table.find("--tables")
        assert option is not None
        assert option.choices is None or {table.name for table in tables_of(result)} <= {*option.choices}

    def checked(self: ResultCommand, result: Any, *more: Any) -> None:
        check(self, result)
        show(self, result, *more)

    def checked_scores(self: ResultPrinter, result: Any, *more: Any, **how: Any) -> None:
        check(SCORE, result)
        show_scores(self, result, *more, **how)

    monkeypatch.setattr(ResultCommand, "show", checked)
    monkeypatch.setattr(ResultPrinter, "_show", checked_scores)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Result]:
    """Runs `parbleu WORDS...`, or another command, as if in a process of its own."""

    def runner(
        *words: str,
        stdin: bytes = b"",
        cwd: Path | None = None,
        env: dict[str, str] | None = None,
        terminal: bool = False,
        command: Callable[[list[str]], int] = main,
    ) -> Result:
        streams = [Terminal() if terminal else io.BytesIO(), io.BytesIO()]
        with monkeypatch.context() as patch:
            patch.setenv("SACREBLEU_SEED", "set, so that it is restored whatever a command does to it")
            for name in ("NO_COLOR", "TERM", *(key for key in os.environ if key.startswith("SACREBLEU"))):
                patch.delenv(name, raising=False)
            patch.setenv("HOME", str(tmp_path / "home"))
            patch.setattr("parbleu.text._tokenizers._made", {})
            for name, value in (env or {}).items():
                patch.setenv(name, value)
            if cwd is not None:
                patch.chdir(cwd)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            patch.setattr(sys, "stdout", io.TextIOWrapper(streams[0], encoding="ascii"))
            patch.setattr(sys, "stderr", io.TextIOWrapper(streams[1], encoding="ascii"))
            status = command(list(words))
            sys.stdout.flush()
            sys.stderr.flush()
            out, err = (stream.getvalue().decode() for stream in streams)
        if command is main and out and "json" in words[1:] and words[words.index("json") - 1] == "-f":
            check_result(out)
        return Result(status, out, err)

    return runner


@pytest.fixture
def start_translate(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts `parbleu translate` in the folder, in a process of its own that does not outlive the test."""
    started: list[subprocess.Popen[str]] = []

    def starter(*words: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "parbleu", "translate", *words]
        process = subprocess.Popen(command, cwd=tmp_path, stdout=PIPE, stderr=PIPE, text=True)
        started.append(process)
        return process

    yield starter
    for process in started:
        with process:  # closes its pipes, and waits for it
            process.kill()


@pytest.fixture
def sacrebleu() -> Callable[..., int]:
    """The command `sacrebleu` of the face, for `run(..., command=sacrebleu)`."""
    command: Callable[..., int] = pytest.importorskip("parbleu.compat._sacrebleu_command.command").run
    return command


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder with a small corpus: `hyp`, and references `a` and `b`."""
    texts = {
        "hyp": ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."],
        "a": ["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
        "b": ["The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."],
    }
    for name, lines in texts.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


@pytest.fixture
def toys(tmp_path: Path, internet: Internet) -> ToySets:
    """Small test sets that can be downloaded; the cache is empty."""
    return ToySets(tmp_path, internet)


@pytest.fixture(scope="session")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory of evaluation sets that holds the campaign of the examples."""
    home = tmp_path_factory.mktemp("sets")
    write_campaign(home)
    return home


@pytest.fixture
def meta(run: Callable[..., Result], sets: Path, tmp_path: Path) -> Callable[..., Result]:
    """Runs `parbleu meta WORDS`, given as one text or several, where the campaign is known."""

    def runner(*words: str, **more: Any) -> Result:
        env = {"PARBLEU_EVALSETS": str(sets), "HOME": str(tmp_path), **more.pop("env", {})}
        return run("meta", *" ".join(words).split(), env=env, **more)

    return runner


@pytest.fixture
def printed(meta: Callable[..., Result]) -> Callable[..., str]:
    """Runs `parbleu meta WORDS`; returns what it prints."""

    def runner(*words: str, **more: Any) -> str:
        done = meta(*words, **more)
        assert (done.status, done.err) == (0, "")
        return done.out

    return runner
