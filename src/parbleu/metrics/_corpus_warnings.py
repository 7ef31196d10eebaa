"""Words what a sample of systems' output and references tells of scores that are not what they seem."""

from __future__ import annotations

from parbleu._base import log
from parbleu.text._corpus_sample import (
    KANA,
    LANGUAGE_LINES,
    LANGUAGES,
    LOOKED_AT,
    language_without_blanks,
    mismatches,
)
from parbleu.text._normalizations import NORMALIZATIONS
from parbleu.text._tokenizers import word_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from parbleu._core import Segments
    from parbleu.metrics import Metric
    from parbleu.text._corpus_sample import CorpusSample
    from parbleu.text._languages import Language


ANNOUNCED: list[list[str]] = []
"""The normalizations of other distributions, once a process has searched for them."""

FEWEST = 200
LOOKS_LEFT = [3]
"""Of corpora that a program scores by one metric, only those of so many segments, and only the first few of a
process, are looked at for differences in writing: it takes as long as scoring thousands of segments, and
programs that train score again and again."""

_FEWEST_LETTERS = 60
_WHOLLY, _HARDLY, _NO_KANA = 0.8, 0.1, 0.01  # shares of letters; the last of those of Chinese
_HAN, _KANA_SIGNS, _LATIN = "Chinese characters", "kana", "Latin letters"

# What a script is called, its codes of ISO 15924, languages that are always written in it, and its letters.
_ALPHABETS: tuple[tuple[str, str, str, tuple[tuple[int, int], ...]], ...] = (
    (
        _LATIN,
        "Latn",
        (
            "af ca cs cy da de en es et eu fi fr ga gl hr ht hu id ig is it lb lt lv mt nl nn no pl pt ro sk "
            "sl sq sv sw tl tr vi xh yo zu"
        ),
        ((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x24F), (0x1E00, 0x1EFF)),
    ),
    ("Greek letters", "Grek", "el", ((0x370, 0x3FF),)),
    ("Cyrillic letters", "Cyrl", "be bg ky mk ru tg uk", ((0x400, 0x52F),)),
    ("Armenian letters", "Armn", "hy", ((0x530, 0x58F),)),
    ("Hebrew letters", "Hebr", "he yi", ((0x590, 0x5FF),)),
    ("Arabic letters", "Arab", "ar fa ps ur", ((0x600, 0x77F), (0xFB50, 0xFEFC))),
    ("Devanagari", "Deva", "hi mr ne", ((0x900, 0x97F),)),
    ("Bengali letters", "Beng", "as bn", ((0x980, 0x9FF),)),
    ("Gurmukhi", "Guru", "", ((0xA00, 0xA7F),)),
    ("Gujarati letters", "Gujr", "gu", ((0xA80, 0xAFF),)),
    ("Odia letters", "Orya", "or", ((0xB00, 0xB7F),)),
    ("Tamil letters", "Taml", "ta", ((0xB80, 0xBFF),)),
    ("Telugu letters", "Telu", "te", ((0xC00, 0xC7F),)),
    ("Kannada letters", "Knda", "kn", ((0xC80, 0xCFF),)),
    ("Malayalam letters", "Mlym", "ml", ((0xD00, 0xD7F),)),
    ("Sinhala letters", "Sinh", "si", ((0xD80, 0xDFF),)),
    ("Thai letters", "Thai", "th", ((0xE00, 0xE7F),)),
    ("Lao letters", "Laoo", "lo", ((0xE80, 0xEFF),)),
    ("Tibetan letters", "Tibt", "bo dz", ((0xF00, 0xFFF),)),
    ("Burmese letters", "Mymr", "my", ((0x1000, 0x109F),)),
    ("Georgian letters", "Geor", "ka", ((0x10A0, 0x10FF), (0x2D00, 0x2D2F))),
    ("Ethiopic letters", "Ethi", "am ti", ((0x1200, 0x139F),)),
    ("Khmer letters", "Khmr", "km", ((0x1780, 0x17FF),)),
    ("Hangul", "Hang Kore", "ko", ((0x1100, 0x11FF), (0xAC00, 0xD7AF))),
    (_KANA_SIGNS, "Hira Kana Hrkt", "", ((0x3041, 0x30FF),)),
    (_HAN, "Hans Hant Hani Jpan", "ja", ((0x3400, 0x9FFF),)),
)

_ENOUGH_WORDS = 150
_LACKING = 0.02  # the share of frequent words in a text of another language, at most
_FREQUENT_WORDS = {
    "bg": "на да се че от са",
    "ca": "els les amb dels és una",
    "cs": "se jsou byl jako když které pro",
    "de": "der die und den das mit ist nicht zu auf",
    "el": "και το να του της τα με για την",
    "en": "the of and to is that was for with",
    "es": "el y los las del una con",
    "fi": "ja on ei että oli hän mutta ovat",
    "fr": "le et les des du une est dans pour pas",
    "hr": "i je da za su od koji kao",
    "hu": "a az és hogy nem egy meg van",
    "id": "yang dan di untuk dari dengan ini itu",
    "it": "di il che per della è sono gli nel non",
    "nl": "het een van en dat op te zijn met",
    "pl": "się że jest w z oraz nie",
    "pt": "do em um os não uma ao dos das",
    "ro": "și în cu din pe că la pentru",
    "ru": "что это как его из был или не",
    "sk": "sa sú bol ako keď ktoré pre",
    "sv": "och att är för ett inte om",
    "tr": "ve bir bu için ile çok olarak daha",
    "uk": "і що та як це від його",
    "vi": "là và của có không được cho trong",
}
"""Words of which texts in a language have many, and texts in related ones few."""


def warn_of_score(hypotheses: Segments, references: Sequence[Segments], metric: Metric[Any]) -> None:
    """Warns a program of text that makes the score of one system meaningless, as `warn_of_call` does."""
    if _is_silent([metric]):
        return
    writing = len(hypotheses) >= FEWEST and LOOKS_LEFT[0] > 0
    LOOKS_LEFT[0] -= writing
    _warn({"hypotheses": hypotheses}, references, [metric], equal=False, writing=writing)


def warn_of_texts(
    hypotheses: Sequence[str], references: Sequence[Sequence[str | None]], metric: Metric[Any]
) -> bool:
    """Warns a program of the texts of an evaluation that has ended; returns whether there was a warning."""
    from parbleu._core import Segments

    if _is_silent([metric]):
        return False
    return _warn({"hypotheses": Segments(hypotheses)}, [*map(Segments, references)], [metric], equal=False)


def warn_of_call(
    systems: Mapping[str, Segments], references: Sequence[Segments], metrics: Sequence[Metric[Any]]
) -> None:
    """Warns a program of text that makes scores meaningless; commands do so with the names of files.

    Args:
        systems: name -> its output.
        references: their streams.
        metrics: the scores that are computed; BLEU's `force` leaves the warnings out.
    """
    if not _is_silent(metrics):
        _warn(systems, references, metrics, announced=True)


def _is_silent(metrics: Sequence[Metric[Any]]) -> bool:
    """Whether a command looks at the text itself, or BLEU's `force` leaves warnings out."""
    return log.listener is not None or any(getattr(metric, "force", False) for metric in metrics)


def _warn(
    systems: Mapping[str, Segments],
    references: Sequence[Segments],
    metrics: Sequence[Metric[Any]],
    **what: bool,
) -> bool:
    from parbleu.text._segmentation_warning import LEAVE_OUT, sample_of_call, stream_names

    sample = sample_of_call(systems, references, (2 if what.get("writing", True) else 1) * LOOKED_AT)
    if sample is None:
        return False
    names = stream_names(len(references))
    lines = list(corpus_warnings(sample, list(systems), names, metrics, **what))
    for line in lines:
        log.warn(f"{line} ({LEAVE_OUT})")
    return bool(lines)


def corpus_warnings(
    sample: CorpusSample,
    systems: Sequence[str],
    references: Sequence[str],
    metrics: Sequence[Metric[Any]],
    in_shell: bool = False,
    equal: bool = True,
    writing: bool = True,
    announced: bool = False,
) -> Iterator[str]:
    """Yields a line for each thing that makes scores meaningless.

    Args:
        sample: lines of both sides.
        systems: what to call the systems.
        references: what to call the reference streams.
        metrics: the scores that are computed.
        in_shell: whether options are spelled as on a command line.
        equal: whether to warn of texts that are the same, too.
        writing: whether to look, too, for shifted lines, differences in writing and other languages.
        announced: whether to try the normalizations that other distributions announce, too, which are
            searched for a tenth of a second or longer; those that were registered are tried always.
    """
    if names := _common_normalizations(metrics):
        sample = sample.normalized(names)
    is_odd = sample.is_odd()
    if is_odd:
        from parbleu.text._segmentation_warning import differences as segmentation_differences

        yield from segmentation_differences(
            sample, systems, references, not metrics or any(metric.heeds_blanks for metric in metrics)
        )
    if writing:
        yield from mismatches(sample, systems, references, equal)
    unsegmented = dict(_unsegmented(sample, metrics, in_shell))
    yield from unsegmented.values()
    if not unsegmented and (line := _other_target(sample, metrics, in_shell)):
        yield line
    if not writing:
        return
    # Where a metric finds no words, its score jumps by anything that makes some.
    segmented = [metric for metric in metrics if metric not in unsegmented and metric.takes_normalization]
    differences = {}
    if segmented or not metrics:
        differences = _writing_differences(sample, segmented, in_shell, announced)
    for place, name in enumerate(systems):
        if place in differences:
            yield f"{name} and {references[0]} are written differently: {differences[place]}"
        elif not is_odd and (language := _other_language(sample, place)):
            share, output, expected = language
            yield (
                f"about {share} % of the segments of {name} look {output}, and {references[0]} looks "
                f"{expected}; `parbleu analyze data REF -i HYP --language {expected} "
                "--checks wrong_language` lists them"
            )


def _common_normalizations(metrics: Sequence[Metric[Any]]) -> list[str]:
    """Returns the normalizations after which all of the metrics score."""
    chosen = [(getattr(metric, "normalize", None) or "").split("+") for metric in metrics]
    return [name for name in chosen[0] if name and all(name in other for other in chosen)] if chosen else []


def _writing_differences(
    sample: CorpusSample, metrics: Sequence[Metric[Any]], in_shell: bool, announced: bool
) -> dict[int, str]:
    """Returns the place of each system whose score jumps when both sides are normalized, and how."""
    if announced and not ANNOUNCED:
        ANNOUNCED.append(NORMALIZATIONS.others())
    others = list(dict.fromkeys([*NORMALIZATIONS.registered(), *(ANNOUNCED[0] if announced else ())]))
    if not (others or any(sample.suspects())):
        return {}
    from parbleu.text._writing_differences import usual_engine

    # BLEU if it is there: what is said does not depend on the order of the metrics.
    native = [metric for metric in metrics if hasattr(metric, "native")]
    chosen = min(native, key=lambda metric: (metric.score_name != "BLEU", metric.score_name), default=None)
    score = "BLEU" if chosen is None else chosen.score_name
    engine = usual_engine() if chosen is None else chosen.engine
    lines = {}
    for place, made in enumerate(sample.written_differently(engine, others)):
        if made is None:
            continue
        option = f"--normalize {' '.join(made.names)}" if in_shell else f"normalize={list(made.names)}"
        lines[place] = made.explain(score, option)
    return lines


def _other_language(sample: CorpusSample, system: int) -> tuple[int, str, str] | None:
    """Returns the percentage of segments in another language, that language and the references'.

    Returns None if there are few, or the package that recognizes languages is not installed.
    """
    lines = sample.perhaps_foreign(system)
    if lines is None:
        return None
    from parbleu.errors import MissingDependencyError
    from parbleu.text._identified_language import other_language

    try:
        found = other_language(*lines)
    except MissingDependencyError:
        return None
    if found is None:
        return None
    return round(100 * found.share * len(lines[0]) / len(lines[1])), found.language, found.expected


def _other_target(sample: CorpusSample, metrics: Iterable[Metric[Any]], in_shell: bool) -> str:
    """Returns that the references are evidently in another language than metrics expect; "" if not."""
    code = next((code for metric in metrics if (code := getattr(metric, "trg_lang", ""))), "")
    if not code or not sample.references:
        return ""
    look = unlike_language(sample.references[0], code)
    if not look:
        if not lacks_frequent_words(sample.references[0], code):
            return ""
        from parbleu.errors import MissingDependencyError
        from parbleu.text._identified_language import another_language

        try:
            language = another_language(sample.references[0], code)
        except MissingDependencyError:
            return ""
        if not language:
            return ""
        look = f"look like {language}"
    option = "the language pair (-l)" if in_shell else "trg_lang"
    return f"the references {look}, and the target language is {code}: check {option}"


def unlike_language(lines: Sequence[str], code: str) -> str:
    """Returns how lines look that are evidently not in the language of a code; "" if they may be.

    Scripts say so, and kana. Languages that are written in several scripts, and few letters, may be any.

    Args:
        lines: some of a text.
        code: of a language, in any spelling.
    """
    from parbleu.text._languages import read_language

    language = read_language(code)
    wanted = _script_of(language)
    counts = _letters("".join(lines[:LANGUAGE_LINES]))
    total = sum(counts.values())
    if not wanted or total < _FEWEST_LETTERS:
        return ""
    han, kana = counts.get(_HAN, 0), counts.get(_KANA_SIGNS, 0)
    if wanted == _HAN and han + kana > _WHOLLY * total:
        if language.code == "ja":
            return "look Chinese (they have no kana)" if kana < _NO_KANA * han else ""
        return "look Japanese (they have kana)" if kana > KANA * (han + kana) else ""
    if counts.get(wanted, 0) > _HARDLY * total:
        return ""
    if han + kana > _WHOLLY * total:
        return "look Japanese" if kana > KANA * (han + kana) else "look Chinese"
    most = max(counts, key=counts.__getitem__)
    return f"are in {most}, not in {wanted}" if counts[most] > _WHOLLY * total else ""


def lacks_frequent_words(lines: Sequence[str], code: str) -> bool:
    """Returns whether a text has hardly any of the frequent words of a language.

    To recognize a language takes a second, so that only such texts are worth it. Languages whose words are
    not known here may be any, as may short texts.

    Args:
        lines: some of the text.
        code: of the language, in any spelling.
    """
    from parbleu.text._languages import read_language

    frequent = _FREQUENT_WORDS.get(read_language(code).code, "").split()
    words = " ".join(lines).lower().split()
    if not frequent or len(words) < _ENOUGH_WORDS:
        return False
    return sum(map(words.count, frequent)) <= _LACKING * len(words)


def _script_of(language: Language) -> str:
    """Returns what the script of a language is called; "" if it is not known."""
    for name, codes, languages, _ in _ALPHABETS:
        if language.script in codes.split() if language.script else language.code in languages.split():
            return name
    return _HAN if language.macrolanguage == "zh" and not language.script else ""


def _letters(text: str) -> dict[str, int]:
    """Returns how many letters of each script a text has."""
    counts: dict[str, int] = {}
    for character in set(text):
        code = ord(character)
        for name, _, _, ranges in _ALPHABETS:
            if any(first <= code <= last for first, last in ranges):
                counts[name] = counts.get(name, 0) + text.count(character)
                break
    return counts


def _unsegmented(
    sample: CorpusSample, metrics: Iterable[Metric[Any]], in_shell: bool
) -> Iterator[tuple[Metric[Any], str]]:
    """Yields each metric that finds no words in the references' language, and a line that says so."""
    language = language_without_blanks(sample.references[0]) if sample.references else None
    if language is None:
        return
    code = LANGUAGES[language]
    for metric in metrics:
        options = metric.options_for(code)
        if options is None or word_rules(getattr(metric, "trg_lang", "")) == code:  # it has said so itself
            continue
        advice = "use chrF, which needs no words"
        if options:
            advice = "use " + _spelled(metric, options, in_shell)
            usual, *others = getattr(metric, "tokenizers_for", lambda _: [""])(code)
            if others:
                advice += f", or the tokenizer {' or '.join(others)}"
            elif in_shell and usual:
                advice += f", or a language pair such as -l en-{code}"
        yield (
            metric,
            (
                f"the references are mostly {language}, which has no blanks between words: {metric.name} "
                f"takes whole sentences for words; {advice}"
            ),
        )


def _spelled(metric: Metric[Any], options: dict[str, Any], in_shell: bool) -> str:
    """Returns options as one types them."""
    if not in_shell:
        return ", ".join(f"{name}={value!r}" for name, value in options.items())
    flags = {parameter.name: parameter.flags for parameter in metric.PARAMETERS}
    return " ".join(
        f"{flags[name][-1]} {value}" if isinstance(value, str) else flags[name][-1]
        for name, value in options.items()
    )
