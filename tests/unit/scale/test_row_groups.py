"""Tests `corpus_score` of `parbleu.scale` where workers read files of Parquet themselves."""

import pickle

import pytest

import parbleu
from extras import extra
from parbleu.errors import FormatError, InputTypeError, NoSegmentsError, OptionError, UnreadableFileError
from parbleu.scale import duckdb as module  # whose engine is not needed to read files
from parbleu.scale._partitions import row_groups

pyarrow = extra("pyarrow")
parquet = extra("pyarrow.parquet")

COLUMNS = {
    "id": list(range(300)),
    "mt": [f"the cat {row % 7} sat on the mat {row}" for row in range(300)],
    "ref": [f"a cat {row % 5} sat on the mat {row}" for row in range(300)],
    "d": ["x", "y", "z"] * 100,
}
ROWS = pyarrow.table(COLUMNS)


def score_of(rows):
    return parbleu.BLEU().corpus_score(rows["mt"].to_pylist(), [rows["ref"].to_pylist()]).to_dict()


@pytest.fixture
def folder(tmp_path):
    """A folder of two languages; files have row groups of 70 rows, one has no row, and one is no table."""
    for name, rows in {"de/a": ROWS.slice(100), "de/b": ROWS.slice(0, 0), "fr/a": ROWS.slice(0, 100)}.items():
        path = tmp_path / f"lang={name}.parquet"
        path.parent.mkdir(exist_ok=True)
        parquet.write_table(rows, path, row_group_size=70)
    (tmp_path / "_SUCCESS").write_text("")
    return tmp_path


def test_a_folder_is_scored_as_its_rows(folder):
    assert module.corpus_score(folder, "bleu").to_dict() == score_of(ROWS)
    assert module.corpus_score(str(folder), "bleu").to_dict() == score_of(ROWS)
    files = sorted(folder.glob("*/*.parquet"))
    assert module.corpus_score(files[:2], "bleu").to_dict() == score_of(ROWS.slice(100))
    assert module.corpus_score(files[2], "bleu").to_dict() == score_of(ROWS.slice(0, 100))


def test_groups_are_columns_and_names_of_folders(folder):
    found = module.corpus_score(folder, "bleu", by=["lang", "d"])
    assert set(found) == {(language, group) for language in ("de", "fr") for group in "xyz"}
    for (language, group), score in found.items():
        rows = ROWS.slice(100) if language == "de" else ROWS.slice(0, 100)
        assert score.to_dict() == score_of(rows.filter(pyarrow.compute.field("d") == group))


def test_fields_of_structs_are_columns(tmp_path):
    rows = ROWS.select(["mt", "ref"]).to_pylist()
    parquet.write_table(pyarrow.table({"pair": rows}), tmp_path / "a.parquet")
    found = module.corpus_score(tmp_path, "bleu", hypothesis="pair.mt", references="pair.ref")
    assert found.to_dict() == score_of(ROWS)
    with pytest.raises(FormatError, match=r"groups are made by whole columns, not by the field 'pair\.mt'"):
        module.corpus_score(tmp_path, "bleu", "pair.mt", "pair.ref", by="pair.mt")


def test_a_wrong_cell_is_named_by_its_row_in_the_file(folder):
    path = folder / "lang=de" / "a.parquet"
    cells = pyarrow.array([None if row == 170 else "a" for row in range(200)])
    parquet.write_table(ROWS.slice(100).set_column(1, "mt", cells), path, row_group_size=70)
    with pytest.raises(FormatError) as caught:
        module.corpus_score(folder, "bleu", by="d")
    assert str(caught.value) == (
        f"{path}: row 171 (d=x), column 'mt': the text is missing; write \"\" for an empty one"
    )


def test_what_cannot_be_read_is_an_error(folder):
    with pytest.raises(FormatError, match=r"a\.parquet: there is no column 'mtt'; did you mean 'mt'"):
        module.corpus_score(folder, "bleu", hypothesis="mtt")
    with pytest.raises(UnreadableFileError, match=f"there is no file or folder {folder}/nothing"):
        module.corpus_score(folder / "nothing", "bleu")
    with pytest.raises(NoSegmentsError, match=r"b\.parquet: there is no row to score"):
        module.corpus_score(folder / "lang=de" / "b.parquet", "bleu")
    with pytest.raises(NoSegmentsError, match="0 files: there is no row to score"):
        module.corpus_score([], "bleu")
    with pytest.raises(OptionError, match="files are read here without options: leave out batch_size"):
        module.corpus_score(folder, "bleu", batch_size=3)
    with pytest.raises(InputTypeError, match=r"a file of Parquet is expected, not \{'id': 0"):
        module.corpus_score(ROWS.to_pylist(), "bleu")
    with pytest.raises(OptionError, match="with paths give a metric or a name"):
        module.corpus_score(folder, parbleu.BLEU)
    for function in (module.score_dataset, module.decode_dataset):
        with pytest.raises(InputTypeError, match="let the engine read the files; only corpus_score takes"):
            function(folder, "bleu")


def test_a_column_of_the_file_hides_a_folder_of_its_name(tmp_path):
    for name in ("mt=other", "d=1", "id=x", "e=__HIVE_DEFAULT_PARTITION__", "e=5"):
        path = tmp_path / name / "a.parquet"
        path.parent.mkdir()
        parquet.write_table(ROWS, path)
        for place in (path, path.parent):
            assert module.corpus_score(place, "bleu").to_dict() == score_of(ROWS)
            assert module.corpus_score(place, "bleu", by="d").keys() == {"x", "y", "z"}
    found = module.corpus_score([tmp_path, tmp_path / "id=x"], "bleu")
    assert found.to_dict() == score_of(pyarrow.concat_tables([ROWS] * 6))
    for name in ("mt=other", "d=1", "id=x"):
        (tmp_path / name / "a.parquet").unlink()
    assert module.corpus_score(tmp_path.as_uri(), "bleu", by="e").keys() == {None, "5"}


def test_other_folders_of_workers_read_the_same_file(tmp_path, monkeypatch):
    parquet.write_table(ROWS, tmp_path / "a.parquet", row_group_size=70)
    monkeypatch.chdir(tmp_path)
    group = pickle.loads(pickle.dumps(row_groups(("a.parquet",), ["mt"])[1]))
    monkeypatch.chdir(tmp_path.parent)
    assert group.first == 71
    assert [batch.num_rows for batch in group.batches(["mt"], 40)] == [40, 30]


def test_groups_have_one_type(tmp_path):
    parquet.write_table(ROWS, tmp_path / "a.parquet")
    numbers = ROWS.set_column(3, "d", pyarrow.array(range(300)))
    parquet.write_table(numbers, tmp_path / "b.parquet")
    with pytest.raises(FormatError, match=r"b\.parquet: column 'd' is of int64, but of text in .*a\.parq"):
        module.corpus_score(tmp_path, "bleu", by="d")
    encoded = ROWS.set_column(3, "d", ROWS["d"].dictionary_encode())
    parquet.write_table(encoded, tmp_path / "b.parquet")
    assert module.corpus_score(tmp_path, "bleu", by="d").keys() == {"x", "y", "z"}


def test_files_may_differ_but_in_the_columns_that_are_read(folder, tmp_path_factory):
    tmp_path = tmp_path_factory.mktemp("files")
    path = folder / "lang=fr" / "a.parquet"
    rows = ROWS.slice(0, 100).select(["ref", "mt"])
    parquet.write_table(rows, path)
    assert module.corpus_score(folder, "bleu", by="lang").keys() == {"de", "fr"}
    with pytest.raises(FormatError, match=f"{path}: there is no column 'd'; it has: ref, mt$"):
        module.corpus_score(folder, "bleu", by="d")
    parquet.write_table(rows, tmp_path / "b.parquet")
    parquet.write_table(ROWS, tmp_path / "a.parquet")
    with pytest.raises(FormatError, match=r"b\.parquet: there is no column 'd'; it has: ref, mt$"):
        module.corpus_score([tmp_path / "a.parquet", tmp_path / "b.parquet"], "bleu", by="d")
    parquet.write_table(rows.set_column(0, "ref", pyarrow.array(range(100))), path)
    with pytest.raises(FormatError, match=f"{path}: row 1, column 'ref': a text is expected, not int '0'"):
        module.corpus_score(folder, "bleu")


def test_a_damaged_file_is_an_error(folder):
    path = folder / "lang=fr" / "a.parquet"
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    with pytest.raises(UnreadableFileError, match=r"cannot read .*a\.parquet"):
        module.corpus_score(folder, "bleu")
    column = parquet.ParquetFile(pyarrow.BufferReader(whole)).metadata.row_group(1).column(1)
    start = column.dictionary_page_offset
    path.write_bytes(whole[:start] + b"\xff" * 40 + whole[start + 40 :])
    with pytest.raises(UnreadableFileError, match=f"cannot read {path}: "):
        module.corpus_score(folder, "bleu")
