"""Defines `Option`, `OptionTable`, a command's options, and `Arguments`, their values on a command line.

Parsers and help texts derive from options.
"""

from __future__ import annotations

from parbleu._base.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    from parbleu._base.registry import Names, Registry
    from parbleu.metrics._parameters import Parameter

METAVARS: dict[Any, str] = {int: "N", float: "X", str: "NAME"}
"""What stands for values of these kinds in help texts."""


SUFFIXES = {name: name for name in ("csv", "html", "json", "tsv")}
SUFFIXES |= {"htm": "html", "md": "markdown", "tex": "latex", "typ": "typst"}
"""Suffix of a file -> the format of a result in it."""


class Option:
    """One option of a command line.

    Args:
        spelling: its spellings with blanks between, the main one first: "--format -f". A word without a dash
            is the name of the positional arguments.
        help: what `--help` says.
        kind: bool (a flag without value), int, float, str, or a function that makes a value of a word.
        many: "" for exactly one value, "*" for any number, "+" for at least one. Values add up if the option
            is given several times; of an option of one the last counts, which a warning says. In the command
            `sacrebleu` the last ones count.
        default: its value where it is not given; False for a flag without value, () for positional
            arguments. `UNSET` leaves the name out of the result.
        choices: the values it takes, if they are few; a registry takes all of its names, also those that
            other distributions announce.
        metavar: what stands for its value in the help text; by default FILE where that is what is read or
            written, else one of `METAVARS`.
        rivals: a name that it shares with those options of its group that exclude it.
        split: makes several words of one, such as of a list with commas. The command `sacrebleu` takes words
            as they are.
        dest: the name of its value; by default the main spelling with `_` for `-`.
        reads: how its values name files that the command reads: a key of `NAMED` in
            `parbleu._cli.shell.overwrite_check`; "" if they name none.
        writes: the same of files that the command writes.
        unlisted: more spellings, which help texts, completion and manuals leave out.
    """

    def __init__(
        self,
        spelling: str,
        help: str,  # noqa: A002 - the word of argparse
        kind: Callable[[str], Any] = str,
        *,
        many: str = "",
        default: Any = None,
        choices: Collection[str] | Names | Registry | None = None,
        metavar: str = "",
        rivals: str = "",
        split: Callable[[str], list[str]] | None = None,
        dest: str = "",
        reads: str = "",
        writes: str = "",
        unlisted: str = "",
    ) -> None:
        words = tuple(spelling.split())
        self.flags: tuple[str, ...] = words if spelling[0] == "-" else ()
        self.unlisted: tuple[str, ...] = tuple(unlisted.split())
        self.dest: str = dest or words[0].lstrip("-").replace("-", "_")
        self.help = help
        self.kind = kind
        self.many = many
        self.repeats: bool = bool(self.flags and many)
        if default is None and (kind is bool or not self.flags):
            default = False if self.flags else ()
        self.default = default
        self.choices = choices
        of_file = "FILE" if "FILE" in (reads, writes) else ""
        self.metavar: str = metavar or of_file or METAVARS.get(kind, "")
        self.rivals = rivals
        self.split = split
        self.reads = reads
        self.writes = writes

    @property
    def read(self) -> Callable[[str], Any]:
        """What makes a value of a word; a number is read by the rules of `parbleu._base.numbers`."""
        if self.kind is not int and self.kind is not float:
            return self.kind
        from parbleu._base.numbers import read_float, read_int

        return read_int if self.kind is int else read_float

    def reader(self, *, is_face: bool) -> Callable[[str], Any]:
        """Returns what makes a value of a word; the command `sacrebleu` takes numbers as Python does."""
        return self.kind if is_face else self.read

    def choices_of(self, *, is_face: bool) -> Collection[str] | Names | Registry | None:
        """Returns the values that it takes; in the command `sacrebleu` not those of parbleu alone."""
        of_face = getattr(self.choices, "for_sacrebleu", None)
        if is_face and of_face is not None:
            return of_face()  # type: ignore[no-any-return]
        if is_face and getattr(self.choices, "not_sacrebleus", None):
            from parbleu._base.registry import Names

            return Names.of_sacrebleu(self.choices)  # type: ignore[arg-type]
        return self.choices


def output_option(text: str, dest: str = "", writes: str = "FILE") -> Option:
    """Returns the option that names a file for the output; its value is None without it, and for `-`."""
    text = f"{text} (default, and -: standard output)"
    return Option("--output -o", text, _file_or_stream, metavar="FILE", dest=dest, writes=writes)


def changed_option(option: Option, **attributes: Any) -> Option:
    """Returns a copy of an option, some of whose attributes have other values."""
    from copy import copy  # which `parbleu score` does not need

    changed = copy(option)
    vars(changed).update(attributes)
    return changed


def _file_or_stream(word: str) -> str | None:
    return None if word == "-" else word


def parameter_option(parameter: Parameter, dest: str, default: Any) -> Option:
    """Returns the option that sets a parameter of a metric."""
    text = parameter.help
    if parameter.kind is not bool and parameter.default is not None:
        text = f"{text} (default: {parameter.default})"
    return Option(
        " ".join(parameter.flags), text, parameter.kind, default=default, choices=parameter.choices, dest=dest
    )


class Unset:
    """The default of an option whose absence must be distinguishable from any value."""


UNSET = Unset()


class OptionGroup:
    """Options that the help text shows together.

    Args:
        title: the heading; empty for the first group.
        options: the options; or a function that makes them, called only if they are needed. Those that a
            function makes have no default.
        abbreviated: whether a beginning of a flag that also begins a flag of another group may mean these
            options. False keeps the abbreviations of sacreBLEU's flags.
    """

    def __init__(
        self,
        title: str,
        options: tuple[Option, ...] | Callable[[], tuple[Option, ...]],
        abbreviated: bool = True,
    ) -> None:
        self.title = title
        self.abbreviated = abbreviated
        self.declared: tuple[Option, ...] = () if callable(options) else options
        self.options: Callable[[], tuple[Option, ...]] = (
            options if callable(options) else lambda: self.declared
        )


class OptionTable:
    """All options of a command, in groups that are looked into one after the other.

    Attributes:
        defaults: the values of options that are not given.
        positional: the name of the value that takes the words which belong to no option; "" if none does.
        writing: the options that name files which the command writes.
    """

    def __init__(self, *groups: OptionGroup) -> None:
        self.groups = groups
        options = [option for group in groups for option in group.declared]
        self.defaults: dict[str, Any | bool] = {option.dest: option.default for option in options}
        self.positional: str = next((option.dest for option in options if not option.flags), "")
        self.writing: list[Option] = [option for option in options if option.writes]
        self._flags: dict[str, Option] = {}
        self._unread = list(groups)

    def every(self) -> list[Option]:
        """Returns all options, those of groups that make theirs included."""
        return [option for group in self.groups for option in group.options()]

    def find(self, flag: str) -> Option | None:
        """Returns the option spelled exactly `flag`; makes no more groups than it takes to find it."""
        while flag not in self._flags and self._unread:
            for option in self._unread.pop(0).options():
                self._flags.update(dict.fromkeys(option.flags, option))
                for other in option.unlisted:
                    self._flags.setdefault(other, option)
        return self._flags.get(flag)


class Arguments(Record):
    """The values of a command line's options, as attributes; immutable."""

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def chosen(self, *names: str) -> dict[str, Any]:
        """Returns some of the values by their names, for a function that takes arguments of these names."""
        return {name: getattr(self, name) for name in names}

    def present(self, *names: str) -> dict[str, Any]:
        """Returns those of the values that the command has."""
        values = vars(self)
        return {name: values[name] for name in names if name in values}
