"""The example of a user's own test set in the documentation works as it is printed."""

import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import pytest

import parbleu
from parbleu._cli.convert import convert
from parbleu._cli.main import main
from parbleu.testsets import _entry_schema as entry_schema
from parbleu.testsets import read_segments

PAGE = (Path(__file__).parents[3] / "docs" / "testsets.md").read_text(encoding="utf-8")


def test_a_users_own_test_set(home, mine, tmp_path):
    section = PAGE.split("## Your own test sets")[1].split("\n## ")[0]
    blocks = dict(re.findall(r"```(\w+)\n(.*?)```", section, re.DOTALL))
    directory = tmp_path / "sets"
    (directory / "harbour_v1.json").write_text(blocks["json"], encoding="utf-8")
    (directory / "v1").mkdir()
    (directory / "v1/en.txt").write_text("The harbour is closed.\nShips wait.\n")
    (directory / "v1/de.txt").write_text("Der Hafen ist leider zu.\nSchiffe warten vor dem Tor.\n")
    exec(blocks["python"], {"parbleu": parbleu})


@pytest.mark.needs("pandas")
def test_the_examples_from_python(home, monkeypatch):
    section = PAGE.split("## From Python")[1].split("\n## ")[0]
    scored, listed = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    same = SimpleNamespace(source=["a b c d"], references=[["a b c d"]])
    with monkeypatch.context() as patched:
        patched.setattr(parbleu, "load_test_set", lambda *names: {("wmt24", "en-de"): same}[names])
        space = {"translate": list}
        exec(scored, space)
        assert round(space["score"].score) == 100
    exec(listed, {})


def test_all_keys_are_described():
    keys = set(re.findall(r"`(\w+)`", PAGE.split("## Your own test sets")[1]))
    source = Path(entry_schema.__file__).read_text(encoding="utf-8")
    known = set(re.findall(r'^ +"(\w+)": self\.', source, re.MULTILINE))
    assert len(known) > 12
    assert known <= keys | {"url", "md5", "sha256", "size"}


def test_all_that_is_loaded_is_described():
    table = PAGE.split("## From Python")[1].split("\n## ")[0]
    public = {name for name in vars(parbleu.TestSet) if not name.startswith("_")}
    assert public <= set(re.findall(r"`(\w+)", table))


HARBOUR = """<srcset srclang="en"><doc docid="1"><seg id="1">Ships wait.</seg></doc></srcset>
<refset trglang="de"><doc docid="1" sysid="A"><seg id="1">Schiffe warten.</seg></doc></refset>
<tstset trglang="de"><doc docid="1" sysid="tug"><seg id="1">Boote warten.</seg></doc></tstset>
"""


def test_the_commands_for_files_with_markup(tmp_path, monkeypatch, capsys):
    section = PAGE.split("## Files in SGML and XML")[1].split("\n## ")[0]
    monkeypatch.chdir(tmp_path)
    Path("harbour.sgm").write_text(HARBOUR, encoding="utf-8")
    for line in re.findall(r"^    parbleu (.*?) *#", section, re.MULTILINE):
        words, _, target = line.partition(" > ")
        capsys.readouterr()
        assert main(shlex.split(words)) == 0
        if target:
            Path(target).write_text(capsys.readouterr().out, encoding="utf-8")
    texts = {"src": "Ships wait.", "ref.A": "Schiffe warten.", "hyp.tug": "Boote warten."}
    expected = {"src.txt": texts["src"], "hyp.txt": texts["hyp.tug"]}
    for name, text in texts.items():
        expected |= {f"harbour.{name}.txt": text, f"texts/{name}.txt": text}
    written = {str(path): path.read_text(encoding="utf-8") for path in Path().rglob("*.txt")}
    assert written == {name: f"{text}\n" for name, text in expected.items()}
    for call in re.findall(r"read_segments\((.*?)\)", section):
        assert len(list(read_segments(*eval(f"[{call}]")))) == 1
    table = section.split("| option |")[1]
    options = [option for group in convert.table.groups for option in group.options() if option.flags]
    assert all(any(f"`{flag}" in table for flag in option.flags) for option in options)
