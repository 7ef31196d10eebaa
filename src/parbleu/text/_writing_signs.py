"""Finds signs that two texts are written differently: characters and marks that one has and the other lacks.

The signs are cheap, and say only which normalizations are worth a second look: `written_differently` of
`parbleu.text._writing_differences` scores a sample of segments again under each of them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

HEAD, TAIL = 50, 30
"""How many characters of a line are looked at, at its begin and at its end."""

FEWEST = 4
"""Fewer segments are not looked at."""

_SOME, _UNEQUAL = 0.08, 0.3  # of the lines; of the greater of two counts
_BOTH, _LACKING = 0.5, 0.1

# Normalization -> characters that it changes, and blocks of such characters.
_CHARACTERS = {
    "quotes": "“”„‟«»″‶〝〞〟「」『』﹁﹂﹃﹄‘’‚‛‹›′‵´`ʹʻʼʽˈ׳״",
    "dashes": "‐‑‒–—―⁃−⸺⸻﹘﹣",
    "ellipsis": "…⋯",
    "punctuation": "。｡।॥۔։።။᙮⸼、､،՝፣၊؛፤；：፥？؟⸮፧！，（）٪％〜～",
    "arabic": "یىےيکڪكەۀہھهۃـ",
    "romanian": "şţŞŢ",
    "russian": "ёЁ",
    "german": "ß",
    "alef": "أإآٱةؤئ",
    "catalan": "·ŀĿ",
    "digraphs": "æœøåþðĳĉĝĥĵŝŭāēīōūÆŒØÅÞÐĲĈĜĤĴŜŬĀĒĪŌŪ",
    "amharic": "ሠሡሢሣሤሥሦሐሑሒሓሔሕሖኀኁኂኃኄኅኆዐዑዒዓዔዕዖፀፁፂፃፄፅፆ፡",
    "hindi": "ँंङञणनम",
    "visarga": "ःঃਃઃଃஃఃಃഃ",
    "diacritics": "άέήίόύώϊϋΐΰΆΈΉΊΌΎΏɓɗƙƴəƁƊƘƳƏ",
    "mojibake": "ÃÂâ",
    "spaces": "\u00a0\u2009\u200a\u202f\u3000",
    "invisible": "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060"
    "\u2066\u2067\u2068\u2069\ufeff",
    "indic": "\u0d7a\u0d7b\u0d7c\u0d7d\u0d7e\u0d7f\u09ce",
    "nfc": "\u037e\u0387\u0653\u0654\u0655\u093c\u09bc\u0a3c\u0b3c\u3099\u309a\u2126\u212a\u212b",
}
_NAMES: dict[str, str] = {}
for _name, _characters in _CHARACTERS.items():
    _NAMES |= dict.fromkeys(_characters, _name)
_BLOCKS = (
    (0x00C0, 0x024F, "diacritics"),
    (0x0300, 0x036F, "nfc"),
    (0x0400, 0x04FF, "serbian"),
    (0x0591, 0x05C7, "vowel-points"),
    (0x064B, 0x0652, "vowel-points"),
    (0x1100, 0x11FF, "nfc"),
    (0x1E00, 0x1EFF, "diacritics"),
    (0x1F00, 0x1FFF, "nfc"),
    (0x2E80, 0x2FDF, "nfkc"),
    (0xF900, 0xFAFF, "nfc"),
    (0xFB00, 0xFB06, "nfkc"),
    (0xFB50, 0xFDFF, "arabic"),
    (0xFE00, 0xFE0F, "invisible"),
    (0xFE70, 0xFEFC, "arabic"),
    (0xFF01, 0xFFEE, "width"),
    (0x1D400, 0x1D7FF, "nfkc"),
)
_PLAIN = (0x3040, 0xD7FF)  # letters of Chinese, Japanese and Korean, of which a text has many

# What most texts lack -> normalization -> strings with it that this changes.
_MARKS: dict[str, dict[str, tuple[str, ...]]] = {
    "<": {
        "reasoning": ("<think", "<seed:think", "<reasoning", "<|channel"),
        "tags": ("</", "/>", "<br", "<p>", "<BR"),
        "special-tokens": ("<s>", "</s>", "<pad>", "<unk>", "<eos>", "<end_of", "<|", "<2"),
        "escapes": ("<0x",),
        "pieces": ("</w>",),
    },
    "[": {"reasoning": ("[THINK",), "special-tokens": ("[CLS]", "[SEP]", "[PAD]")},
    "◁": {"reasoning": ("◁think",)},
    "_": {
        "reasoning": ("_THINKING|>", "_thought|>"),
        "special-tokens": ("__", "_Latn"),
        "factors": ("_NN", "_NOUN"),
    },
    "/N": {"factors": ("/NN", "/NOUN")},
    ">>": {"special-tokens": (">>",)},
    "`": {"fences": ("```",), "markdown": ("`",), "quotes": ("``",)},
    "**": {"markdown": ("**",)},
    "''": {"quotes": ("''",)},
    "&": {"entities": ("&#", *(f"&{letter}" for letter in "acdeghilmnopqrsuyAEIOU"))},
    "\\": {"escapes": ("\\n", "\\u", '\\"', "\\t", "\\x")},
    "@": {"pieces": ("@@ ",), "placeholders": (" @-@ ",)},
    "#": {"pieces": (" ##",)},
    "▁": {"pieces": ("▁",)},
    "￭": {"pieces": ("￭",)},
    "Ġ": {"pieces": ("Ġ",)},
    "RB-": {"placeholders": ("-LRB-", "-RRB-")},
    "  ": {"spaces": ("  ",)},
    "\t": {"spaces": ("\t",)},
    "เเ": {"thai": ("เเ",)},
    "\u0e4d": {"thai": ("\u0e4d",)},
    **{
        tone: {"thai": tuple(tone + vowel for vowel in "\u0e31\u0e34\u0e35\u0e36\u0e37\u0e38\u0e39")}
        for tone in "\u0e48\u0e49"
    },
}
_ASCII = bytes(range(128))
_NO_CAPITALS = bytes({*range(256)}.difference(range(0x41, 0x5B)))
_WORDS_PER_TAG = 10
"""Of words with tags, one in so many at least is a noun."""
_OF_BOTH = ("tags", "special-tokens", "subtitles", "json", "factors")
"""What is no text where both sides have it, too."""

REASONING_ENDS = ("</think", "</reasoning", "</seed:think", "assistantfinal", "[/THINK]")
"""What stands between reasoning and the text, anywhere in a line: a template may write how it begins."""

_OF_ENDS = frozenset(end if end[0].isalpha() else end[0] for end in REASONING_ENDS)
"""What is soon searched for, and a part of each of them."""

_OF_SERBIAN = "јљњђћџ"
"""Letters that other languages written in Cyrillic lack, but for Macedonian."""

_OLD_TONES = ("òa", "óa", "ỏa", "õa", "ọa", "òe", "óe", "ỏe", "õe", "ọe", "ùy", "úy", "ủy", "ũy", "ụy")
_NEW_TONES = ("oà", "oá", "oả", "oã", "oạ", "oè", "oé", "oẻ", "oẽ", "oẹ", "uỳ", "uý", "uỷ", "uỹ", "uỵ")


class Signs:
    """What is counted in a text.

    Args:
        lines: its lines.

    Attributes:
        lines: they.
        ends: the begin and the end of each, joined.
        counts: normalization -> how often what it changes occurs, of the text as it was looked at.
        kinds: normalization -> each character that it changes -> how often that occurs.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        longest = HEAD + TAIL
        self.ends = "\n".join(
            [line if len(line) <= longest else f"{line[:HEAD]}{line[-TAIL:]}" for line in lines]
        )
        self.kinds: dict[str, dict[str, int]] = {}
        counts = dict.fromkeys(_CHARACTERS, 0)
        text = self.ends
        if not text.isascii():
            raw = text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
            others = raw.decode("utf-8", "surrogatepass")
            for character in {*others}:
                if name := _name_of(character):
                    number = others.count(character)
                    counts[name] = counts.get(name, 0) + number
                    self.kinds.setdefault(name, {})[character] = number
            if "ạ" in text or "ệ" in text:
                counts["vietnamese"] = sum(map(text.count, _OLD_TONES)) - sum(map(text.count, _NEW_TONES))
        for rare in [rare for rare in _MARKS if rare in text]:
            for name, marks in _MARKS[rare].items():
                counts[name] = counts.get(name, 0) + sum(map(text.count, marks))
        tags, pipes = counts.pop("factors", 0), text.count("|") if "|" in text else 0
        if tags or pipes:
            blanks = text.count(" ")
            if tags > blanks / _WORDS_PER_TAG or pipes > blanks / 2:  # other text has paths and columns
                counts["factors"] = tags + pipes
        if "_" in text:
            coded = sum(line[2:3] == "_" and line[5:6] == " " and line[3:5].isupper() for line in lines)
            counts["special-tokens"] = counts.get("special-tokens", 0) + coded  # de_DE, as of mBART
        whole = "".join(lines)
        if any(map(whole.__contains__, _OF_ENDS)) and any(mark in whole for mark in REASONING_ENDS):
            ending = sum(any(mark in line for mark in REASONING_ENDS) for line in lines)
            counts["reasoning"] = counts.get("reasoning", 0) + ending
        written = [line for line in lines if line]
        begins = [line[:2] for line in written if line[0] in _OF_BEGINS]
        counts["json"] = sum(map(_JSON.__contains__, begins))
        numbered = [line for line in written if line[0].isdigit()]
        counts["subtitles"] = (text.count("-->") if ">" in text else 0) + sum(map(str.isdigit, numbered))
        counts["subtitles"] += sum([begin[0] == "[" and begin[1:].isdigit() for begin in begins])
        counts["numbering"] = sum(". " in line[1:4] or ") " in line[1:4] for line in numbered)
        counts["numbering"] += sum(map(_BULLETS.__contains__, begins))
        counts["preambles"] = sum([":" in line or "：" in line for line in [line[:HEAD] for line in lines]])
        counts["no-punct"] = sum([line[-1] in _FULL_STOPS for line in written])
        quoted = [line for line in written if line[0] in _QUOTES]
        encoded = text.encode("utf-8", "surrogatepass")
        counts["case"] = len(encoded.translate(None, _NO_CAPITALS))
        numbers = encoded.translate(_NUMBERS)
        self.kinds["numbers"] = {repr(shape): numbers.count(shape) for shape in _SHAPES}
        counts["numbers"] = sum(self.kinds["numbers"].values())
        counts["okina"] = sum(map(text.count, "'’ʻ‘"))
        counts["joiners"] = self.kinds.get("invisible", {}).get("\u200c", 0)
        counts["enclosing-quotes"] = sum([line[-1] in _QUOTES for line in quoted])
        self.counts = counts


_NUMBERS = bytes(
    byte if byte in b".," else ord("0") if byte in b"0123456789" else ord("x") if byte > 127 else ord(" ")
    for byte in range(256)
)
_SHAPES = (b"0.0", b"0,0", b"0.000", b"0,000", b"0 000", b"0xx000", b"0xxx000", b"0000")
"""Numbers with all digits as 0, other ASCII as blanks, and bytes beyond it as x."""

_QUOTES = frozenset("\"'“”„«»「」『』")
_FULL_STOPS = frozenset(".!?。！？।؟۔።։။")
_BULLETS = frozenset(("- ", "• ", "* ", "– ", "· "))
_JSON = frozenset(('{"', '["', "['", "b'", 'b"', "{'"))
_OF_BEGINS = frozenset(begin[0] for begin in (*_BULLETS, *_JSON))


def _name_of(character: str) -> str:
    if name := _NAMES.get(character):
        return name
    code = ord(character)
    if _PLAIN[0] <= code <= _PLAIN[1]:
        return ""
    for first, last, name in _BLOCKS:
        if code <= last:
            if code >= first:
                return name
            break
    return "digits" if character.isdecimal() else ""


def suspects(output: Signs, reference: Signs) -> list[str]:
    """Returns the normalizations that may change the score of an output, in no order."""
    return list(dict.fromkeys(_suspects(output, reference))) if len(output.lines) >= FEWEST else []


def _in_other_characters(name: str, output: Signs, reference: Signs) -> int:
    """Returns how often one side has other characters, of those that a normalization changes.

    Of letters, both sides have many alike: those count of which one side has far more.
    """
    if name not in _CHARACTERS and name not in ("digits", "numbers"):
        return 0
    own, others = output.kinds.get(name, {}), reference.kinds.get(name, {})
    counts = [(own.get(kind, 0), others.get(kind, 0)) for kind in {*own, *others}]
    return (
        sum(abs(one - other) for one, other in counts if abs(one - other) > _UNEQUAL * max(one, other)) // 2
    )


def _is_fixed(text: str, changed: Callable[[str], str]) -> bool:
    """Returns whether a text is in one case; its begin mostly tells that it is not."""
    head = text[:HEAD]
    return changed(head) == head and changed(text) == text


def _digraphs(side: Signs) -> int:
    """Returns how often a side has what German umlauts are written as without them."""
    return sum(map(side.ends.lower().count, ("ae", "oe", "ue")))


def _suspects(output: Signs, reference: Signs) -> Iterator[str]:
    lines = len(output.lines)
    for name in {**output.counts, **reference.counts}:
        one, other = output.counts.get(name, 0), reference.counts.get(name, 0)
        more, fewer = max(one, other), min(one, other)
        if more == 0:
            continue
        if name in ("diacritics", "serbian", "digraphs"):
            if more > max(FEWEST, _SOME * lines) and fewer <= (1 - _UNEQUAL) * more:
                without, having = (output, reference) if one < other else (reference, output)
                is_german = _digraphs(without) - _digraphs(having) > _UNEQUAL * (more - fewer)
                if name != "serbian" or any(map(having.ends.count, _OF_SERBIAN)):
                    yield "german" if name == "diacritics" and is_german else name
                if name == "digraphs":
                    yield "diacritics"
        elif name == "numbers":  # of which few lines have any, and translations differ in them
            if _in_other_characters(name, output, reference) > max(FEWEST, 2 * _SOME * lines):
                yield name
        elif name == "okina":  # quotation marks are in other places
            if more > max(FEWEST, _UNEQUAL * lines) and fewer <= _LACKING * more:
                yield name
        elif name == "case":  # lower case makes most scores higher
            if more >= lines and fewer <= _BOTH * more:
                yield name
        elif name == "no-punct":
            if more > max(FEWEST, _BOTH * lines) and fewer <= _LACKING * more:
                yield name
        elif name == "pieces":  # of one side alone: `parbleu.text._segmentation_warning`
            if fewer >= _BOTH * lines:
                yield name
        elif name in _OF_BOTH and fewer >= _BOTH * lines:
            yield name
        else:
            least = max(FEWEST - 1, _SOME * lines)
            is_unequal = more - fewer > max(least, _UNEQUAL * more)
            if is_unequal or _in_other_characters(name, output, reference) > least:
                yield name
    for changed in (str.lower, str.upper):
        if _is_fixed(output.ends, changed) != _is_fixed(reference.ends, changed):
            yield "case"
    if output.counts.get("serbian", 0) and reference.counts.get("serbian", 0):
        latin = [sum(map(side.ends.count, "aeopcxi")) for side in (output, reference)]
        if abs(latin[0] - latin[1]) > max(FEWEST, _SOME * lines) and min(latin) <= _UNEQUAL * max(latin):
            yield "lookalikes"
