"""Words what a sample of systems' output and references tells of scores that are not what they seem."""

from __future__ import annotations

from parbleu.text._corpus_sample import LANGUAGES, language_without_blanks, mismatches
from parbleu.text._tokenizers import word_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from parbleu.metrics import Metric
    from parbleu.text._corpus_sample import CorpusSample


def corpus_warnings(
    sample: CorpusSample,
    systems: Sequence[str],
    references: Sequence[str],
    metrics: Sequence[Metric[Any]],
    in_shell: bool = False,
) -> Iterator[str]:
    """Yields a line for each thing that makes scores meaningless.

    Args:
        sample: lines of both sides.
        systems: what to call the systems.
        references: what to call the reference streams.
        metrics: the scores that are computed.
        in_shell: whether options are spelled as on a command line.
    """
    if sample.is_odd():
        from parbleu.text._segmentation_warning import differences

        yield from differences(sample, systems, references, any(metric.heeds_blanks for metric in metrics))
    yield from mismatches(sample, systems, references)
    yield from _unsegmented(sample, metrics, in_shell)


def _unsegmented(sample: CorpusSample, metrics: Iterable[Metric[Any]], in_shell: bool) -> Iterator[str]:
    """Yields a line for each metric that finds no words in the references' language."""
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
            f"the references are mostly {language}, which has no blanks between words: {metric.name} takes "
            f"whole sentences for words; {advice}"
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
