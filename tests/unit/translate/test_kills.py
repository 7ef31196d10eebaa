"""Tests that runs end with the right file or an error after kills and damage at any moment."""

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from tests.unit.translate.engines_for_tests import Upper
from tests.unit.translate.runs import LINES, WHOLE, Stopping, names, sha256, translate_file

from parbleu._io.atomic import Temporary
from parbleu.errors import UnfinishedFileError, UnwritableFileError
from parbleu.translate import Batching
from waiting import wait_until


def killed_after_the_last_line(monkeypatch, source, output, names_taken=1, **options):
    """A run that ends when it has said that it is finished, and some of its files have their names."""
    left = [names_taken]

    def commit(file):
        if not left[0]:
            file.file.close()  # the lock ends with a process that is killed
            raise KeyboardInterrupt
        left[0] -= 1
        before(file)

    before = Temporary.commit
    with monkeypatch.context() as patch:
        patch.setattr(Temporary, "commit", commit)
        with pytest.raises(KeyboardInterrupt):
            translate_file(source, output, Upper(), **options)


def test_a_kill_after_the_last_line(source, output, tmp_path, monkeypatch):
    killed_after_the_last_line(monkeypatch, source, output)
    killed_after_the_last_line(monkeypatch, [], tmp_path / "none")
    left = {f"{name}{end}" for name in ("hyp.txt", "none") for end in (".journal", ".json")}
    assert {name for name in names(tmp_path) if not name.endswith(".part")} == left | {"src.txt"}
    assert translate_file([], tmp_path / "none", Upper(), resume=True)["segments"] == 0
    with pytest.raises(UnfinishedFileError, match="another source"):
        translate_file([*LINES, "more"], output, Upper(), resume=True)
    record = translate_file(source, output, Upper(), resume=True)
    assert record["output"]["sha256"] == sha256(output.read_text()) == sha256(WHOLE)
    assert json.loads((tmp_path / "hyp.txt.json").read_text()) == record
    assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "none", "none.json", "src.txt"]


def test_an_old_output_is_not_taken_for_the_new(source, output, monkeypatch):
    output.write_text("old")
    killed_after_the_last_line(monkeypatch, source, output, names_taken=0, overwrite=True)
    assert output.read_text() == "old"
    translate_file(source, output, Upper(), resume=True)
    assert output.read_text() == WHOLE


@pytest.mark.parametrize("change", [os.remove, lambda path: os.truncate(path, 400)])
def test_a_journal_that_changes_meanwhile_makes_no_wrong_file(source, output, tmp_path, change):
    class Changing(Upper):
        def translate(self, segments):
            if segments[-1] == "line 9":
                change(tmp_path / "hyp.txt.journal")
            return super().translate(segments)

    if change is os.remove:
        translate_file(source, output, Changing())
        assert output.read_text() == WHOLE
    else:
        with pytest.raises(UnfinishedFileError, match=r"journal was changed: --overwrite begins anew"):
            translate_file(source, output, Changing())
        assert names(tmp_path) == ["hyp.txt.journal", "src.txt"]


@pytest.mark.parametrize("full_at", range(2, 9))
def test_a_full_disk(source, output, tmp_path, monkeypatch, full_at):
    """At any moment: an error that says so, and the next run goes on."""
    fsync = os.fsync
    left = full_at

    def fill(descriptor):
        nonlocal left
        left -= 1
        if left <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fill)
        with pytest.raises(UnwritableFileError, match="No space left on device"):
            translate_file(source, output, Upper())
    assert not output.exists()
    engine = Upper()
    translate_file(source, output, engine, resume=True)
    assert len(engine.batches) <= max(0, 5 - full_at)
    assert output.read_text() == WHOLE
    assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "src.txt"]


def test_what_appears_before_a_finished_file_has_its_name_stays(source, output, monkeypatch):
    killed_after_the_last_line(monkeypatch, source, output, names_taken=0)
    output.write_text("mine")
    with pytest.raises(UnfinishedFileError, match=r"hyp\.txt exists already"):
        translate_file(source, output, Upper(), resume=True)
    assert output.read_text() == "mine"
    output.unlink()
    translate_file(source, output, Upper(), resume=True)
    assert output.read_text() == WHOLE


@pytest.mark.long
def test_a_damaged_journal_makes_no_wrong_file(source, output, tmp_path, monkeypatch):
    """Whatever is cut off, changed, repeated or left out: the right file, or an error that says so."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    batching = Batching(window=4, segments=1)
    with pytest.raises(KeyboardInterrupt):
        translate_file(source, output, Stopping(7), batching=batching)
    journal = tmp_path / "hyp.txt.journal"
    told = journal.read_bytes()
    assert told.count(b"\n") == 10  # what it is, two windows of three batches each, a batch
    chance = random.Random(1)
    outcomes = set()
    for _ in range(150):
        journal.write_bytes(damaged(told, chance))
        for name in ("hyp.txt", "hyp.txt.json"):
            (tmp_path / name).unlink(missing_ok=True)
        try:
            translate_file(source, output, Upper(), batching=batching, resume=True)
        except UnfinishedFileError as problem:
            outcomes.add(str(problem).partition(" ")[2])
            assert not output.exists()
        else:
            assert output.read_text() == WHOLE
            assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "src.txt"]
    assert len(outcomes) == 2  # it is damaged from its first line on, or it is no journal
    journal.write_text('{"journal": "parbleu translate"}\n{"lines": 3}\n')
    with pytest.raises(UnfinishedFileError, match="journal is damaged: --overwrite begins anew"):
        translate_file(source, output, Upper(), resume=True)
    translate_file(source, output, Upper(), overwrite=True)
    assert output.read_text() == WHOLE


def damaged(told, chance):
    lines = told.splitlines(keepends=True)
    line, at = chance.randrange(len(lines)), chance.randrange(chance.choice((40, len(told))))
    return chance.choice(
        [
            told[:at],
            told[:at] + bytes([chance.randrange(256)]) + told[at + 1 :],
            told[:at] + told[at + chance.randrange(1, 9) :],
            b"".join(lines[:line] + lines[line + 1 :]),
            b"".join(lines[:line] + lines[line:][:1] + lines[line:]),
            told.replace(b'"lines": 4', b'"lines": 5'),
            told[:at] + bytes(len(told) - at),
        ]
    )


def killed(program, journal, pause):
    """Runs a program and kills it a moment after the journal grows; False if it had ended before."""

    def size():
        return journal.stat().st_size if journal.exists() else 0

    before = size()
    process = subprocess.Popen([sys.executable, "-c", program])
    wait_until(lambda: size() != before or process.poll() is not None)
    time.sleep(pause)
    process.kill()
    assert process.wait() in (0, -signal.SIGKILL)
    return process.returncode != 0


@pytest.mark.long
def test_kills_at_any_moment(tmp_path):
    """A process that translates is killed, again and again; the result is that of one that was not."""
    source, output, journal = (tmp_path / name for name in ("source", "out", "out.journal"))
    source.write_text("".join(f"ein Haus {number}\n" if number % 7 else "\n" for number in range(200)))
    program = (
        "from parbleu.translate import *\n"
        "engine = make_engine('command', command='tr a-z A-Z')\n"
        "engine.batched = True\n"
        f"translate_file({str(source)!r}, {str(output)!r}, engine, RunOptions(resume=True, "
        "batching=Batching(window=12, segments=2)))"
    )
    moments = random.Random(1)
    kills = 0
    while kills < 4:
        if killed(program, journal, moments.uniform(0, 0.06)):
            kills += 1
        else:  # begin anew
            for name in names(tmp_path):
                if name != "source":
                    (tmp_path / name).unlink()
    subprocess.run([sys.executable, "-c", program], check=True)
    assert output.read_text() == source.read_text().upper()
    record = json.loads((tmp_path / "out.json").read_text())
    assert (record["segments"], record["empty"]) == (200, 29)
    assert record["output"]["sha256"] == sha256(output.read_text())
