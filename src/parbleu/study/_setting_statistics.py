"""Computes the statistics tables of all systems in one setting, and the scorer of their sums."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from parbleu._comparison.metric_inputs import DECIMALS, Measure, measure
from parbleu.metrics._bleu import BLEU
from parbleu.metrics.tokens._token_bleu import TokenBLEU
from parbleu.metrics.tokens._token_score import TokenSignature
from parbleu.study._tokenized_texts import TokenizedTexts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu.study._varied_settings import Setting
    from parbleu.text._tokenizers.base import Tokenizer


class _BLEU(BLEU):
    """BLEU with any tokenizer at all."""

    def __init__(self, tokenizer: Tokenizer, label: str, setting: Setting) -> None:
        self._own_tokenizer = tokenizer
        self._label = label
        super().__init__(
            lowercase=setting.lowercase,
            force=True,
            smooth_method=setting.smooth_method,
            smooth_value=setting.smooth_value,
            normalize=setting.normalize,
        )

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer: call it with a segment."""
        return self._own_tokenizer

    @property
    def tokenizer_signature(self) -> str:
        """The tokenizer's value in signatures."""
        return self._label


_BLEU.__name__ = BLEU.__name__  # which messages begin with


@dataclass
class SettingStatistics:
    """Makes the statistics of a study's systems in one setting after another; equal tables are made once.

    Attributes:
        names: of the systems.
        texts: their output, and the references.
        num_refs: references of every segment, -1 if that varies.
        threads: how many may work.
    """

    names: Sequence[str]
    texts: TokenizedTexts
    num_refs: int
    threads: int
    _tables: dict[Any, list[Any]] = field(default_factory=dict, init=False)

    def measure(self, setting: Setting) -> Measure:
        """Returns the statistics of all systems."""
        if setting.metric is not None and not setting.of_tokens:
            return next(measure([setting.metric], self.names, *self.texts.sides, self.threads))
        if setting.variant != "sacrebleu":
            return self._by_rules(setting)
        texts, tokenizer, label = self._given(setting)
        if setting.metric is not None:
            found = next(measure([setting.metric], self.names, *texts.tokenized(tokenizer), self.threads))
            found.signature.update("cut", label)
            return found
        bleu = _BLEU(texts.caching(tokenizer, setting.lowercase), label, setting)
        key = (setting.tokenizer, setting.lowercase, setting.one_side, setting.normalize)
        if key not in self._tables:
            self._tables[key] = list(bleu.tables(*texts.sides, threads=self.threads))
        bleu.num_refs = self.num_refs
        return Measure("BLEU", bleu.scorer, self._tables[key], True, DECIMALS, bleu.get_signature())

    def _given(self, setting: Setting) -> tuple[TokenizedTexts, Tokenizer, str]:
        """Returns the texts as a scorer gets them, its tokenizer, and what signatures say of both."""
        texts, tokenizer = self.texts, setting.tokenizer
        label = tokenizer.signature()
        if setting.scorer is not None:
            label = f"{setting.scorer.signature()}({label}({setting.one_side}))"
            systems, references = texts.tokenized(tokenizer)
            if setting.one_side == "hyp":
                references = texts.sides[1]
            else:
                systems = texts.sides[0]
            texts, tokenizer = texts.with_sides(systems, references), setting.scorer
        return texts, tokenizer, label

    def _by_rules(self, setting: Setting) -> Measure:
        """Returns what BLEU by another tool's rules makes of the tokens."""
        rules = TokenBLEU(
            variant=setting.variant, smooth_method=setting.smooth_method, smooth_value=setting.smooth_value
        )
        systems, references = self.texts.token_lists(setting.tokenizer, setting.lowercase)
        tables: list[Any] = [
            rules.native.full_statistics(system, references, self.threads) for system in systems
        ]
        signature = TokenSignature({**rules.options, "num_refs": self.num_refs})
        signature.update("case", "lc" if setting.lowercase else "mixed")
        signature.update("tok", setting.tokenizer.signature())
        return Measure("BLEU", rules.native, tables, True, DECIMALS, signature)
