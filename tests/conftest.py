"""What every test may ask for."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from misbehaving_server import Internet, serve
from plain_sum import use_plain_sum

ORACLES = Path(os.environ.get("PARBLEU_ORACLES") or Path(__file__).parents[2] / "shared").resolve()
"""Recorded outputs of the reference tools and the texts they were made from. They belong to others, so they
live beside the repository and not in it."""


def find_oracles() -> Path:
    """The folder of recorded outputs. Without it a test skips, or fails where CI=true promised it."""
    if (ORACLES / "golden").is_dir():
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
    patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("patient", patient)
    settings.load_profile("patient")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a script's background job, and inherited
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["PARBLEU_OFFLINE"] = "1"  # no test looks for the real internet by accident


def pytest_runtest_setup() -> None:
    """Takes back what importing sacreBLEU's command does: a client that breaks off would end all tests."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)


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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not (ORACLES / "golden").is_dir():
        terminalreporter.section("NOT COMPARED WITH RECORDED OUTPUTS", sep="!", red=True)
        terminalreporter.line(f"{ORACLES} holds no golden/. Set PARBLEU_ORACLES to run those tests.")
