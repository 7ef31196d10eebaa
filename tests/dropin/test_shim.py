"""What the sources of the drop-ins repeat of parbleu's: its version, and the names of the faces' modules."""

import email.message
import re
from pathlib import Path

import pytest

import parbleu
import parbleu.compat.sacrebleu as face
from parbleu.compat.alias import FACES, directory

ROOT = Path(__file__).parents[2]
SHIMS = ROOT / "shims"


def test_every_face_has_one():
    assert {path.name for path in SHIMS.iterdir()} == set(FACES)


def metadata_of(name: str) -> email.message.Message:
    return email.message_from_string(Path(directory(name), f"{name}.egg-info").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FACES)
def test_versions(name):
    """Processes that are spawned find metadata with the same version as the wheel's."""
    project = (SHIMS / name / "pyproject.toml").read_text(encoding="utf-8")
    metadata = metadata_of(name)
    assert metadata["Name"] == name
    assert metadata["Version"].endswith(f"+parbleu.{parbleu.__version__}")
    assert f'\nname = "{name}"\nversion = "{metadata["Version"]}"\n' in project
    wanted = set(re.findall(r'"(parbleu[^"]*==[^"]*)"', project))
    extras = ("", "[ja]", "[ko]") if name == "sacrebleu" else ("",)
    assert wanted == {f"parbleu{extra}=={parbleu.__version__}" for extra in extras}


def test_the_version_that_sacrebleu_says():
    assert metadata_of("sacrebleu")["Version"] == face.__version__


def modules(folder: Path, suffix: str) -> set[Path]:
    found = {path.relative_to(folder).with_suffix("") for path in folder.rglob(f"*{suffix}")}
    return {path for path in found if path.name == "__init__" or not path.name.startswith("_")}


@pytest.mark.parametrize("face_name", FACES)
def test_type_checkers_find_every_module(face_name):
    typed = SHIMS / face_name / "src" / face_name
    assert modules(typed, ".pyi") == modules(ROOT / "src" / "parbleu" / "compat" / face_name, ".py")
    for path in typed.rglob("*.pyi"):
        name = ".".join(path.relative_to(typed.parent).with_suffix("").parts).removesuffix(".__init__")
        if name != face_name:
            assert path.read_text(encoding="utf-8") == f"from parbleu.compat.{name} import *\n"


def test_type_checkers_find_every_name():
    text = (SHIMS / "sacrebleu" / "src" / "sacrebleu" / "__init__.pyi").read_text(encoding="utf-8")
    names = re.findall(r"^from parbleu\.compat\.sacrebleu import (\w+) as \1$", text, re.MULTILINE)
    assert set(names) == set(face.__all__)
