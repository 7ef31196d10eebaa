"""What the sources of the drop-in repeat of parbleu's: its version, and the names of the face's modules."""

import email.message
import re
from pathlib import Path

import parbleu
import parbleu.compat.sacrebleu as face
from parbleu.compat.alias import FACES, directory

ROOT = Path(__file__).parents[2]
SHIM = ROOT / "shims" / "sacrebleu"
PROJECT = (SHIM / "pyproject.toml").read_text(encoding="utf-8")


def test_versions():
    assert f'\nversion = "{face.__version__}"\n' in PROJECT
    wanted = set(re.findall(r'"(parbleu[^"]*==[^"]*)"', PROJECT))
    assert wanted == {f"parbleu{extra}=={parbleu.__version__}" for extra in ("", "[ja]", "[ko]")}


def metadata_of(name: str) -> email.message.Message:
    return email.message_from_string(Path(directory(name), f"{name}.egg-info").read_text(encoding="utf-8"))


def test_the_metadata_that_spawned_processes_find():
    for name in FACES:
        metadata = metadata_of(name)
        assert metadata["Name"] == name
        assert metadata["Version"].endswith(f"+parbleu.{parbleu.__version__}")
    assert metadata_of("sacrebleu")["Version"] == face.__version__


def modules(folder: Path, suffix: str) -> set[Path]:
    found = {path.relative_to(folder).with_suffix("") for path in folder.rglob(f"*{suffix}")}
    return {path for path in found if path.name == "__init__" or not path.name.startswith("_")}


def test_type_checkers_find_every_module():
    typed = SHIM / "src" / "sacrebleu"
    assert modules(typed, ".pyi") == modules(ROOT / "src" / "parbleu" / "compat" / "sacrebleu", ".py")
    for path in typed.rglob("*.pyi"):
        name = ".".join(path.relative_to(typed.parent).with_suffix("").parts).removesuffix(".__init__")
        if name != "sacrebleu":
            assert path.read_text(encoding="utf-8") == f"from parbleu.compat.{name} import *\n"


def test_type_checkers_find_every_name():
    text = (SHIM / "src" / "sacrebleu" / "__init__.pyi").read_text(encoding="utf-8")
    names = re.findall(r"^from parbleu\.compat\.sacrebleu import (\w+) as \1$", text, re.MULTILINE)
    assert set(names) == set(face.__all__)
