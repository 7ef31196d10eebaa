"""Recognizes files of text whose lines are no segments: subtitles, translation files, XML, YAML, LaTeX, HTML.

Strong evidence is required, since any line of text may begin with a bracket, a tag, a dash or a number. To
add a format: a function that judges the beginning of a file, and its line in `FORMATS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from json import JSONDecodeError, JSONDecoder, loads
from typing import Any

MOST_LINES = 400
"""The number of lines that are judged, empty ones aside."""

_FEW, _MANY = 3, 0.8  # lines of a pattern at least, and their share
_FEWEST_UTTERANCES = 5
_FEWEST_WORDS = 20  # keys that are words, which nicknames are, too
_FEWEST_OF_ALL = 0.25  # texts among comments
_OPENING = (b"{", b"[", b"(")
_JSON_LINES = 20
_ESCAPE = len(r"\u0000")

TARGETS = "write its translations as lines, one for each segment"
TEXTS = "write its texts as lines, one for each segment"
_NAMED_MESSAGES = "the messages of a program are read where its name ends in .arb"
_MESSAGES_OR_ROWS = f"{_NAMED_MESSAGES}; of a table, {{naming}}"
"""What to do with an object of JSON in one line: the messages of a program, or a row."""
_NAMED = "it is read where its name ends in {}"
_NAMED_PROPERTIES = _NAMED.format(".properties (Java) or .ftl (Fluent)")
_NAMED_LOCALE = f"{_NAMED.format('.yml')}, and its first key is a language, as in Rails (de:)"
_AS_SUBRIP = "save them as SubRip (.srt), which is read"
_AS_WORDS = "awk '!/^;;/ {print $5}' {name} > words.txt and --resegment score its words"
_OF_USFM = "`usfm-grammar {name} --out_format biblenlp` writes its verses as lines"
_WITHOUT_SPEAKERS = r"sed 's/^\[SPEAKER_[0-9]*\]: //' {name}"
_CSV_NAME = "end its name in .csv, and "
_CONVERT = "`parbleu convert {name}` makes text of it"
_WITHOUT_TAGS = "grep -v '^<.*>$' {name} > lines.txt leaves these out"

_DIVISIONS = (b"doc", b"document", b"chapter", b"url", b"talkid")
"""The first tag of text with lines of tags: of documents, of Europarl, of IWSLT's training data."""
_WHOLES = frozenset((*_DIVISIONS, b"text", b"talk", b"article", b"story", b"corpus", b"transcript"))
"""What one document stands in, between two lines of tags."""
_LONE_TAG = re.compile(rb"<[^<>]{1,2000}>$")
_DOCTYPE = re.compile(rb"<!doctype\s{1,8}([\w.-]{1,80})", re.IGNORECASE)
_DATA = re.compile(rb"<data\s{1,8}name=|<resheader\b")
_END_TAG = re.compile(rb"</[A-Za-z_]")
_ELEMENT = re.compile(rb"<(?:[A-Za-z_][\w.-]{0,40}:)?([A-Za-z_][\w.-]{0,80})[\s/>]")
_TIMES = re.compile(rb"\s{0,8}(?:\d{1,2}:)?\d\d:\d\d[.,]\d{1,3}\s{0,4}-->\s{0,4}\d")
_EVENT = re.compile(rb"(?:Dialogue|Comment): \d{1,3},\d{1,2}:\d\d:\d\d\.\d\d,")
_SBV = re.compile(rb"\d{1,2}:\d\d:\d\d\.\d{2,3},\d{1,2}:\d\d:\d\d\.\d{2,3}$")
_LYRICS = re.compile(rb"\[\d{1,2}:\d\d(?:\.\d{1,3})?\]")
_FRAMES = re.compile(rb"\{\d+\}\{\d*\}|\[\d+\]\[\d*\]|\d{1,2}:\d\d:\d\d[:=]")
"""Frames of MicroDVD, tenths of seconds of MPL2, or TMPlayer's times."""
_KEY = re.compile(rb"(?:- )?[\"']?[\w./-]+[\"']?:(?:\s|$)")
_KEY_OF_ITEM = re.compile(rb"- ([a-z_]{1,80}):\s")
_BLOCK_SCALAR = re.compile(rb"\s{0,80}(?:- )?[\"']?[\w./-]+[\"']?: [|>][+-]?$")
_DASHED = re.compile(rb"\s{0,80}- ")
_HEAD_OF_LIST = re.compile(rb"(?:[a-z][\w-]{0,80}:|---)$")
_ENTRY = re.compile(rb"[ \t]+(?:- )?[\"']?[\w./-]+[\"']?:(?:\s|$)")
_COMMAND = re.compile(rb"\\[A-Za-z]+\*?[\[{]")
_USFM = re.compile(rb"\\(?:id|h|toc\d|mt\d?|s\d?|c|p|q\d?|v)\s")
_CONLLU = re.compile(rb"(?:# text = \S|\d{1,4}(?:[-.]\d{1,4})?\t(?:[^\t]{1,200}\t){8}\S)")
_ITEM_OF_LATEX = re.compile(rb"\s{0,80}\\item\b")
_PROPERTY = re.compile(rb"([\w.-]+)\s{0,8}=")
_APPLE = re.compile(rb'"(?:[^"\\]|\\.)*"\s{0,8}=\s{0,8}"')
_ENTITY = re.compile(rb"<!ENTITY\s{1,8}[\w.-]{1,80}\s{1,8}[\"']")
_ASSIGNED = re.compile(
    rb"\s{0,80}(?:[\w.$-]{1,80}|\[?'[^']{1,200}'\]?|\[?\"[^\"]{1,200}\"\]?)\s{0,8}(?::|=>|=)\s{0,8}[\"'`].{0,4000}[\"'`][,;]$"
)
_OF_GAMES = re.compile(
    rb'\s*(?:LangString \S{1,200} \S{1,200} "|"[^"]{1,200}"\s{1,80}"[^"]{0,4000}"$|[\w.-]{1,200}:\d{1,3} ")'
)
"""Texts of NSIS, of Valve's and of Paradox's games."""
_OF_RENPY = re.compile(rb"translate \w{1,40} \w{1,200}:$")
_ITEM_SET = re.compile(rb"\s{0,80}[\w.]{1,80}\[(?:'[^']{1,200}'|\"[^\"]{1,200}\")\]\s{0,8}=\s")
_ARRAY_OF_PHP = re.compile(rb"^[ \t]{0,8}(?:return\b|\$\w{1,80}[\s=\[])", re.MULTILINE)
_RESOURCE = re.compile(rb"\s{1,80}[A-Z][A-Z0-9_]{1,80},?\s{1,80}L?\"")
_EITHER_PROPERTY = re.compile(rb"([\w.-]+)\s{0,8}[=:]")
_DIRECTIVE = re.compile(rb"\.\. [a-z][\w-]{1,80}::(?:\s|$)")
_UNDERLINES = (b"=", b"-", b"~", b"^", b"*", b"#", b"+", b'"')
_TITLE_OF_ASCIIDOC = re.compile(rb"={1,6} \S")
_PART_OF_ASCIIDOC = re.compile(
    rb":[a-z][\w-]{0,80}:(?:\s|$)|\[(?:source|NOTE|TIP|quote|cols)[^\]]{0,200}\]$|"
    rb"(?:image|include|ifdef|ifndef|toc)::\S{0,200}\["
)
_BLOCK_OF_ASCIIDOC = b"----"
_BARE_TAG = re.compile(
    rb"\s{0,80}<(/?)(ul|ol|dl|table|thead|tbody|tr|div|section|article|main|nav|form|header|footer)\b[^<>]{0,2000}>$"
)
_SECTION = re.compile(rb"\[\[?[\w.\"-]+\]\]?$")
_ASSIGNMENT = re.compile(rb"[\w.-]{1,80} = [\"'\[{\d]")
_ROW = re.compile(rb"\|.{0,4000}\|$")
_RULE = re.compile(rb"\|?(?:\s{0,8}:?-{2,200}:?\s{0,8}\|)+")
_NUMBERED = re.compile(rb"(\d{1,9})(?:[,;](?![\d \x80-\xff])|\|)")  # other than numbers and lists of Chinese
_IDENTIFIER = re.compile(rb"[A-Za-z0-9][\w.-]{0,80}\d$")
_LETTER = re.compile(rb"[A-Za-z]")
_STM = re.compile(rb"\S{1,80}\s\S{1,20}\s\S{1,80}\s\d{1,6}\.\d{1,6}\s\d{1,6}\.\d{1,6}(?:\s|$)")
_SPOKEN = re.compile(rb"\S{1,80}\s\S{1,20}\s\d{1,6}\.\d{1,6}\s\d{1,6}\.\d{1,6}(?:\s|$)")
_CTM = re.compile(rb"\S{1,80}\s\S{1,20}\s\d{1,6}\.\d{1,6}\s\d{1,6}\.\d{1,6}\s\S{1,200}(?:\s\S{1,40}){0,3}$")
_RTTM = re.compile(rb"[A-Z-]{3,20}\s\S{1,80}\s\S{1,20}\s\d{1,6}\.\d{1,6}\s\d{1,6}\.\d{1,6}\s<NA>\s")
_SPEAKER = re.compile(rb"\[SPEAKER_\d{2,3}\]: ")
_OF_SLTEV = re.compile(rb"[PC] \d{1,9} \d{1,9} ")
_TIME_ALONE = re.compile(rb"(?:\d{1,2}:)?\d{1,2}:\d\d$")
_PLACE_OF_PHRASE = re.compile(rb"\|\d{1,4}-\d{1,4}\|$")
_ALIGNED = re.compile(
    rb"(?:\[[\d, ]{0,200}\]:){2}\d|\d{1,4}-\d{1,4}\s\d{1,4}-\d{1,4}(?:\s\d{1,4}-\d{1,4}){0,400}$"
)
_OF_OPENNMT = re.compile(rb"(?:SENT|PRED|GOLD) (?:\d{1,9}|SCORE): ")
_TREE = re.compile(rb"\([A-Z]{0,8}\s?\([A-Z]{1,8}[\s-]")
_NAME = re.compile(rb"[a-z][\w.-]{0,80}$")
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"$')
_MEMBER = re.compile(rb'\{\s{0,80}"(?:[^"\\]|\\.)*"\s{0,8}:')
_ITEM = re.compile(rb'\[\s{0,80}[\[{"]')
_MESSAGE = re.compile(rb'\{\s{0,80}"(?:[^"\\]|\\.)*"\s{0,8}:\s{0,8}["{]')
_OBJECTS = re.compile(rb'\[\s{0,80}\{|\{\s{0,80}"\d{1,9}"\s{0,8}:\s{0,8}\{')

# Document element -> what the file is, and what to do.
_ROOTS = {
    b"xliff": ("XLIFF, a file of translation tools", _NAMED.format(".xlf")),
    b"tmx": ("TMX, a translation memory", _NAMED.format(".tmx")),
    b"tbx": ("TBX, a list of terms", TARGETS),
    b"martif": ("TBX, a list of terms", TARGETS),
    b"ts": ("Qt Linguist's file of translations", _NAMED.format(".ts")),
    b"resources": ("XML of Android's strings", _NAMED.format(".xml")),
    b"plist": ("a property list of Apple", _NAMED.format(".strings or .stringsdict")),
    b"sami": ("SAMI subtitles", _AS_SUBRIP),
    b"annotation_document": ("ELAN's annotations (.eaf)", "export them there as SubRip (.srt) or a TextGrid"),
    b"cesalign": (
        "links of OPUS's sentences (XCES)",
        "opus_read of opustools writes these as lines (-wm moses)",
    ),
    b"usx": ("USX, a book of the Bible", f"{_OF_USFM} (--in_format usx)"),
    b"tt": ("TTML subtitles", _NAMED.format(".ttml")),
    b"timedtext": ("subtitles in XML", TEXTS),
    b"transcript": ("subtitles in XML", TEXTS),
    b"mteval": ("a test set in SGML or XML", _CONVERT),
    b"srcset": ("a test set in SGML or XML", _CONVERT),
    b"refset": ("a test set in SGML or XML", _CONVERT),
    b"tstset": ("a test set in SGML or XML", _CONVERT),
    b"dataset": ("a test set in SGML or XML", _CONVERT),
    b"html": ("a page of HTML, perhaps the error message of a server", "get the file again"),
}

_OF_MODELS = (
    b"think thinking thought thoughts reasoning reflection scratchpad analysis "
    b"s pad unk bos eos mask sep cls start_of_turn end_of_turn"
).split()
"""What language models write around reasoning, in output that is cut or not, and their special tokens; it is
no XML, and scores are told to depend on it."""

_COLUMNS = frozenset(
    b"id seg_id segment_id src source ref reference tgt target mt hyp hypothesis translation text lp "
    b"language_pair system score domain doc doc_id document".split()
)
"""Columns that tables of segments mostly have."""

# What servers send in place of a file; nothing else is in it.
_ANSWERS = (b"404: Not Found", b"Entry not found", b"Invalid username or password.")


class Beginning:
    """The first bytes of a file.

    Args:
        block: they.
        is_cut: whether the file may go on.
        suffix: how its name ends, if that says what it is.

    Attributes:
        text: they without a byte order mark and white space in front.
        lines: the lines that are not blank, without white space at their ends; the last one may be cut.
    """

    def __init__(self, block: bytes, is_cut: bool, suffix: str = "") -> None:
        self.text = block.removeprefix(b"\xef\xbb\xbf").lstrip()
        self.is_cut, self.suffix = is_cut, suffix
        rows = self.text.split(b"\n", MOST_LINES)
        self.lines = [row.rstrip() for row in rows[:MOST_LINES] if row.strip()]

    def count(self, pattern: re.Pattern[bytes]) -> int:
        """Returns how many lines begin with a pattern."""
        return sum(pattern.match(line) is not None for line in self.lines)

    def is_mostly(self, pattern: re.Pattern[bytes], among: Sequence[bytes] | None = None) -> bool:
        """Returns whether most lines, or most `among` them, begin with a pattern, and they are not few."""
        lines = self.lines if among is None else among
        count = sum(pattern.match(line) is not None for line in lines)
        return count >= max(_FEW, _MANY * len(lines), _FEWEST_OF_ALL * len(self.lines))


def _markup(start: Beginning) -> tuple[str, str] | None:
    """Recognizes SGML and XML: by a declaration, or by an element that contains the lines."""
    text = start.text
    if text[:1] != b"<":
        return None
    declared = text[:9].lower().startswith((b"<?xml", b"<!doctype", b"<html"))
    element = (_DOCTYPE.search(text) or _ELEMENT.search(text)) if declared else _ELEMENT.match(text)
    if element is None:
        return ("XML", TEXTS) if declared else None
    name = element[1].lower()
    if name in _OF_MODELS:
        return None
    if not declared and not _contains_lines(start, name, is_known=name in _ROOTS):
        return ("text with lines of tags", _WITHOUT_TAGS) if _has_lines_of_tags(start, name) else None
    if name == b"root" and _DATA.search(text):
        return "XML of .NET's strings (.resx)", _NAMED.format(".resx")
    return _ROOTS.get(name, (f"XML ({element[1].decode('ascii', 'replace')})", TEXTS))


def _has_lines_of_tags(start: Beginning, name: bytes) -> bool:
    """Returns whether tags of documents stand in lines of their own: several, or one around all the others.

    Where the end is not seen, the first has an attribute.
    """
    n_tags = sum(line[:1] == b"<" and line[-1:] == b">" for line in start.lines)
    if name in _DIVISIONS and n_tags >= _FEW:
        return True
    first, last = start.lines[0], start.text.rstrip().rpartition(b"\n")[2].strip().lower()
    is_around = b'="' in first or b"='" in first if start.is_cut else last == b"</" + name + b">"
    return name in _WHOLES and is_around and _LONE_TAG.match(first) is not None and len(start.lines) > 1


def _contains_lines(start: Beginning, name: bytes, is_known: bool) -> bool:
    """Returns whether the element that a file begins with goes on behind its line, and contains others."""
    first = start.lines[0]
    closing = b"</" + name
    ends = len(_END_TAG.findall(start.text))
    if is_known and len(start.lines) == 1:
        return ends >= _FEW and first.lower().rstrip(b"> ").endswith(closing)
    if closing in first.lower() or ends < _FEW - 1:
        return False
    return is_known or sum(line.lstrip()[:1] == b"<" for line in start.lines) >= _MANY * len(start.lines)


def _subtitles(start: Beginning) -> tuple[str, str] | None:
    first, second = [*start.lines[:2], b""][:2]
    timed = start.count(_TIMES)
    if first.split()[:1] == [b"WEBVTT"] and (timed or len(start.lines) == 1):
        return "WebVTT subtitles", _NAMED.format(".vtt")
    if (first.isdigit() and _TIMES.match(second)) or (timed > 1 and _TIMES.match(first)):
        return "SubRip subtitles", _NAMED.format(".srt")
    if _SBV.match(first):
        return "SubViewer subtitles (.sbv, .sub)", _NAMED.format(".sbv")
    if first.startswith(b"Scenarist_SCC"):
        return "SCC, captions in hexadecimal numbers", _AS_SUBRIP
    if first == b"[Script Info]":
        return "SubStation Alpha subtitles", _NAMED.format(".ass")
    if len(start.lines) >= 2 * _FEW and all(map(_TIME_ALONE.match, start.lines[::2])):
        return "text below its times, as YouTube shows it", "grep -vx '[0-9:]*:[0-9]*' {name} takes the texts"
    if start.is_mostly(_LYRICS):
        return "LRC, lines with their times", _NAMED.format(".lrc")
    if start.is_mostly(_EVENT):
        return "lines of SubStation Alpha without its head", "take the whole file (.ass), which is read"
    if start.is_mostly(_FRAMES):
        return "subtitles, each with its time", _AS_SUBRIP
    return ("a TextGrid of Praat", _NAMED.format(".TextGrid")) if first.startswith(b"File type = ") else None


def _messages(start: Beginning) -> tuple[str, str] | None:
    """Recognizes catalogues of messages of programs."""
    first = next((line for line in start.lines if line[:1] != b"#"), b"")
    if first.startswith((b'msgid "', b'msgctxt "')) and any(
        line.startswith((b'msgstr "', b"msgstr[")) for line in start.lines
    ):
        return "PO, a file of GNU gettext", _NAMED.format(".po")
    if _are_pairs([line for line in start.lines if line[:1] != b"#"]):
        return "a .lang file of Mozilla, a text below each source", "grep '^[^;#]' {name} takes the texts"
    lines = [line for line in start.lines if not _is_aside(line)]
    if start.is_mostly(_APPLE, lines):
        return "a file of Apple's strings", _NAMED.format(".strings")
    if start.is_mostly(_ENTITY, lines):
        return "a DTD with texts", TARGETS
    outer = [line for line in lines if line[:1] not in b" \t"]  # others go on, or are attributes and variants
    keys = [key[1] for line in outer if (key := _PROPERTY.match(line))]
    is_properties = start.is_mostly(_PROPERTY, outer) and len(set(keys)) == len(keys)
    if is_properties or _has_both_properties(start, outer):
        has_sections = any(line[:1] + line[-1:] == b"[]" for line in start.lines)
        return "a file of properties, KEY=TEXT", TARGETS if has_sections else _NAMED_PROPERTIES
    return None


def _are_pairs(lines: Sequence[bytes]) -> bool:
    """Returns whether each other line begins with a semicolon, as the sources in Mozilla's .lang."""
    texts = [line for line in lines[1::2] if line[:1] != b";"]
    sources = [line for line in lines[::2] if line[:1] == b";"]
    return len(sources) >= _FEW and len(sources) + len(texts) == len(lines)


def _has_both_properties(start: Beginning, lines: Sequence[bytes]) -> bool:
    """Returns whether most lines are `key=text` or `key: text`, with keys of their own, no speakers."""
    if not start.is_mostly(_EITHER_PROPERTY, lines):
        return False
    keys = [key[1] for line in lines if (key := _EITHER_PROPERTY.match(line))]
    n_equal = sum(_PROPERTY.match(line) is not None for line in lines)
    have_names = all(key[:1].islower() or b"." in key or b"_" in key for key in keys)
    return have_names and 1 < n_equal < len(keys) == len({*keys})


def _is_aside(line: bytes) -> bool:
    """Returns whether a line is a comment, or the heading of a section, or brackets around texts."""
    bare = line.strip()
    return (
        bare.startswith((b"#", b";", b"!", b"*", b"//", b"/*", b"<!--"))
        or bare.endswith(_OPENING)
        or not bare.strip(b"{}[](),;")
        or bare[:1] + bare[-1:] == b"[]"
    )


def _programs(start: Beginning) -> tuple[str, str] | None:
    """Recognizes source code with texts, such as modules of JavaScript with the messages of a program.

    What people say stands in quotes behind their names, too, but not in brackets of several lines, and
    programs that are segments stand in a line.
    """
    first = start.lines[0]
    if first.startswith(b"<?php") and _is_aside(first.removeprefix(b"<?php")):
        return "a program in PHP", _NAMED.format(".php") if _ARRAY_OF_PHP.search(start.text) else TARGETS
    if b"BEGIN" in start.lines and start.count(_RESOURCE) >= _FEW:
        return "a resource script of Windows (.rc)", TARGETS
    lines = [line for line in start.lines if not _is_aside(line)]
    if len(lines) > 1 and _OF_RENPY.match(lines[0]) and lines[1][-1:] == b'"':
        return "translations of Ren'Py", TARGETS
    if start.is_mostly(_OF_GAMES, lines):
        return "a file with the texts of a program", TARGETS
    is_code = any(line.endswith(_OPENING) for line in start.lines) and start.is_mostly(_ASSIGNED, lines)
    sets_items = start.count(_ITEM_SET) >= max(_FEW, len(lines) / 2, _FEWEST_OF_ALL * len(start.lines))
    return ("a program with texts", TARGETS) if is_code or sets_items else None


def _documents(start: Beginning) -> tuple[str, str] | None:
    """Recognizes documents by lines that are no text, and Markdown by what stands above it."""
    lines = start.lines
    first, second = [*lines, b""][:2]
    if first == b"+++" and _ASSIGNMENT.match(second) and b"+++" in lines[2:]:
        return "Markdown with front matter in TOML", TEXTS
    if first == b"---" and _KEY.match(second) and b"---" in lines[2:-1]:
        after = lines[lines.index(b"---", 2) + 1]
        if not _KEY.match(after):
            return "Markdown with front matter in YAML", TEXTS
    if first.startswith(b"\\id ") or start.is_mostly(_USFM):
        return "USFM, a book of the Bible", _OF_USFM
    n_directives = start.count(_DIRECTIVE)
    if n_directives >= _FEW or (n_directives and any(map(_is_underline, lines[1:]))):
        return "reStructuredText", TEXTS
    if _TITLE_OF_ASCIIDOC.match(first) and not first.endswith(b"=") and _is_asciidoc(start):
        return "AsciiDoc", TEXTS
    tags = [(tag[2], tag[1]) for line in lines if (tag := _BARE_TAG.match(line))]
    opened = {name for name, end in tags if not end} & {name for name, end in tags if end}
    is_html = opened and sum(line.lstrip()[:1] == b"<" for line in lines) >= _MANY * len(lines)
    return ("HTML", TEXTS) if is_html and len(lines) >= _FEW else None


def _is_asciidoc(start: Beginning) -> bool:
    """Returns whether lines have one title at most, and attributes of AsciiDoc, or blocks in sections.

    Lines of text may begin with equals signs and have rules of dashes between them.
    """
    titles = [line for line in start.lines if _TITLE_OF_ASCIIDOC.match(line) and not line.endswith(b"=")]
    n_sections = sum(line.startswith(b"==") for line in titles)
    n_parts, n_blocks = start.count(_PART_OF_ASCIIDOC), start.lines.count(_BLOCK_OF_ASCIIDOC) // 2
    is_evident = len(titles) <= n_sections + 1 and (n_parts or (n_blocks and n_sections))
    return bool(is_evident) and n_parts + n_blocks + len(titles) >= _FEW


def _is_underline(line: bytes) -> bool:
    """Returns whether a line is one character of those below titles, again and again."""
    return len(line) >= _FEW and line[:1] in _UNDERLINES and not line.strip(line[:1])


def _yaml(start: Beginning) -> tuple[str, str] | None:
    """Recognizes YAML by its first lines and nested keys; dialogues have a name and a colon, too."""
    lines = [line for line in start.lines if line[:1] != b"#"]
    if len(lines) < _FEW - 1:
        return None
    first, second = lines[:2]
    keyed = sum(_KEY.match(line.lstrip()) is not None for line in lines)
    is_list = start.suffix in (".yaml", ".yml") and start.is_mostly(_DASHED)
    if first.startswith(b"%YAML") or (first == b"---" and _KEY.match(second)) or is_list or _has_items(lines):
        return "YAML", TEXTS
    if start.count(_BLOCK_SCALAR) >= _FEW or _have_one_key(lines):
        return "YAML", TEXTS
    nested = (
        first.endswith(b":") and b" " not in first and second[:1] in b" -" and _KEY.match(second.lstrip())
    )
    listed = first[:2] == b"- " and _KEY.match(first) and _ENTRY.match(second)
    advice = _NAMED_LOCALE if nested else TEXTS
    is_evident = nested or listed or _have_own_keys(lines) or start.suffix in (".yaml", ".yml")
    return ("YAML", advice) if is_evident and keyed >= _MANY * len(lines) else None


def _have_own_keys(lines: Sequence[bytes]) -> bool:
    """Returns whether each line has a key of its own, such as s1, menu.open or "1"; speakers have capitals.

    Nicknames have none, so that keys that are words of letters alone have to be many.
    """
    keyed = [line for line in lines if _KEY.match(line)]
    keys = [line.partition(b":")[0].strip(b"\"'") for line in keyed]
    are_quoted = all(line.startswith((b'"', b"'")) for line in keyed)
    are_names = are_quoted or all(
        key[:1].islower() or (key[:1].isalpha() and not key.isalpha()) for key in keys
    )
    fewest = _FEWEST_WORDS if 2 * sum(map(bytes.isalpha, keys)) > len(keys) else _FEWEST_UTTERANCES
    return are_names and fewest <= len(lines) == len({*keys})


def _have_one_key(lines: Sequence[bytes]) -> bool:
    """Returns whether all lines are items with the same key, such as `- text: `; the last one may be cut."""
    keys = [match[1] for line in lines if (match := _KEY_OF_ITEM.match(line))]
    return len(keys) >= max(_FEWEST_UTTERANCES, len(lines) - 1) and len({*keys}) == 1


def _has_items(lines: Sequence[bytes]) -> bool:
    """Returns whether lines are a key, or the beginning of a document, and items, which may be folded."""
    head, *items = lines
    dashed = [_DASHED.match(line) is not None for line in items]
    is_folded = [line[:1] == b" " for line in items]
    return (
        _HEAD_OF_LIST.match(head) is not None
        and dashed[0]
        and sum(dashed) >= _FEWEST_UTTERANCES
        and all(map(max, dashed, is_folded))
    )


def _latex(start: Beginning) -> tuple[str, str] | None:
    begins = (b"\\documentclass", b"\\begin{document}", b"\\usepackage", b"\\documentstyle")
    of_parts = (b"\\begin{", b"\\part", b"\\chapter", b"\\section", b"\\subsection", b"\\title{")
    first = next((line for line in start.lines if line[:1] != b"%"), b"")
    fewest = 1 if start.suffix == ".tex" else _FEW if first.startswith(of_parts) else MOST_LINES + 1
    has_items = start.suffix == ".tex" and start.count(_ITEM_OF_LATEX) >= _FEW
    is_evident = (
        has_items or start.count(_COMMAND) >= fewest or any(line.startswith(begins) for line in start.lines)
    )
    return ("LaTeX", TEXTS) if is_evident else None


def _tables(start: Beginning) -> tuple[str, str] | None:
    """Recognizes tables in Markdown, TOML, and CSV by its columns."""
    first, second = [*start.lines[:2], b""][:2]
    if first.startswith(b"#UTX"):
        return "UTX, a list of terms", TARGETS
    rows = [line for line in start.lines if line[:2] == b"| " and line.count(b"|") >= _FEW]
    have_cells = len(rows) >= _MANY * len(start.lines)  # other than |x| + |y|
    if start.is_mostly(_ROW) and (_RULE.fullmatch(second) or have_cells):
        return "a table in Markdown", TEXTS
    rows = [line for line in start.lines if b"&" in line and line.endswith(b"\\\\")]
    if len(rows) >= max(_FEW, _MANY * len(start.lines)):
        return "a part of a table in LaTeX", TEXTS
    if (
        _SECTION.match(first)
        and _ASSIGNMENT.match(second)
        and start.count(_ASSIGNMENT) >= len(start.lines) / 3
    ):
        return "TOML", TEXTS
    numbers = [int(match[1]) for line in start.lines if (match := _NUMBERED.match(line))]
    if len(numbers) >= max(_FEWEST_UTTERANCES, len(start.lines) - 1) and _are_consecutive(numbers):
        return "a table whose first column counts its rows", "cut out the translations"
    names = first.lower().split(b",")
    others = start.lines[1:]
    if len(names) > 1 and others and _COLUMNS.issuperset(names) and all(b"," in line for line in others):
        return "a table in CSV", f"{_CSV_NAME}{{naming}}"
    return None


def json_object(values: dict[str, Any]) -> str:
    """Returns what an object of JSON in one line is, and what to do: the messages of a program, or a row."""
    if "wireMagic" in values:
        return "subtitles of YouTube (json3); get them as .vtt, which is read"
    inner: list[Any] = [*values.values()]
    is_row = {"columns", "data"} <= values.keys()
    are_texts = not is_row and _COLUMNS.isdisjoint(name.lower().encode("utf-8", "replace") for name in values)
    while inner and are_texts:
        value = inner.pop()
        if isinstance(value, (dict, list)):
            inner += value.values() if isinstance(value, dict) else value
        else:
            are_texts = isinstance(value, str)
    return f"JSON; {_MESSAGES_OR_ROWS}" if are_texts else "JSON lines: {naming}"


def is_tsv(rows: Sequence[bytes]) -> bool:
    """Returns whether lines have as many TABs as the first one, and two of its words are known as columns."""
    names = rows[0].rstrip(b"\r").lower().split(b"\t") if len(rows) > 1 else []
    return (
        len(_COLUMNS.intersection(names)) > 1
        and all(map(_NAME.match, names))
        and {row.count(b"\t") for row in rows} == {len(names) - 1}
    )


def _are_consecutive(numbers: Sequence[int]) -> bool:
    """Returns whether each number, but perhaps the last, is the one before and one."""
    return all(after == before + 1 for before, after in pairwise(numbers[:-1]))


def _annotated_lines(start: Beginning) -> tuple[str, str] | None:
    """Recognizes transcripts with identifiers or times, alignments, trees, and OpenNMT's log."""
    for pattern, what, advice in (
        (_CONLLU, "CoNLL-U, a word in each line", "sed -n 's/^# text = //p' {name} takes its sentences"),
        (_RTTM, "RTTM, who spoke when", "name a file with texts"),
        (_STM, "STM, a transcript with times in each line", _NAMED.format(".stm")),
        (_CTM, "CTM, a word with its times in each line", _AS_WORDS),
        (_SPOKEN, "a transcript with times in each line", TEXTS),
        (_OF_SLTEV, "lines of SLTev, with times and whether they are complete", TEXTS),
        (_SPEAKER, "text with WhisperX's names of speakers", f"{_WITHOUT_SPEAKERS} takes these out"),
        (_ALIGNED, "alignments of words or sentences, such as 0-0 1-2", TEXTS),
        (_OF_OPENNMT, "what OpenNMT's translate printed", TEXTS),
        (_TREE, "trees of sentences in brackets", TEXTS),
    ):
        if start.is_mostly(pattern):
            return what, advice
    with_places = [line for line in start.lines if _PLACE_OF_PHRASE.match(line[line.rfind(b" ") + 1 :])]
    if len(with_places) >= max(_FEW, _MANY * len(start.lines)):
        return (
            "output of Moses with the places of phrases",
            "sed 's/ |[0-9]*-[0-9]*|//g' {name} takes these out",
        )
    for end in (0, -1):
        words = [word for line in start.lines if (word := _identifier(line, end))]
        if len(words) >= max(_FEWEST_UTTERANCES, _MANY * len(start.lines)) and _are_identifiers(words):
            example = words[0].decode("ascii", "replace")
            return f"a transcript with an identifier in each line, such as {example}", TEXTS
    return None


def _identifier(line: bytes, end: int) -> bytes:
    """Returns the first word of a line, if it may tell which utterance it is, or the last one in brackets.

    Lines with TABs have columns, such as those that fairseq-generate prints.
    """
    word = (line.split(maxsplit=1) if end == 0 else line.rsplit(maxsplit=1))[end]
    if word == line or b"\t" in line or (word[:1] + word[-1:] == b"()") != (end < 0):
        return b""
    word = word.strip(b"()")
    return word if (b"_" in word or b"-" in word) and _IDENTIFIER.match(word) else b""


def _are_identifiers(words: Sequence[bytes]) -> bool:
    """Returns whether words number utterances, other than names such as Apollo-11 and years such as 2019-20.

    All differ, and have letters and an underscore, or end in numbers with zeros in front, all of one length.
    """
    names = [word.rstrip(b"0123456789") for word in words]
    have_letters = all(map(_LETTER.search, names))
    if len({*words}) < len(words):
        return False
    if have_letters and all(b"_" in name for name in names):
        return True
    numbers = [word.removeprefix(name) for word, name in zip(words, names, strict=True)]
    fewest = 2 if have_letters else 4  # other than in dates
    of_one_length = len({*map(len, numbers)}) == 1 and len(numbers[0]) >= fewest
    return of_one_length and any(number[:1] == b"0" for number in numbers)


def _json(start: Beginning) -> tuple[str, str] | None:
    """Recognizes values of JSON in several lines, and arrays; `what_it_is` knows JSON lines of objects."""
    array = _ITEM.match(start.text)
    is_one_line = len(start.lines) == 1
    if not array and not (_MEMBER.match(start.text) and (start.is_cut or not is_one_line)):
        escaped = sum(b"\\" in line for line in start.lines)
        is_strings = escaped >= _FEW and start.is_mostly(_STRING) and _are_values(start.lines)
        return ("JSON lines of strings", TEXTS) if is_strings else None
    has_rows = array[0].endswith(b"{") if array else _OBJECTS.search(start.text)
    messages = _NAMED.format(".xcstrings") if b'"sourceLanguage"' in start.text else _NAMED_MESSAGES
    advice = "{naming}" if has_rows else messages if _MESSAGE.match(start.text) else TEXTS
    advice = _MESSAGES_OR_ROWS if is_one_line and not array else advice
    text = start.text.decode("utf-8", "replace")
    decoder = JSONDecoder()
    try:
        _, end = decoder.raw_decode(text)
    except JSONDecodeError as problem:
        # What is cut is wrong only where it ends.
        cut = start.is_cut and (problem.pos >= len(text) - _ESCAPE or problem.msg.startswith("Unterminated"))
        return ("JSON", advice) if cut or text.count("\n", 0, problem.pos) >= _FEW else None
    except (RecursionError, ValueError):  # deep, or a number of thousands of digits
        return "JSON", advice
    if not text[end:].strip() or "\n" in text[:end]:
        return ("an array of JSON" if array else "JSON", advice)
    return ("JSON lines of arrays", TEXTS) if start.is_mostly(_ITEM) and _are_values(start.lines) else None


def _are_values(lines: Sequence[bytes]) -> bool:
    """Returns whether lines are values of JSON, of which the last one may be cut."""
    try:
        for line in lines[: min(len(lines) - 1, _JSON_LINES)]:
            loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _outputs(start: Beginning) -> tuple[str, str] | None:
    """Recognizes what translating programs print beside translations, and what stands for a file."""
    if start.text.startswith(b"version https://git-lfs.github.com/"):
        return "a pointer of Git LFS, and not the file", "git lfs pull gets it"
    if len(start.lines) == 1 and start.lines[0] in _ANSWERS:
        return "the error message of a server", "get the file again"
    if start.lines[0] == b"BEGIN:VCALENDAR":
        return "a calendar", TEXTS
    if start.text.startswith(b"{\\rtf"):
        return "a document in RTF", "save it as plain text, in UTF-8"
    return None


FORMATS: tuple[Callable[[Beginning], tuple[str, str] | None], ...] = (
    _markup,
    _subtitles,
    _messages,
    _documents,
    _yaml,
    _latex,
    _tables,
    _annotated_lines,
    _json,
    _programs,
    _outputs,
)
"""Each returns what a file is and what to do, or None if it is nothing that the function knows."""


def text_format(name: str, block: bytes, naming: str, is_cut: bool, suffix: str = "") -> str:
    """Returns what a file of text is whose lines are no segments, and what to do; "" for other text.

    Args:
        name: its path.
        block: its first bytes, or all of them.
        naming: how columns of a table are named.
        is_cut: whether the file may go on.
        suffix: how its name ends, of those after which less evidence is required: .yaml, .yml, .tex.
    """
    start = Beginning(block, is_cut, suffix)
    if not start.lines:
        return ""
    for judge in FORMATS:
        if known := judge(start):
            kind, advice = known
            if ".csv" in name.lower():  # which may be followed by .gz
                advice = advice.removeprefix(_CSV_NAME)
            return f"{kind}; {advice.replace('{name}', name).replace('{naming}', naming)}"
    return ""
