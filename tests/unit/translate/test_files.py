"""Files: whole or not there, resumed after whatever ended a run, never replaced unasked."""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
import tracemalloc

import pytest
from tests.unit.translate.engines_for_tests import Upper

from parbleu import __version__
from parbleu.errors import OptionError, TranslationError, UnfinishedFileError, UnwritableFileError
from parbleu.translate import Batching, Translation, translate_file, translate_stream
from parbleu.translate.growing import Growing

LINES = [f"line {number}" if number % 5 else "" for number in range(11)]
WHOLE = "".join(f"{line.upper()}\n" for line in LINES)


class Stopping(Upper):
    """Stops after some batches."""

    def __init__(self, batches, problem=KeyboardInterrupt, **settings):
        super().__init__(**settings)
        self.left = batches
        self.problem = problem

    def translate(self, segments):
        if self.left == 0:
            raise self.problem("stopped")
        self.left -= 1
        return super().translate(segments)


class Silent(Upper):
    """Remembers nothing."""

    def translate(self, segments):
        return [Translation(segment) for segment in segments]


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "src.txt"
    path.write_text("\n".join(LINES) + "\n")
    return path


@pytest.fixture
def output(tmp_path):
    return tmp_path / "hyp.txt"


def names(directory):
    return sorted(path.name for path in directory.iterdir())


def stop(source, output, batches=2, **options):
    with pytest.raises(KeyboardInterrupt):
        translate_file(source, output, Stopping(batches), **options)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_whole_run(source, output, tmp_path):
    record = translate_file(str(source), output, Upper(beam=3))
    assert output.read_text() == WHOLE
    assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "src.txt"]
    assert json.loads((tmp_path / "hyp.txt.json").read_text()) == record
    assert record["begun"] <= record["finished"]
    assert record["begun"].endswith("Z")
    for name in ("begun", "finished", "seconds", "segments_per_second"):
        del record[name]
    assert record == {
        "parbleu": __version__,
        "engine": "upper",
        "beam": 3,
        "source": {"name": str(source), "sha256": sha256(source.read_text())},
        "output": {"name": str(output), "sha256": sha256(WHOLE)},
        "segments": 11,
        "empty": 3,
        "truncated": [],
        "cut": [],
        "usage": {"batches": 3},
    }


def test_nothing_to_translate(output, tmp_path):
    assert translate_file([], output, Upper())["segments"] == 0
    assert output.read_text() == ""
    assert translate_file(["", " "], tmp_path / "blank", Upper())["empty"] == 2
    assert (tmp_path / "blank").read_text() == "\n\n"


def test_resuming(source, output, tmp_path):
    stop(source, output)
    assert names(tmp_path) == ["hyp.txt.journal", "hyp.txt.partial", "src.txt"]
    engine = Upper()
    shown = []
    record = translate_file(source, output, engine, resume=True, advance=shown.append)
    assert output.read_text() == WHOLE
    assert engine.batches == [["line 8", "line 9"]]
    assert sum(shown) == 11
    assert (record["segments"], record["empty"], record["usage"]) == (11, 3, {"batches": 3})
    assert record["source"]["sha256"] == sha256(source.read_text())
    assert record["output"]["sha256"] == sha256(WHOLE)
    assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "src.txt"]


def test_batches_of_a_window_are_kept(source, output, tmp_path):
    batching = Batching(window=20, segments=2)
    with pytest.raises(KeyboardInterrupt):
        translate_file(source, output, Stopping(3), batching=batching)
    assert (tmp_path / "hyp.txt.partial").read_text() == ""
    with pytest.raises(UnfinishedFileError, match="6 lines are done"):
        translate_file(source, output, Upper())
    engine = Upper()
    with pytest.raises(KeyboardInterrupt):
        translate_file(source, output, Stopping(0), batching=batching, resume=True)
    translate_file(source, output, engine, batching=batching, resume=True)
    assert engine.batches == [["line 8", "line 9"]]
    assert output.read_text() == WHOLE


def test_answers_that_came_are_kept_when_another_fails(source, output):
    class OneByOne(Upper):
        batched = False

        def __init__(self, until):
            super().__init__()
            self.until = until

        def stream(self, segments):
            for index in sorted(range(len(segments)), key=lambda index: (index % 2, index)):
                if len(self.batches) == self.until:
                    raise TranslationError("no more")
                yield {index: self.translate([segments[index]])[0]}

    done = []
    with pytest.raises(TranslationError, match="no more"):
        translate_file(source, output, OneByOne(5), batching=Batching(window=20), advance=done.append)
    assert sum(done) == 3 + 5  # the empty ones, too
    engine = OneByOne(9)
    record = translate_file(source, output, engine, batching=Batching(window=20), resume=True)
    assert engine.batches == [["line 4"], ["line 9"], ["line 7"]]
    assert output.read_text() == WHOLE
    assert record["usage"] == {"batches": 8}


def test_batches_of_other_segments_are_not_used(source, output):
    with pytest.raises(KeyboardInterrupt):
        translate_file(source, output, Stopping(3), batching=Batching(window=20, segments=2))
    engine = Upper()
    others = [line.replace("line 2", "LINE TWO") for line in LINES]
    translate_file(others, output, engine, batching=Batching(window=20, segments=1), resume=True)
    assert sorted(engine.batches) == [["LINE TWO"], ["line 8"], ["line 9"]]
    assert output.read_text() == WHOLE.replace("LINE 2", "LINE TWO")


def test_resuming_is_told(source, output, caplog):
    caplog.set_level("INFO", "parbleu")
    stop(source, output)
    assert caplog.messages == ["8 lines are done and kept: the same command with --resume goes on"]


def test_an_error_keeps_what_is_done_and_nothing_leaves_nothing(source, output, tmp_path):
    with pytest.raises(TranslationError, match="stopped"):
        translate_file(source, output, Stopping(1, TranslationError))
    assert (tmp_path / "hyp.txt.partial").read_text() == WHOLE[: WHOLE.index("LINE 4")]
    translate_file(source, output, Upper(), resume=True)
    assert output.read_text() == WHOLE
    with pytest.raises(KeyboardInterrupt):
        translate_file(source, tmp_path / "none", Stopping(0))
    assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "src.txt"]
    translate_file(source, tmp_path / "new", Upper(), resume=True)  # nothing to go on with: begins
    assert (tmp_path / "new").read_text() == WHOLE


def test_what_is_there_stays_unless_it_may_go(source, output):
    translate_file(source, output, Upper())
    before = output.stat().st_mtime_ns
    for resume in (False, True):
        with pytest.raises(UnfinishedFileError, match=r"hyp\.txt is there already: choose.*--overwrite"):
            translate_file(source, output, Upper(), resume=resume)
    assert output.stat().st_mtime_ns == before
    output.unlink()
    with pytest.raises(UnfinishedFileError, match=r"hyp\.txt\.json is there already"):
        translate_file(source, output, Upper())
    output.write_text("old")
    stop(source, output, overwrite=True)
    assert output.read_text() == "old"  # until the new one is whole
    translate_file(source, output, Upper(), resume=True)  # whoever began it might replace it
    assert output.read_text() == WHOLE


def test_an_unfinished_run_needs_a_word(source, output):
    stop(source, output)
    with pytest.raises(
        UnfinishedFileError, match=r"hyp\.txt is of a run that did not end: 8 lines are done; --resume"
    ):
        translate_file(source, output, Upper())
    translate_file(["new"], output, Upper(), overwrite=True)
    assert output.read_text() == "NEW\n"
    with pytest.raises(OptionError, match="choose one"):
        translate_file(source, output, Upper(), resume=True, overwrite=True)


def test_an_output_that_appeared_meanwhile_stays(source, output):
    stop(source, output)
    output.write_text("mine")
    with pytest.raises(UnfinishedFileError, match="is there already"):
        translate_file(source, output, Upper(), resume=True)
    assert output.read_text() == "mine"


@pytest.mark.parametrize(
    ("engine", "lines", "message"),
    [
        (Upper(beam=5), LINES, r"begun with no beam, and now there is beam 5: --resume needs the same"),
        (Upper(), ["another", *LINES[1:]], "translations of another source: its 8 lines"),
        (Upper(), LINES[:7], "translations of another source"),
    ],
)
def test_only_the_same_is_resumed(source, output, engine, lines, message):
    stop(source, output)
    with pytest.raises(UnfinishedFileError, match=message):
        translate_file(lines, output, engine, resume=True)
    translate_file(LINES, output, Upper(threads=2), resume=True)  # what changes no translation may change
    assert output.read_text() == WHOLE


def test_what_an_engine_tells_of_itself_is_compared_as_json(source, output):
    class Told(Stopping):
        def describe(self):
            return {"shape": (1, 2), "names": {1: "x"}}

    with pytest.raises(KeyboardInterrupt):
        translate_file(source, output, Told(2))
    translate_file(source, output, Told(9), resume=True)
    assert output.read_text() == WHOLE


def test_a_line_that_is_not_whole_does_not_count(source, output, tmp_path):
    stop(source, output)
    with (tmp_path / "hyp.txt.partial").open("a") as file:
        file.write("A TORN LI")
    with (tmp_path / "hyp.txt.journal").open("a") as file:
        file.write('{"lines": 9')
    translate_file(source, output, Upper(), resume=True)
    assert output.read_text() == WHOLE


@pytest.mark.parametrize("damage", ["shorter", "changed", "gone"])
def test_lines_that_somebody_changed_are_not_continued(source, output, tmp_path, damage):
    stop(source, output)
    partial = tmp_path / "hyp.txt.partial"
    text = partial.read_text()
    partial.write_text(text[:-3] if damage == "shorter" else text.replace("LINE 1", "LINE X"))
    if damage == "gone":
        partial.unlink()
    with pytest.raises(UnfinishedFileError, match=r"not what its run has left.*--overwrite"):
        translate_file(source, output, Upper(), resume=True)


def killed_after_the_last_line(monkeypatch, source, output, names_taken=1, **options):
    """A run that ends when it has said that it is finished, and some of its files have their names."""
    left = [names_taken]

    def take_name(file):
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        before(file)

    before = Growing.take_name
    with monkeypatch.context() as patch:
        patch.setattr(Growing, "take_name", take_name)
        with pytest.raises(KeyboardInterrupt):
            translate_file(source, output, Upper(), **options)


def test_a_kill_after_the_last_line(source, output, tmp_path, monkeypatch):
    killed_after_the_last_line(monkeypatch, source, output)
    killed_after_the_last_line(monkeypatch, [], tmp_path / "none")
    left = {f"{name}{end}" for name in ("hyp.txt", "none") for end in ("", ".journal", ".json.partial")}
    assert names(tmp_path) == sorted(left | {"src.txt"})
    assert translate_file([], tmp_path / "none", Upper(), resume=True)["segments"] == 0
    with pytest.raises(UnfinishedFileError, match="another source"):
        translate_file([*LINES, "more"], output, Upper(), resume=True)
    record = translate_file(source, output, Upper(), resume=True)
    assert record["output"]["sha256"] == sha256(output.read_text()) == sha256(WHOLE)
    assert json.loads((tmp_path / "hyp.txt.json").read_text()) == record
    assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "none", "none.json", "src.txt"]


def test_an_old_output_is_not_taken_for_the_new(source, output, tmp_path, monkeypatch):
    output.write_text("old")
    killed_after_the_last_line(monkeypatch, source, output, names_taken=0, overwrite=True)
    (tmp_path / "hyp.txt.partial").rename(tmp_path / "saved")
    with pytest.raises(UnfinishedFileError, match=r"hyp\.txt\.partial is not what its run has left"):
        translate_file(source, output, Upper(), resume=True)
    (tmp_path / "saved").rename(tmp_path / "hyp.txt.partial")
    translate_file(source, output, Upper(), resume=True)
    assert output.read_text() == WHOLE

    class Removing(Upper):
        def translate(self, segments):
            (tmp_path / "hyp.txt.partial").unlink(missing_ok=True)
            return super().translate(segments)

    with pytest.raises(UnfinishedFileError, match=r"hyp\.txt\.partial is gone: --overwrite begins anew"):
        translate_file(["new"], output, Removing(), overwrite=True)
    assert output.read_text() == WHOLE


def test_what_appears_before_a_finished_file_has_its_name_stays(source, output, monkeypatch):
    killed_after_the_last_line(monkeypatch, source, output, names_taken=0)
    output.write_text("mine")
    with pytest.raises(UnfinishedFileError, match=r"hyp\.txt is there already"):
        translate_file(source, output, Upper(), resume=True)
    assert output.read_text() == "mine"
    output.unlink()
    translate_file(source, output, Upper(), resume=True)
    assert output.read_text() == WHOLE


def test_a_damaged_journal_makes_no_wrong_file(source, output, tmp_path, monkeypatch):
    """Whatever is cut off, changed, repeated or left out: the right file, or an error that says so."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    batching = Batching(window=4, segments=1)
    with pytest.raises(KeyboardInterrupt):
        translate_file(source, output, Stopping(7), batching=batching)
    journal, partial = (tmp_path / f"hyp.txt.{end}" for end in ("journal", "partial"))
    told, lines = journal.read_bytes(), partial.read_bytes()
    assert told.count(b"\n") == 4  # what it is, two windows, a batch
    chance = random.Random(1)
    outcomes = set()
    for _ in range(150):
        journal.write_bytes(damaged(told, chance))
        partial.write_bytes(lines)
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
    assert len(outcomes) == 2  # nothing tells of the lines, or it is no journal
    journal.write_text('{"journal": "parbleu translate"}\n{"lines": 3}\n')
    partial.unlink(missing_ok=True)
    translate_file(source, output, Upper(), overwrite=True)
    assert output.read_text() == WHOLE


def damaged(told, chance):
    lines = told.splitlines(keepends=True)
    line, at = chance.randrange(len(lines)), chance.randrange(len(told))
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


def test_memory_does_not_grow_with_windows(output, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    seen = []

    def source():
        for number in range(1500):
            if number % 500 == 499:
                seen.append(tracemalloc.get_traced_memory()[0])
            yield f"line {number}"

    tracemalloc.start()
    translate_file(source(), output, Silent(), batching=Batching(window=1))
    tracemalloc.stop()
    assert seen[-1] - seen[0] < 100_000


def test_two_at_once(source, output):
    class Second(Upper):
        def translate(self, segments):
            with pytest.raises(UnfinishedFileError, match=r"another process is writing .*hyp\.txt"):
                translate_file(source, output, Upper(), overwrite=True)
            return super().translate(segments)

    translate_file(source, output, Second())
    assert output.read_text() == WHOLE


def test_two_at_once_with_one_nbest_file(source, output, tmp_path):
    nbest = tmp_path / "nbest"

    class Second(Upper):
        def translate(self, segments):
            for overwrite in (False, True):
                with pytest.raises(UnfinishedFileError, match=r"another process is writing .*nbest"):
                    translate_file(
                        source, tmp_path / "other", Upper(nbest=1), nbest_file=nbest, overwrite=overwrite
                    )
            return super().translate(segments)

    translate_file(source, output, Second(nbest=2), nbest_file=nbest)
    assert nbest.read_text().count('"LINE 9!"') == 1
    assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "nbest", "src.txt"]


def test_files_of_others_stay(source, output, tmp_path):
    journal, partial = (tmp_path / f"hyp.txt.{end}" for end in ("journal", "partial"))
    journal.write_text("dear diary\n")
    for overwrite in (False, True):
        with pytest.raises(UnfinishedFileError, match="is no journal of translations: choose another name"):
            translate_file(source, output, Upper(), overwrite=overwrite)
    assert journal.read_text() == "dear diary\n"
    journal.write_text('{"jou')  # killed while it wrote its first line
    partial.write_text("of somebody")
    with pytest.raises(UnfinishedFileError, match="no journal tells what it is: --overwrite removes it"):
        translate_file(source, output, Upper(), resume=True)
    assert partial.read_text() == "of somebody"
    translate_file(source, output, Upper(), overwrite=True)
    assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "src.txt"]


def test_overwriting_leaves_nothing_of_the_earlier_run(source, output, tmp_path):
    stop(source, output, nbest_file=tmp_path / "nbest")
    translate_file(source, output, Upper(), overwrite=True)
    assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "src.txt"]


def test_files_are_different_ones(source, output, tmp_path):
    for options in (
        {"nbest_file": output},
        {"record_file": source},
        {"nbest_file": f"{output}.json"},
        {"nbest_file": f"{output}.partial"},
        {"record_file": f"{output}.journal"},
    ):
        with pytest.raises(OptionError, match="are different files"):
            translate_file(source, output, Upper(), overwrite=True, **options)
    with pytest.raises(OptionError, match="are different files"):
        translate_file(source, source, Upper(), overwrite=True)
    with pytest.raises(OptionError, match=r"hyp\.gz: what is written is not compressed"):
        translate_file(source, tmp_path / "hyp.gz", Upper())
    for wrong, message in ((tmp_path, "directory"), (tmp_path / "no" / "file", "no directory")):
        with pytest.raises(UnwritableFileError, match=message):
            translate_file(source, wrong, Upper())


def test_links_are_followed(source, output, tmp_path):
    output.symlink_to("elsewhere")
    translate_file(source, output, Upper())
    assert output.is_symlink()
    assert (tmp_path / "elsewhere").read_text() == WHOLE


def test_nbest(source, output, tmp_path):
    nbest = tmp_path / "nbest.jsonl"
    with pytest.raises(KeyboardInterrupt):
        translate_file(source, output, Stopping(2, nbest=2), nbest_file=nbest)
    assert not nbest.exists()
    with pytest.raises(UnfinishedFileError, match=r"begun with nbest .* and now there is no nbest"):
        translate_file(source, output, Upper(nbest=2), resume=True)
    translate_file(source, output, Upper(nbest=2), nbest_file=nbest, resume=True)
    rows = [json.loads(line) for line in nbest.read_text().splitlines()]
    assert [row["line"] for row in rows] == list(range(1, 12))
    assert rows[0] == {"line": 1, "translations": [""], "scores": []}
    assert rows[9] == {"line": 10, "translations": ["LINE 9", "LINE 9!"], "scores": [-1.5, -2.5]}


def test_losses_are_told(output, caplog):
    class Losing(Upper):
        def translate(self, segments):
            return [Translation("x", truncated="long" in text, cut="cut" in text) for text in segments]

    long = ["ok", "", "cut", *["long"] * 7]
    record = translate_file(long, output, Losing())
    assert (record["truncated"], record["cut"]) == ([4, 5, 6, 7, 8, 9, 10], [3])
    truncated, cut = caplog.messages
    assert truncated.startswith("7 segments are longer than the model takes")
    assert truncated.endswith("(line 4, 5, 6, 7, 8, ...)")
    assert "1 segment is translated as far as --max-length goes" in cut


def test_files_in_xml(tmp_path, output):
    (tmp_path / "src.sgm").write_text(
        '<srcset setid="x" srclang="de"><doc docid="a"><p>\n<seg id="1">a &amp; b\nc</seg></p>\n'
        '<seg id="2">d</seg></doc></srcset>\n'
    )
    translate_file(tmp_path / "src.sgm", output, Upper())
    assert output.read_text() == "A & B C\nD\n"


def test_streams(source, tmp_path):
    written = []
    record = translate_stream(source, written.append, Upper(), record_file=tmp_path / "record")
    assert "".join(written) == WHOLE
    assert len(written) == 3
    assert json.loads((tmp_path / "record").read_text()) == record
    assert record["output"] == {"name": None, "sha256": sha256(WHOLE)}
    with pytest.raises(UnfinishedFileError, match="record is there already"):
        translate_stream(source, written.append, Upper(), record_file=tmp_path / "record")
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE) as reader:
        translate_file(source, tmp_path / "pipe", Upper())
        assert reader.stdout.read() == WHOLE.encode()


def test_pipes_stay_pipes(source, output, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        record = translate_file(source, output, Upper(), record_file=pipe)
        assert json.load(reader.stdout) == record
    with pytest.raises(OptionError, match="pipe is no file, so the run could not be resumed"):
        translate_file(source, output, Upper(nbest=2), nbest_file=pipe, overwrite=True)
    assert names(tmp_path) == ["hyp.txt", "pipe", "src.txt"]
    assert pipe.is_fifo()


def test_kills_at_any_moment(tmp_path):
    """A process that translates is killed, again and again; the result is that of one that was not."""
    source, output, journal = (tmp_path / name for name in ("source", "out", "out.journal"))
    source.write_text("".join(f"ein Haus {number}\n" if number % 7 else "\n" for number in range(200)))
    program = (
        "from parbleu.translate import *\n"
        "engine = make_engine('command', command='tr a-z A-Z')\n"
        "engine.batched = True\n"
        f"translate_file({str(source)!r}, {str(output)!r}, engine, resume=True, "
        "batching=Batching(window=12, segments=2))"
    )
    moments = random.Random(1)
    kills = 0
    while not output.exists() or journal.exists():
        process = subprocess.Popen([sys.executable, "-c", program])
        if kills < 4:
            done = journal.stat().st_size if journal.exists() else 0
            while process.poll() is None and (not journal.exists() or journal.stat().st_size == done):
                time.sleep(0.002)
            time.sleep(moments.uniform(0, 0.06))
            process.kill()
        kills += process.wait() == -signal.SIGKILL
    assert kills > 1
    assert output.read_text() == source.read_text().upper()
    record = json.loads((tmp_path / "out.json").read_text())
    assert (record["segments"], record["empty"]) == (200, 29)
    assert record["output"]["sha256"] == sha256(output.read_text())
