"""Makes the documentation's site: collects the pages, writes the references, and runs Sphinx.

python tools/make_docs.py build/docs       then: open build/docs/html/index.html

The pages of docs/ are taken as they are, and sorted by what the line below their title says that they are.
The gallery shows what commands make of examples/: they run now.
The references of commands come from the declarations that help texts come from, and those of Python from
docstrings.
"""

from __future__ import annotations

import importlib
import inspect
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from sphinx.cmd.build import build_main

import parbleu
from parbleu._cli.command_tree import CommandNode, choices, walk
from parbleu._cli.shell.options import Option

ROOT = Path(__file__).parents[1]
PAGES = (
    "docs/*.*",
    "examples/README.md",
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
)
INDEX = ROOT / "docs" / "README.md"
"""The list of all pages, which is the first page of the site."""
LINKED = ("src", "tools", "core", "examples/word_by_word.py")
"""What pages link to besides pages: the same links work in the repository and on the site."""
KINDS = {"tutorial": "Tutorials", "how-to": "How-to", "reference": "Reference", "explanation": "Explanation"}
MODULES = (
    "parbleu",
    *(f"parbleu.{name}" for name in sorted(parbleu.__all__) if inspect.ismodule(getattr(parbleu, name))),
    "parbleu.testing",
    "parbleu.integrations",
    "parbleu.compat",
)
PARTS = {
    "parbleu.metrics": ("tokens",),
    "parbleu.scale": ("dask", "datasets", "duckdb", "polars", "ray", "spark"),
    "parbleu.stats": tuple(sorted(parbleu.stats.__all__)),
    "parbleu.integrations": ("reward", "transformers"),
    "parbleu.compat": ("sacrebleu_r",),
}
"""Modules whose names no other module offers, below the page of their package."""


# --- the pages of docs/ -------------------------------------------------------------------------------


def kind_of(page: Path) -> str:
    """Returns the first kind that the line below the title names.

    Raises:
        ValueError: it names none.
    """
    found = re.search(r"\A# .*\n+\*(.*)", page.read_text(encoding="utf-8"))
    kinds = re.findall("|".join(KINDS), found[1].lower()) if found else []
    if not kinds:
        raise ValueError(f"{page}: the line below the title does not begin with *A tutorial, *A how-to, ...")
    return str(kinds[0])


def index(commands: list[str], modules: list[str]) -> str:
    """Returns the first page: an introduction, and lists of all others in the order of docs/README.md."""
    listed = INDEX.read_text(encoding="utf-8")
    pages = [ROOT / "docs" / name for name in dict.fromkeys(re.findall(r"\[([\w-]+\.md)\]", listed))]
    parts = [re.sub(r"\]\((?=[\w-]+\.(?:md|png))", "](docs/", listed)]
    for kind, title in KINDS.items():
        parts.append(toctree(title, [f"docs/{page.stem}" for page in pages if kind_of(page) == kind]))
    parts.append(toctree("Pictures", ["gallery"]))
    parts.append(toctree("Commands", commands))
    parts.append(toctree("Python", modules))
    parts.append(
        toctree("Project", ["CHANGELOG", "CONTRIBUTING", "CODE_OF_CONDUCT", "SECURITY", "examples/README"])
    )
    return "\n".join(parts)


def toctree(title: str, names: list[str]) -> str:
    return "\n".join(["```{toctree}", ":maxdepth: 1", f":caption: {title}", "", *names, "```", ""])


# --- the reference of commands ------------------------------------------------------------------------


def plain(text: str) -> str:
    """Returns text with nothing in it that reStructuredText would take for markup but code."""
    return re.sub(r"`([^`]+)`", r"``\1``", re.sub(r"([\\*_|])", r"\\\1", text))


def titled(text: str, under: str) -> Iterator[str]:
    yield from (text, under * len(text), "")


def indented(text: str) -> Iterator[str]:
    yield from (f"   {line}".rstrip() for line in text.split("\n"))


def block(text: str) -> Iterator[str]:
    yield from (".. code-block:: text", "", *indented(text), "")


def command_page(nodes: list[CommandNode]) -> str:
    """Returns the page of a command, or of a group and all below it."""
    lines: list[str] = []
    for node in nodes:
        name = " ".join(("parbleu", *node.words))
        lines += [f".. _{name.replace(' ', '-')}:", "", *titled(name, "=-~"[len(node.words) - 1])]
        if node.command is None:
            lines += [plain(node.about), ""]
            continue
        lines += [f".. program:: {name}", "", *block(f"{name} {node.command.usage}")]
        lines += [plain(node.command.about), ""]
        for group in node.command.table.groups:
            if options := group.options():
                lines += [f".. rubric:: {(group.title or 'options').capitalize()}", ""]
                lines += [line for option in options for line in described(option)]
        lines += [".. rubric:: Examples", "", *block(inspect.cleandoc(node.command.examples))]
    return "\n".join(lines)


def described(option: Option) -> Iterator[str]:
    if option.flags:
        argument = "" if option.kind is bool else f" {option.metavar}{'...' * bool(option.many)}"
        yield f".. option:: {', '.join(flag + argument for flag in option.flags)}"
    else:
        yield f".. option:: {option.metavar}"
    yield ""
    yield from indented(plain(option.help) + ("." if option.help[-1:].isalnum() else ""))
    yield ""
    if listed := choices(option):
        yield from indented(f"One of {', '.join(f'``{choice}``' for choice in listed)}.")
        yield ""


# --- the reference of Python --------------------------------------------------------------------------


def public_names(module: ModuleType) -> list[str]:
    """Returns the names that a module offers; without `__all__`, those that it defines."""
    found = getattr(module, "__all__", None) or [
        name
        for name in dir(module)
        if name[0] != "_" and getattr(getattr(module, name), "__module__", "") == module.__name__
    ]
    return sorted(name for name in found if name[0] != "_" and name not in {"annotations", "lazy_attributes"})


def summary(module: ModuleType) -> str:
    """Returns the first sentence of a module's docstring."""
    return (module.__doc__ or "").partition("\n\n")[0].replace("\n", " ")


def module_page(name: str, seen: dict[int, str]) -> str:
    """Returns the page of a module; what `seen` (its id -> its name) has is only named."""
    module = importlib.import_module(name)
    names, described = [], []
    for each in public_names(module):
        thing = getattr(module, each)
        if inspect.ismodule(thing):
            continue
        known = seen.setdefault(id(thing), f"{name}.{each}") if callable(thing) else f"{name}.{each}"
        names.append(f":py:obj:`~{known}`")
        if known == f"{name}.{each}":
            described += [*description(thing, known), ""]
    lines = [
        *titled(name, "="),
        f".. py:module:: {name}",
        "",
        module.__doc__ or "",
        "",
        " · ".join(names),
        "",
    ]
    if parts := PARTS.get(name):
        modules = [importlib.import_module(f"{name}.{part}") for part in parts]
        lines += [f"- :py:mod:`{each.__name__}`: {plain(summary(each))}" for each in modules]
        lines += ["", ".. toctree::", "   :hidden:", "", *(f"   {each.__name__}" for each in modules), ""]
    return "\n".join(lines + described)


def description(thing: object, name: str) -> list[str]:
    """Returns the directive that describes a thing; autodoc would show what the class of a dictionary is."""
    if isinstance(thing, dict):
        keys = ", ".join(f"``{key}``" for key in thing)
        return [f".. py:data:: {name}", "", f"   A dictionary with the keys {keys}."]
    return [f".. {directive(thing)}:: {name}", *options_of(thing)]


def directive(thing: object) -> str:
    """Returns the directive of autodoc that describes a thing."""
    if not callable(thing):
        return "autodata"
    if not inspect.isclass(thing):
        return "autofunction"
    return "autoexception" if issubclass(thing, BaseException) else "autoclass"


def options_of(thing: object) -> list[str]:
    """Returns what the directive of a thing is told."""
    return {
        "autodata": ["   :no-value:"],
        "autofunction": [],
        "autoexception": ["   :show-inheritance:"],
        "autoclass": ["   :members:", "   :inherited-members: object, tuple, dict, list, str, int, float"],
    }[directive(thing)]


# --- the gallery --------------------------------------------------------------------------------------

COMMAND_WIDTH = 76
FRAME = "width: 100%; height: 36rem; border: 1px solid #8888"
GALLERY_ABOUT = """# Gallery

*A reference of what pages and tables look like.* All of it is made from the corpus of
[examples/](examples/README.md) when this site is built.
"""


class GalleryItem(NamedTuple):
    """A command of the gallery.

    Attributes:
        title: the heading.
        about: a sentence.
        command: what runs in examples/, with `OUT` for the file of a page.
        page: the name of the page that it writes.
    """

    title: str
    about: str
    command: str
    page: str


GALLERY = (
    GalleryItem(
        "A page about three systems",
        "Two references, four metrics, errors that raters marked.",
        "parbleu report en-de/ref.A.txt en-de/ref.B.txt -i en-de/system.careful.txt "
        "en-de/system.careless.txt en-de/system.literal.txt --names careful careless literal "
        "--source en-de/src.txt -l en-de -m bleu chrf chrf++ ter --ratings mqm/mqm.tsv -n 2000 -o OUT",
        "report-of-three-systems.html",
    ),
    GalleryItem(
        "A page about two language pairs",
        "Scores by language pair are shaded as a map; segments are filtered by pair.",
        "parbleu report two/ref.txt -i two/careful.txt two/careless.txt two/literal.txt --source two/src.txt "
        "--labels language_pair=two/pairs.txt -m bleu chrf -o OUT",
        "report-of-two-language-pairs.html",
    ),
    GalleryItem(
        "A table of all pairs of systems",
        "The format html; LaTeX, Typst, Markdown and others have the same content.",
        "parbleu score en-de/ref.A.txt en-de/ref.B.txt -i en-de/system.careful.txt "
        "en-de/system.careless.txt en-de/system.literal.txt -m bleu chrf ter --paired-bs --all-pairs -f html "
        "-o OUT",
        "table-of-all-pairs.html",
    ),
    GalleryItem(
        "Words by how frequent they are",
        "How well each system gets the words of the references.",
        "parbleu analyze words en-de/ref.A.txt en-de/ref.B.txt -i en-de/system.careful.txt "
        "en-de/system.careless.txt en-de/system.literal.txt --by frequency -f html -o OUT",
        "words-by-frequency.html",
    ),
)


def gallery(extra: Path) -> str:
    """Runs the commands of the gallery, writes their pages below a directory, and returns their page."""
    examples, pages = extra / "examples", extra / "html" / "gallery"
    shutil.rmtree(extra, ignore_errors=True)
    pages.mkdir(parents=True)
    shutil.copytree(ROOT / "examples", examples)
    join_languages(examples, "two", ("en-de", "en-fr"))
    lines = [GALLERY_ABOUT]
    for item in GALLERY:
        words = [
            f"../html/gallery/{item.page}" if word == "OUT" else word for word in shlex.split(item.command)
        ]
        subprocess.run([sys.executable, "-m", *words, "-q"], cwd=examples, check=True)
        command = textwrap.wrap(
            item.command.replace("OUT", item.page),
            COMMAND_WIDTH,
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        address = f"gallery/{item.page}"
        lines += [
            f"## {item.title}",
            "",
            item.about,
            "",
            "```sh",
            " \\\n".join(command),
            "```",
            "",
            f'<p><a href="{address}">Open the page</a></p>',
            f'<iframe src="{address}" title="{item.title}" loading="lazy" style="{FRAME}"></iframe>',
            "",
        ]
    return "\n".join(lines)


def join_languages(examples: Path, name: str, pairs: tuple[str, ...]) -> None:
    """Writes files that hold the segments of several language pairs, and the pair of each segment."""
    folder = examples / name
    folder.mkdir()
    files = {"src": "src", "ref": "ref.A"} | {
        system: f"system.{system}" for system in ("careful", "careless", "literal")
    }
    for joined, file in files.items():
        parts = [(examples / pair / f"{file}.txt").read_text(encoding="utf-8") for pair in pairs]
        (folder / f"{joined}.txt").write_text("".join(parts), encoding="utf-8")
    counts = [len((examples / pair / "src.txt").read_text(encoding="utf-8").splitlines()) for pair in pairs]
    labels = [pair for pair, count in zip(pairs, counts, strict=True) for _ in range(count)]
    (folder / "pairs.txt").write_text("".join(f"{label}\n" for label in labels), encoding="utf-8")


# --- all ----------------------------------------------------------------------------------------------


def collect(source: Path) -> None:
    """Fills a directory with everything that Sphinx reads."""
    shutil.rmtree(source, ignore_errors=True)
    for name in ("api", "commands", "docs", "examples"):
        (source / name).mkdir(parents=True)
    for page in (page for pattern in PAGES for page in ROOT.glob(pattern) if page != INDEX):
        shutil.copy(page, source / page.relative_to(ROOT))
    for name in LINKED:
        (source / name).symlink_to(ROOT / name)
    root, *nodes = walk()
    for name in root.children:
        below = [node for node in nodes if node.words[0] == name]
        (source / "commands" / f"{name}.rst").write_text(command_page(below), encoding="utf-8")
    seen: dict[int, str] = {}
    for name in (*MODULES, *(f"{package}.{part}" for package, parts in PARTS.items() for part in parts)):
        (source / "api" / f"{name}.rst").write_text(module_page(name, seen), encoding="utf-8")
    commands, modules = ([f"{place}/{name}" for name in names] for place, names in
                         (("commands", root.children), ("api", MODULES)))  # fmt: skip
    (source / "gallery.md").write_text(gallery(source.parent / "extra"), encoding="utf-8")
    (source / "index.md").write_text(index(commands, modules), encoding="utf-8")


def main(directory: str, *options: str) -> int:
    build = Path(directory).absolute()
    collect(build / "source")
    given = ["-c", str(ROOT / "docs" / "site"), "-b", "html", "-q", "-W", "--keep-going", *options]
    given += ["-D", f"html_extra_path={build / 'extra' / 'html'}"]
    status = build_main(
        [*given, "-j", "auto", "-d", str(build / "doctrees"), str(build / "source"), str(build / "html")]
    )
    if status == 0:
        print(build / "html" / "index.html")
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:] or ("build/docs",)))
