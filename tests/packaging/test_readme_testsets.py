"""The README's commands on test sets, one by one, with a server on this machine in place of the internet.

The program that runs is the installed one. Only its catalogue is another: there WMT24 comes from the server,
and is small.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import parbleu
from misbehaving_server import Internet
from toy_sets import SOURCE, XML, tar

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
[BLOCK] = re.findall(r"^```sh\n(parbleu data list.*?)^```$", README, re.DOTALL | re.MULTILINE)
COMMANDS = BLOCK.splitlines()
WMT24 = "xml/wmttest2024.en-de.all.xml"


def beside(program: Path, data: Path) -> Path:
    """Makes links to all files of an installed package but its catalogue, of which it makes a copy."""
    for path in program.rglob("*"):
        link = data / "parbleu" / path.relative_to(program)
        if path.is_dir():
            link.mkdir(parents=True, exist_ok=True)
        elif path.suffix == ".json":
            link.write_bytes(path.read_bytes())
        elif path.suffix != ".pyc":
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path)
    return data / "parbleu" / "testsets" / "data"


@pytest.mark.long
def test_command_by_command(tmp_path: Path, internet: Internet) -> None:
    catalogue = beside(Path(parbleu.__file__).parent, tmp_path / "python")
    entry = json.loads((catalogue / "wmt24.json").read_text(encoding="utf-8"))
    [source] = entry["sources"]
    name = source["url"].rpartition("/")[2]
    xml = XML.replace('translator="A"', 'translator="refA"')
    source.update(url=internet.url(name), md5=internet.put(name, tar({WMT24: xml})))
    source.pop("size", None)
    (catalogue / "wmt24.json").write_text(json.dumps(entry), encoding="utf-8")
    # A working tree that is run where it lies comes first in the path, before what PYTHONPATH names.
    first = f"import sys\n\nsys.path.insert(0, {str(tmp_path / 'python')!r})\n"
    (tmp_path / "python" / "sitecustomize.py").write_text(first, encoding="utf-8")
    work = tmp_path / "work"
    work.mkdir()
    environment = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(tmp_path / "python"), os.environ.get("PYTHONPATH", "")]),
        "SACREBLEU": str(tmp_path / "cache"),
        "LC_ALL": "C.UTF-8",
    }
    assert len(COMMANDS) > 8
    for command in COMMANDS:
        done = subprocess.run(
            ["sh", "-euc", command], cwd=work, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (command, done.stderr)
        if "--echo" in command:
            archive = tmp_path / "cache" / "wmt24" / "raw" / "wmt24.data_onlyxml.tar.gz"
            assert done.stderr == f"parbleu: Downloading {internet.url(name)} to {archive}\n"
        else:
            assert done.stderr == "", command
            assert done.stdout or ">" in command or command.startswith("cp "), command
    assert (work / "src.txt").read_text(encoding="utf-8") == "".join(f"{line}\n" for line in SOURCE)
    assert "test:wmt24|lang:en-de|origlang:en|" in (work / "result.json").read_text(encoding="utf-8")
    assert internet.count(name) == 1
