"""Tests that output files are whole or absent, are not replaced unasked, and have the right contents."""

import json
import os
import subprocess
import tracemalloc

import pytest
from tests.unit.translate.engines_for_tests import Upper
from tests.unit.translate.runs import WHOLE, Stopping, names, sha256, stop, translate_file

from parbleu import __version__
from parbleu.errors import OptionError, UnfinishedFileError, UnwritableFileError
from parbleu.translate import Batching, RunOptions, Translation, translate_stream


class Silent(Upper):
    """Remembers nothing."""

    def translate(self, segments):
        return [Translation(segment) for segment in segments]


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
        "controls": [],
        "usage": {"batches": 3},
    }


def test_nothing_to_translate(output, tmp_path):
    assert translate_file([], output, Upper())["segments"] == 0
    assert output.read_text() == ""
    assert translate_file(["", " "], tmp_path / "blank", Upper())["empty"] == 2
    assert (tmp_path / "blank").read_text() == "\n\n"


def test_what_is_there_stays_unless_it_may_go(source, output):
    translate_file(source, output, Upper())
    before = output.stat().st_mtime_ns
    with pytest.raises(UnfinishedFileError, match=r"hyp\.txt exists already: choose.*--overwrite"):
        translate_file(source, output, Upper())
    assert output.stat().st_mtime_ns == before
    output.unlink()
    with pytest.raises(UnfinishedFileError, match=r"hyp\.txt\.json exists already"):
        translate_file(source, output, Upper())
    output.write_text("old")
    stop(source, output, overwrite=True)
    assert output.read_text() == "old"  # until the new one is whole
    translate_file(source, output, Upper(), resume=True)  # whoever began it might replace it
    assert output.read_text() == WHOLE


def test_an_unfinished_run_needs_a_word(source, output):
    stop(source, output)
    with pytest.raises(
        UnfinishedFileError, match=r"hyp\.txt belongs to a run that did not end: 8 lines are done; --resume"
    ):
        translate_file(source, output, Upper())
    translate_file(["new"], output, Upper(), overwrite=True)
    assert output.read_text() == "NEW\n"
    with pytest.raises(OptionError, match="choose one"):
        translate_file(source, output, Upper(), resume=True, overwrite=True)


def test_an_output_that_appeared_meanwhile_stays(source, output):
    stop(source, output)
    output.write_text("mine")
    with pytest.raises(UnfinishedFileError, match="exists already"):
        translate_file(source, output, Upper(), resume=True)
    assert output.read_text() == "mine"


@pytest.mark.long
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
    journal = tmp_path / "hyp.txt.journal"
    journal.write_text("dear diary\n")
    for overwrite in (False, True):
        with pytest.raises(
            UnfinishedFileError, match="is not a journal of translations: choose another name"
        ):
            translate_file(source, output, Upper(), overwrite=overwrite)
    assert journal.read_text() == "dear diary\n"
    journal.write_text('{"jou')  # killed while it wrote its first line
    translate_file(source, output, Upper(), resume=True)
    assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "src.txt"]


def test_an_nbest_file_is_not_the_output_of_an_unfinished_run(source, output, tmp_path):
    stop(source, output)
    for resume in (False, True):
        with pytest.raises(UnfinishedFileError, match=r"hyp\.txt belongs to a run that did not end"):
            translate_file(source, tmp_path / "other", Upper(nbest=1), nbest_file=output, resume=resume)
    assert names(tmp_path) == ["hyp.txt.journal", "src.txt"]
    translate_file(source, tmp_path / "other", Upper(nbest=1), nbest_file=output, overwrite=True)
    assert names(tmp_path) == ["hyp.txt", "other", "other.json", "src.txt"]


def test_overwriting_leaves_nothing_of_the_earlier_run(source, output, tmp_path):
    stop(source, output, nbest_file=tmp_path / "nbest")
    translate_file(source, output, Upper(), overwrite=True)
    assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "src.txt"]


def test_files_are_different_ones(source, output, tmp_path):
    for options in (
        {"nbest_file": output},
        {"record_file": source},
        {"nbest_file": f"{output}.json"},
        {"nbest_file": f"{output}.journal"},
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
    assert truncated.endswith("(lines 4, 5, 6, 7, 8, ...)")
    assert "1 segment is translated as far as --max-length goes" in cut


def test_control_characters_are_replaced_and_told(output, tmp_path, caplog):
    class Hostile(Upper):
        def translate(self, segments):
            return [Translation(f"a\x1b[31m{text}\0\tb\nc\x9b", alternatives=("a\x07",)) for text in segments]

    nbest = tmp_path / "nbest"
    record = translate_file(["x", "", "y"], output, Hostile(nbest=1), nbest_file=nbest)
    assert output.read_text() == "a\ufffd[31mx\ufffd b c\ufffd\n\na\ufffd[31my\ufffd b c\ufffd\n"
    assert json.loads(nbest.read_text().splitlines()[0])["translations"] == ["a\ufffd"]
    assert record["controls"] == [1, 3]
    assert caplog.messages == [
        "2 segments are translated with control characters, for which U+FFFD is written (lines 1, 3)"
    ]


def test_files_in_xml(tmp_path, output):
    (tmp_path / "src.sgm").write_text(
        '<srcset setid="x" srclang="de"><doc docid="a"><p>\n<seg id="1">a &amp; b\nc</seg></p>\n'
        '<seg id="2">d</seg></doc></srcset>\n'
    )
    translate_file(tmp_path / "src.sgm", output, Upper())
    assert output.read_text() == "A & B C\nD\n"


def test_streams(source, tmp_path):
    written = []
    record = translate_stream(source, written.append, Upper(), RunOptions(record_file=tmp_path / "record"))
    assert "".join(written) == WHOLE
    assert len(written) == 3
    assert json.loads((tmp_path / "record").read_text()) == record
    assert record["output"] == {"name": None, "sha256": sha256(WHOLE)}
    with pytest.raises(UnfinishedFileError, match="record exists already"):
        translate_stream(source, written.append, Upper(), RunOptions(record_file=tmp_path / "record"))
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
    with pytest.raises(OptionError, match="pipe is not a regular file, so the run could not be resumed"):
        translate_file(source, output, Upper(nbest=2), nbest_file=pipe, overwrite=True)
    assert names(tmp_path) == ["hyp.txt", "pipe", "src.txt"]
    assert pipe.is_fifo()
