"""Tests that messages in PHP are read as PHP 8.2.36 reads them, with which these files were run."""

import pytest

from parbleu._inputs import unit_suffix
from parbleu._inputs.unit_formats import UnitOptions, read_units
from parbleu.errors import FormatError, UndecodableLineError

RETURNED = r"""<?php
declare(strict_types=1);
namespace App\Lang;
// a comment with 'quotes' and [
return array(
    'open' => 'Offen', # another one
    "menu" => [
        'it\'s' => 'Das geht\'s \n \\ hier',
        "esc" => "Zeile\nzwei \$x \"q\" \x41\303\226\u{1F600} \q {x} 5 $",
        'deep' => ['Montag', 'Dienstag', 'x' => ['a']],
        /* 'block' */ '404' => 'Nicht ' . "gefunden",
        'number' => 5, 'switch' => true, 'nothing' => null, 'less' => -1,
    ],
    'days' => ['Mo', 'Di',],
    7 => 'sieben', 'acht',
    'open' => 'Auf',
    'empty' => '',
);
?>
"""
"""What a person writes; a key that is given twice has the place of the first and the value of the last."""

EXPORTED = r"""<?php
return array (
  'menu' =>
  array (
    'it\'s' => 'Das geht\'s \\ hier
zwei',
    'days' =>
    array (
      0 => 'Montag',
      1 => 'Dienstag',
    ),
    'count' => 5,
  ),
);
""".replace("=>\n", "=> \n")
"""What `var_export` of PHP writes."""

OF_LARAVELPHP = r"""<?php
  return [
    'open' => 'Öffnen',
    'menu' => [
      'its' => 'It\'s \ "q" $x',
      'list' => [
        '0' => 'a',
        '1' => 'b'
      ]
    ]
  ];"""
"""What laravelphp 2.0.4 of npm writes."""

OF_TRANSLATE_TOOLKIT = r"""<?php
$lang['greet'] = 'Hallo %s';
$lang['it'] = 'It\'s "gut"';
$lang['many'] = array(
    'one' => 'Eine Datei',
    'other' => "%d Dateien
",
);
"""
"""What po2php of translate-toolkit 3.20.4 writes."""

MOODLE = "<?php\n\ndefined('MOODLE_INTERNAL') || die();\n\n$string['a'] = 'Auf';\n$string['b']['c'] = 'Zu';\n"


@pytest.fixture(name="units")
def _units(tmp_path):
    def units(text, **options):
        (tmp_path / "a.php").write_bytes(text if isinstance(text, bytes) else text.encode())
        found = read_units(str(tmp_path / "a.php"), UnitOptions(**options))
        return {unit.key: unit.target for unit in found}

    return units


def test_an_array_that_is_returned(units):
    assert list(units(RETURNED).items()) == [
        ("open", "Auf"),
        ("menu.it's", r"Das geht's \n \ hier"),
        ("menu.esc", 'Zeile\nzwei $x "q" A\u00d6\U0001f600 \\q {x} 5 $'),
        ("menu.deep.0", "Montag"),
        ("menu.deep.1", "Dienstag"),
        ("menu.deep.x[0]", "a"),
        ("menu.404", "Nicht gefunden"),
        ("days[0]", "Mo"),
        ("days[1]", "Di"),
        ("7", "sieben"),
        ("8", "acht"),
        ("empty", None),
    ]


def test_what_programs_write(units):
    assert units(EXPORTED) == {
        "menu.it's": "Das geht's \\ hier\nzwei",
        "menu.days[0]": "Montag",
        "menu.days[1]": "Dienstag",
    }
    assert units(OF_LARAVELPHP) == {
        "open": "Öffnen",
        "menu.its": 'It\'s \\ "q" $x',
        "menu.list[0]": "a",
        "menu.list[1]": "b",
    }
    of_toolkit = units(OF_TRANSLATE_TOOLKIT)
    assert of_toolkit == {
        "greet": "Hallo %s",
        "it": 'It\'s "gut"',
        "many.one": "Eine Datei",
        "many.other": "%d Dateien\n",
    }
    assert units(OF_TRANSLATE_TOOLKIT.replace("\n", "\r\n")) == of_toolkit


def test_variables(units):
    assert units(MOODLE) == {"a": "Auf", "b.c": "Zu"}
    assert units(MOODLE + "$other = ['a' => 'Weg'];") == {
        "string.a": "Auf",
        "string.b.c": "Zu",
        "other.a": "Weg",
    }


def test_texts_that_only_look_like_whole_numbers_are_keys_of_their_own(units):
    texts = {"1": "a", "1\n": "b", "12": "c", "1\u0662": "d", "-0": "e"}
    body = ", ".join([f"'{key}' => '{text}'" for key, text in texts.items()])
    assert units(f"<?php return [{body}];") == texts


def test_encodings(units):
    text = "<?php return ['a' => 'Öl'];"
    assert units(text.encode("latin-1"), encoding="latin-1") == {"a": "Öl"}
    assert units(b"\xef\xbb\xbf" + text.encode()) == {"a": "Öl"}
    with pytest.raises(UndecodableLineError):
        units(text.encode("latin-1"))


@pytest.mark.parametrize(
    ("body", "line", "there"),
    [
        ("return [\n 'a' => \"Hallo $name\",\n];", 3, "$name"),
        ("return [\n 'a' => \"Hallo {$name}\",\n];", 3, "{$name}"),
        ("return [\n 'a' => __('Auf'),\n];", 3, "("),
        ("return [\n 'a' => 'x' . NAME,\n];", 3, "NAME"),
        ("return [\n A::B => 'x',\n];", 3, ":"),
        ("return [\n NAME => 'x',\n];", 3, "'x'"),
        ("return [\n 'a' => <<<X\nAuf\nX,\n];", 3, "<"),
        ("return [\n 'a' => \"\\xff\",\n];", 3, "xff"),
        ("return [\n 'a' => \"\\u{110000}\",\n];", 3, "110000"),
        ("return [\n 'a' => 'x'", 4, "from its end on"),
        ("return [\n 'a' => 'x\n];", 3, '"\'"'),
        ("$a = 'x';\n$a['b'] = 'c';", 3, "'b'"),
        ("return [];\nfunction a() {}", 3, "function"),
        ("$a[] = 'x';", 2, "]"),
        ("return " + "[" * 200 + "]" * 200 + ";", 2, "["),
        ("$a" + "['x']" * 100_000 + " = 'y';", 2, "x"),
    ],
)
def test_what_is_no_array_of_texts(units, body, line, there):
    with pytest.raises(FormatError, match="this is no array of texts in PHP from") as caught:
        units(f"<?php\n{body}\n")
    assert caught.value.line == line
    assert there in str(caught.value)


def test_messages_of_wordpress_are_read_from_their_mo(units):
    with pytest.raises(FormatError, match=r"WordPress's: the \.mo beside it"):
        units("<?php\nreturn ['plural-forms'=>'nplurals=2; plural=n != 1;','messages'=>['Open'=>'Auf']];")


def test_only_files_with_messages_are_taken_for_them(tmp_path):
    for text, suffix in {
        RETURNED: ".php",
        OF_LARAVELPHP: ".php",
        MOODLE: ".php",
        "<?php return [\n'a' => 'b'];": ".php",
        "<?php\necho 'Auf';\n": "",
        "Der Code beginnt mit <?php.\n$x ist eine Variable.\n": "",
    }.items():
        (tmp_path / "a.php").write_text(text, encoding="utf-8")
        assert unit_suffix(str(tmp_path / "a.php")) == suffix
