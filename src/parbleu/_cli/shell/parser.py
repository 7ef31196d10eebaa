"""Makes the argparse parser of a command from its table of options."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from parbleu._base.log import warn_once
from parbleu._base.registry import Names, Registry
from parbleu._cli.shell.console import CommandError, Program, inert, write_output
from parbleu._cli.shell.help_layout import fitted_examples, fitted_text, fitted_usage
from parbleu._cli.shell.options import SUFFIXES, UNSET, Option, OptionGroup, OptionTable

RARE = {
    *("--threads", "--seed", "--tags"),
    *("--caption", "--label", "--tables", "--facts", "--decimals", "--no-color", "--verbose", "--quiet"),
}
"""Flags of options that `--help` leaves to `--help-all` in commands that name no common ones."""
SEVERAL_RARE = 5
_FLAG = re.compile(r"(?<![\w-])--?[a-z][-a-z]*")
VALUES_MEANT = {
    **SUFFIXES,
    "txt": "text",
    "ja": "ja-mecab",
    "mecab": "ja-mecab",
    "ko": "ko-mecab",
    "th": "th-pythainlp",
    "sacrebleu": "bleu",
    "sys": "system",
    "doc": "document",
    "seg": "segment",
    "pairwise": "accuracy",
    "spa": "pce",
    "acc-t": "KendallWithTiesOpt",
}
"""Endings of files, languages, and names in papers and of MT Metrics Eval -> the choices that they mean."""
LEARNED_METRICS = (
    "bartscore bert-score bertscore bleurt comet cometkiwi command gemba judge metricx moverscore prism "
    "semsim semsim-qe sentinel unite xcomet yisi"
)
"""Names of learned metrics, which people write without the model."""
LEARNED_HINT = (
    "learned metrics: comet:MODEL, metricx:MODEL, semsim, judge:PROMPT, command:PROGRAM (parbleu scorer list "
    "shows them)"
)
"""How learned metrics are named, if at all."""


MEANT = {
    "--labels": "--names",
    **dict.fromkeys(("--hypothesis", "--hypotheses", "--candidate", "--predictions"), "--hyp"),
    **dict.fromkeys(("--target-lang", "--target-language", "--tgt-lang", "--trg-lang"), "--language-pair"),
    **dict.fromkeys(("--bootstrap", "--significance"), "--test"),
    "--n-bootstrap": "--n-samples",
    "--weights": "--scheme",
}
"""Options of other commands and programs -> what they most likely mean where they are not known."""


def _prompts() -> list[str]:
    from parbleu.scorers._judge import prompt_names

    return prompt_names()


class Parser(argparse.ArgumentParser):
    """An argparse parser whose errors are one line, and which knows near misses."""

    flags: tuple[str, ...] = ()
    whole_flags: frozenset[str] = frozenset()  # an abbreviation means them if it fits no other flag
    suggests = True  # choices and test sets that could be meant; sacreBLEU's messages have none
    positional: Option | None = None  # what the words without flags are
    brief: Parser | None = None  # explains the common options only
    given: dict[str, Any]  # so far, the values of options that take one

    def parse_known_args(self, *arguments: Any, **settings: Any) -> Any:
        """Returns the values of a command line, and the words that are not understood."""
        self.given = {}
        return super().parse_known_args(*arguments, **settings)

    def print_help(self, file: Any = None) -> None:
        """Prints the help text, of the common options if they are fewer."""
        argparse.ArgumentParser.print_help(self.brief or self, file)

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ARG002
        """Writes help or a version to standard output, where argparse ignores that this fails."""
        write_output(inert(message))

    def error(self, message: str) -> NoReturn:
        """Raises the error of a command line that cannot be read."""
        unknown, _, rest = message.partition(": ")
        if unknown == "unrecognized arguments":
            message += self._near_miss(*rest.split(" ")[:2])
        elif unknown == "ambiguous option" and (meant := self._meant(rest.split(" ")[0])):
            message += f" (did you mean {meant}?)"
        raise CommandError(f"{self.prog}: error: {message}", status=2, bare=True)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuses a value that is not a choice, and says which choice is spelled most like it."""
        if isinstance(value, list):
            for element in value:
                self._check_value(action, element)
            return
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as problem:
            from parbleu._base.wording import nearest

            if not self.suggests:
                raise
            unlisted = getattr(action.choices, "unlisted", ())
            problem.message += f"; also {', '.join(unlisted)}" if unlisted else ""
            learned = LEARNED_METRICS.split() if action.dest == "metrics" and "--scores" in self.flags else []
            choices = [*map(str, action.choices or ()), *unlisted, *learned]
            near = VALUES_MEANT.get(str(value).lower())
            near = near if near in choices else nearest(str(value).partition(":")[0], choices)
            near = next((name for name in learned if f"{name}-" in str(value).lower()), near)
            if learned and str(value) in _prompts():
                near = f"judge:{value}"
            if near in learned:
                problem.message += f"; {LEARNED_HINT}"
            elif near:
                problem.message += f"; did you mean {near!r}?"
            if learned and (near is None or near in learned):
                problem.message += f"; segment scores of another tool are passed by --scores {value}=FILE"
            raise

    def _get_option_tuples(self, option_string: str) -> list[Any]:
        """Returns what argparse takes an unknown word for: `-w4` for `-w 4`, never `-to` for `-tok`.

        Long spellings are abbreviated; short ones are not. `-metrics` is no `-m etrics`, but lacks a dash.
        """
        if self.suggests and f"-{option_string}" in self.flags:
            return []
        matches = super()._get_option_tuples(option_string)
        matching = [match for match in matches if option_string.startswith("--") or len(match[1]) == 2]
        return [match for match in matching if match[1] not in self.whole_flags] or matching

    def _near_miss(self, word: str, value: str = "") -> str:
        from parbleu._base.wording import nearest

        label, is_file, _ = value.partition("=")
        if word == "--labels" and is_file:
            return f" (scores by label: parbleu analyze segments --labels {value} --by {label})"
        near = self._meant(word) or nearest(word, self.flags)
        if near:
            return f" (did you mean {near}?)"
        if word in ("-i", "--input") and self.positional is not None:
            if "FILE" in self.positional.reads or self.positional.reads == "TABLE":
                return f" (name the files without {word})"
            return f" ({self.prog} takes {self.positional.metavar}, and no files)"
        names_set = self.suggests and "-t" in self.flags and word[:1] not in ("", "-")
        return f" (a test set is named by -t {word})" if names_set else ""

    def _meant(self, word: str) -> str:
        """Returns the option that another word means, such as `-pbs` for `--pbs`; "" if it is unknown."""
        formats = self._option_string_actions.get("-f")
        if formats is not None and word[2:] in (formats.choices or ()):
            return f"-f {word[2:]}"
        likely = (MEANT.get(word, ""), word[1:], f"-{word}")
        return next((flag for flag in likely if flag in self.flags), "")


class _HelpAll(argparse.Action):
    """Prints the help text of all options, and ends the command."""

    def __call__(self, parser: argparse.ArgumentParser, *values: Any) -> None:  # noqa: ARG002
        argparse.ArgumentParser.print_help(parser)
        parser.exit()


class _Extend(argparse.Action):
    """Adds values to those of the same option before, of which some may be lists."""

    def __call__(self, _parser: Any, namespace: Any, given: Any, _flag: Any = None) -> None:
        before = getattr(namespace, self.dest, UNSET)
        kept: Any = [] if before is None or before is self.default or before is UNSET else before
        values = [value for part in given for value in (part if isinstance(part, list) else [part])]
        setattr(namespace, self.dest, [*kept, *values])


class _Last(argparse.Action):
    """Stores the value of an option; a warning says that another one before does not count."""

    def __call__(self, parser: Any, namespace: Any, value: Any, flag: str | None = None) -> None:
        if parser.given.setdefault(self.dest, value) != value:
            warn_once(f"{flag} is given several times with different values: the last one counts")
        setattr(namespace, self.dest, value)


def _add(
    parser: argparse._ActionsContainer, option: Option, whole: bool, unlisted: Sequence[str] = ()
) -> None:
    choices = option.choices_of(is_face=whole)
    choices = Names(choices) if isinstance(choices, Registry) else choices
    # argparse looks at all choices only to print them.
    settings: dict[str, Any] = {
        "help": option.help.replace("%", "%%") + ("" if choices is None else " (%(choices)s)")
    }
    settings["default"] = argparse.SUPPRESS if option.default is UNSET else option.default
    if option.kind is bool:
        settings["action"] = "store_true"
    else:
        split, read = None if whole else option.split, option.reader(is_face=whole)
        settings["type"] = read if split is None else lambda word: list(map(read, split(word)))
        settings["choices"] = choices
        settings["nargs"] = option.many or None
        settings["metavar"] = option.metavar
        if (option.repeats and not whole) or split is not None:
            settings["action"] = _Extend
        elif option.flags and not option.many and not whole:
            settings["action"] = _Last
    if option.flags:
        parser.add_argument(*option.flags, dest=option.dest, **settings)
        if unlisted:
            parser.add_argument(*unlisted, dest=option.dest, **{**settings, "help": argparse.SUPPRESS})
    else:
        parser.add_argument(option.dest, **settings)


def make_parser(
    program: Program,
    table: OptionTable,
    usage: str,
    description: str,
    examples: str,
    common: Sequence[str] = (),
) -> Parser:
    """Returns the parser of a command.

    Args:
        program: under which name it runs.
        table: its options.
        usage: what follows the name in the first line of `--help`.
        description: what `--help` begins with.
        examples: the examples at the end of the help text.
        common: flags of the options that `--help` explains, `--help-all` explaining all; by default those
            that are not rare. The command `sacrebleu` has only one help text.
    """
    parser = Parser(
        prog=program.name,
        usage=fitted_usage(program.name, usage).replace("%", "%%"),
        description=fitted_text(description),
        epilog=fitted_examples(examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
    )
    parser.suggests = not program.sacrebleu
    parser.add_argument("--help", "-h", action="help", help="show this help and exit")
    if not program.sacrebleu:
        few = _common_options(table, common)
        text = argparse.SUPPRESS if few is None else "show all options and exit"
        parser.add_argument(
            "--help-all",
            action=_HelpAll,
            nargs=0,
            help=text,
            dest=argparse.SUPPRESS,
            default=argparse.SUPPRESS,
        )
        if few is not None:
            used = dict.fromkeys(_FLAG.findall(examples))
            left = [flag for flag in used if table.find(flag) and not few.find(flag)]
            such = f", such as {', '.join(left)}" if left else ""
            ending = fitted_text(f"{program.name} --help-all explains all options{such}.")
            parser.brief = make_parser(program, few, usage, description, f"{examples}\n\n{ending}")
    parser.add_argument("--version", "-V", action="version", version=program.version, help="show the version")
    for group in table.groups:
        target: argparse._ActionsContainer = parser.add_argument_group(group.title) if group.title else parser
        rivals: dict[str, argparse._ActionsContainer] = {}
        for option in group.options():
            if not option.flags:
                parser.positional = option
            if option.rivals and option.rivals not in rivals:
                rivals[option.rivals] = target.add_mutually_exclusive_group()
            unlisted = [flag for flag in option.unlisted if table.find(flag) is option]
            _add(rivals.get(option.rivals, target), option, bool(program.sacrebleu), unlisted)
            parser.flags += option.flags
            if not group.abbreviated:
                parser.whole_flags |= set(option.flags)
    return parser


def _common_options(table: OptionTable, common: Sequence[str]) -> OptionTable | None:
    """Returns those of a command's options that `--help` explains; None if these are all."""
    if common:
        named = [option for option in table.every() if not option.flags]
        named += [option for flag in common if (option := table.find(flag)) is not None]
        return OptionTable(OptionGroup("", tuple(named)))
    rare = [option for option in table.every() if RARE.intersection(option.flags)]
    if len(rare) < SEVERAL_RARE:
        return None
    groups = {
        group.title: tuple(option for option in group.options() if option not in rare)
        for group in table.groups
    }
    return OptionTable(*(OptionGroup(title, options) for title, options in groups.items() if options))
