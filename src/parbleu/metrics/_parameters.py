"""Declares options of metrics: constructors, their checks, flags and signatures derive from them."""

from __future__ import annotations

from parbleu.errors import OptionError, UnknownNameError
from parbleu.metrics._score import NORMALIZED, Signature, quote, unquote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from typing import Any, ClassVar


_KINDS: dict[str, type] = {"bool": bool, "int": int, "float": float, "str": str}


def parameter(
    *,
    default: Any,
    help: str,  # noqa: A002 - the word of argparse
    choices: Collection[str] | None = None,
    flags: tuple[str, ...] | None = None,
    key: str | None = None,
    short: str | None = None,
    place: int = 0,
    words: tuple[str, str] = ("no", "yes"),
    kind: type | None = None,
    limits: tuple[float | None, float | None] = (None, None),
) -> Any:
    """Declares an option of a metric, in the body of its class.

    `window: int = parameter(default=3, help="...")` is an option. The annotation is bool,
    int, float or str, with `| None` where None is a value. The constructor takes the options in the order of
    their declarations.

    Args:
        default: its default.
        help: one line for `--help` and the class's documentation.
        choices: the values that a str takes, if they are few.
        flags: how the command line spells it; `--METRIC-NAME` by default, () for no flag.
        key: its key in a long signature; its name by default, "" if it does not show there.
        short: its key in a short signature; `key` by default.
        place: where it stands in a signature: those of lower places first, then as declared.
        words: for a bool, what signatures say for False and for True.
        kind: the type of its flag's value, where it is not the annotated one: int for a float that is
            usually whole.
        limits: the least and the greatest value of a number; None for no limit.
    """
    return Parameter(**locals())


class Parameter:
    """One constructor argument of a metric, and the attribute of that name on its instances.

    Setting the attribute checks the value and discards what the metric had built from the old one, so
    an attribute can never say one thing and the score another. `parameter` makes it.

    Attributes:
        name: of the argument and the attribute.
        annotation: its type as it is written.
        kind: bool, int, float or str.
        optional: whether None is a value.
        real: whether an int takes fractions too, as chrF's beta does.
    """

    default: Any
    help: str
    choices: Collection[str] | None
    place: int
    words: tuple[str, str]
    limits: tuple[float | None, float | None]

    def __init__(self, **given: Any) -> None:
        self._names = [given.pop(name) for name in ("flags", "key", "short", "kind")]
        vars(self).update(given)

    def __set_name__(self, owner: type, name: str) -> None:
        flags, key, short, kind = self._names
        written = owner.__annotations__.get(name, "")
        self.annotation: str = (
            written if isinstance(written, str) else getattr(written, "__name__", str(written))
        )
        types = [word.strip() for word in self.annotation.split("|")]
        if types[0] not in _KINDS or types[1:] not in ([], ["None"]):
            raise TypeError(
                f"{owner.__name__}.{name} is annotated {self.annotation!r}; a parameter is bool, int, float "
                "or str, perhaps with | None"
            )
        self.name = name
        self._attribute = f"_{name}"
        self.kind: type = kind or _KINDS[types[0]]
        self.real: bool = self.kind is not _KINDS[types[0]]
        self.optional: bool = len(types) > 1
        self.flags: tuple[str, ...] = (
            (f"--{owner.__name__}-{name}".lower().replace("_", "-"),) if flags is None else flags
        )
        self.key: str = name if key is None else key
        self.short: str = self.key if short is None else short

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        return getattr(instance, self._attribute)

    def __set__(self, instance: Any, value: Any) -> None:
        # Not through __dict__: an instance whose dict was never asked for has faster attributes.
        setattr(instance, self._attribute, self.check(value, type(instance).__name__))
        instance._forget()

    def check(self, value: Any, owner: str) -> Any:
        """Returns `value` as this parameter's kind.

        Raises:
            OptionError: it is not a value that the parameter takes. `owner` begins the message.
        """
        if value is None and self.optional:
            return None
        if self.kind is str:
            if not isinstance(value, str):
                raise OptionError(f"{owner}: {self.name} is a string, not {value!r}")
            if self.choices is not None and value not in self.choices:
                raise UnknownNameError(f"{self.name} of {owner}", value, list(self.choices))
            return value
        if self.kind is bool:
            if isinstance(value, str):
                raise OptionError(f"{owner}: {self.name} is True or False, not {value!r}")
            return bool(value)
        return self._number(value, owner)

    def _number(self, value: Any, owner: str) -> Any:
        whole = self.kind is int
        try:
            # One that has __index__ is a whole number of any library.
            number = value.__index__() if hasattr(value, "__index__") else float(value)
            if whole and not self.real and number == int(number):
                number = int(number)
            bad = isinstance(value, str) or number != number or number in (float("inf"), float("-inf"))
        except (TypeError, ValueError, OverflowError):
            bad = True
        if bad or (whole and not self.real and not isinstance(number, int)):
            kind = "a whole number" if whole and not self.real else "a number"
            raise OptionError(f"{owner}: {self.name} is {kind}, not {value!r}")
        least, most = self.limits
        if (least is not None and number < least) or (most is not None and number > most):
            limits = f"at least {least}" + (f" and at most {most}" if most is not None else "")
            raise OptionError(f"{owner}: {self.name} is {limits}, not {value!r}")
        return number

    def render(self, value: Any) -> str:
        """Returns a value as signatures write it."""
        if self.kind is bool:
            return self.words[bool(value)]
        return quote(str(value))

    def parse(self, text: str) -> Any:
        """Returns the value that `render` wrote as `text`.

        Raises:
            ValueError: nothing is written so.
        """
        if self.kind is bool:
            return bool(self.words.index(text))
        if self.optional and text == str(None):
            return None
        return unquote(text) if self.kind is str else self.kind(text)

    def __repr__(self) -> str:
        return f"Parameter({self.name!r}, default={self.default!r})"


def constructor(parameters: Sequence[Parameter], start: Callable[..., None]) -> Callable[..., None]:
    """Returns an `__init__` with these parameters, and behind them `references` and, by name, `normalize`.

    Args:
        parameters: its parameters, in order.
        start: is called with the instance, and all by name.
    """
    known: dict[str, Any] = {"_start": start}
    names = ", ".join([declared.name for declared in parameters])
    # As the standard library's dataclasses do, but without the defaults, which take longer to compile.
    exec(f"def __init__(self, {names}, references, *, normalize):\n    _start(**locals())", known)
    method: Any = known["__init__"]
    method.__defaults__ = (*(declared.default for declared in parameters), None)
    method.__annotations__ = {declared.name: declared.annotation for declared in parameters}
    method.__kwdefaults__ = {"normalize": None}
    method.__annotations__ |= {
        "references": "ReferencesLike | None",
        "normalize": "str | Sequence[str] | None",
        "return": "None",
    }
    return method  # type: ignore[no-any-return]


def described(text: str | None, parameters: Sequence[Parameter]) -> str | None:
    """Returns the documentation of a metric's class with its parameters."""
    if text is None:  # under python -OO
        return None
    lines = [f"        {declared.name}: {declared.help}." for declared in parameters]
    lines.append(
        "        references: reference streams, prepared once for all later calls without references."
    )
    lines.append(
        "        normalize: names of normalizations of both sides, of `parbleu.text.NORMALIZATIONS`."
    )
    return "\n".join([text.rstrip(), "", "    Args:", *lines, "    "])


class ParameterSignature(Signature):
    """A signature whose items are a metric's parameters that have a key, by their places.

    Attributes:
        constants: (key, short key, value, place) of what never changes.
        shown: what shows, in printed order: a parameter, or (key, short key, value) of a constant.
    """

    constants: ClassVar[tuple[tuple[str, str, str, int], ...]] = ()
    shown: ClassVar[tuple[Parameter | tuple[str, str, str], ...]] = ()

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        for item in self.shown:
            if isinstance(item, tuple):
                key, short, value = item
            else:
                key, short, value = item.key, item.short, self.render(item, args)
            self._abbr[key] = short
            self.info[key] = value
        if names := args.get("normalize"):
            tokenizer_steps = self.info.get(NORMALIZED)
            self.info[NORMALIZED] = names if tokenizer_steps is None else f"{tokenizer_steps}+{names}"

    def render(self, parameter: Parameter, args: Mapping[str, Any]) -> str:
        """Returns one parameter's value as the signature writes it."""
        return parameter.render(args[parameter.name])

    @classmethod
    def parse(cls, parameter: Parameter, text: str) -> dict[str, Any]:
        """Returns the options that `render` wrote as `text`.

        Raises:
            ValueError: nothing is written so.
        """
        return {parameter.name: parameter.parse(text)}


def sign(metric: Any) -> None:
    """Sets the signature type of a metric's class: the one that it defines, completed, or a new one."""
    if "_SIGNATURE_TYPE" not in metric.__dict__:
        names = {"__module__": metric.__module__, "__qualname__": f"{metric.__qualname__}._SIGNATURE_TYPE"}
        metric._SIGNATURE_TYPE = type("_SIGNATURE_TYPE", (metric._SIGNATURE_TYPE,), names)
    items: list[tuple[int, Any]] = [
        (declared.place, declared) for declared in metric.PARAMETERS if declared.key
    ]
    items += [(at, (key, short, value)) for key, short, value, at in metric._SIGNATURE_TYPE.constants]
    metric._SIGNATURE_TYPE.shown = tuple(item for _, item in sorted(items, key=lambda item: item[0]))


# What type checkers know of a metric: the type of its scores, and the constructor that its declarations make.
if TYPE_CHECKING:
    from typing import Generic, Literal, TypeVar

    from typing_extensions import dataclass_transform

    from parbleu._core import Segments
    from parbleu.metrics._score import Origin, Score
    from parbleu.typing import ReferencesLike

    ScoreType = TypeVar("ScoreType", bound=Score)

    class Scoring(Generic[ScoreType]):
        """Declares the class of a metric's scores."""

    def _last(*, default: Any, kw_only: bool) -> Any: ...

    def state(*, init: Literal[False]) -> Any:
        """Returns an attribute that the constructor does not take."""

    @dataclass_transform(field_specifiers=(parameter, state, _last))
    class _Constructed(Generic[ScoreType]):
        _seed_text: str | None
        source_signature: str | None
        _engine: Any
        _native: Any
        _references: tuple[Segments, ...] | None
        _prepared: Any
        _options: dict[str, Any] | None
        _origin: Origin | None  # of the latest sentence score
        _test_set: dict[str, str] | None
        _normalize: str

    class Declared(_Constructed[ScoreType]):
        """A class whose constructor takes what `parameter` declares in its body, and references."""

        references: ReferencesLike | None = _last(default=None, kw_only=True)
        normalize: str | Sequence[str] | None = _last(default=None, kw_only=True)

else:
    # Without the import of `typing`.
    ScoreType = None

    class Scoring:
        """Of which class a metric's scores are: for type checkers only."""

        def __class_getitem__(cls, score_type):
            return cls

    class Declared(Scoring):
        """The state of a metric that was not used yet; its constructor takes what `parameter` declares."""

        num_refs = n_samples = seed = _seed_text = source_signature = None
        _engine = _native = _references = _prepared = _options = _origin = _test_set = None
        _normalize = ""
