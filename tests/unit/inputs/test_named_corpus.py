"""Tests that what a user names is opened by the reader of its kind, and that parts are those of the whole."""

import pytest

from parbleu._core import Segments
from parbleu._inputs import named_corpus
from parbleu._inputs.corpus import Corpus, CorpusReader
from parbleu._inputs.named_corpus import NamedCorpus
from parbleu.errors import FormatError, InputShapeError
from parbleu.text._segment_table import TableColumns


class Notes(CorpusReader):
    """A folder with a file for each segment, of references and of a system."""

    folder = ""

    @classmethod
    def of(cls, named):
        reader = cls(named.check_text)
        reader.folder = named.references[0]
        return reader

    def names(self):
        return ["notes"]

    def _parts(self):
        yield Corpus({"notes": Segments(["a"])}, (Segments([self.folder]),))


def test_a_folder_is_read_by_the_reader_of_its_files(tmp_path, monkeypatch):
    monkeypatch.setitem(named_corpus.READERS, ".note", f"{__name__}:Notes")
    monkeypatch.setattr(named_corpus, "load", lambda _: Notes)
    (tmp_path / "1.note").touch()
    named = NamedCorpus([str(tmp_path)], [str(tmp_path)])
    assert named.kind() == ".note"
    with named.open() as reader:
        assert reader.whole().references[0].to_list() == [str(tmp_path)]


def test_files_of_lines(tmp_path):
    for name, lines in (("a.txt", "one\ntwo\n"), ("ref.txt", "one\n2\n"), ("src.txt", "un\ndeux\n")):
        (tmp_path / name).write_text(lines)
    files = NamedCorpus([str(tmp_path / "ref.txt")], [str(tmp_path / "a.txt")], language_pair="fr-en")
    with files.open() as reader:
        [part] = reader.parts()
    assert (len(part), list(part.systems), part.language_pair) == (2, ["a"], "fr-en")
    with files.changed(source=str(tmp_path / "src.txt"), is_described=True).open() as reader:
        assert reader.whole().source.to_list() == ["un", "deux"]
    (tmp_path / "src.txt").write_text("un\n")
    described = files.changed(source=str(tmp_path / "src.txt"), is_described=True)
    with described.open() as reader, pytest.raises(FormatError, match="has 1 line"):
        reader.whole()


ROWS = "sys,id,mt,ref,doc,comet\na,1,x,r1,d,0.5\nb,2,y2,r2,d,0.25\na,2,x2,r2,e,1\nb,1,y,r1,d,0\n"
COLUMNS = TableColumns(("mt",), ("ref",), system="sys", segment_id="id")


def test_systems_in_rows_are_put_beside_each_other(tmp_path):
    (tmp_path / "t.csv").write_text(ROWS)
    named = NamedCorpus(
        [str(tmp_path / "t.csv")], columns=COLUMNS, score_columns=["comet"], more_labels=["doc"]
    )
    with named.open() as reader:
        corpus = reader.whole()
    assert {name: texts.to_list() for name, texts in corpus.systems.items()} == {
        "a": ["x", "x2"],
        "b": ["y", "y2"],
    }
    assert corpus.labels["doc"] == ("d", "e")
    assert corpus.scores["comet"].statistics["b"].tolist() == [[0, 1], [0.25, 1]]


def test_parts_of_groups(tmp_path):
    (tmp_path / "t.csv").write_text(ROWS)
    with NamedCorpus([str(tmp_path / "t.csv")], columns=COLUMNS, by=["doc"]).open() as reader:
        keys = [reader.key_of(part) for part in reader.parts()]
    assert keys == [(("d",), "a"), (("d",), "b"), (("e",), "a")]


def test_a_system_that_lacks_a_segment_is_refused(tmp_path):
    (tmp_path / "t.csv").write_text(ROWS.rpartition("b,1")[0])
    with (
        NamedCorpus([str(tmp_path / "t.csv")], columns=COLUMNS).open() as reader,
        pytest.raises(InputShapeError, match="system 'b' lacks the segment '1'"),
    ):
        reader.whole()


class Outputs(CorpusReader):
    """Output without references, as some scorers take it."""

    def _parts(self):
        yield Corpus({"one": Segments([f"Line {number} of the harbour." for number in range(300)])}, ())


def test_output_without_references_may_be_in_a_language_that_is_expected():
    reader = Outputs()
    reader.whole()
    reader.warn_of_text([], target="de")
