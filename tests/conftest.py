"""Defines the fixtures that all tests share."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from extras import extra
from golden.recorded import Recorded
from misbehaving_server import Internet, serve
from parbleu._base import log
from plain_sum import use_plain_sum

ORACLES = Path(os.environ.get("PARBLEU_ORACLES") or Path(__file__).parents[2] / "shared").resolve()
"""Recorded outputs of the reference tools and the texts they were made from. They belong to others, so they
live beside the repository and not in it."""


FOUND = (ORACLES / "golden").is_dir()
TESTS = Path(__file__).parent
RECORDED = [("shipped", TESTS / "golden" / "shipped", TESTS.parent / "examples")]
"""Folders of what sacreBLEU answered: name, folder, and where texts are that are not in it."""
if FOUND:
    RECORDED.append(("elsewhere", ORACLES / "golden" / "sacrebleu", None))


def find_oracles() -> Path:
    """The folder of recorded outputs. Without it a test skips, or fails where CI=true promised it."""
    if FOUND:
        return ORACLES
    why = f"no recorded outputs in {ORACLES}: set PARBLEU_ORACLES to the folder that holds golden/"
    if os.environ.get("CI") == "true":
        pytest.fail(why, pytrace=False)
    pytest.skip(why)


def pytest_configure() -> None:
    if "+parbleu" in version("sacrebleu"):
        raise pytest.UsageError("the tests would compare parbleu with itself: `make original` comes first")
    use_plain_sum()
    # An example may take long on a busy machine.
    patient = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("patient", patient)
    settings.load_profile("patient")
    # Ignored signals are inherited: SIGINT in a script's background job, SIGHUP under nohup.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    # Matplotlib makes this folder when it is first imported, maybe where a test counts the files of its home.
    os.environ["MPLCONFIGDIR"] = str(Path(tempfile.gettempdir()) / "matplotlib-of-tests")
    os.environ["PARBLEU_SCORER_CACHE"] = "off"
    # What is kept there takes a second to make, and is the same for all tests.
    os.environ["XDG_CACHE_HOME"] = str(Path(tempfile.gettempdir()) / "parbleu-cache-of-tests")
    os.environ["PARBLEU_OFFLINE"] = "1"  # no test looks for the real internet by accident


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Takes back what importing sacreBLEU's command does: a client that breaks off would end all tests."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    for marker in item.iter_markers("needs"):
        for name in marker.args:
            extra(name)


@pytest.fixture
def warnings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The warnings of the library, as a command gets them."""
    messages: list[str] = []
    monkeypatch.setattr(log, "listener", messages.append)
    return messages


@pytest.fixture
def internet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Internet]:
    """A web server on this machine that serves `internet.directory` and misbehaves as told; no mirrors."""
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name in {"PARBLEU_OFFLINE", "PARBLEU_MIRROR"}:
            monkeypatch.delenv(name)
    (directory := tmp_path / "internet").mkdir()
    with serve(directory) as server:
        yield server


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A small SentencePiece model."""
    sentencepiece = pytest.importorskip("sentencepiece")
    folder = tmp_path_factory.mktemp("model")
    (folder / "text").write_text("".join(f"the fox {n} jumps\n" for n in range(200)), encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(folder / "text"),
        model_prefix=str(folder / "m"),
        vocab_size=30,
        minloglevel=2,
        num_threads=1,
    )
    return (folder / "m.model").read_bytes()


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for this machine that nobody has signed but itself, and its key."""
    path = tmp_path_factory.mktemp("certificate") / "certificate.pem"
    words = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=127.0.0.1",
    ]
    words += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(path), "-out", f"{path}.crt"]
    try:
        subprocess.run(words, check=True, capture_output=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        pytest.skip("openssl makes no certificate here")
    with path.open("ab") as file:
        file.write(Path(f"{path}.crt").read_bytes())
    return path


@pytest.fixture(scope="session")
def oracles() -> Path:
    """The folder of recorded outputs of the reference tools (`golden/`, `data/`)."""
    return find_oracles()


@pytest.fixture(scope="session")
def read_golden(oracles: Path) -> Callable[[str], Any]:
    """Returns what a JSON file of `golden/` records, which is named without its suffix."""
    return cache(lambda name: json.loads((oracles / "golden" / f"{name}.json").read_text(encoding="utf-8")))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks as long what compares with recorded outputs that are not shipped, or with random text.

    Where there are no such outputs, keeps one of each file's tests that need them, to skip for all.
    """
    for item in items:
        folder = item.path.relative_to(TESTS).parts[0]
        if folder == "property" or (folder == "golden" and "[shipped" not in item.name):
            item.add_marker("long")
    if FOUND or os.environ.get("CI") == "true":
        return
    seen: set[Path] = set()
    kept, left_out = [], []
    for item in items:
        needs = "oracles" in getattr(item, "fixturenames", ())
        (left_out if needs and item.path in seen else kept).append(item)
        if needs:
            seen.add(item.path)
    items[:] = kept
    config.hook.pytest_deselected(items=left_out)


@pytest.fixture(scope="session", params=RECORDED, ids=[name for name, *_ in RECORDED])
def recorded(request: pytest.FixtureRequest) -> Recorded:
    """What sacreBLEU answered: the folder that is shipped, and the other one where it is."""
    _, home, texts = request.param
    return Recorded(home, texts)


@pytest.fixture(scope="session")
def shipped() -> Recorded:
    """The folder of sacreBLEU's answers that is shipped, for what depends on no text."""
    _, home, texts = RECORDED[0]
    return Recorded(home, texts)


@pytest.fixture
def small_models(shipped: Recorded, tmp_path: Path) -> Path:
    """A cache with a small SentencePiece model under the large ones' names; parbleu writes beside them."""
    return Path(copytree(shipped.inputs / "sb_models", tmp_path / "sb_models"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not FOUND:
        terminalreporter.section("NOT COMPARED WITH RECORDED OUTPUTS", sep="!", red=True)
        terminalreporter.line(f"{ORACLES} holds no golden/, so only the shipped outputs were compared with.")
        terminalreporter.line("Set PARBLEU_ORACLES to run the other tests: one of each file skipped for all.")
