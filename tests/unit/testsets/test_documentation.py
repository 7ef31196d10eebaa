"""The example of a user's own test set in the documentation works as it is printed."""

import re
from pathlib import Path

import parbleu
from parbleu.testsets import schema

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


def test_all_keys_are_described():
    keys = set(re.findall(r"`(\w+)`", PAGE.split("## Your own test sets")[1]))
    source = Path(schema.__file__).read_text(encoding="utf-8")
    known = set(re.findall(r'^ +"(\w+)": self\.', source, re.MULTILINE))
    assert len(known) > 12
    assert known <= keys | {"url", "md5", "sha256", "size"}


def test_all_that_is_loaded_is_described():
    table = PAGE.split("## From Python")[1].split("\n## ")[0]
    public = {name for name in vars(parbleu.TestSet) if not name.startswith("_")}
    assert public <= set(re.findall(r"`(\w+)", table))
