"""Tests what each normalization makes of texts, and how names of normalizations are read."""

from pathlib import Path
from unicodedata import normalize as unicode_form

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parbleu._base import log
from parbleu._core import LineSampler, Segments
from parbleu._inputs.corpus import CorpusReader, Origin
from parbleu.errors import InputTypeError, MissingDependencyError, OptionError, UnknownNameError
from parbleu.metrics import BLEU
from parbleu.text import NORMALIZATIONS, Normalization, normalize
from parbleu.text._normalizations import normalization_names

EXAMPLES = {
    "reasoning": ("<think>Boats?</think> Der Hafen.", "Der Hafen."),
    "json": ('{"translation": "Der Hafen."}', "Der Hafen."),
    "fences": ("```text Der Hafen.```", "Der Hafen."),
    "preambles": ("Sure! Here is the translation: Der Hafen.", "Der Hafen."),
    "citations": ("Der Hafen[1] liegt [2, 3]. [4]", "Der Hafen liegt."),
    "numbering": ("12. Der Hafen.", "Der Hafen."),
    "subtitles": ("00:00:01,000 --> 00:00:02,000", ""),
    "special-tokens": ("<s> Der Hafen.</s><pad>", "Der Hafen."),
    "tags": ("<seg id='1'>Der <b>Hafen</b>.</seg>", "Der Hafen."),
    "mojibake": ("SchÃ¶ne GrÃ¼ÃŸe â€“ ja", "Schöne Grüße – ja"),
    "escapes": (r"Gr\u00fc\u00dfe \ud83d\udea2\n\"ja\"", 'Grüße 🚢 "ja"'),
    "percent-encoding": ("Sch%C3%B6n%20%E2%80%9Eso%e2%80%9c%0A50% %C3 %C3%28", "Schön „so“ 50% %C3 %C3%28"),
    "entities": ("Tom &amp; Jerry&#39;s &quot;Kai&quot;", 'Tom & Jerry\'s "Kai"'),
    "pieces": ("Ha@@ fen und Ka@@ i", "Hafen und Kai"),
    "factors": ("der|ART|d Hafen|NN ist_VB U/NN TCP/IP a|b|", "der Hafen ist U/NN TCP/IP a|b|"),
    "unknown-words": (
        "El *Merseyside, «*anti-demo» @bruise 5*3 *so* *and so*, (*Kai) #is",
        "El Merseyside, «anti-demo» bruise 5*3 *so* *and so*, (Kai) is",
    ),
    "placeholders": ("-LRB- Kai -RRB- nord @-@ süd", "( Kai ) nord-süd"),
    "markdown": ("**Der** `Hafen`", "Der Hafen"),
    "enclosing-quotes": ('"Der Hafen."', "Der Hafen."),
    "nfc": (unicode_form("NFD", "Grüße"), "Grüße"),
    "nfkc": ("ﬁsche ²", "fische 2"),
    "width": ("ＡＢＣ，１２ ｶﾞ", "ABC,12 ガ"),
    "indic": ("ന്\u200d", "ൻ"),
    "thai": ("ท่ี เเม่ นํา นํ้า", "ที่ แม่ นำ น้ำ"),
    "hindi": ("हिन्दी चाँद", "हिंदी चांद"),
    "visarga": ("कहा: समय: २:३०, சொன்னான்: a: b", "कहाः समयः २ः३०, சொன்னான்ஃ a: b"),
    "amharic": ("ሠላም ዓለም፡፡", "ሰላም አለም።".replace("አ", "ኣ")),
    "joiners": ("می\u200cخواستند", "می خواستند"),
    "invisible": ("Ha\u00adfen\u200b\ufeff \u200fא", "Hafen א"),
    "arabic": ("کتابی ـ ﻛﺘﺎﺏ", "كتابي  كتاب"),
    "alef": ("إلى أمس المدرسة", "الى امس المدرسه"),
    "vowel-points": ("كِتَابٌ סֵפֶר", "كتاب ספר"),
    "digits": ("١٢ ۳۴ १२", "12 34 12"),
    "numbers": ("1,234.5 und 1.234,5 und 12 345 678", "1234.5 und 1234.5 und 12345678"),
    "ellipsis": ("Nun … ja……", "Nun ... ja..."),
    "quotes": ("« Oui », „ja“ l’heure ‚so‘ „a» 「はい」", '"Oui", "ja" l\'heure \'so\' "a" "はい"'),
    "dashes": ("Nord–Süd — ja -- nein", "Nord-Süd - ja - nein"),
    "punctuation": ("はい。いいえ、 نعم، لا؟", "はい.いいえ, نعم, لا?"),
    "romanian": ("şi ţară", "și țară"),
    "russian": ("ещё", "еще"),
    "serbian": ("Љубав и Београд", "Ljubav i Beograd"),
    "vietnamese": ("hòa thủy", "hoà thuỷ"),
    "eth": ("Ðông Ðà, ðội ðó", "Đông Đà, đội đó"),
    "german": ("Straße über", "Strasse ueber"),
    "catalan": ("col.laborar, COL-LABORAR, iŀlús", "col·laborar, COL·LABORAR, il·lús"),
    "digraphs": ("œuvre, Århus, ŝipo, wāhine", "oeuvre, Aarhus, sxipo, waahine"),
    "lookalikes": ("Mockва tug", "Москва tug"),
    "diacritics": ("Škoda łódź đ", "Skoda lodz d"),
    "okina": ("Hawaiʻi 'o ia, o‘qiydi 'ja'", "Hawaii o ia, oqiydi ja'"),
    "case": ("Der HAFEN", "der hafen"),
    "no-punct": ("Don’t – it's 3,5 (now).", "Dont its 3 5 now"),
    "spaces": ("Der\u00a0 Hafen\u3000 ", "Der Hafen"),
}


def test_all_have_an_example() -> None:
    assert list(EXAMPLES) == list(NORMALIZATIONS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    text, expected = EXAMPLES[name]
    assert normalize(text, name) == expected
    assert normalize(expected, name) == expected
    assert isinstance(NORMALIZATIONS[name], Normalization)
    assert NORMALIZATIONS[name].meaning
    assert NORMALIZATIONS[name].remedy


def sampled(output: list[str], reference: list[str]) -> LineSampler:
    sampler = LineSampler()
    sampler.add([Segments(output)], [Segments(reference)], [], 0)
    return sampler


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_first_look_passes_on_each(name: str) -> None:
    text, expected = EXAMPLES[name]
    texts = [[f"{side} {word} {side}" for word in range(60)] for side in (text, expected)]
    assert sampled(*texts).spellings() != []
    assert sampled(*reversed(texts)).spellings() != []


def test_the_first_look_passes_on_what_is_registered(monkeypatch) -> None:
    letters = ["".join(chr(97 + n * by % 25) for by in (1, 3, 7)) for n in range(300)]
    reference = [
        f"{a.title()}{n} saw ship {a} off {a[1:]}{n} and tug {a[0]}{n}." for n, a in enumerate(letters)
    ]
    output = [line.replace("ship", "boat").replace("saw", "met") for line in reference]
    sampler = sampled(output, reference)
    assert sampler.spellings() == []
    reader = CorpusReader()
    reader.samples[None] = sampler, Origin(["hyp"], ["ref"])
    assert log.kept(lambda: reader.warn_of_text([BLEU()]))[1] == []
    monkeypatch.setattr(NORMALIZATIONS, "_registered", {"ships": lambda text: text.replace("ship", "boat")})
    [line] = log.kept(lambda: reader.warn_of_text([BLEU()]))[1]
    assert "normalize=['ships']" in line


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("preambles", "At 10:30 the tug left."),
        ("preambles", "Note: the quay is wet."),
        ("numbering", "12.5 boats"),
        ("numbering", "1990 was wet."),
        ("subtitles", "At 10:30 the tug left."),
        ("tags", "3 < 4 and 5 > 4"),
        ("special-tokens", "a < s > b"),
        ("entities", "AT&T & more"),
        ("markdown", "2 * 3 * 4"),
        ("citations", "[Music] and a[i]"),
        ("enclosing-quotes", '"Tug", he said, "and crane"'),
        ("quotes", "Er sagte nichts."),
        ("mojibake", "Ãrea and â"),
        ("json", "[Music] and {more}"),
        ("lookalikes", "Der Hafen"),
        ("lookalikes", "Нас"),
        ("arabic", "كتاب"),
        ("pieces", "a @ b # c"),
    ],
)
def test_what_is_left_alone(name: str, text: str) -> None:
    assert normalize(text, name) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("▁Der ▁Ha fen", "Der Hafen"),
        ("Der ĠHa fen", "Der Hafen"),
        ("Der Ha ##fen", "Der Hafen"),
        ("Ha￭ fen ￭.", "Hafen."),
        ("Der</w> Ha fen</w>", "Der Hafen"),
    ],
)
def test_pieces(text: str, expected: str) -> None:
    assert normalize(text, "pieces") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("boats? </think>\\n Der Hafen.", "\\n Der Hafen."),
        ("Der <thinking>boats?</thinking>Hafen.", "Der Hafen."),
        ("<|channel|>analysis<|message|>boats<|end|><|channel|>final<|message|>Der Hafen.", "Der Hafen."),
        ("Der Hafen < 3", "Der Hafen < 3"),
        ("<think>boats? The user wants", ""),
        ("Der Hafen. <think>boats?</think> <think>The", "Der Hafen."),
        ("<seed:think>boats?</seed:think>Der Hafen.", "Der Hafen."),
        ("[THINK]boats?[/THINK]Der Hafen.", "Der Hafen."),
        ("<|START_THINKING|>boats?<|END_THINKING|>Der Hafen.", "Der Hafen."),
        ("◁think▷boats?", ""),
        ("<|channel|>analysis<|message|>boats?", ""),
        ("analysisWe have boats.assistantfinalDer Hafen.", "Der Hafen."),
        ("analysisWe have boats", ""),
        ("analysis of boats", "analysis of boats"),
    ],
)
def test_reasoning(text: str, expected: str) -> None:
    assert normalize(text, "reasoning") == expected


@given(st.text(max_size=40), st.sampled_from(sorted(EXAMPLES)))
def test_any_text_is_normalized_to_a_string(text: str, name: str) -> None:
    assert isinstance(normalize(text, name), str)


DOUBLE, SINGLE = "“”„‟«»″‶〝〞〟＂״「」『』﹁﹂﹃﹄", "‘’‚‛‹›′‵´`ʹʻʼʽˈ׳＇"
DASHES = "‐‑‒–—―⁃−⸺⸻﹘﹣－"
MARKS = str.maketrans(
    "。｡।॥۔։።။᙮⸼、､،՝፣၊؛፤；：፥？؟⸮፧！，（）٪％•‧〜～", "." * 10 + "," * 6 + ";;;::????!,()%%··~~"
)
HIDDEN = "".join(
    chr(code)
    for first, last in (
        *((0, 8), (0xB, 0x1F), (0x7F, 0x84), (0x86, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C)),
        *((0x115F, 0x1160), (0x17B4, 0x17B5), (0x180E, 0x180E), (0x200B, 0x200F), (0x202A, 0x202E)),
        *((0x2060, 0x206F), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB)),
    )
    for code in range(first, last + 1)
)


def slowly(text: str, name: str) -> str:
    if name == "quotes":
        for opening, closing in ("«»", "‹›"):
            for blank in " \u00a0\u202f":
                if 0 <= text.find(opening + blank) < text.find(blank + closing):
                    text = text.replace(opening + blank, opening).replace(blank + closing, closing)
        text = text.translate(dict.fromkeys(map(ord, DOUBLE), '"') | dict.fromkeys(map(ord, SINGLE), "'"))
        return text.replace("''", '"')
    if name == "dashes":
        text = text.translate(dict.fromkeys(map(ord, DASHES), "-"))
        while "--" in text:
            text = text.replace("--", "-")
        return text
    if name == "ellipsis":
        text = text.replace("⋯", "…").replace(". . .", "...").replace("……", "…")
        return text.replace("…", "...")
    if name == "punctuation":
        return text.translate(MARKS)
    return text.translate(dict.fromkeys(map(ord, HIDDEN))) if name == "invisible" else " ".join(text.split())


@given(
    st.text(
        st.sampled_from(f"{DOUBLE}{SINGLE}{DASHES}{HIDDEN}' .-…⋯\u00a0\u202f\u3000\x85a\udc80").flatmap(
            lambda character: st.sampled_from((character, " ", "-", "'", "a"))
        )
        | st.characters(),
        max_size=40,
    ),
    st.sampled_from(["quotes", "dashes", "ellipsis", "punctuation", "invisible", "spaces"]),
)
def test_the_core_writes_as_python_would(text: str, name: str) -> None:
    assert normalize(text, name) == slowly(text, name)


def test_names() -> None:
    assert normalization_names("quotes+nfc") == ("nfc", "quotes")
    assert normalization_names(["quotes", "nfc", "nfc"]) == ("nfc", "quotes")
    assert normalization_names(None) == normalization_names([]) == ()
    with pytest.raises(UnknownNameError, match="did you mean 'nfc'"):
        normalization_names("nfd")
    with pytest.raises(OptionError, match="name normalizations"):
        normalization_names([3])
    with pytest.raises(InputTypeError):
        normalize(3, "nfc")  # type: ignore[arg-type]


def test_a_function_of_a_program(monkeypatch) -> None:
    monkeypatch.setattr(NORMALIZATIONS, "_registered", {"boats": lambda text: text.replace("ship", "boat")})
    assert normalization_names("boats+nfc") == ("nfc", "boats")
    assert normalize("a ship", "boats") == "a boat"
    NORMALIZATIONS.register("wrong", lambda text: None)
    with pytest.raises(OptionError, match="returns None"):
        normalize("a ship", "wrong")
    NORMALIZATIONS.register("number", 3)
    with pytest.raises(InputTypeError, match="not a function"):
        normalize("a ship", "number")


def test_one_that_cannot_be_loaded(monkeypatch) -> None:
    monkeypatch.setattr(NORMALIZATIONS, "_announced", lambda: {"boats": "no_such_module:boats"})
    with pytest.raises(MissingDependencyError, match="no_such_module"):
        normalize("a ship", "boats")


def test_the_page_lists_all() -> None:
    page = (Path(__file__).parents[3] / "docs" / "writing.md").read_text(encoding="utf-8")
    assert [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")] == list(
        NORMALIZATIONS
    )


def test_bytes_of_subword_models() -> None:
    assert normalize("gr<0xC3><0xBC>n <0x41>", "escapes") == "grün A"
    assert normalize("<0xC3> x", "escapes") == "\ufffd x"
