"""Reads scores from saved results of parbleu and sacreBLEU, with what each says of how it was computed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parbleu._comparison.sample_warnings import why_few_samples
from parbleu._io.lines import StandardInput, read_json
from parbleu.errors import FormatError, SignatureError
from parbleu.metrics._from_signature import from_signature
from parbleu.metrics._signature import COMMON_KEYS
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES
from parbleu.text._tokenizers import TOKENIZERS

if TYPE_CHECKING:
    from parbleu.metrics._base import Metric

SIGNATURE = " signature"
NAME_OF_BASELINE = "Baseline: "
REFERENCE_LENGTH = re.compile(r"ref_len = ([0-9]+)")
WHAT_IS_READ = "read are results of parbleu score -f json, and the JSON of sacreBLEU"
NOT_SETTINGS = ("version", "bs", "ar", "seed")
"""Items of signatures that change no score."""


@dataclass(frozen=True)
class PaperScore:
    """A score in a saved result.

    Attributes:
        file: the file's path.
        system: its name; where the result has none, that of the file without its ending.
        metric: the name of the score.
        signature: how it was computed; "" if the file does not say so.
        test: the test that compared it with others, in words; "" if none did.
        n_segments: how many segments it is of; None if the file does not say so.
        reference_length: tokens of the references, if there is one for each segment; None if the file does
            not say so.
        weak: why its test says little, in a sentence; "" if it does not.
    """

    file: str
    system: str
    metric: str
    signature: str
    test: str = ""
    n_segments: int | None = None
    reference_length: int | None = None
    weak: str = ""

    @property
    def items(self) -> dict[str, str]:
        """Key -> value of the signature, as it writes them."""
        parts = (item.partition(":") for item in self.signature.split("|"))
        return {key: value for key, _, value in parts if key}

    @property
    def given(self) -> bool:
        """Whether the score is of segment scores that another tool computed."""
        return self.items.get("scores") == "given"

    def why_not_verifiable(self) -> str:
        """Returns why the signature does not tell how to compute the score again; "" if it does."""
        if not self.signature:
            return "the result has no signature of it"
        if self.given:
            return "the scores of segments are of another tool, which the signature does not name"
        try:
            self._metric()
        except SignatureError as problem:
            return str(problem)
        return "" if {"version", "v"} & self.items.keys() else "its signature names no version"

    def settings(self) -> dict[str, str]:
        """Returns what the signature says of the score but for versions and resampling, under long keys."""
        items = self.items
        try:
            metric = self._metric()
        except SignatureError:
            return {key: value for key, value in items.items() if key not in NOT_SETTINGS}
        metric.num_refs = 1
        parts = (item.split(":", 1) for item in metric.get_signature().format().split("|"))
        found = {key: value for key, value in parts if key not in (*NOT_SETTINGS, "nrefs")}
        if "tok" in found:
            found["tok"] = items.get("tok", found["tok"])
        for key, (short, _) in COMMON_KEYS.items():
            value = items.get(key, items.get(short))
            if key not in NOT_SETTINGS and value not in (None, found.get("tok")):
                found[key] = value
        return found

    def _metric(self) -> Metric[Any]:
        """Returns the metric of the signature, without its tokenizer, which may be missing here."""
        tokenizer = self.items.get("tok", "")
        known = any(tokenizer == name or tokenizer.startswith(f"{name}-") for name in TOKENIZERS)
        signature = self.signature.replace(f"tok:{tokenizer}", "tok:none") if known else self.signature
        return from_signature(f"{self.metric}|{signature}")


def read_paper_scores(path: str) -> list[PaperScore]:
    """Reads the scores of a file of `parbleu score -f json`, or of sacreBLEU's JSON; "-" is standard input.

    Raises:
        UnreadableFileError: it cannot be read.
        FormatError: it holds something else.
    """
    result = read_json(path)
    path = StandardInput.name if path == "-" else path
    try:
        if isinstance(result, dict) and "tables" in result:
            found = list(_of_tables(path, result["tables"]["scores"]))
        else:
            found = list(_of_sacrebleu(path, result if isinstance(result, list) else [result]))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        found = []
    if not found:
        raise FormatError(path, 0, f"it holds no scores of systems; {WHAT_IS_READ}")
    return found


def _of_tables(path: str, table: Any) -> Iterator[PaperScore]:
    """Yields the scores of one system, whose rows are metrics, or of several, whose rows are systems."""
    facts, rows = table["facts"], table["rows"]
    size = _whole(facts.get("n_segments"))
    if "system" not in rows[0]:
        for row in rows:
            signature = str(row["signature"])
            length = _reference_length(row.get("details"), signature)
            yield PaperScore(path, Path(path).stem, str(row["metric"]), signature, "", size, length)
        return
    told = (_test(facts), _weakness(facts, size))
    names = [key.removesuffix(SIGNATURE) for key in facts if key.endswith(SIGNATURE)]
    for row in rows:
        for name in (name for name in names if name in row):
            test, weak = told if f"{name}_p_value" in row else ("", "")
            yield PaperScore(
                path, str(row["system"]), name, str(facts[name + SIGNATURE]), test, size, weak=weak
            )


def _test(facts: Mapping[str, Any]) -> str:
    test = {"bootstrap": "paired bootstrap", "randomization": "paired approximate randomization"}
    words = [test.get(str(facts.get("test")), "a test without a name")]
    words += [f"{facts['n_samples']} samples"] if "n_samples" in facts else []
    words += [f"seed {facts['seed']}"] if "seed" in facts else []
    return ", ".join(words)


def _weakness(facts: Mapping[str, Any], n_segments: int | None) -> str:
    """Returns why a test of so few segments, or units of several, says little; "" if it does not."""
    n_drawn, n_samples = _whole(facts.get("n_units")) or n_segments, _whole(facts.get("n_samples"))
    if n_drawn is None or (n_drawn > 1 and facts.get("test") != "bootstrap"):
        return ""
    return why_few_samples(n_drawn, n_samples or BOOTSTRAP_SAMPLES)


def _whole(value: object) -> int | None:
    """Returns a number from 1; None for anything else that a file may hold."""
    return value if isinstance(value, int) and value > 0 and not isinstance(value, bool) else None


def _of_sacrebleu(path: str, items: list[Any]) -> Iterator[PaperScore]:
    """Yields the scores of objects for each metric, or of objects for each system, without signatures."""
    tested = {
        key
        for item in items
        for key, value in item.items()
        if isinstance(value, dict) and value.get("p_value") is not None
    }
    for item in items:
        if "system" in item:
            system = str(item["system"]).removeprefix(NAME_OF_BASELINE)
            for name in (key for key in item if key != "system"):
                test = "a test that the file does not name" if name in tested else ""
                yield PaperScore(path, system, name, "", test)
        else:
            float(item["score"])
            signature = str(item.get("signature", ""))
            length = _reference_length(item.get("verbose_score"), signature)
            yield PaperScore(path, Path(path).stem, str(item["name"]), signature, "", None, length)


def _reference_length(details: Any, signature: str) -> int | None:
    """Returns the references' length in BLEU's details; with several of them it depends on the output."""
    found = REFERENCE_LENGTH.search(str(details or ""))
    one = any(item in ("nrefs:1", "#:1") for item in signature.split("|"))
    return int(found[1]) if found and one else None
