"""`parbleu completion`: prints a script that completes command lines in a shell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from shlex import quote

from parbleu._cli.command_tree import CommandNode, choices, walk
from parbleu._cli.shell.command import Command
from parbleu._cli.shell.console import Console, UsageError
from parbleu._cli.shell.options import Arguments, Option, output_option
from parbleu._cli.shell.result_output import write_output

_BASH = """\
# Completes the command line of parbleu. In ~/.bashrc:  eval "$(parbleu completion bash)"
_parbleu() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} place= values= index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$place ${COMP_WORDS[index]}" in
      %(places)s) place="$place ${COMP_WORDS[index]}" ;;
      *) break ;;
    esac
  done
  case "$place $before" in
%(values)s
  esac
  if [[ -z $values ]]; then
    case "$place" in
%(commands)s
    esac
    [[ $current == -* || -n $values ]] || { COMPREPLY=(); return; }
    if [[ $current == -* ]]; then
      case "$place" in
%(options)s
      esac
    fi
  fi
  COMPREPLY=($(compgen -W "$values" -- "$current"))  # bash 3.2 of macOS has no mapfile; no word has a blank
}
complete -o default -F _parbleu parbleu
"""

_ZSH = """\
#compdef parbleu
# Completes the command line of parbleu. In ~/.zshrc, behind compinit:  source <(parbleu completion zsh)
_parbleu() {
  local place= index
  local -a values
  for ((index = 2; index < CURRENT; index++)); do
    case "$place $words[index]" in
      %(places)s) place="$place $words[index]" ;;
      *) break ;;
    esac
  done
  case "$place $words[CURRENT-1]" in
%(values)s
  esac
  if (( ! $#values )); then
    case "$place" in
%(commands)s
    esac
    if [[ $words[CURRENT] == -* ]]; then
      case "$place" in
%(options)s
      esac
    fi
  fi
  if (( $#values )); then compadd -- $values; else _files; fi
}
compdef _parbleu parbleu
"""

_FISH_PLACE = """\
# Completes the command line of parbleu. In ~/.config/fish/config.fish:  parbleu completion fish | source
function __parbleu_place
  set -l place
  for word in (commandline -opc)[2..]
    contains -- (string join -- ' ' $place $word) %(places)s; or break
    set -a place $word
  end
  test "$place" = "$argv"
end
"""


def bash() -> str:
    """Returns the script for bash, from 3.2 on."""
    return _BASH % _cases("values={}", quote)


def zsh() -> str:
    """Returns the script for zsh."""
    return _ZSH % _cases("values=({})", str)


def fish() -> str:
    """Returns the script for fish, which shows what each command and option does."""
    nodes = list(walk())
    lines = [_FISH_PLACE % {"places": " ".join(quote(" ".join(node.words)) for node in nodes if node.words)}]
    for node in nodes:
        begin = f"complete -c parbleu -n '__parbleu_place {' '.join(node.words)}'"
        lines += [f"{begin} -f -a {name} -d {_fish(text)}\n" for name, text in node.children.items()]
        for option in node.options:
            flags = "".join(
                f" {'-l' if flag[:2] == '--' else '-s' if len(flag) == 2 else '-o'} {flag.lstrip('-')}"
                for flag in option.flags
            )
            values = choices(option)
            taken = f" -x -a {_fish(' '.join(values))}" if values else "" if option.kind is bool else " -r"
            lines.append(f"{begin}{flags}{taken} -d {_fish(option.help.split(chr(10))[0])}\n")
    return "".join(lines)


SHELLS: dict[str, Callable[[], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
"""The shells, and what writes the script for each."""


def _cases(assign: str, quoted: Callable[[str], str]) -> dict[str, str]:
    """Returns the branches of the `case` statements of bash and zsh."""
    nodes = list(walk())

    def branch(patterns: Iterable[str], words: Iterable[str]) -> str:
        return f"    {'|'.join(map(quote, patterns))}) {assign.format(quoted(' '.join(words)))} ;;"

    def place(node: CommandNode, *more: str) -> str:
        return "".join(f" {word}" for word in (*node.words, *more))

    return {
        "places": "|".join(quote(place(node)) for node in nodes if node.words),
        "values": "\n".join(
            branch([place(node, flag) for flag in option.flags], choices(option))
            for node in nodes
            for option in node.options
            if choices(option)
        ),
        "commands": "\n".join(branch([place(node)], node.children) for node in nodes if node.children),
        "options": "\n".join(
            branch([place(node)], [flag for option in node.options for flag in option.flags])
            for node in nodes
            if node.options
        ),
    }


def _fish(text: str) -> str:
    """Returns a text between the single quotes of fish, where backslashes and quotes are escaped."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


@Command(
    "{bash,zsh,fish} [-o FILE]",
    "Prints a script that completes the commands, options and values of parbleu in a shell.",
    """\
  eval "$(parbleu completion bash)"            in ~/.bashrc
  source <(parbleu completion zsh)             in ~/.zshrc, behind compinit
  parbleu completion fish | source             in ~/.config/fish/config.fish""",
    Option("shell", "the shell", many="*", choices=tuple(SHELLS), metavar="SHELL"),
    output_option("the file for the script"),
)
def completion(arguments: Arguments, console: Console) -> int:
    """Prints the script of a shell."""
    if len(arguments.shell) != 1:
        raise UsageError(f"name the shell: {', '.join(SHELLS)}")
    if arguments.shell[0] not in SHELLS:
        raise UsageError(f"there is no completion for {arguments.shell[0]!r}: {', '.join(SHELLS)}")
    write_output([SHELLS[arguments.shell[0]]()], arguments.output, console)
    return 0
