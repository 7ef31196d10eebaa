"""A format of results that another distribution announces is a choice of --format in every command."""

import pytest

from parbleu.tables import FORMATS

SOURCE = '''\
def write(tables, options):
    """Lists the names of the tables."""
    for table in tables:
        yield f"table {table.name}\\n"
'''


@pytest.fixture
def announced(tmp_path, monkeypatch):
    info = tmp_path / "toy-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[parbleu.formats]\ntoy = toy_format:write\n")
    (tmp_path / "toy_format.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(FORMATS, "_loaded", dict(FORMATS._loaded))


@pytest.mark.usefixtures("announced")
def test_commands_print_it(run, corpus):
    assert run("data", "list", "-f", "toy").out == "table test_sets\n"
    words = ("score", "a", "-i", "hyp", "--format=toy")
    assert run(*words, cwd=corpus).out == "table scores\n"
    assert run(*words, "--nonsense", cwd=corpus).err.startswith(
        "parbleu score: error: unrecognized arguments"
    )
    assert run(*words[:-1], cwd=corpus, env={"SACREBLEU_FORMAT": "toy"}).out == "table scores\n"
    assert run("score", "a", "-i", "hyp", "hyp", "--names", "x", "y", "-f", "toy", cwd=corpus).out.startswith(
        "table "
    )


def test_an_unknown_format_is_refused(run, corpus):
    said = run("score", "a", "-i", "hyp", "-f", "toy", cwd=corpus)
    assert said.status == 2
    assert "'toy'" in said.err
    assert all(name in said.err for name in FORMATS)
