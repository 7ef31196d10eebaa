"""Words what a sample of systems' output and references tells of scores that are not what they seem."""

from __future__ import annotations

from parbleu._base import log
from parbleu._core import (
    LineSampler,
    Segments,
    WritingLimits,
    engine_of_search,
    first_look,
    language_by_script,
    worded_differences,
)
from parbleu.text._corpus_sample import LANGUAGES, SOURCE_ITSELF, CorpusSample
from parbleu.text._languages import expectation
from parbleu.text._normalizations import NORMALIZATIONS, words_of_normalization

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from parbleu._core import WritingDifference
    from parbleu.metrics import Metric


ANNOUNCED: list[list[str]] = []
"""The normalizations of other distributions, once a process has searched for them."""

_FEWEST = 10  # segments: fewer are scored in less time than it takes to look at them
FEWEST = 200
LOOKS_LEFT = [3]
"""Of corpora that a program scores by one metric, only those of so many segments, and only the first few of a
process, are looked at for differences in writing: it takes as long as scoring thousands of segments, and
programs that train score again and again."""


def warn_of_score(hypotheses: Segments, references: Sequence[Segments], metric: Metric[Any]) -> None:
    """Warns a program of text that makes the score of one system meaningless."""
    if _is_silent([metric]):
        return
    writing = len(hypotheses) >= FEWEST and LOOKS_LEFT[0] > 0
    LOOKS_LEFT[0] -= writing
    _warn({"hypotheses": hypotheses}, references, [metric], equal=False, writing=writing)


def warn_of_texts(
    hypotheses: Sequence[str], references: Sequence[Sequence[str | None]], metric: Metric[Any]
) -> bool:
    """Warns a program of the texts of an evaluation that has ended; returns whether there was a warning."""
    if _is_silent([metric]):
        return False
    return bool(
        _warn({"hypotheses": Segments(hypotheses)}, [*map(Segments, references)], [metric], equal=False)
    )


def warn_of_call(
    systems: Mapping[str, Segments],
    references: Sequence[Segments],
    metrics: Sequence[Metric[Any]],
    source: Segments | None = None,
) -> list[str]:
    """Warns a program of text that makes scores meaningless; returns the warnings.

    Commands do so themselves, with the names of files.

    Args:
        systems: name -> its output.
        references: their streams.
        metrics: the scores that are computed; BLEU's `force` leaves the warnings out.
        source: the source, if it is known.
    """
    return [] if _is_silent(metrics) else _warn(systems, references, metrics, source, announced=True)


def _is_silent(metrics: Sequence[Metric[Any]]) -> bool:
    """Returns whether a command looks at the text itself, or BLEU's `force` leaves warnings out."""
    return log.listener is not None or any(getattr(metric, "force", False) for metric in metrics)


def _warn(
    systems: Mapping[str, Segments],
    references: Sequence[Segments],
    metrics: Sequence[Metric[Any]],
    source: Segments | None = None,
    **what: Any,
) -> list[str]:
    if log.listener is not None or len(references[0]) < _FEWEST:
        return []
    sample = LineSampler((2 if what.get("writing", True) else 1) * WritingLimits.looked_at)
    sample.add(systems.values(), references, (), 0)
    if source is not None and len(source) == len(references[0]):
        sample.add_source(source)
    from parbleu.text._segmentation_warning import LEAVE_OUT, stream_names

    names = stream_names(len(references))
    lines = sampled_warnings(sample, list(systems), names, metrics, **what)
    remark = LEAVE_OUT if any(hasattr(metric, "force") for metric in metrics) else ""
    for line in lines:
        log.warn_of_texts(line, remark)
    return lines


def sampled_warnings(
    sample: LineSampler,
    systems: Sequence[str],
    references: Sequence[str],
    metrics: Sequence[Metric[Any]],
    **what: Any,
) -> list[str]:
    """Returns the lines of `corpus_warnings`; mostly the first look at a sample says that there are none.

    Where differences in writing are not sought, the first look takes longer than the closer one.
    """
    others = NORMALIZATIONS.registered() or (what.get("announced") and announced_normalizations())
    code = _code_of(metrics) or what.get("target", "")
    if what.get("writing", True) and not others:
        equal = what.get("equal", True)
        names = [*systems], [*references]
        lines = first_look(sample, metrics, *names, log.in_shell, equal, code, *expectation(code))
        if lines is not None:
            return lines
    return list(corpus_warnings(CorpusSample(sample), systems, references, metrics, **what))


def corpus_warnings(
    sample: CorpusSample,
    systems: Sequence[str],
    references: Sequence[str],
    metrics: Sequence[Metric[Any]],
    equal: bool = True,
    writing: bool = True,
    announced: bool = False,
    target: str = "",
) -> Iterator[str]:
    """Yields a line for each thing that makes scores meaningless.

    Args:
        sample: lines of both sides.
        systems: what to call the systems.
        references: what to call the reference streams.
        metrics: the scores that are computed.
        equal: whether to warn of texts that are the same, too.
        writing: whether to look, too, for shifted lines, differences in writing and other languages.
        announced: whether to try the normalizations that other distributions announce, too, which are
            searched for a tenth of a second or longer; those that were registered are tried always.
        target: the code of the target language, if it is known and metrics do not say it.
    """
    if names := _common_normalizations(metrics):
        sample = sample.normalized(names)
    # Names are marked in lines, to tell of which system each is: a name may be a part of another, or a word.
    marked = [f"\0{name}\0" for name in systems]
    lines: list[str] = []
    is_odd = sample.is_odd()
    if is_odd:
        from parbleu.text._segmentation_warning import differences as segmentation_differences

        heeds_blanks = not metrics or any(metric.heeds_blanks for metric in metrics)
        lines = segmentation_differences(sample, marked, references, heeds_blanks)
    if writing:
        lines += sample.mismatches(marked, references, equal)
    yield from (line.replace("\0", "") for line in lines)
    unsegmented = dict(_unsegmented(sample, metrics))
    yield from unsegmented.values()
    code = _code_of(metrics) or target
    is_in_target = code != "" and sample.is_expected(expectation(code))
    is_doubtful = code != "" and not (unsegmented or is_in_target)
    other_target = _other_target(sample, code) if is_doubtful else ""
    if other_target:
        yield other_target
    if not code and (line := _untold_korean(sample, metrics)):
        yield line
    yield from _cut_as_another(sample, metrics)
    if not writing:
        return
    # Where a metric finds no words, its score jumps by anything that makes some.
    segmented = [metric for metric in metrics if metric not in unsegmented and metric.takes_normalization]
    differences: list[WritingDifference | None] = []
    if segmented or not metrics:
        differences, score = _writing_differences(sample, segmented, announced)
        if any(differences):
            yield from worded_differences(
                differences, score, [*systems], references[0], log.in_shell, words_of_normalization
            )
    for system, name in enumerate(systems):
        is_told = is_odd or (differences and differences[system])
        own = [line for line in lines if marked[system] in line]
        is_copied = any(SOURCE_ITSELF in line for line in own)
        is_whole = not (is_told or unsegmented or own)
        if is_whole and (damage := _damage(sample, system, references)):
            yield f"{name} {damage}"
        elif not (is_told or is_copied) and (part := sample.foreign_part(system, name, references[0])):
            damage = sample.turned(system).how_damaged(0, name)
            yield f"{references[0]} {damage}" if damage else part[1]
        elif not (other_target or is_in_target) and (look := _unlike_target(sample, system, code)):
            yield f"the segments of {name} {look}"
        elif not unsegmented and not own:
            made = differences[system] if differences else None
            if line := _unlike_references(sample, system, systems, references, made.names if made else ()):
                yield line


_OF_DAMAGE = frozenset(("no-punct", "diacritics", "digraphs", "serbian", "mojibake", "nfc", "quotes"))
"""Signs that words are in the reverse order, or that letters are lost or read in a wrong encoding."""


def _damage(sample: CorpusSample, system: int, references: Sequence[str]) -> str:
    """Returns how an output was damaged on its way; "" if it seems intact."""
    suspects = sample.suspects()
    if not suspects or (
        _OF_DAMAGE.isdisjoint(suspects[system])
        and sample.perhaps_foreign(system) is None
        and not sample.seems_turned(system)
    ):
        return ""
    return sample.how_damaged(system, references[0])


def _unlike_references(
    sample: CorpusSample,
    system: int,
    systems: Sequence[str],
    references: Sequence[str],
    normalizations: Sequence[str],
) -> str:
    """Returns how an output is unlike its references, by these names, once both are normalized; else "".

    What normalizations undo, such as escapes, may hide as much as it shows.
    """
    if normalizations:
        sample = sample.normalized(normalizations)
    is_seen = sample.references and (normalizations or sample.seems_unlike(system))
    return sample.how_unlike(system, systems, references) if is_seen else ""


def announced_normalizations() -> list[str]:
    """Returns the normalizations of other distributions, for which a process searches once."""
    if not ANNOUNCED:
        ANNOUNCED.append(NORMALIZATIONS.others())
    return ANNOUNCED[0]


def _code_of(metrics: Iterable[Metric[Any]]) -> str:
    """Returns the code of the target language that the first of metrics says; "" if none does."""
    return next((code for metric in metrics if (code := getattr(metric, "trg_lang", ""))), "")


def _common_normalizations(metrics: Sequence[Metric[Any]]) -> list[str]:
    """Returns the normalizations after which all of the metrics score."""
    chosen = [(getattr(metric, "normalize", None) or "").split("+") for metric in metrics]
    return [name for name in chosen[0] if name and all(name in other for other in chosen)] if chosen else []


def _writing_differences(
    sample: CorpusSample, metrics: Sequence[Metric[Any]], announced: bool
) -> tuple[list[WritingDifference | None], str]:
    """Returns what normalizations of both sides make of the score of each system, and the score's name."""
    more = announced_normalizations() if announced else ()
    others = list(dict.fromkeys([*NORMALIZATIONS.registered(), *more]))
    if not (others or any(sample.suspects())):
        return [], ""
    engine, name = engine_of_search(metrics)
    return sample.written_differently(engine, others), name


def _untold_korean(sample: CorpusSample, metrics: Iterable[Metric[Any]]) -> str:
    """Returns that a metric would cut the references otherwise if it knew that they are Korean; "" if not."""
    if sample.language != "ko":
        return ""
    for metric in metrics:
        options = metric.options_for("ko") if getattr(metric, "tokenize", "") is None else None
        if options:
            advice = _spelled(metric, options)
            return (
                f"the references look Korean, and {metric.name} cuts them at blanks only, as no language is "
                f"given: use {advice}{', or a language pair such as -l en-ko' if log.in_shell else ''}"
            )
    return ""


def _cut_as_another(sample: CorpusSample, metrics: Iterable[Metric[Any]]) -> Iterator[str]:
    """Yields a line for each metric whose tokenizer is of a language that the references are not in.

    A metric that knows its target language, and that this has other tokenizers, has said so itself.
    """
    from parbleu.text._tokenizers import word_rules

    some: list[Any] = [*metrics]
    for metric in some:
        language = getattr(metric, "language_of_tokenizer", "")
        if not (language and sample.references) or word_rules(metric.trg_lang):
            continue
        from parbleu.text._expected_language import unlike_language

        look = unlike_language(sample.references[0], language)
        if not look:
            continue
        there = language_by_script(Segments(sample.references[0]))
        usual = metric.tokenizers_for(there)[0] if there else type(metric).TOKENIZER_DEFAULT
        name = {**LANGUAGES, "ko": "Korean"}[language]
        yield (
            f"the references {look}, and the tokenizer {metric.tokenizer_name} finds the words of {name} "
            f"alone: use {_spelled(metric, {'tokenize': usual})}"
        )


def _other_target(sample: CorpusSample, code: str) -> str:
    """Returns `other_target` of the references."""
    from parbleu.text._expected_language import other_target

    return other_target(sample.references[0], code) if sample.references else ""


def _unlike_target(sample: CorpusSample, system: int, code: str) -> str:
    """Returns `unlike_target` of an output.

    Without a code, the target language is that of references without blanks between words.
    """
    code = code or sample.language_without_blanks
    if not code:
        return ""
    from parbleu.text._expected_language import unlike_target

    return unlike_target(sample.systems[system], code)


def _unsegmented(sample: CorpusSample, metrics: Iterable[Metric[Any]]) -> Iterator[tuple[Metric[Any], str]]:
    """Yields each metric that finds no words in the references' language, and a line that says so."""
    code = sample.language_without_blanks
    if not code:
        return
    language = LANGUAGES[code]
    from parbleu.text._tokenizers import word_rules

    for metric in metrics:
        options = metric.options_for(code)
        if options is None or word_rules(getattr(metric, "trg_lang", "")) == code:  # it has said so itself
            continue
        advice = "use chrF, which needs no words"
        if options:
            advice = "use " + _spelled(metric, options)
            usual, *others = getattr(metric, "tokenizers_for", lambda _: [""])(code)
            if others:
                advice += f", or the tokenizer {' or '.join(others)}"
            elif log.in_shell and usual:
                advice += f", or a language pair such as -l en-{code}"
        yield (
            metric,
            (
                f"the references are mostly {language}, which has no blanks between words: {metric.name} "
                f"takes whole sentences for words; {advice}"
            ),
        )


def _spelled(metric: Metric[Any], options: dict[str, Any]) -> str:
    """Returns options as one types them."""
    if not log.in_shell:
        return ", ".join(f"{name}={value!r}" for name, value in options.items())
    flags = {parameter.name: parameter.flags or ("-l",) for parameter in metric.PARAMETERS}  # a language
    return " ".join(
        f"{flags[name][-1]} {value}" if isinstance(value, str) else flags[name][-1]
        for name, value in options.items()
    )
