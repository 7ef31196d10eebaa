"""Defines the metric `BLEU` (Papineni et al., 2002)."""

from __future__ import annotations

from parbleu import _core
from parbleu._base import log
from parbleu._base.log import warn, warn_of_texts, warn_once
from parbleu.errors import InputShapeError
from parbleu.metrics._input_checks import numbers
from parbleu.metrics._native_metric import NativeMetric
from parbleu.metrics._parameters import ParameterSignature, parameter
from parbleu.metrics._score import Score
from parbleu.text._tokenizers import TOKENIZERS, get_tokenizer, tokenizer_of_signature, word_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import KeysView, Mapping, Sequence
    from typing import Any, ClassVar

    from parbleu._core import Segments
    from parbleu.metrics._parameters import Parameter
    from parbleu.text._tokenizers.base import Tokenizer

MAX_NGRAM_ORDER = 4

_SMOOTH_DEFAULTS = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}

# Language, as `word_rules` names it -> its tokenizer and its name.
_LANGUAGES = {"zh": ("zh", "Chinese"), "ja": ("ja-mecab", "Japanese"), "ko": ("ko-mecab", "Korean")}

# Tokenizers that find words by the blanks between them.
_BY_BLANKS = ("none", "13a", "intl")

# The tokenizers that find words of other languages without blanks; and those that cut anything.
_SEGMENTERS = {
    "th": ("th-pythainlp", "icu"),
    "km": ("km-khmercut", "icu"),
    "my": ("my-burmesenlp", "icu"),
    "lo": ("icu",),
}
_FOR_ALL = ("flores200", "char")
_OF_ONE_LANGUAGE = {own: code for code, (own, _) in _LANGUAGES.items()} | {
    name: code for code, names in _SEGMENTERS.items() for name in names if name != "icu"
}
"""Tokenizers that find the words of one language alone -> its code."""

_TOKENIZERS = TOKENIZERS  # a class has its own TOKENIZERS

_new = object.__new__

# At least so many segments that end in a blank and a full stop look tokenized, and what then is said.
TOKENIZED_PERIODS = 100
_WARNED = -1
_TOKENIZED_TEXT, _NATURAL_TEXT = 0.6, 0.1  # their share: in the one at least, in the other at most
_TOKENIZED = (
    "{} % of the output's segments end in a tokenized period (' .'), and the score of tokenized text is "
    "another than that of the text: detokenize first"
)
LIKE_SACREBLEU = (
    "That's 100 lines that end in a tokenized period ('.')",
    "It looks like you forgot to detokenize your test data, which may hurt your score.",
    (
        "If you insist your data is detokenized, or don't care, you can suppress this message with the "
        "`force` parameter."
    ),
)


def _leave_out() -> str:
    return f"{'--force' if log.in_shell else 'force=True'} leaves this out"


def _are_pieces(hypotheses: Segments) -> bool:
    """Returns whether most full stops that end segments behind a blank are pieces of a subword model."""
    texts = [text for text in hypotheses.to_list() if text and text.endswith(" .")]
    return 2 * sum("▁" in text or text.endswith("@@ .") for text in texts) > len(texts)


class BLEUScore(Score):
    """A BLEU score.

    Attributes:
        counts: matching n-grams per order; with add-k smoothing, smoothed.
        totals: n-grams of the hypothesis per order; with add-k smoothing, smoothed.
        precisions: in percent, per order; smoothed.
        bp: brevity penalty, 0 to 1.
        sys_len: tokens of the hypotheses.
        ref_len: tokens of the references, for each segment of the one closest in length.
    """

    sys_len: int
    ref_len: int
    counts: list[int]
    totals: list[int]
    precisions: list[float]
    bp: float

    __slots__ = ("_formula", "_row", "bp", "counts", "precisions", "ref_len", "sys_len", "totals")

    # Of a score that `BLEU.sentence_score` made: the row of statistics, and the smoothing. The other
    # attributes are read more rarely than the score, so they are computed from these when they are read.
    _row: tuple[int, ...]
    _formula: tuple[str, float, bool]

    def __init__(
        self,
        score: float,
        counts: list[int],
        totals: list[int],
        precisions: list[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        self.score = score
        self.counts = counts
        self.totals = totals
        self.precisions = precisions
        self.bp = bp
        self.sys_len = sys_len
        self.ref_len = ref_len

    def __getattr__(self, attribute: str) -> Any:
        if attribute not in ("counts", "totals", "precisions", "bp", "sys_len", "ref_len"):
            return super().__getattr__(attribute)
        row = self._row
        orders = len(row) // 2 - 1
        correct, total = row[2 : 2 + orders], row[2 + orders :]
        self.sys_len, self.ref_len = row[:2]
        _, self.counts, self.totals, self.precisions, self.bp = _core.bleu_score(
            correct, total, self.sys_len, self.ref_len, *self._formula
        )
        return getattr(self, attribute)

    def _make_name(self) -> str:
        return "BLEU"

    @property
    def prec_str(self) -> str:
        """The precisions as printed: 82.4/50.0/45.5/37.5."""
        return "/".join(f"{precision:.1f}" for precision in self.precisions)

    @property
    def ratio(self) -> float:
        """Length of the hypotheses over length of the references; 0 if the latter is 0."""
        return self.sys_len / self.ref_len if self.ref_len else 0

    def _describe(self) -> str:
        return (
            f"{self.prec_str} (BP = {self.bp:.3f} ratio = {self.ratio:.3f} hyp_len = {self.sys_len:d} "
            f"ref_len = {self.ref_len:d})"
        )


class BLEUSignature(ParameterSignature):
    """The signature of BLEU: case, eff, tok and smooth; and order, if `Metric.sign_input` wants it."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        if "signed_order" not in args:  # sacreBLEU's signatures never have it
            del self.info["order"], self._abbr["order"]

    def render(self, parameter: Parameter, args: Mapping[str, Any]) -> str:
        """Returns one parameter's value as the signature writes it."""
        if parameter.name == "tokenize":
            return str(args["tokenizer_signature"])
        if parameter.name == "smooth_method":
            method = args["smooth_method"]
            default = _SMOOTH_DEFAULTS[method]
            if default is None:
                return str(method)
            value = args["smooth_value"]
            return f"{method}[{default if value is None else value:.2f}]"
        return super().render(parameter, args)

    @classmethod
    def parse(cls, parameter: Parameter, text: str) -> dict[str, Any]:
        """Returns the options that `render` wrote as `text`.

        Raises:
            ValueError: nothing is written so.
        """
        if parameter.name == "tokenize":
            return {"tokenize": tokenizer_of_signature(text)}
        if parameter.name == "smooth_method":
            method, bracket, value = text.partition("[")
            if method not in _SMOOTH_DEFAULTS or bool(bracket) != value.endswith("]"):
                raise ValueError(text)
            if bracket and _SMOOTH_DEFAULTS[method] is None:
                raise ValueError(text)
            return {"smooth_method": method, "smooth_value": float(value[:-1]) if bracket else None}
        return super().parse(parameter, text)


class BLEU(NativeMetric[BLEUScore]):
    """BLEU: the geometric mean of n-gram precisions, times a penalty for brevity.

    Statistics, int64, shape (N, 2 + 2 * max_ngram_order): tokens of the hypothesis; tokens of the reference
    closest in length (the shorter of two equally close); matching n-grams for each order, each clipped to its
    greatest count in one reference; n-grams of the hypothesis for each order.

    Raises:
        OptionError: an option has a value that it does not take.
        MissingDependencyError: the tokenizer needs a package that is not installed.
        MissingModelError: the tokenizer needs a model file that is not there.
    """

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = _SMOOTH_DEFAULTS
    TOKENIZERS: ClassVar[KeysView[str]] = dict.fromkeys(
        name for name in TOKENIZERS if name not in TOKENIZERS.not_sacrebleus
    ).keys()
    """The tokenizers that sacreBLEU has, too; `parbleu.text.TOKENIZERS` has all."""
    TOKENIZER_DEFAULT: ClassVar[str] = "13a"
    SENTENCE_OPTIONS: ClassVar[dict[str, Any]] = {"effective_order": True}
    _SIGNATURE_TYPE = BLEUSignature

    lowercase: bool = parameter(
        default=False,
        help="ignore case",
        flags=("--lowercase", "-lc"),
        key="case",
        short="c",
        words=("mixed", "lc"),
    )
    force: bool = parameter(
        default=False,
        help="do not look at the texts, to warn of them or refuse them",
        flags=("--force",),
        key="",
    )
    tokenize: str | None = parameter(
        default=None,
        help="tokenizer; by default 13a, or the target language's own: zh, ja-mecab, ko-mecab",
        choices=_TOKENIZERS,
        flags=("--tokenize", "-tok"),
        key="tok",
        place=2,
    )
    smooth_method: str = parameter(
        default="exp",
        help="how to smooth n-gram orders without a match",
        choices=_SMOOTH_DEFAULTS,
        flags=("--smooth-method", "-s"),
        key="smooth",
        short="s",
        place=3,
    )
    smooth_value: float | None = parameter(
        default=None,
        help="what floor and add-k smooth with; by default 0.1 and 1",
        flags=("--smooth-value", "-sv"),
        key="",
        limits=(0, None),
    )
    max_ngram_order: int = parameter(
        default=MAX_NGRAM_ORDER,
        help="the longest n-grams that count, such as 1 for BLEU-1",
        flags=("--max-ngram-order",),
        key="order",
        short="n",
        place=3,
        limits=(0, 1000),
    )
    effective_order: bool = parameter(
        default=False,
        help="leave out n-gram orders that the hypothesis is too short for; for single segments",
        flags=(),
        key="eff",
        short="e",
        place=1,
    )
    trg_lang: str = parameter(
        default="",
        help="target language: Chinese, Japanese and Korean choose their tokenizer, in any code",
        flags=(),
        key="",
    )

    def _check_options(self) -> None:
        get_tokenizer(self.tokenizer_name)
        self._warn_of_tokenizer()

    def _warn_of_tokenizer(self) -> None:
        if self.trg_lang:
            self._warn_of_language()
        if self.tokenizer.notice:
            warn(self.tokenizer.notice)

    def _warn_of_language(self) -> None:
        rules, name = word_rules(self.trg_lang), self.tokenizer_name
        tokenizer, language = _LANGUAGES.get(rules, ("", ""))
        if language and name != tokenizer:
            warn(f"Consider using the '{tokenizer}' or 'spm' tokenizer for {language}.")
        elif log.quiet or self.force:
            return
        elif rules and not tokenizer and name in _BY_BLANKS[1:]:
            *others, last = self.tokenizers_for(rules)
            warn_once(
                f"{self.trg_lang} has no blanks between words, and by the tokenizer {name} BLEU takes whole "
                f"sentences for words; use the tokenizer {', '.join(others)} or {last}",
                _leave_out(),
            )
        elif rules and name in _OF_ONE_LANGUAGE and name not in self.tokenizers_for(rules):
            *others, last = self.tokenizers_for(rules)
            warn_once(
                f"the tokenizer {name} finds the words of another language than {self.trg_lang}, so that the "
                f"score says nothing; use the tokenizer {', '.join(others)} or {last}",
                _leave_out(),
            )
        elif self.tokenize is None:
            self.warn_of_code(self.trg_lang)

    @classmethod
    def warn_of_code(cls, language: str) -> None:
        """Warns once of a code that names no language, or hardly the one that was meant, and so has 13a."""
        from parbleu.text._languages import doubtful_code

        name = cls.tokenizer_of(language)
        if name == cls.TOKENIZER_DEFAULT and (problem := doubtful_code(language)):
            warn_once(f"{problem}, so the tokenizer is {name}")

    @property
    def tokenizer_name(self) -> str:
        """The name of the tokenizer that `tokenize` and `trg_lang` choose."""
        if self.tokenize is not None:
            return self.tokenize
        return self.tokenizer_of(self.trg_lang)

    @classmethod
    def tokenizer_of(cls, language: str) -> str:
        """Returns the name of the tokenizer that a target language has by default, in any code of it."""
        return _LANGUAGES.get(word_rules(language), (cls.TOKENIZER_DEFAULT,))[0]

    @property
    def heeds_blanks(self) -> bool:
        """Whether scores depend on blanks; they do not where each character, or Chinese one, is a token."""
        return self.tokenizer_name not in ("zh", "char")

    @property
    def language_of_tokenizer(self) -> str:
        """The code of the only language whose words the tokenizer finds; "" if it finds those of others."""
        return _OF_ONE_LANGUAGE.get(self.tokenizer_name, "")

    def options_for(self, language: str) -> dict[str, Any] | None:
        """Returns the tokenizer for a language without blanks; None if this one may do."""
        if self.tokenizer_name not in _BY_BLANKS:
            return None
        return {"tokenize": self.tokenizers_for(language)[0]}

    @staticmethod
    def tokenizers_for(language: str) -> tuple[str, ...]:
        """Returns the tokenizers that serve a language without blanks, the best one first."""
        rules = word_rules(language)
        return _LANGUAGES[rules][:1] if rules in _LANGUAGES else (*_SEGMENTERS.get(rules, ()), *_FOR_ALL)

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer: call it with a segment."""
        return get_tokenizer(self.tokenizer_name)

    @property
    def tokenizer_signature(self) -> str:
        """The tokenizer's value in signatures."""
        return self.tokenizer.signature()

    def _make_native(self) -> Any:
        tokenizer = self.tokenizer
        value = smoothing_value(self.smooth_method, self.smooth_value)
        self._formula = (self.smooth_method, value, self.effective_order)
        native = tokenizer.native
        if native is not None:
            return _core.Bleu(native, self.lowercase, self.max_ngram_order, *self._formula)
        from parbleu.metrics._changed_text_engines import TokenizedBleu

        bleu = _core.Bleu("none", False, self.max_ngram_order, *self._formula)
        return TokenizedBleu(bleu, tokenizer, self.lowercase)

    def smooth_like_sacrebleu(self, value: float) -> None:
        """Sets a number to smooth with that the constructor refuses, such as -1.

        Args:
            value: the number. A score is NaN where it makes a precision negative.
        """
        self._smooth_value = value
        self._forget()

    def _option_values(self) -> dict[str, Any]:
        return {**super()._option_values(), "tokenizer_signature": self.tokenizer_signature}

    def _notice(
        self, hypotheses: Segments, noticed: int = 0, before: int = 0, compared: Sequence[Segments] = ()
    ) -> int:
        if self.force or noticed == _WARNED:
            return noticed
        periods = noticed + hypotheses.tokenized_periods()
        segments = before + len(hypotheses)
        if periods < max(TOKENIZED_PERIODS, self.tokenized_share * segments):
            return periods
        if self.tokenized_share:
            if compared and (
                _are_pieces(hypotheses)
                or (
                    periods > _TOKENIZED_TEXT * segments
                    and max(text.tokenized_periods() / len(text) for text in compared) < _NATURAL_TEXT
                )
            ):
                return _WARNED  # by the look at both sides
            warn_of_texts(_TOKENIZED.format(round(100 * periods / segments)), _leave_out())
        else:
            for line in LIKE_SACREBLEU:
                warn(line)
        return _WARNED

    @classmethod
    def options_from_name(cls, name: str) -> dict[str, Any] | None:
        """Returns the options of a name such as BLEU-2 or spBLEU; None for another metric's name."""
        if name == "spBLEU":
            return {"tokenize": "flores200"}
        stem, dash, order = name.partition("-")
        if stem != cls.__name__ or not dash or not order.isdecimal():
            return super().options_from_name(name)
        return {"max_ngram_order": int(order)}

    @property
    def score_name(self) -> str:
        """The name of its scores: BLEU, or such as BLEU-2 or spBLEU if `sign_input` wants it."""
        signed = self._test_set or {}
        if "signed_order" in signed:
            return f"BLEU-{self.max_ngram_order}"
        return "spBLEU" if "signed_subwords" in signed else "BLEU"

    def _named(self, score: BLEUScore) -> BLEUScore:
        """Returns a score with its name."""
        if self._test_set is not None:
            score.name = self.score_name
        return score

    def _score(self, row: Sequence[int]) -> BLEUScore:
        return self._named(BLEUScore(*self.native.result(row)))

    def _score_sentence(self, hypothesis: str, references: Any) -> BLEUScore:
        engine = self._engine or self.engine
        if not self._formula[2]:
            warn("It is recommended to enable `effective_order` for sentence-level BLEU.")
        score = _new(BLEUScore)
        score.score, score._row = engine.sentence_scored(hypothesis, references)
        score._formula = self._formula
        return self._named(score)

    @staticmethod
    def compute_bleu(
        correct: Sequence[int],
        total: Sequence[int],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """Returns BLEU from summed counts; leaves `correct` and `total` as they are.

        Args:
            correct: matching n-grams for the orders 1 to `max_ngram_order`.
            total: n-grams of the hypotheses for the same orders.
            sys_len: tokens of the hypotheses.
            ref_len: tokens of the references.
            smooth_method: `exp`, `floor`, `add-k` or `none`.
            smooth_value: for `floor` and `add-k`; by default 0.1 and 1.
            effective_order: leave out orders without an n-gram.
            max_ngram_order: how many orders.

        Raises:
            OptionError: there is no such smoothing method.
            InputShapeError: there are fewer counts than orders.
        """
        method, number, orders = (
            parameter.check(value, "BLEU")
            for parameter, value in (
                (BLEU.__dict__["smooth_method"], smooth_method),
                (BLEU.__dict__["smooth_value"], smooth_value),
                (BLEU.__dict__["max_ngram_order"], max_ngram_order),
            )
        )
        value = smoothing_value(method, number)
        counts, totals = numbers(correct), numbers(total)
        if len(counts) < orders or len(totals) < orders:
            raise InputShapeError(
                f"BLEU: compute_bleu needs {orders} counts and totals, one per n-gram order, but has "
                f"{len(counts)} and {len(totals)}; max_ngram_order says how many orders there are"
            )
        score, matches, grams, precisions, bp = _core.bleu_score(
            counts[:orders], totals[:orders], sys_len, ref_len, method, value, effective_order
        )
        return BLEUScore(
            score, matches + counts[orders:], grams + totals[orders:], precisions, bp, sys_len, ref_len
        )


def smoothing_value(method: str, value: float | None) -> float:
    """Returns the number to smooth with: `value`, or the method's default; 0 where none is used."""
    default = _SMOOTH_DEFAULTS[method]
    if default is None:
        return 0.0
    return float(default if value is None else value)
