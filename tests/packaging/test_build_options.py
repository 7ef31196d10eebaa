"""Tests that the build backend knows all that pyproject.toml says, on every system."""

import sys
from pathlib import Path

import pytest
from scikit_build_core.settings.skbuild_read_settings import SettingsReader

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_every_option_is_known(system, monkeypatch):
    monkeypatch.setattr(sys, "platform", system)
    assert list(SettingsReader.from_file(ROOT / "pyproject.toml").unrecognized_options()) == []


def test_windows_has_a_compiler_of_its_own(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    settings = SettingsReader.from_file(ROOT / "pyproject.toml").settings
    assert (ROOT / str(settings.cmake.toolchain_file)).is_file()
    assert settings.build.requires
