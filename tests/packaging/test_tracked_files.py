"""Tests that no tracked file names the machine or the registry on which somebody built it."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).resolve()

MACHINE = re.compile(
    "|".join(
        [
            r"(?<![\w.])/(?:home|root|Users|work|opt)/\w",  # somebody's directories
            r"pypi\.org|pythonhosted|anaconda\.org|crates\.io",  # registries are the installer's business
            r"(?:extra-)?index-url|find-links|trusted-host",
            re.escape(str(ROOT.resolve())),
        ]
    )
)


def tracked_files() -> list[Path]:
    listing = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout: nothing says which files belong to the repository")
    return [path for name in listing.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]


def machine_names(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if MACHINE.search(line)]


@pytest.mark.long
def test_no_file_names_a_machine_or_a_registry():
    found = {}
    for path in tracked_files():
        if path.resolve() == HERE:
            continue
        lines = machine_names(path.read_bytes().decode("utf-8", "replace"))
        if lines:
            found[str(path.relative_to(ROOT))] = lines
    assert found == {}


@pytest.mark.parametrize("line", ["cd /home/ann/parbleu", "pip install --index-url x y", str(ROOT.resolve())])
def test_such_a_line_would_be_found(line):
    assert machine_names(f"fine\n{line}\nfine") == [line]


def test_no_file_is_large():
    assert [path.name for path in tracked_files() if path.stat().st_size > 1_500_000] == []


def test_make_refuses_a_place_where_no_command_would_start(tmp_path):
    environment = [
        "sh",
        str(ROOT / "tools" / "environment.sh"),
        "python3",
        str(tmp_path / "my tools" / ".venv"),
    ]
    done = subprocess.run(environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "there is a blank in the path" in done.stderr
    assert not list(tmp_path.iterdir())
