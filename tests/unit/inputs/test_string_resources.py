"""Tests that string resources of programs are read as these programs read them."""

import gzip
import json
import os
import sys

import pytest

from extras import extra
from parbleu._inputs import SUBTITLES, UNIT_FORMATS, unit_suffix
from parbleu._inputs.unit_formats import KEEP, UnitOptions, read_units
from parbleu._io.lines import read_lines
from parbleu.errors import FormatError, UndecodableLineError, UnreadableFileError

ANDROID = r"""<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
    <!-- a comment -->
    <string name="plain">Öffnen &amp; schließen</string>
    <string name="apostrophe">Das geht\'s an \"heute\"</string>
    <string name="quoted">"zwei  Leerzeichen"</string>
    <string name="folded">
        Eine lange
        Zeile
    </string>
    <string name="lines">Eins\nZwei\tDrei</string>
    <string name="codes">Caf\u00e9 \@home \?was \#x</string>
    <string name="bold">Das ist <b>fett</b> und <i>schräg</i></string>
    <string name="name">Hallo <xliff:g id="name" example="Ann">%1$s</xliff:g>!<br/>Guten Tag.</string>
    <string name="commented">Ja<!-- kurz -->wohl</string>
    <string name="percent">50% oder 5 % weniger</string>
    <string name="raw"><![CDATA[<b>roh</b>]]></string>
    <string name="empty"></string>
    <string name="reference">@string/plain</string>
    <string name="product" translatable="false">parbleu</string>
    <string-array name="days"><item>Montag</item><item>Dienstag</item></string-array>
    <plurals name="files">
        <item quantity="one">%d Datei</item>
        <item quantity="other">%d Dateien</item>
    </plurals>
    <color name="blue">#0000ff</color>
    <string name="device" product="tablet">Ihr Tablet</string>
    <string name="device" product="default">Ihr Telefon</string>
</resources>
"""

OF_ANDROID = {
    "plain": "Öffnen & schließen",
    "apostrophe": 'Das geht\'s an "heute"',
    "quoted": "zwei  Leerzeichen",
    "folded": "Eine lange Zeile",
    "lines": "Eins\nZwei\tDrei",
    "codes": "Café @home ?was #x",
    "bold": "Das ist fett und schräg",
    "name": "Hallo %1$s! Guten Tag.",
    "commented": "Jawohl",
    "percent": "50% oder 5 % weniger",
    "raw": "<b>roh</b>",
    "empty": None,
    "product": "parbleu",
    "days[0]": "Montag",
    "days[1]": "Dienstag",
    "files[one]": "%d Datei",
    "files[other]": "%d Dateien",
    "device[tablet]": "Ihr Tablet",
    "device": "Ihr Telefon",
}
"""What `aapt2 dump resources` of aapt2 2.19 prints of these, but for `<br/>`."""

QT = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Main</name>
    <message><source>Open</source><translation>Öffnen</translation></message>
    <message>
        <location filename="a.cpp" line="6"/>
        <source>Open</source><comment>door</comment><translation>Tür öffnen</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) copied</source>
        <translation>
            <numerusform>%n Datei kopiert</numerusform>
            <numerusform>%n Dateien kopiert</numerusform>
        </translation>
    </message>
    <message><source>Cancel</source><translation type="vanished">Abbrechen</translation></message>
    <message><source>Never</source><translation type="unfinished"></translation></message>
    <message>
        <source>Close</source>
        <translation variants="yes">
            <lengthvariant>Schließen</lengthvariant><lengthvariant>Zu</lengthvariant>
        </translation>
    </message>
</context>
<context>
    <name>Other</name>
    <message>
        <source>Open</source><translation type="unfinished">Auf<byte value="x2"/>!</translation>
    </message>
</context>
</TS>
"""

RESX = """<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
  <data name="Open" xml:space="preserve"><value>Öffnen
jetzt</value><comment>a comment</comment></data>
  <data name="Icon" type="System.Drawing.Bitmap, System.Drawing" mimetype="application/x-microsoft.net.object.bytearray.base64"><value>AAAA</value></data>
  <data name="File" type="System.Resources.ResXFileRef, System.Windows.Forms"><value>a.png</value></data>
  <data name="&gt;&gt;button1.Name" xml:space="preserve"><value>button1</value></data>
  <data name="Typed" type="System.String"><value>Text</value></data>
</root>
"""  # noqa: E501

APPLE = r"""/* Shown on "Open" = ; */
"open" = "Öffnen \"jetzt\"";
"lines" = "a\nCaf\U00e9";  // a comment
plain.key = "x = y;";
"empty" = "";
"several" = "eins
zwei";
"""

OF_APPLE = {
    "open": 'Öffnen "jetzt"',
    "lines": "a\nCafé",
    "plain.key": "x = y;",
    "empty": None,
    "several": "eins\nzwei",
}

JAVA = r"""# a comment
! another
open=\u00d6ffnen \uD83D\uDE00
save : Speichern
two   words   with blanks
long=Eine lange \
     Zeile\\
escapes=a\tb \= c \: d
empty=
key\ with\ blank=It''s {0}
"""

OF_JAVA = {
    "open": "Öffnen 😀",
    "save": "Speichern",
    "two": "words   with blanks",
    "long": "Eine lange Zeile\\",
    "escapes": "a\tb = c : d",
    "empty": None,
    "key with blank": "It''s {0}",
}

PLURALS_OF_APPLE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
    <!-- a comment -->
    <key>%d files</key>
    <dict>
        <key>NSStringLocalizedFormatKey</key><string>%#@files@</string>
        <key>files</key>
        <dict>
            <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key><string>d</string>
            <key>zero</key><string></string>
            <key>one</key><string>%d Datei</string>
            <key>other</key><string>%d &#8222;Dateien&#8220;</string>
        </dict>
    </dict>
    <key>in</key>
    <dict>
        <key>NSStringLocalizedFormatKey</key><string>Heute %1$#@a@ und %2$#@b@.</string>
        <key>a</key>
        <dict>
            <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>other</key><string>%d Schiffe</string>
        </dict>
        <key>b</key>
        <dict><key>other</key><string>%d Boote</string></dict>
    </dict>
    <key>width</key>
    <dict>
        <key>NSStringVariableWidthRuleType</key>
        <dict><key>5</key><string>Los</string><key>20</key><string>Jetzt loslegen</string></dict>
    </dict>
    <key>version</key><integer>3</integer>
</dict>
</plist>
"""

OF_PLURALS_OF_APPLE = {
    "%d files[files][zero]": None,
    "%d files[files][one]": "%d Datei",
    "%d files[files][other]": "%d „Dateien“",
    "in": "Heute %1$#@a@ und %2$#@b@.",
    "in[a][other]": "%d Schiffe",
    "in[b][other]": "%d Boote",
    "width[5]": "Los",
    "width[20]": "Jetzt loslegen",
}

FLUENT = """### A file
# A comment
hello = Hallo, { $name }!
-brand = Hafen { "\\u0041" }{ "{" }
    .gender = masculine
tug =
    .title = Schlepper
    .label =
        Ein Schlepper
          im Hafen
long = Eine lange
    Zeile

    und eine "andere"
files =
    { $n ->
        [one] Eine Datei
       *[other]
            { $kind ->
                [a] { $n } Dateien "a"
               *[b] { "}" } Dateien
            }
    }
both = { $one }{ $other }
empty = { "" }
some = Heute { $n ->
    [one] ein Schiff
   *[other] Schiffe
}
"""

OF_FLUENT = {
    "hello": "Hallo, { $name }!",
    "-brand": "Hafen A{",
    "tug.title": "Schlepper",
    "tug.label": "Ein Schlepper\n  im Hafen",
    "long": 'Eine lange\nZeile\n\nund eine "andere"',
    "files[one]": "Eine Datei",
    "files[other][a]": '{ $n } Dateien "a"',
    "files[other][b]": "} Dateien",
    "both": "{ $one }{ $other }",
    "empty": None,
    "some": "Heute { $n -> [one] ein Schiff *[other] Schiffe }",
}
"""What fluent.syntax 0.19 finds there, but for white space in placeables."""

FLUTTER = {
    "@@locale": "de",
    "title": "Öffnen",
    "@title": {"description": "d"},
    "n": "{n, plural, other{{n}}}",
}

CATALOG = {
    "sourceLanguage": "en",
    "version": "1.0",
    "strings": {
        "Open": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Öffnen"}}}},
        "%lld files": {
            "localizations": {
                "en": {
                    "variations": {
                        "plural": {
                            "one": {"stringUnit": {"state": "translated", "value": "%lld file"}},
                            "other": {"stringUnit": {"state": "translated", "value": "%lld files"}},
                        }
                    }
                },
                "de": {
                    "variations": {
                        "plural": {
                            "one": {"stringUnit": {"state": "translated", "value": "%lld Datei"}},
                            "other": {"stringUnit": {"state": "needs_review", "value": "%lld Dateien"}},
                        }
                    }
                },
                "fr": {"stringUnit": {"state": "new", "value": ""}},
            }
        },
        "Gone": {"extractionState": "stale", "localizations": {}},
        "parbleu": {"shouldTranslate": False},
    },
}


def texts(path, **options):
    return {unit.key: unit.target for unit in read_units(str(path), UnitOptions(**options))}


def test_strings_of_android(tmp_path):
    path = tmp_path / "strings.xml"
    path.write_text(ANDROID, "utf-8")
    assert texts(path) == OF_ANDROID
    assert texts(path, tags=KEEP)["bold"] == "Das ist <b>fett</b> und <i>schräg</i>"
    states = {unit.key: unit.states for unit in read_units(str(path), UnitOptions()) if unit.states}
    assert states == {"empty": {"untranslated"}, "product": {"locked"}}


def test_messages_of_qt(tmp_path):
    path = tmp_path / "a.ts"
    path.write_text(QT, "utf-8")
    units = read_units(str(path), UnitOptions())
    assert [(unit.document, unit.key, unit.source, unit.target, sorted(unit.states)) for unit in units] == [
        ("Main", "Open", "Open", "Öffnen", []),
        ("Main", "door|Open", "Open", "Tür öffnen", []),
        ("Main", "%n file(s) copied[0]", "%n file(s) copied", "%n Datei kopiert", []),
        ("Main", "%n file(s) copied[1]", "%n file(s) copied", "%n Dateien kopiert", []),
        ("Main", "Never", "Never", None, ["untranslated"]),
        ("Main", "Close", "Close", "Schließen", []),
        ("Other", "Open", "Open", "Auf\x02!", ["fuzzy"]),
    ]
    assert {unit.language_pair for unit in units} == {"en-de"}
    path.write_text(QT.replace(' language="de" sourcelanguage="en"', ' language="zh-CN"'), "utf-8")
    assert {unit.language_pair for unit in read_units(str(path), UnitOptions())} == {""}


def test_messages_of_qt_without_a_context(tmp_path):
    message = '<message id="{}"><source>{}</source><translation>{}</translation></message>'
    messages = message.format("open", "Open", "Öffnen") + message.format("close", "Close", "Zu")
    (tmp_path / "a.ts").write_text(f'<TS version="2.1" language="de">{messages}</TS>', "utf-8")
    read = read_units(str(tmp_path / "a.ts"), UnitOptions())
    assert [(unit.key, unit.document, unit.target) for unit in read] == [
        ("open", "", "Öffnen"),
        ("close", "", "Zu"),
    ]


def test_property_lists_of_apple(tmp_path):
    path = tmp_path / "a.stringsdict"
    for encoding in ("utf-8", "utf-16"):
        path.write_text(PLURALS_OF_APPLE.replace("UTF-8", encoding), encoding)
        assert texts(path) == OF_PLURALS_OF_APPLE
    strings = "<plist><dict><key>a</key><string>Öffnen</string><key>b</key><dict/></dict></plist>"
    (tmp_path / "a.strings").write_text(strings, "utf-8")
    assert texts(tmp_path / "a.strings") == {"a": "Öffnen"}


def test_strings_of_android_in_utf_16(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text(ANDROID.replace("utf-8", "utf-16"), "utf-16")
    assert unit_suffix(str(path)) == ".xml"
    assert texts(path) == OF_ANDROID


def test_strings_of_other_programs(tmp_path):
    for name in ("a.resx", "a.resw"):
        (tmp_path / name).write_text(RESX, "utf-8")
        assert texts(tmp_path / name) == {"Open": "Öffnen\njetzt", "Typed": "Text"}
    (tmp_path / "a.arb").write_text(json.dumps(FLUTTER), "utf-8")
    assert texts(tmp_path / "a.arb") == {"title": "Öffnen", "n": "{n, plural, other{{n}}}"}
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        (tmp_path / "a.strings").write_text(APPLE, encoding)
        assert texts(tmp_path / "a.strings") == OF_APPLE
    for line_end in ("\n", "\r\n"):
        (tmp_path / "a.properties").write_text(JAVA, newline=line_end)
        assert texts(tmp_path / "a.properties") == OF_JAVA


def test_messages_within_objects_and_lists(tmp_path):
    path = tmp_path / "de.arb"
    nested = {
        "app": {"message": "Wirklich?", "title": "Löschen"},
        "days": ["Mo", {"short": "Di"}],
        "ok": "Gut",
    }
    path.write_text(json.dumps(nested), "utf-8")
    assert texts(path) == {
        "app.message": "Wirklich?",
        "app.title": "Löschen",
        "days[0]": "Mo",
        "days[1].short": "Di",
        "ok": "Gut",
    }
    of_browsers = {
        "open": {"message": "Öffnen", "description": "a button"},
        "n": {"message": "$N$ offen", "placeholders": {"n": {"content": "$1"}}},
    }
    path.write_text(json.dumps(of_browsers), "utf-8")
    assert texts(path) == {"open": "Öffnen", "n": "$N$ offen"}
    path.write_text(json.dumps({**nested, "n": [1]}), "utf-8")
    with pytest.raises(FormatError, match=r"the message 'n\[0\]' is no text"):
        texts(path)


@pytest.mark.parametrize(
    "messages",
    [
        {
            "tug": {"defaultMessage": "Kahn", "description": "A boat", "file": "a.jsx", "start": 1},
            "rain": {"defaultMessage": "Regen"},
        },
        {
            "tug": {"translation": "Kahn", "notes": "A boat", "tags": ["a"], "limit": 20},
            "rain": {"translation": "Regen"},
        },
        {"locale": "de", "translations": {"tug": "Kahn", "rain": "Regen"}},
        {"translations": {"tug": "Kahn", "rain": "Regen"}, "pluralForm": "nplurals=2; plural=(n != 1);"},
        {"tug": "Kahn", "_tug.comment": "A boat", "_tug.source": "Tug", "rain": "Regen"},
    ],
)
def test_what_stands_beside_messages_is_none(tmp_path, messages):
    """As FormatJS 6.16.32, Lokalise, Angular, Nextcloud and RESJSON have it, the same in all files."""
    (tmp_path / "a.arb").write_text(json.dumps(messages), "utf-8")
    assert texts(tmp_path / "a.arb") == {"tug": "Kahn", "rain": "Regen"}


def test_keys_like_those_of_structured_messages(tmp_path):
    messages = {
        "a": {"message": "Kahn", "title": "Kai"},
        "": "",
        "_b": "Kran",
        "locale": "Ort",
        "translations": "Texte",
    }
    (tmp_path / "a.arb").write_text(json.dumps(messages), "utf-8")
    expected = {
        "a.message": "Kahn",
        "a.title": "Kai",
        "": None,
        "_b": "Kran",
        "locale": "Ort",
        "translations": "Texte",
    }
    assert texts(tmp_path / "a.arb") == expected
    rows = {"language": "de", "messages": [{"id": "tug", "message": "Tug", "translation": "Kahn"}]}
    (tmp_path / "a.arb").write_text(json.dumps(rows), "utf-8")
    with pytest.raises(FormatError, match=r"the column messages\.translation"):
        texts(tmp_path / "a.arb")


def test_quotation_marks_in_variants_of_fluent(tmp_path):
    """fluent.syntax 0.19 finds these texts."""
    (tmp_path / "a.ftl").write_text(
        """screen = { $size ->
    [small] 5" { $kind ->
        [flat] "{ $name }
       *[other] { "}" } 7"
    }
   *[large] 20" or { NUMBER($size, unit: "in }") }
}
empty = { "" }
    .label = Leer
label =
    .title = Kurz
"""
    )
    assert texts(tmp_path / "a.ftl") == {
        "screen[small]": '5" { $kind -> [flat] "{ $name } *[other] } 7" }',
        "screen[large]": '20" or { NUMBER($size, unit: "in }") }',
        "empty": None,
        "empty.label": "Leer",
        "label.title": "Kurz",
    }


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_messages_of_fluent(tmp_path, line_end):
    (tmp_path / "a.ftl").write_text(FLUENT, "utf-8", newline=line_end)
    assert texts(tmp_path / "a.ftl") == OF_FLUENT


def test_properties_in_the_encodings_of_java(tmp_path):
    path = tmp_path / "a.properties"
    for encoding in ("utf-8", "iso-8859-1"):
        path.write_text("open=Öffnen\n", encoding)
        assert texts(path) == {"open": "Öffnen"}
    path.write_text("open=Öffnen\n", "cp437")
    assert texts(path, encoding="cp437") == {"open": "Öffnen"}
    with pytest.raises(UndecodableLineError):
        texts(path, encoding="ascii")


def test_a_catalog_of_several_languages(tmp_path):
    path = tmp_path / "a.xcstrings"
    path.write_text(json.dumps(CATALOG), "utf-8")
    with pytest.raises(FormatError, match=r"choose a language of this catalog by -l .*: de, fr"):
        texts(path)
    units = read_units(str(path), UnitOptions(language_pair="en-de"))
    assert [(unit.key, unit.source, unit.target, sorted(unit.states)) for unit in units] == [
        ("Open", "Open", "Öffnen", []),
        ("%lld files[one]", "%lld file", "%lld Datei", []),
        ("%lld files[other]", "%lld files", "%lld Dateien", ["fuzzy"]),
        ("parbleu", "parbleu", None, ["locked", "untranslated"]),
    ]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.strings", '"a" = "b";\n\n"c" = "d"\n"e" = "f";\n', r'a.strings:3: .*"c" = "d"'),
        ("a.strings", "<plist><array/></plist>", "no dictionary of strings"),
        ("a.stringsdict", '"a" = "b";', "broken XML"),
        ("a.ftl", "hello = Hallo\nand more\n", r"a.ftl:2: .*'and more'"),
        ("a.ftl", "hello = Hallo\nopen = { $n ->\n  *[other] x\nhello = Hallo\n", "a.ftl:2: .*'open' do not"),
        ("a.ftl", "a = " + "{ $n ->\n *[b] " * 999 + "x" + "\n}" * 999, "a.ftl:1: .*'a' are nested deeper"),
        ("a.ftl", "hello = Hallo }\n", "a.ftl:1: .*'hello' do not close"),
        ("a.arb", '{"a": 1}', "'a' is no text"),
        ("a.arb", "[]", "no object"),
        ("a.arb", '{"a": ', "this is not JSON"),
        ("a.xcstrings", "{}", "no string catalog"),
        ("a.resx", "<html><p/></html>", "<html>, and not <root>"),
        ("a.properties", "# nothing\n", "no unit"),
        (
            "a.properties",
            "Der Hafen ist ruhig.\nDer Kran = rot.\nDas Boot wartet.\n",
            "most lines .* in .txt",
        ),
        *(
            (
                "a.xcstrings",
                json.dumps({"sourceLanguage": "en", "strings": {"a": string}}),
                "no string catalog: ",
            )
            for string in (
                "Öffnen",
                {"localizations": []},
                {"localizations": {"de": []}},
                {"localizations": {"de": {"stringUnit": "Öffnen"}}},
                {"localizations": {"de": {"stringUnit": {"value": 1}}}},
                {"localizations": {"de": {"variations": {"plural": "Öffnen"}}}},
                {"localizations": {"de": {"variations": {"plural": {"one": "Öffnen"}}}}},
                {"localizations": {"de": {"substitutions": ["Öffnen"]}}},
            )
        ),
    ],
)
def test_other_files(tmp_path, name, text, message):
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(FormatError, match=message):
        texts(tmp_path / name)


def test_a_catalog_with_nulls(tmp_path):
    path = tmp_path / "a.xcstrings"
    unit = {"stringUnit": {"state": "translated", "value": "Öffnen"}}
    strings = {
        "Open": {"localizations": {"de": unit, "en": None}},
        "Close": None,
        "Quit": {"localizations": None},
    }
    path.write_text(json.dumps({"sourceLanguage": "en", "strings": strings}), "utf-8")
    assert texts(path) == {"Open": "Öffnen", "Close": None, "Quit": None}


def test_two_halves_of_a_character(tmp_path):
    (tmp_path / "a.xml").write_text(
        r'<resources><string name="a">Ja \uD83D\uDE00</string><string name="b">\uD83D!</string></resources>'
    )
    assert texts(tmp_path / "a.xml") == {"a": "Ja 😀", "b": "\ufffd!"}


@pytest.mark.parametrize("value", ["", "x", "xZZ", "-5", "x110000", "9" * 30, "ä"])
def test_bytes_of_qt_that_are_none(tmp_path, value):
    message = f'<source>Yes</source><translation>J<byte value="{value}"/>a</translation>'
    context = f"<context><name>Main</name><message>{message}</message></context>"
    (tmp_path / "a.ts").write_text(f'<TS language="de">{context}</TS>', "utf-8")
    assert texts(tmp_path / "a.ts") == {"Yes": "Ja"}


def test_many_lines_of_one_property(tmp_path):
    (tmp_path / "a.properties").write_text("key = a" + "\\\n  bc" * 100_000 + "\n")
    assert texts(tmp_path / "a.properties") == {"key": "a" + "bc" * 100_000}


@pytest.mark.parametrize(("suffix", "element"), [(".xml", "<resources>"), (".ts", "<TS>")])
def test_lines_in_files_of_these_names(tmp_path, suffix, element):
    path = tmp_path / f"a{suffix}"
    path.write_text(f"Das Element {element} beginnt.\n")
    assert unit_suffix(str(path)) == ""
    path.write_text(f"\ufeff\n{element}", "utf-8")
    assert unit_suffix(str(path)) == suffix


@pytest.mark.parametrize("suffix", UNIT_FORMATS)
def test_a_file_that_is_cut_where_it_is_compressed(tmp_path, suffix):
    if suffix in (".po", ".pot"):
        extra("translate")
    if suffix in SUBTITLES:
        extra("pysubs2")
    path = tmp_path / f"a{suffix}.gz"
    path.write_bytes(gzip.compress(ANDROID.encode())[:-12])
    # Whose content tells whether they have units.
    is_looked_into = suffix in (".xml", ".ts", ".yml", ".yaml", ".php", ".lrc", ".mo")
    assert unit_suffix(str(path)) == ("" if is_looked_into else suffix)
    with pytest.raises(UnreadableFileError):
        read_lines(path) if is_looked_into else read_units(str(path), UnitOptions())


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
def test_pipes_are_left_to_who_reads_them(tmp_path):
    os.mkfifo(tmp_path / "a.xml")
    assert unit_suffix(str(tmp_path / "a.xml")) == ""  # at once, without one who writes


QT_AS_PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"X-Language: de_DE\\n"
"X-Source-Language: en\\n"
"X-Qt-Contexts: true\\n"

msgctxt "Main|"
msgid "Close"
msgstr "Schließen❢Zu"
"""
QT_AS_XLIFF = """<?xml version="1.0" encoding="utf-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:trolltech="urn:trolltech:names:ts:document:1.0">
  <file original="" datatype="plaintext" source-language="en" target-language="de-DE"><body>
    <group restype="x-trolltech-linguist-context" resname="Main">
      <trans-unit id="_msg1" approved="yes">
        <source xml:space="preserve">Close</source>
        <target xml:space="preserve">Schließen❢Zu</target>
      </trans-unit>
    </group>
  </body></file>
</xliff>
"""  # noqa: E501


@pytest.mark.parametrize(
    ("name", "text", "by_qt"),
    [
        ("de.po", QT_AS_PO, "X-Qt-Contexts"),
        ("de.xlf", QT_AS_XLIFF, "x-trolltech-linguist-context"),
    ],
)
def test_the_longest_variant_of_qt_is_read_where_lconvert_joins_them(tmp_path, name, text, by_qt):
    extra("translate")
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    assert [unit.target for unit in read_units(str(file), UnitOptions())] == ["Schließen"]
    file.write_text(text.replace(by_qt, "other"), encoding="utf-8")
    assert [unit.target for unit in read_units(str(file), UnitOptions())] == ["Schließen❢Zu"]
