"""`parbleu score`: computes BLEU, chrF and TER of systems' outputs."""

from __future__ import annotations

from parbleu._inputs import READERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from parbleu._cli.shell.console import Console
    from parbleu.metrics import Metric

PLAIN: dict[str, tuple[str, str, tuple[str | float, ...]]] = {
    "bleu": ("BLEU", "Bleu", ("13a", False, 4, "exp", 0.0, False)),
    "chrf": ("chrF2", "Chrf", (6, 0, 2.0, False, False, False)),
    "chrf++": ("chrF2++", "Chrf", (6, 2, 2.0, False, False, False)),
    "ter": ("TER", "Ter", (False, False, False, False)),
}
"""Name of a metric -> the name of its scores, its class in the core, and the default options of this."""

REGULAR = 0o10
"""The type of a regular file, in the upper bits of its mode."""

SMALL = 1 << 22
"""Bytes of a file from which on the time to start does not matter."""

TOKENIZED_PERIODS = 100
"""Segments that end in a blank and a full stop, from which on text may look tokenized."""


class PlainMetric:
    """What warnings of texts mostly ask of a metric; it takes time to load the metric, which tells the rest.

    Args:
        name: of the metric, a key of `PLAIN`.
        engine: what scores.
    """

    normalize, trg_lang, takes_normalization, language_of_tokenizer = None, "", True, ""

    def __init__(self, name: str, engine: Any) -> None:
        self._name = name
        self.score_name: str = PLAIN[name][0]
        self.heeds_blanks: bool = name != "chrf"
        self.engine: Any = engine
        self.native: Any = engine

    def __getattr__(self, attribute: str) -> Any:
        return getattr(default_metric(self._name), attribute)


def default_metric(name: str) -> Metric[Any]:
    """Returns the metric of that name with its default options."""
    from parbleu.metrics._metric_by_name import metric_class

    kind, options = metric_class(name)
    return kind(**options)


def run_plain(words: list[str], console: Console) -> int | None:
    """Prints the score of small files, for `REF... -i HYP` with no other options than `-m METRIC` and `-b`.

    Two thirds of the time of this most frequent command would go into loading what declares other options
    and tables, and with `-b` signatures. All else is left to the module `command`: other words, tokenized
    text, and tables, which terminals get without `-b`.

    Returns:
        the exit status; None if nothing was printed, since the module `command` must decide.

    Raises:
        ParbleuError: files cannot be read, or do not fit together.
    """
    plain = plain_files(words)
    if plain is None:
        return None
    from parbleu import _core
    from parbleu._base.threads import thread_count
    from parbleu._inputs.line_files import LineFiles
    from parbleu._inputs.named_corpus import NamedCorpus
    from parbleu.errors import InputShapeError

    name, references, system, score_only = plain
    metric = None if score_only else default_metric(name)
    if metric is None:
        _, kind, options = PLAIN[name]
        engine = getattr(_core, kind)(*options)
    else:
        engine = metric.engine
    row, periods = None, 0
    with LineFiles(NamedCorpus(references, [system])) as files:
        for part in files.parts():
            [hypotheses] = part.systems.values()
            try:
                row = engine.total(hypotheses, part.references, thread_count(), row)
            except InputShapeError:  # a segment is too long: the command knows its place in the file
                return None
            periods += hypotheses.tokenized_periods()
        if periods >= TOKENIZED_PERIODS:
            return None
        asked: Any = metric or PlainMetric(name, engine)
        files.warn_of_text([asked])
    if metric is None:
        console.show(f"{engine.score(row):.1f}")
    else:
        score = metric.result(row, len(references))
        more = {"unrounded": score.score, **console.kept_warnings()}
        console.show(score.format(1, signature=score.signature.format(), is_json=True, more=more))
    return 0


def plain_files(words: list[str]) -> tuple[str, list[str], str, bool] | None:
    """Returns the metric, the files of references, the system's, and whether `-b` is there; or None."""
    import sys
    from os import environ, stat

    begin = next((index for index, word in enumerate(words) if word[:1] == "-"), 0)
    values = {}
    rest = iter(words[begin:])
    for word in rest:
        if word in values or word not in ("-b", "-i", "-m"):
            return None
        values[word] = "" if word == "-b" else next(rest, "-")
    metric, system = values.get("-m", "bleu"), values.get("-i", "-")
    if begin == 0 or metric not in PLAIN or system[:1] == "-":
        return None
    if any("." + file.rpartition(".")[2].lower() in READERS for file in (*words[:begin], system)):
        return None
    if environ.get("SACREBLEU_FORMAT") or (
        "-b" not in values and (sys.stdout is None or sys.stdout.isatty())
    ):
        return None
    try:
        # What is no regular file, such as a pipe, cannot be read a second time, or is a folder.
        files = [stat(file) for file in (*words[:begin], system)]  # noqa: PTH116 - pathlib is large
        small = all(file.st_mode >> 12 == REGULAR and 0 < file.st_size < SMALL for file in files)
    except (OSError, ValueError):
        return None
    return (metric, words[:begin], system, "-b" in values) if small else None
