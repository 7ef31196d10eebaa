"""Tests the example that filters a bitext."""

import importlib.util
import sys
from pathlib import Path

from extras import extra

pa = extra("pyarrow")
pq = extra("pyarrow.parquet")

SCRIPT = Path(__file__).parents[3] / "examples" / "filter_bitext.py"
ROWS = [
    {"src": "one small cat sits here", "tgt": "eine kleine Katze sitzt hier", "mt": "eine Katze sitzt hier"},
    {"src": "two dogs", "tgt": "zwei Hunde laufen über eine sehr lange Brücke", "mt": "zwei Hunde"},
    {
        "src": "the red bird flies home",
        "tgt": "der rote Vogel fliegt heim",
        "mt": "heim fliegt er, der Vogel",
    },
    {"src": "the train is very late", "tgt": "wir essen gern viele Äpfel", "mt": "Der Zug ist spät"},
]


def test_each_filter_drops_its_row(tmp_path, monkeypatch, capsys):
    spec = importlib.util.spec_from_file_location("filter_bitext", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pq.write_table(pa.Table.from_pylist(ROWS), tmp_path / "in.parquet")
    for name, text in (("s", ROWS[2]["src"]), ("r", ROWS[2]["tgt"] + "!")):
        (tmp_path / name).write_text(f"{text}\nxyz\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = ["in.parquet", "out.parquet", "--test-set", "s", "r"]
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), *words])
    module.main()
    assert pq.read_table("out.parquet").to_pylist() == ROWS[:1]
    counts = {line.split()[0]: line.split()[1] for line in capsys.readouterr().out.splitlines()}
    assert counts == {"lengths": "4", "unexposed": "3", "by_chrf": "2", "by_ter": "1", "in_languages": "1"}
