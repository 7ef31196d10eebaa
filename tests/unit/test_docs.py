"""Tests that the code in the documentation runs and prints what the pages show."""

import hashlib
import inspect
import re
import shlex
import shutil
import tarfile
from pathlib import Path

import pytest

import parbleu
from parbleu._cli.command_tree import walk
from parbleu._cli.main import main
from parbleu.metrics._score import COMMON_KEYS, UNIT
from parbleu.stats._correlations import CORRELATIONS
from toys import Recall

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "examples" / "README.md",
    *sorted(DOCS.glob("*.md")),
]


@pytest.mark.long
@pytest.mark.parametrize(
    "page",
    [
        "agreement.md",
        "analysis.md",
        "api.md",
        "compare.md",
        "errors.md",
        "evalsets.md",
        "gate.md",
        "meaning.md",
        "mbr.md",
        "power.md",
        "report.md",
        "scale.md",
        "scorers.md",
        "signatures.md",
        "speech.md",
        "tables-in.md",
        "tokens.md",
        "translators.md",
        "wmt.md",
    ],
)
@pytest.mark.needs("pandas", "polars", "pyarrow")
def test_examples(page, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    monkeypatch.setattr(CORRELATIONS, "_registered", {})
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    space = {}
    for block in blocks:
        exec(compile(block, page, "exec"), space)


def test_the_example_of_downloads(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mirror").mkdir()
    with tarfile.open("mirror/set.tgz", "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("set/source.txt"))
    monkeypatch.setenv("PARBLEU_MIRROR", str(tmp_path / "mirror"))
    md5 = hashlib.md5(Path("mirror/set.tgz").read_bytes(), usedforsecurity=False).hexdigest()
    (block,) = re.findall(
        r"```python\n(.*?)```", (DOCS / "downloads.md").read_text(encoding="utf-8"), re.DOTALL
    )
    exec(compile(block.replace('md5="..."', f'md5="{md5}"'), "downloads.md", "exec"), {})
    assert Path("cache/set/source.txt").exists()


def test_the_metric_that_contributing_tells():
    (block,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert inspect.getsource(Recall) in block  # the one that the contract tests run
    space = {}
    exec(compile(block, "CONTRIBUTING.md", "exec"), space)
    score = space["Recall"](least=2).corpus_score(["a cat sat"], [["a cat lay"]])
    assert str(score.signature).startswith("nrefs:1|least:2|")
    assert score.score == 50
    assert space["Recall"](least=4).corpus_score(["a cat sat down"], [["a cat sat down"]]).score == 100


def test_every_error_is_described():
    page = (DOCS / "errors.md").read_text(encoding="utf-8")
    described = {
        name: {*re.findall(r"`(\w+)`", parents)}
        for names, parents in re.findall(r"^\| (`\w+Error`[^|]*) \| ([^|]*) \|", page, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", names)
    }
    ours = {
        name: error
        for name in dir(parbleu.errors)
        if isinstance(error := getattr(parbleu.errors, name), type) and error is not parbleu.ParbleuError
    }
    assert sorted(described) == sorted(ours)
    for name, parents in described.items():
        assert parents <= {parent.__name__ for parent in ours[name].__mro__[1:]}, name


def test_every_item_of_a_signature_is_described():
    page = (DOCS / "signatures.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE))

    def described(title):
        return re.findall(r"^\| `(.+?)` \| `(.+?)` \|", sections[title], re.MULTILINE)

    common = [(key, short) for key, (short, _) in COMMON_KEYS.items()]
    assert sorted(described("Items of all metrics")) == sorted([*common, (UNIT, UNIT)])
    for title, metric in (("BLEU", parbleu.BLEU), ("chrF", parbleu.CHRF), ("TER", parbleu.TER)):
        shown = metric._SIGNATURE_TYPE.shown
        items = [each[:2] if isinstance(each, tuple) else (each.key, each.short) for each in shown]
        assert described(title) == items


def test_the_changelog_has_the_form_of_keep_a_changelog():
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    unreleased, *released = [line for line in lines if line.startswith("## ")]
    assert unreleased == "## [Unreleased]"
    found = [
        re.fullmatch(r"## \[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d\d-\d\d)( \[YANKED\])?", line)
        for line in released
    ]
    assert None not in found, released
    versions = [tuple(map(int, line.groups()[:3])) for line in found]
    assert versions == sorted(versions, reverse=True)
    assert not released or found[0].group(1, 2, 3) == tuple(parbleu.__version__.split("."))
    kinds = {line for line in lines if line.startswith("### ")}
    assert kinds <= {
        f"### {kind}" for kind in ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
    }


def headings(page: Path) -> set[str]:
    """What a heading is called in links to it."""
    lines = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def test_the_list_of_pages_has_all():
    listed = re.findall(r"\[([\w-]+\.md)\]\(\1\)", (DOCS / "README.md").read_text(encoding="utf-8"))
    assert sorted(set(listed)) == sorted({page.name for page in DOCS.glob("*.md")} - {"README.md"})


def test_links_lead_somewhere():
    for page in PAGES:
        for link in re.findall(r"\]\(([\w./#-]+)\)", page.read_text(encoding="utf-8")):
            path, _, heading = link.partition("#")
            target = page.parent / path if path else page
            assert target.exists(), (page, link)
            assert not heading or heading in headings(target), (page, link)


@pytest.mark.parametrize(
    ("name", "silent", "n_blocks", "texts"),
    [
        ("meaning.md", False, 5, "en-de"),
        ("tutorial.md", True, 5, "en-de"),
        ("translators.md", False, 3, "translators"),
        ("speech.md", False, 5, "speech"),
        ("wmt.md", False, 3, "wmt"),
    ],
)
def test_shell_examples(name, silent, n_blocks, texts, monkeypatch, tmp_path, capsys):
    """Lines of a block of output stand in what the commands print; silent commands have no such block."""
    shutil.copytree(ROOT / "examples" / texts, tmp_path / "texts")
    monkeypatch.chdir(tmp_path / "texts")
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    page = (DOCS / name).read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```(?:\n+```text\n(.*?)```)?", page, re.DOTALL)
    blocks = [(commands, shown) for commands, shown in blocks if shown or silent]
    assert len(blocks) == n_blocks
    for commands, shown in blocks:
        printed = ""
        for line in commands.splitlines():
            if line.startswith("parbleu "):
                assert main(shlex.split(line)[1:]) == 0
                printed += capsys.readouterr().out
            else:
                count, source, target = re.fullmatch(r"head -n (\d+) (\S+) > (\S+)", line).groups()
                lines = Path(source).read_text(encoding="utf-8").splitlines(keepends=True)
                Path(target).write_text("".join(lines[: int(count)]), encoding="utf-8")
        found = {line.strip() for line in printed.splitlines()}
        assert {line.strip() for line in shown.splitlines()} <= found


def test_commands_of_pages_have_the_options_that_are_named() -> None:
    nodes = {" ".join(node.words): node for node in walk()}
    pages = ["README.md", *(page.name for page in DOCS.glob("from-*.md"))]
    n_lines = 0
    for page in pages:
        for line in re.findall(r"`parbleu ([^`]+)`", (DOCS / page).read_text(encoding="utf-8")):
            words = line.split()
            place = max((n for n in range(3) if " ".join(words[:n]) in nodes), default=0)
            node = nodes[" ".join(words[:place])]
            table = (node.command or nodes["score"].command).table if place == 0 or node.command else None
            flags = [word for word in words if re.match("--?[a-z]", word)]
            assert all(table is not None and table.find(flag) for flag in flags), (page, line)
            n_lines += 1
    assert n_lines > 40


def test_tests_that_security_names_exist() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))
    assert len(named) > 30
    for file, name in named:
        assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8"), f"{file}::{name}"


def test_the_page_of_installation_lists_all_extras() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    declared = project.partition("[project.optional-dependencies]\n")[2].partition("\n[")[0]
    table = (DOCS / "install.md").read_text(encoding="utf-8").partition("| extra | for |\n")[2]
    listed = re.findall(
        r"`([\w-]+)`", "".join(row.split("|")[1] for row in table.split("\n\n")[0].splitlines())
    )
    assert sorted(listed) == sorted(re.findall(r"^([\w-]+) = \[", declared, re.MULTILINE))
