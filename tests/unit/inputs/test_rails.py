"""Tests that locales of Ruby on Rails are read as Ruby reads them."""

import pytest

from extras import extra
from parbleu._inputs import unit_suffix
from parbleu._inputs.unit_formats import UnitOptions, read_units
from parbleu.errors import FormatError

OF_RUBY = """---
de:
  hello: Guten Morgen.
  views:
    index:
      long: |-
        Der Schlepper wartet.
        Es regnet.
      quoted: 'Anna sagt "ja": it''s #1'
  list:
  - Montag
  - Dienstag
  "n":
    one: ein Boot
    other: "%{count} Boote"
  empty:
  blank: ''
  'yes': ja
  no: Nein
  num: '12'
  date:
    order:
    - :year
    - :month
    abbr:
    -
    - Jan
  sym: true
  prec: 2
  folded: 'Boot Boot
    Boot'
"""
"""What `to_yaml` of Ruby 3.1 writes, but for the key no, which it quotes."""
TEXTS = {
    "hello": "Guten Morgen.",
    "views.index.long": "Der Schlepper wartet.\nEs regnet.",
    "views.index.quoted": 'Anna sagt "ja": it\'s #1',
    "list[0]": "Montag",
    "list[1]": "Dienstag",
    "n.one": "ein Boot",
    "n.other": "%{count} Boote",
    "empty": None,
    "blank": None,
    "yes": "ja",
    "no": "Nein",
    "num": "12",
    "date.abbr[1]": "Jan",
    "folded": "Boot Boot Boot",
}
MERGED = "de:\n  a: &a\n    x: Boot\n    y: Kai\n  b:\n    <<: *a\n    y: Kran\n  c: *a\n"


@pytest.fixture(autouse=True)
def yaml():
    return extra("yaml")


def read(path, text, pair=None):
    path.write_text(text, encoding="utf-8")
    assert unit_suffix(str(path))
    return {unit.key: unit.target for unit in read_units(str(path), UnitOptions(language_pair=pair))}


def test_texts(tmp_path):
    assert read(tmp_path / "de.yml", OF_RUBY) == TEXTS
    merged = {"a.x": "Boot", "a.y": "Kai", "b.x": "Boot", "b.y": "Kran", "c.x": "Boot", "c.y": "Kai"}
    assert read(tmp_path / "de.yaml", f"# boats\n{MERGED}") == merged
    assert read(tmp_path / "de.yml", "de:\n  a: =\n  b: <<\n") == {"a": "=", "b": "<<"}


def test_several_languages(tmp_path):
    text = "en:\n  a: Boat\npt-BR: # Brazil\n  a: Barco\n"
    assert read(tmp_path / "a.yml", text, "en-pt") == {"a": "Barco"}
    with pytest.raises(FormatError, match=r"choose one of the languages .*: en, pt-BR"):
        read(tmp_path / "a.yml", text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("de:\n  a: Boot\n  a: Kahn\n", r"yml:3: two texts have the key 'a'"),
        ("de:\n  a: Boot\n b: Kahn\n", r"yml:3: this is no YAML"),
        ("de:\n  a: Boot\nname: x\n", "no texts below the code of their language"),
        ("de:\n  a: &x\n    b: *x\n", "anchors"),
        ("de:\n  a: &x\n    <<: *x\n    b: Boot\n", "anchors"),
        ("de:\n  a: &a " + "Boot " * 99 + "\n  b: [" + "*a, " * 99 + "x]\n", "anchors"),
        ("de:\n  ? [a]\n  : Boot\n", "the key of a text is a word"),
        ("de:\n  a: " + "[" * 200 + "Boot" + "]" * 200, "nested too deeply|anchors"),
        ("de:\n  a: " + "[" * 2000, "this is no YAML"),
        (
            "de:\n  a0: &a0 [Boot]\n"
            + "".join(f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9)),
            "anchors",
        ),
    ],
)
def test_what_is_no_locale(tmp_path, text, words):
    with pytest.raises(FormatError, match=words):
        read(tmp_path / "a.yml", text)


@pytest.mark.parametrize(
    ("name", "text", "is_locale"),
    [
        ("fil.yml", "fil:\n  a: Bangka\n", True),
        ("a.yml", "fil:\n  a: Bangka\n", False),
        ("a.yml", "\ufeff# x\n---\n'zh-TW':\n  a: x\n", True),
        ("a.yml", "%YAML 1.1\n---\nde: &de # German\n  a: x\n", True),
        ("a.yml", "de: &de x\n", False),
        ("a.yml", "on:\n  push: x\n", False),
        ("a.yml", "db:\n  image: x\n", False),
        ("a.yml", "de: Boot\n", False),
        ("a.yml", "- de:\n", False),
        ("a.txt", "de:\n  a: x\n", False),
    ],
)
def test_first_keys(tmp_path, name, text, is_locale):
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert bool(unit_suffix(str(tmp_path / name))) == is_locale
