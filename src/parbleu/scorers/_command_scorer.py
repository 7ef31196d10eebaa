"""Scores items with a program that reads lines, TSV or JSON, and writes a number a line."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from parbleu._base.numbers import parse_decimal
from parbleu._io.programs import UserProgram
from parbleu.errors import OptionError, ScorerError
from parbleu.scorers._scorer import REQUIRED, UNUSED, ItemScore, Scorer, ScorerFacts, ScorerItem
from parbleu.scorers._segment_cache import segment_cache

COLUMNS = ("source", "hypothesis", "reference")
FORMATS = ("tsv", "jsonl")
DIRECTIONS = ("higher", "lower")
MISSING = ("", "none", "na", "n/a", "nan", "null")


class CommandScorer(Scorer):
    """A program of the user's, which the shell runs once for each few thousand segments.

    It reads a line for each segment: columns that TABs separate, or a JSON object; and writes a number for
    each, or an empty line for none. Its scores are kept for later runs only if the name says its version.
    """

    kind = "command"
    OPTIONS = {  # noqa: RUF012 - a ClassVar in the base class
        "columns": "hypothesis+reference",
        "input": "tsv",
        "name": "",
        "better": "higher",
        "version": "",
        "timeout": 0.0,
        "licence": "",
    }
    facts = ScorerFacts("any program that reads lines and writes a number for each")

    def __init__(self, model: str = "", **options: Any) -> None:
        super().__init__(model, **options)
        self._columns = tuple(self.options["columns"].split("+"))
        if not model.strip():
            raise OptionError(
                "command needs a program: command:./score.py, with options behind it (:name=Mine)"
            )
        if unknown := [column for column in self._columns if column not in COLUMNS]:
            raise OptionError(
                f"command has the columns {', '.join(COLUMNS)}, joined by +, not {unknown[0]!r}"
            )
        for option, known in (("input", FORMATS), ("better", DIRECTIONS)):
            if self.options[option] not in known:
                raise OptionError(f"command: {option} is {' or '.join(known)}, not {self.options[option]!r}")
        self.facts = replace(
            type(self).facts,
            source=REQUIRED if "source" in self._columns else UNUSED,
            reference=REQUIRED if "reference" in self._columns else UNUSED,
            higher_is_better=self.options["better"] == "higher",
            licence=self.options["licence"],
        )

    @property
    def name(self) -> str:
        """What tables call the scores: the option `name`, or the program's file."""
        if self.options["name"]:
            return str(self.options["name"])
        files = self._files()
        files = [file for file in files if "/" in file] or files
        return Path(files[-1]).stem if files else self.model.split()[0]

    @property
    def keeps(self) -> bool:
        """Whether scores may be kept for later runs: if the name says the program's version."""
        return bool(self.options["version"])

    def _files(self) -> list[str]:
        """Returns the words of the command that are files."""
        try:
            words = shlex.split(self.model)
        except ValueError:
            words = self.model.split()
        return [word for word in words if Path(word).is_file()]

    def identity(self) -> dict[str, str]:
        """Returns the program, its version, and the checksums of files that it names."""
        facts = {"scorer": self.full_name}
        for number, file in enumerate(self._files(), 1):
            facts[f"file{number}"] = segment_cache().checksum(file)[:12]
        return facts

    def score(self, items: Sequence[ScorerItem]) -> list[ItemScore]:
        """Returns the numbers that the program writes.

        Raises:
            ScorerError: it fails, or writes something else.
            OptionError: a text has a TAB or a line end, which TSV cannot hold.
        """
        timeout = self.options["timeout"] or None
        program = UserProgram(
            self.model,
            f"the scorer {self.name}",
            ScorerError,
            timeout,
            more_time="another :timeout=SECONDS in its name",
        )
        written = program.run([self._line(item) for item in items])
        return [self._number(line, number) for number, line in enumerate(written, 1)]

    def _line(self, item: ScorerItem) -> str:
        texts = {column: getattr(item, column) or "" for column in self._columns}
        if self.options["input"] == "jsonl":
            return json.dumps(texts, ensure_ascii=False)
        for column, text in texts.items():
            if any(mark in text for mark in "\t\n\r"):
                raise OptionError(
                    f"{self.name}: a {column} has a TAB or a line end, which no TSV holds: add :input=jsonl"
                )
        return "\t".join(texts.values())

    def _number(self, line: str, number: int) -> ItemScore:
        if line.strip().lower() in MISSING:
            return ItemScore(None, problem="the program wrote no number")
        try:
            return ItemScore(parse_decimal(line.strip()))
        except ValueError:
            raise ScorerError(
                f"the scorer {self.name} wrote {line[:40]!r} in line {number}: it must write a number for "
                "each segment, and other things to standard error"
            ) from None
