"""Tests that resumed runs repeat no work, and that only identical runs are resumed."""

import pytest
from tests.unit.translate.engines_for_tests import Upper
from tests.unit.translate.runs import LINES, WHOLE, Stopping, names, sha256, stop, translate_file

from parbleu.errors import TranslationError, UnfinishedFileError
from parbleu.translate import Batching


def test_resuming(source, output, tmp_path):
    stop(source, output)
    assert names(tmp_path) == ["hyp.txt.journal", "src.txt"]
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


def test_nothing_is_left_of_a_run_that_has_ended(source, output, tmp_path):
    record = translate_file(source, output, Upper(beam=2, threads=1), nbest_file=tmp_path / "nbest")
    there = {path: path.read_bytes() for path in tmp_path.iterdir()}

    def again(text=None, **settings):
        engine = Upper(**settings)
        found = translate_file(text or source, output, engine, nbest_file=tmp_path / "nbest", resume=True)
        assert engine.batches == []
        return found

    assert again(beam=2, threads=8) == record
    for message, wrong in (
        ("made with beam 2, and now there is beam 3", {"beam": 3}),
        ("made with beam 2, and now there is no beam", {}),
        ("made with no nbest, and now there is nbest 2", {"beam": 2, "nbest": 2}),
        ("translations of another source", {"beam": 2, "text": [*LINES, "more"]}),
        ("translations of another source", {"beam": 2, "text": LINES[:-1]}),
    ):
        with pytest.raises(UnfinishedFileError, match=f"{message}.*--overwrite replaces it"):
            again(**wrong)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == there
    output.write_text("another")
    with pytest.raises(UnfinishedFileError, match=r"hyp\.txt is not the output of .*hyp\.txt\.json"):
        again(beam=2)


@pytest.mark.parametrize(
    "record", ["", "[]", "{}", '{"source": {"sha256": 1}, "output": {"sha256": 1}}', None]
)
def test_a_file_without_its_record_is_no_run_that_has_ended(source, output, tmp_path, record):
    output.write_text(WHOLE)
    if record is not None:
        (tmp_path / "hyp.txt.json").write_text(record)
    with pytest.raises(UnfinishedFileError, match=r"hyp\.txt exists already"):
        translate_file(source, output, Upper(), resume=True)
    assert output.read_text() == WHOLE


def test_batches_of_a_window_are_kept(source, output, tmp_path):
    batching = Batching(window=20, segments=2)
    with pytest.raises(KeyboardInterrupt):
        translate_file(source, output, Stopping(3), batching=batching)
    assert not output.exists()
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
    engine = Upper()
    translate_file(source, output, engine, resume=True)
    assert engine.batches == [["line 4", "line 6", "line 7"], ["line 8", "line 9"]]
    assert output.read_text() == WHOLE
    with pytest.raises(KeyboardInterrupt):
        translate_file(source, tmp_path / "none", Stopping(0))
    assert names(tmp_path) == ["hyp.txt", "hyp.txt.json", "src.txt"]
    translate_file(source, tmp_path / "new", Upper(), resume=True)  # nothing to go on with: begins
    assert (tmp_path / "new").read_text() == WHOLE


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


def test_of_all_files_of_a_model_a_message_names_one(source, output):
    class Model(Stopping):
        def __init__(self, until, **files):
            super().__init__(until)
            self.files = files

        def describe(self):
            return {"sha256": self.files}

    with pytest.raises(KeyboardInterrupt):
        translate_file(source, output, Model(2, config="c", weights="a"))
    for files in {"config": "c", "weights": "b"}, {"config": "c"}:
        with pytest.raises(
            UnfinishedFileError, match=r"begun with another weights \(sha256\): --resume needs"
        ):
            translate_file(source, output, Model(9, **files), resume=True)


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
    with (tmp_path / "hyp.txt.journal").open("a") as file:
        file.write('{"lines": 9')
    translate_file(source, output, Upper(), resume=True)
    assert output.read_text() == WHOLE


@pytest.mark.parametrize(("window", "batches"), [(1, 3), (2, 2)])
def test_lines_that_somebody_changed_are_translated_again(source, output, tmp_path, window, batches):
    stop(source, output)
    journal = tmp_path / "hyp.txt.journal"
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[window] = lines[window].replace(b"LINE", b"LIME")
    journal.write_bytes(b"".join(lines))
    engine = Upper()
    translate_file(source, output, engine, resume=True)
    assert len(engine.batches) == batches
    assert output.read_text() == WHOLE
