"""Tests how files of text are recognized whose lines are no segments."""

import io
import json
import sys
import tarfile
from pathlib import Path
from string import ascii_lowercase

import pytest

from parbleu._io.lines import HEAD, other_than_text, what_it_is

XLIFF = """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2"><file original="a" source-language="en" target-language="de"><body>
<trans-unit id="1"><source>The harbour is calm.</source><target>Der Hafen ist ruhig.</target></trans-unit>
</body></file></xliff>
"""
TMX = "<tmx version='1.4'><body><tu><tuv xml:lang='de'><seg>Der Hafen.</seg></tuv></tu></body></tmx>"
PO = '# boats\nmsgid ""\nmsgstr "Content-Type: text/plain\\n"\n\nmsgid "Harbour"\nmsgstr "Hafen"\n'
SRT = (
    "1\n00:00:01,000 --> 00:00:02,000\nThe tug waits.\n\n2\n00:00:03,000 --> 00:00:04,000\nThe crane turns.\n"
)
SGM = '<tstset setid="harbour" srclang="any">\n<doc docid=1>\n<seg id=1> Hafen\n</seg></doc></tstset>\n'
ARRAY = json.dumps(["The tug waits.", "The crane turns."])
ROWS = [{"src": "Der Hafen", "mt": "The harbour", "ref": "A harbour"}] * 2000
FLUENT = """## Boats
tug = Schlepper
    .title = Tug
crane =
    { $n ->
       *[other] Kran
    }
quay = Kai
"""
SCRIPT = """export default {
  boats: {
    tug: 'Schlepper',
    crane: "Kran",
  },
  'the quay': `Kai`,
};
"""
YAML = "de:\n  boats:\n    tug: Schlepper\n    crane: Kran\n"


def test_csv_needs_its_name() -> None:
    text = b"id,ref\n1,The tug waits.\n2,The crane turns.\n"
    naming = "name its columns by --hyp and --ref"
    assert what_it_is("a.txt", text) == f"is a table in CSV; end its name in .csv, and {naming}"
    assert what_it_is("a.csv", text) == f"is a table in CSV; {naming}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (XLIFF, "XLIFF"),
        (XLIFF.partition("\n")[2], "XLIFF"),
        ("\ufeff" + XLIFF, "XLIFF"),
        (TMX, "TMX"),
        ("<?xml version='1.0'?>" + TMX, "TMX"),
        (PO, "PO, a file of GNU gettext"),
        (SRT, "SubRip"),
        ("\ufeff" + SRT.replace("\n", "\r\n"), "SubRip"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nThe tug waits.\n", "WebVTT"),
        ("0:00:01.000,0:00:02.000\nThe tug waits.\n", "where its name ends in .sbv"),
        ("[Script Info]\nTitle: Harbour\n", ".ass"),
        ("[00:01.00]The tug\n[00:02.00]waits\n[00:03.00]here\n", "where its name ends in .lrc"),
        ("{0}{25}The tug\n{26}{50}waits\n{51}{75}here\n", "each with its time"),
        ("[0][15] The tug\n[20][35] waits\n[40][55] here\n", "save them as SubRip"),
        ("00:00:00:The tug\n00:00:02:waits\n00:00:04:here\n", "save them as SubRip"),
        (
            "<SAMI>\n<BODY>\n<SYNC Start=0><P>The tug</P>\n<SYNC Start=9><P>waits</P>\n</BODY>",
            "SAMI subtitles",
        ),
        (SGM, "parbleu convert hyp"),
        ("<?xml version='1.0'?>\n<dataset id='x'><doc origlang='de'>", "parbleu convert hyp"),
        ("<?xml version='1.0'?>\n<boats><boat>tug</boat></boats>", r"XML (boats)"),
        ("<boats>\n<boat>tug</boat>\n<boat>crane</boat>\n</boats>\n", r"XML (boats)"),
        ('<doc id="a">\nThe tug waits.\nRain.\n</doc>\n<doc id="b">\nThe quay.\n</doc>\n', "lines of tags"),
        ('<CHAPTER ID="1">\nBoats\n<SPEAKER ID="1">\nThe tug waits.\n<P>\nRain.\n', "lines of tags"),
        ("<url>a</url>\n<keywords>tug</keywords>\n<title>Tugs</title>\nThe tug.\nRain.\n", "lines of tags"),
        ('<doc id="a">\nThe tug waits.\nRain.\n</doc>\n', "lines of tags"),
        ("\ufeff<DOC id='a'>\r\n\r\nThe tug waits.\r\n</DOC>\r\n\r\n", "lines of tags"),
        ("<text>\nThe tug waits.\nRain.\n</text>", "lines of tags"),
        ("<transcript>\n" + "The tug waits.\n" * 999 + "</transcript>\n", "lines of tags"),
        ('<doc id="a">\n' + "The tug waits.\n" * 9999 + "</doc>\n", "lines of tags"),  # its end is not seen
        ("<?xml version='1.0'?>\n<root>\n<resheader name='version'>", "where its name ends in .resx"),
        ("<root>\n<data name='a'><value>Tug</value></data>\n</root>\n", "where its name ends in .resx"),
        ("<?xml version='1.0'?>\n<root><data><value>Tug</value></data></root>\n", "XML (root)"),
        ("<!DOCTYPE TS>\n<TS version='2.1'><context>", "Qt Linguist"),
        ("<html><body>", "HTML"),
        (ARRAY, "an array of JSON"),
        (json.dumps(ROWS[:2], indent=1), "name its columns by --hyp and --ref"),
        (json.dumps(ROWS), "JSON"),  # longer than what is judged
        (json.dumps({"tug": "Schlepper", "crane": "Kran"}, indent=2), "where its name ends in .arb"),
        (json.dumps({"boats": {"tug": "Schlepper"}}, indent=2), "where its name ends in .arb"),
        (
            json.dumps({"boats": {"tug": "Schlepper"}, "crane": "Kran"}),
            "where its name ends in .arb; of a table,",
        ),
        (json.dumps({f"{n}": {"tug": "Schlepper " * 9} for n in range(900)}), "where its name ends in .arb"),
        (json.dumps({"sourceLanguage": "en", "strings": {}}, indent=2), "where its name ends in .xcstrings"),
        ("<?xml version='1.0'?>\n<plist version='1.0'><dict>", "ends in .strings or .stringsdict"),
        (json.dumps({"run": 3, "rows": ROWS[:2]}, indent=2), "name its columns by --hyp and --ref"),
        ('{\n "tug": "Schlepper",\n "crane": "Kran",\n "quay": "Kai",\n}\n', "JSON"),  # not quite
        ("".join(f'["{n}", "The tug waits."]\n' for n in range(5)), "JSON lines of arrays"),
        (YAML, "YAML"),
        ("---\ntug: Schlepper\n", "YAML"),
        ("---\n" + "- The tug waits.\n" * 5, "YAML"),
        ("texts:\n" + "- The tug waits.\n" * 5, "YAML"),
        ("texts:\n" + "  - The tug waits\n    for the crane.\n" * 5, "YAML"),
        ("\\documentclass{article}\n\\begin{document}\nThe tug\n", "LaTeX"),
        ("% boats\n\\usepackage{babel}\n", "LaTeX"),
        ("% boats\n\\section{Tugs}\nThe tug\n\\begin{itemize}\n\\item crane\n\\end{itemize}\n", "LaTeX"),
        ("- source: Schlepper\n  target: tug\n- source: Kran\n  target: crane\n", "YAML"),
        ('"tug","Schlepper"\n"crane","Kran"\n"quay","Kai, der"\n', "CSV, if its name ends in .csv"),
        ("tug = Schlepper\ncrane = Kran\nquay = Kai\n", "properties"),
        (
            "| n | text |\n|---|:---|\n| 1 | The tug waits. |\n| 2 | The crane turns. |\n",
            "a table in Markdown",
        ),
        ('[[boat]]\nname = "tug"\n[[boat]]\nname = "crane"\n', "TOML"),
        ("id,ref\n1,The tug waits.\n2,The crane turns.\n", "a table in CSV"),
        ("id\tsrc\tref\tby_anna\n1\tTug\tSchlepper\t\n2\tQuay\tKai\tyes\n", "a table in TSV"),
        ("".join(f"{n},The tug {n} waits.\n" for n in range(3, 9)), "first column counts its rows"),
        ("".join(f'{n};"Tug {n}";"Schlepper"\n' for n in range(3, 9)), "first column counts its rows"),
        ("| 0 | Tug | Schlepper |\n| 1 | Quay | Kai |\n| 2 | Crane | Kran |\n", "a table in Markdown"),
        ("Tug & 31.2 & 0.1 \\\\\n" * 4, "a part of a table in LaTeX"),
        (
            "".join(f"The tug waits. (anna-{n:02})\n" for n in range(5)),
            "identifier in each line, such as anna-00",
        ),
        (
            "".join(f"anna_{n:02} The tug waits.\n" for n in range(5)),
            "identifier in each line, such as anna_00",
        ),
        ("".join(f"1089-134686-{n:04} THE TUG WAITS\n" for n in range(5)), "such as 1089-134686-0000"),
        (
            "".join(f"talk 1 anna {n}.0 {n}.9 <o,f0> the tug waits\n" for n in range(5)),
            "where its name ends in .stm",
        ),
        ("".join(f"talk 1 {n}.0 0.1 tug 0.9\n" for n in range(5)), "{print $5}' hyp > words.txt"),
        ("".join(f"talk anna {n}.0 {n}.9 the tug waits for rain\n" for n in range(5)), "times in each line"),
        ("0-0 1-1 2-3\n" * 5, "alignments of words"),
        ("".join(f"[{n}]:[{n}, {n + 1}]:0.{n}\n" for n in range(5)), "or sentences"),
        ("".join(f"SPEAKER talk 1 {n}.0 1.5 <NA> <NA> anna <NA> <NA>\n" for n in range(5)), "RTTM"),
        (
            "".join(f"[SPEAKER_0{n}]: The tug waits.\n" for n in range(5)),
            "WhisperX's names of speakers; sed 's/^",
        ),
        ("The tug |0-1| waits |2-2|\n" * 5, "sed 's/ |[0-9]*-[0-9]*|//g' hyp takes these out"),
        ("0:00\nThe tug\n0:07\nwaits\n1:00:12\nhere\n", "grep -vx '[0-9:]*:[0-9]*' hyp takes the texts"),
        ("\nSENT 1: ['tug']\nPRED 1: Schlepper\nPRED SCORE: -0.1\n" * 3, "OpenNMT"),
        ("(S (NP (DT The) (NN tug)) (VP (VBZ waits)))\n" * 3, "trees of sentences"),
        ("".join(f'"The \\"tug\\" {n} waits."\n' for n in range(5)), "JSON lines of strings"),
        ('"tug" = "Schlepper";\n"crane" = "Kran";\n"quay" = "Kai";\n', "Apple"),
        ("".join(f'/* {n} */\n"{n}" = "Kai";\n\n' for n in "abcd"), "Apple"),
        ("; boats\n[Boats]\ntug=Schlepper\ncrane=Kran\n\n[Quay]\nquay=Kai\n", "its translations as lines"),
        (FLUENT, "where its name ends in .properties (Java) or .ftl (Fluent)"),
        ("<!-- boats -->\n" + "".join(f'<!ENTITY {name} "Kran">\n' for name in "abc"), "DTD"),
        ("<?php\nreturn array(\n  'tug' => 'Schlepper',\n);\n", "where its name ends in .php"),
        ("<?php\n$lang = array(\n  'tug' => 'Schlepper',\n);\n", "where its name ends in .php"),
        ("<?php\ndefine('TUG', 'Schlepper');\n", "PHP; write its translations"),
        (
            "## boats ##\n# tug\n;Tug\nSchlepper\n\n\n;Quay\nKai\n\n\n;Rain\nRain {ok}\n",
            "a .lang file of Mozilla",
        ),
        (SCRIPT, "a program"),
        ("menu.open=Auf\nmenu.close: Zu\nmenu.save = Sichern\nmenu.print : Drucken\n", "properties"),
        (
            "return {\n  tug = 'Schlepper',\n  [\"the quay\"] = 'Kai',\n  ['a b'] = \"Kran\",\n}\n",
            "a program",
        ),
        ('-- boats\nL["Tug"] = "Schlepper"\nL["Quay"] = "Kai"\nL[\'Crane\'] = "Kran"\n', "a program"),
        ('LangString TUG ${LANG_GERMAN} "Schlepper"\n' * 3, "texts of a program"),
        ('"lang"\n{\n"Tokens"\n{\n' + '"TUG"\t\t"Schlepper"\n' * 9 + "}\n}\n", "texts of a program"),
        ("l_german:\n" + ' TUG:0 "Schlepper"\n' * 9, "texts of a program"),
        ('# a.rpy:1\ntranslate german start_1:\n\n    # e "Tug"\n    e "Schlepper"\n', "Ren'Py"),
        ("Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,The tug\n" * 3, "take the whole file (.ass)"),
        ("P 0 500 The\nC 0 900 The tug waits.\nP 1000 1100 It\nC 1000 1900 It rains.\n", "SLTev"),
        ("#UTX-S 1.00; en/de\n#src\ttgt\tsrc:pos\nTug\tSchlepper\t\n", "UTX, a list of terms"),
        ("\\id GEN\n\\c 1\n\\p\n\\v 1 The tug waits.\n", "usfm-grammar hyp --out_format biblenlp"),
        ("".join(f"\\v {n} The tug waits.\n" for n in range(1, 9)) + "\\q1 and waits.\n", "USFM"),
        (
            "<usx version='3.1'>\n<book code='GEN'/>\n<para>\n<verse/>The tug.</para>\n</usx>",
            "--in_format usx",
        ),
        (
            "# text = Go.\n1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n2\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_\n",
            "CoNLL-U",
        ),
        ("Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420\n\n00:00:02:00\t942c\n", "SCC, captions"),
        ("<?xml version='1.0'?><ANNOTATION_DOCUMENT><TIER>", "ELAN's annotations"),
        ("<?xml version='1.0'?><!DOCTYPE cesAlign PUBLIC ''><cesAlign>", "opus_read of opustools"),
        ('{"wireMagic": "pb3", "events": [{"segs": [{"utf8": "The tug waits."}]}]}', "get them as .vtt"),
        ('{"columns": ["mt"], "data": [["The tug waits."]]}', "JSON lines: name its columns"),
        ("STRINGTABLE\nBEGIN\n" + '    IDS_TUG, "Schlepper"\n' * 3 + "END\n", "Windows"),
        ('LANGUAGE 7, 1\nSTRINGTABLE\nBEGIN\n IDS_A L"Kai"\n IDS_B "Kran"\n LTEXT "Tug",1\nEND\n', "Windows"),
        ("Boats\n=====\n\nThe tug waits.\n\n.. note:: It rains.\n", "reStructuredText"),
        (".. toctree::\n\n   tug\n\n.. image:: a.png\n.. include:: b.rst\n", "reStructuredText"),
        ("= Boats\nAnna\n:toc:\n\n== Tugs\n\nThe tug waits.\n", "AsciiDoc"),
        ("= Boats\n\nimage::a.png[Tug]\n\n== Tugs\n\nThe tug waits.\n", "AsciiDoc"),
        ("= Boats\n\n== Tugs\n\n----\ntug()\n----\n", "AsciiDoc"),
        ("= Boats\n\nA tug:\n\n[source,python]\n----\ntug()\n----\n", "AsciiDoc"),
        ("<p>The tug.</p>\n<ul>\n<li>Crane</li>\n<li>Quay</li>\n</ul>\n<p>Rain.</p>\n", "HTML"),
        ("---\ntitle: Boats\n---\nThe tug waits.\n", "Markdown with front matter in YAML"),
        ('+++\ntitle = "Boats"\n+++\nThe tug waits.\n', "Markdown with front matter in TOML"),
        ("BEGIN:VCALENDAR\nSUMMARY:The tug waits.\nEND:VCALENDAR\n", "calendar"),
        ("00:00:01.00,00:00:02.00\nThe tug[br]waits.\n", ".sub"),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "Git LFS"),
        ("404: Not Found", "error message of a server"),
        (r"{\rtf1\ansi The tug}", "RTF"),
    ],
)
def test_formats_of_text(text: str, words: str) -> None:
    kind = what_it_is("hyp", text.encode())
    assert words in kind
    assert "\n" not in kind


def test_one_row_of_json_lines_is_a_table_by_its_name() -> None:
    rows = "is JSON lines: name its columns by --hyp and --ref"
    row = b'{"menu": "The tug waits.", "title": ["Der Schlepper wartet."]}'
    assert what_it_is("a.jsonl", row) == rows
    assert "of a table, name its columns" in what_it_is("a.json", row)
    for other in (row.replace(b"title", b"Ref"), row.replace(b"[", b"[1, "), row + b"\n" + row):
        assert what_it_is("a.json", other) == rows


def test_a_log_of_inspect_is_named() -> None:
    """Its archive is compressed by Zstandard, which `unzip` 6.0 and Python's zipfile before 3.14 lack."""
    head = b"PK\x03\x04\x14\x00\x00\x00\x5d\x00" + b"\x00" * 20 + b"_journal/start.json(\xb5/\xfd"
    assert "`inspect log dump a.eval > log.json`" in what_it_is("a.eval", head)


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("boats.yaml", "tug: Schlepper\ncrane: Kran\n", "YAML"),
        ("boats.YML.gz", "tug: Schlepper\ncrane: Kran\n", "YAML"),
        ("boats.tex", "The \\emph{tug} waits.\n\\emph{Crane} and quay\n", "LaTeX"),
        ("boats.yaml", "- The tug waits.\n- The crane turns.\n- Go.\n", "YAML"),
        ("boats.txt", "- The tug waits.\n- The crane turns.\n- Go.\n", ""),
        ("boats.txt", "On board:\n" + "- The tug waits.\n" * 5, ""),
        ("boats.txt", "boats:\n" + "- The tug waits.\n" * 5 + "The crane turns.\n", ""),
        ("boats.tex", "\\item The tug waits.\n\\item The crane turns.\n\\item Go.\n", "LaTeX"),
        ("boats.yaml", "The tug waits.\nThe crane turns.\n", ""),
        ("boats", "".join(f"s{n}: The tug waits.\n" for n in range(6)), "YAML"),
        (
            "boats",
            "".join(f"{key}: The tug waits.\n" for key in ["menu.open", "greeting", "'a'", "b_2", "Seg1"]),
            "YAML",
        ),
        (
            "boats",
            "".join(f"{name}: The tug waits.\n" for name in ["Anna", "Bert", "Cora", "Dora", "Emil"]),
            "",
        ),
        ("boats", "".join(f"{name}: Hi.\n" for name in ["anna", "bert", "cora", "dora", "emil"]), ""),
        ("boats", "".join(f"{name}: Hi.\n" for name in ["anna92", "bert", "cora", "dora", "emil"]), ""),
        ("boats", "".join(f"{letter * 3}: The tug waits.\n" for letter in ascii_lowercase), "YAML"),
        ("boats", "".join(f"speaker{1 + n % 3}: The tug waits.\n" for n in range(9)), ""),
        ("boats", "".join(f"s{n}: The tug waits.\n" for n in range(6)) + "The crane turns.\n", ""),
        ("boats", "".join(f"{n}: The tug waits.\n" for n in range(1, 7)), ""),
        ("boats", "".join(f'"{n}": "The tug waits."\n' for n in range(1, 7)), "YAML"),
        ("boats", "- text: The tug waits.\n- text: It rains.\n" * 3, "YAML"),
        ("boats", "- Anna: The tug waits.\n- Anna: It rains.\n" * 3, ""),
        ("boats", "- text: The tug waits.\n- note: It rains.\n" * 3, ""),
        ("boats", "".join(f"s{n}: |\n  The tug waits.\n" for n in range(3)), "YAML"),
        ("boats", "The tug: |\nThe tug waits.\n" * 3, ""),
        ("boats.tex", "The tug waits.\nThe crane turns.\n", ""),
        ("boats.txt", "tug: Schlepper\ncrane: Kran\n", ""),
        ("boats.txt", "It is\n0:00\nThe tug\n0:07\nwaits\n0:09\nhere\n", ""),
        ("boats.txt", "|The| |tug|\n" * 5, ""),
        ("boats.txt", "translate this line:\nThe tug waits.\nIt rains.\n", ""),
        ("boats.txt", "C 3 boats wait.\nP 4 boats wait.\nC 5 boats wait.\n", ""),
        ("boats.txt", 'Anna: "Go."\nBert: "No."\nAnna: "Go."\nBert: "Yes."\n', ""),
    ],
)
def test_what_a_name_says_needs_less_evidence(name: str, text: str, kind: str) -> None:
    found = other_than_text(name, text.encode())
    assert kind in found
    assert bool(found) == bool(kind)


@pytest.mark.parametrize(
    "text",
    [
        "<pad>The tug waits.</s>\n<pad>The crane turns.</s>\n" * 3,
        "- Anna: Who is there?\n- Bert: The harbour master.\n- Anna: I see.\n",
        "- Note: wet\nquay\n",
        '"The tug," he said, "waits."\n"The crane", she said, "turns."\n' * 3,
        "\\alpha{} is a letter.\nThe tug waits.\n",
        "<b>Warning:</b> the quay is wet.\n<i>Tug</i> and crane\n",
        "<b>Warning:\nthe quay is wet.</b>\n<i>Tug</i> and <i>crane</i>\n",
        "<s> The tug waits.\n<s> The crane turns.\n" * 3,
        "<seg>The tug waits.</seg>\n<seg>The crane turns.</seg>\n",
        "<doc> is a tag\nThe tug waits.\n<doc>\n",
        "<doc>\nThe tug waits.\n</doc> closes it.\n",
        "<doc> begins\nThe tug waits.\n</doc>\n",
        "<text>\n<doc>\n",
        "<b>\nThe tug waits.\n</b>\n",
        "<translation>\nThe tug waits.\n",
        "<url> of a tug\n<url> of a quay\n<url> of a crane\nThe tug waits.\n",
        "<tt>tug</tt> is a <b>boat</b>, and <i>so</i> on\n",
        "<3\n",
        "< 5 boats\n",
        "<@tug> hello\n",
        "1\nThe tug waits.\n2\nThe crane turns.\n",
        "1\n",
        "12:30 is when --> it leaves\n",
        "[Music]\n[Applause] Thanks.\n",
        "[1] See the harbour master.\n[2] As above.\n",
        "[1]\n",
        '["Tug", he said]\n',
        "{name} waits.\n{count} boats\n",
        '{"tug" is a word}\nand more\n',
        "- Who is there?\n- The harbour master.\n",
        "---\nThe tug waits.\n",
        "Anna: Who is there?\nBert: The harbour master.\nAnna: I see.\n",
        "Anna:\n- Who is there?\n- Nobody.\nBert:\n- I see.\n",
        "Note:\nthe quay is wet.\n",
        "x = 3 is the answer.\nThe crane turns.\nI am here.\n",
        "x = 1\nx = 2\nx = 3\n",
        "% of all boats\n%s boats\n",
        "\\begin is a command\n",
        "#harbour is a tag\n# and a heading\n",
        "S-1 is a train\n",
        "H-1\tis a bomb\n",
        "404: Not Found is what the server says\n",
        "WEBVTT is a format\nof subtitles\n",
        "msgid is a word\n",
        '"Tug" = boat, he said.\n',
        'Anna: "Come."\nBert: "Where?"\nAnna: "Here,"\nBert: "I see."\n',
        'Anna: "Come,",\nBert: "Where?",\nAnna: "Here,",\nBert: "I see.",\n',
        "<?php echo 'tug'; ?>\n<?php echo 'crane'; ?>\n",
        "<?php opens a program.\n?> closes it.\n",
        "".join(f"#tug{n} waits\n" for n in range(20)) + "tug=crane\ncrane=quay\nquay=tug\n",
        "# boats\n" * 9 + "; quay\nThe tug waits.\n",
        "! Achtung\n/ The tug /\n// waits\nThe crane turns.\n",
        "BEGIN: the tug waits.\nEND: it left.\n",
        "| The tug waits. |\n| The crane turns. |\n",
        "".join(f"|x{n}| + |y| = |z|\n" for n in range(1, 9)),
        "".join(f"{n},000 boats\n" for n in range(1, 9)),
        "".join(f"{n},5 m\n" for n in range(1, 9)),
        "".join(f"{n}, {n + 1}\n" for n in range(1, 9)),
        "".join(f"{n},船が港で待つ。\n" for n in range(1, 9)),
        "The tug (see above)\nThe crane (see p. 2)\nThe quay (built in 1990-92)\n",
        "COVID-19 is here.\nCOVID-19 is there.\nMH-17 is gone.\n",
        "COVID-19 is here.\nCH-47 flies.\nMH-17 is gone.\nG-20 meets.\nA-380 lands.\n",
        "".join(f"Apollo-{n} flew.\n" for n in range(7, 18)),
        "".join(f"They won ({1999 + n}-{n:02})\n" for n in range(9)),
        "".join(f"2020-01-{n:02} it rained.\n" for n in range(1, 12)),
        "Tug (re-issue)\nCrane (ship-yard)\nThe quay (stop-over)\nA ship (U-boat)\nA boat (punt-1)\n",
        "(A) The tug (B) waits\n(The crane) turns.\n(see above)\n",
        "PRED is short for predicate.\nSENT is not.\n",
        "They won 3-2 1-0 at home.\n1-0 was the score.\n",
        "Prices rose 1.5 2.5 times.\nOil at 3.25 fell.\n",
        "Anna=tug\nBert: Hello.\nCora=crane\nDora: Hi.\n",
        "x = 1\nx = 2\ny: three\nx: four\n",
        'L["tug"] is a name\nL["crane"] = another\n',
        "# the quay is closed\n" * 40 + "L['a'] = 1\nL['b'] = 2\nL['c'] = 3\n",
        'BEGIN\nThe tug waits.\nEND\nANNA "Hello."\n',
        "STRINGTABLE is a word\nof Windows\n",
        "Boats\n=====\nThe tug waits.\nTugs\n----\nRain.\n",
        ".. and then the tug waits\n.. the crane turns\n...\n",
        ".. note:: It rains.\nThe tug waits.\n",
        "= Boats =\nThe tug waits.\n== Tugs ==\n",
        "= 3 boats\n----\n= 4 boats\n= 5 boats\n----\n",
        "= the tug waits\n= the crane turns\n----\n== rain\n----\n",
        " = = Boats = = \n The tug waits . \n",
        "= is a sign\n== is another\n=== too\n",
        "<p>The tug waits.</p>\n<p>The crane turns.</p>\n<div>Rain.</div>\n",
        "<ul>\n<li>Tug</li>\n",
        "+++\nBreaking: the tug waits.\n+++\n",
        "source,target\n",
        "tug,crane\nquay,pier\n",
        "id,ref\nare two words\n",
        '"Come," he said.\n"Yes."\n"No."\n',
    ],
)
def test_text_that_looks_odd(text: str) -> None:
    assert what_it_is("hyp", text.encode()) == ""
    assert what_it_is("hyp", (text + "The tug waits for the crane.\n" * 30).encode()) == ""


def test_time_does_not_grow_with_the_file() -> None:
    line = b"<b>tug</b> " * 9
    assert other_than_text("hyp", (line + b"\n") * (HEAD // 50)) == ""
    assert other_than_text("hyp", b"<" * 10 * HEAD) == ""
    assert other_than_text("hyp", b"<" + b"a" * 10 * HEAD) == ""
    assert "JSON" in other_than_text("hyp", b"[" * HEAD)
    assert "JSON" in other_than_text("hyp", b'[["a", ' + b"9" * 5000 + b"],\n1]\n")


def test_binary_files_are_named(tmp_path: Path) -> None:
    text, archive = tmp_path / "hyp.txt", io.BytesIO()
    text.write_text("ein Satz\nnoch einer\n")
    with tarfile.open(fileobj=archive, mode="w") as tar:
        tar.add(text, "hyp.txt")
    assert other_than_text("hyp", archive.getvalue()) == "is a tar archive; unpack it: tar xf hyp"
    assert "a program" in other_than_text("hyp", Path(sys.executable).read_bytes()[:HEAD])


def test_models_of_llama_are_told_by_their_version() -> None:
    assert "model" in other_than_text("hyp", b"GGUF\x03\0\0\0" + bytes(16))
    assert other_than_text("hyp", b"GGUF is a format.\n") == ""


def test_commands_take_names_with_blanks() -> None:
    assert other_than_text("a b.txt", b"<doc>\nThe tug.\n</doc>\n").endswith(
        "'a b.txt' > lines.txt leaves these out"
    )
    assert "iconv -f utf-16 -t utf-8 'a b' makes" in other_than_text("a b", "tug".encode("utf-16"))
    assert "cut -fN 'a b'" in what_it_is("a b", b"a\tb\tc\n" * 9)
