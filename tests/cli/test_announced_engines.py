"""An engine of another distribution translates from the shell, with files, resuming and a record."""

import json
import os
import subprocess
import sys

ENGINE = """
from parbleu.translate import Engine, Translation


class Toy(Engine):
    name = "toy"
    uses = frozenset({"beam", "target_language"})

    def translate(self, segments):
        return [Translation(segment[::-1]) for segment in segments]
"""


def test_an_announced_engine(tmp_path):
    (tmp_path / "toy_engine.py").write_text(ENGINE)
    info = tmp_path / "toy_engine-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-engine\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[parbleu.engines]\ntoy = toy_engine:Toy\n")
    (tmp_path / "src").write_text("ein Haus\n\nder Hund\n")

    def translate(*words):
        path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
        return subprocess.run(
            [sys.executable, "-m", "parbleu", "translate", "src", "-o", "hyp", "-l", "de-en", *words],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )

    done = translate("--engine", "toy", "--beam", "2")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "hyp").read_text() == "suaH nie\n\ndnuH red\n"
    record = json.loads((tmp_path / "hyp.json").read_text())
    assert (record["engine"], record["beam"], record["target_language"]) == ("toy", 2, "en")
    assert "is finished" in translate("--engine", "toy", "--beam", "2", "--resume").stderr
    done = translate("--engine", "toy", "--model", "m", "--overwrite")
    assert (done.returncode, "the engine toy has no use for model" in done.stderr) == (1, True)
