"""Tests that places outside of a column's buffers are refused, wherever columns come from."""

import io
import struct
from functools import partial

import pytest

import parbleu
from extras import extra
from parbleu.errors import FormatError, InputTypeError, UnreadableFileError
from parbleu.metrics.tokens import corpus_bleu
from parbleu.scale import score_batches, scores_of_sums
from parbleu.text._arrow_buffers import check_buffers
from parbleu.text._segments import as_segments

pa = extra("pyarrow")

TEXTS = ["the cat sat on the mat", "a dog ran", "it is so, and it stays so"]
FAR = 1 << 30
VIEWS = [pa.string_view()] if hasattr(pa, "string_view") else []


def same(column):
    return column


def damaged(kind, form, *numbers, rows=None, text=None, children=(), right=(), within=same):
    """A column whose places are damaged after pyarrow has looked at them, perhaps `within` another column."""
    places = bytearray(struct.pack(form, *right) if right else struct.calcsize(form))
    buffers = [None, pa.py_buffer(places), *([] if text is None else [pa.py_buffer(text.encode())])]
    rows = len(numbers) - 1 if rows is None else rows
    found = within(pa.Array.from_buffers(kind, rows, buffers, children=list(children)))
    places[:] = struct.pack(form, *numbers)
    return found


def strings(*offsets, **options):
    return damaged(pa.string(), f"<{len(offsets)}i", *offsets, text="".join(TEXTS), **options)


def large_strings(*offsets, **options):
    return damaged(pa.large_string(), f"<{len(offsets)}q", *offsets, text="".join(TEXTS), **options)


def views(number, begin, **options):
    """A text in a buffer, with the views of Arrow."""
    size, start = len(TEXTS[0]), TEXTS[0][:4].encode()
    return damaged(pa.string_view(), "<i4sii", size, start, number, begin, rows=1, text=TEXTS[0], **options)


def coded(*indices, within=same):
    def with_dictionary(codes):
        return within(pa.DictionaryArray.from_arrays(codes, pa.array(TEXTS)))

    return damaged(pa.int32(), f"<{len(indices)}i", *indices, rows=len(indices), within=with_dictionary)


def lists(*offsets, **options):
    return damaged(
        pa.list_(pa.string()), f"<{len(offsets)}i", *offsets, children=[pa.array(TEXTS)], **options
    )


def runs(*ends, within=same):
    def with_texts(column):
        return within(pa.RunEndEncodedArray.from_arrays(column, pa.array(TEXTS[:2])))

    return damaged(pa.int32(), "<2i", *ends, rows=2, right=(1, 3), within=with_texts)


def inside(make, *places):
    """A column whose texts or codes are in lists, runs and the like."""
    return lambda of=make, within=same: places[0](*places[1:], within=lambda column: within(of(column)))


def in_lists(column):
    return pa.ListArray.from_arrays(pa.array([0, 2], pa.int32()), column)


def in_struct(column):
    return pa.StructArray.from_arrays([column], ["de"])


def in_runs(column):
    return pa.RunEndEncodedArray.from_arrays(pa.array([1, 2], pa.int32()), column)


def in_dictionary(column):
    return pa.DictionaryArray.from_arrays(pa.array([0, 1]), column)


DAMAGED = {
    "the last offset": partial(strings, 0, 5, FAR),
    "an offset in the middle": partial(strings, 0, FAR, 9, 12),
    "offsets that go back": partial(strings, 0, 9, 5, 12),
    "a negative first offset": partial(strings, -FAR, 5, 9),
    "a negative offset": partial(strings, 0, -FAR, 9),
    "a large offset": partial(large_strings, 0, 1 << 40, 9),
    "the last large offset": partial(large_strings, 0, 4, 1 << 60),
    "a code": partial(coded, 0, FAR, 1),
    "a negative code": partial(coded, 0, -5, 1),
    "an offset in a dictionary": inside(in_dictionary, strings, 0, FAR, 9),
}
"""What makes columns of text, each with one wrong place, perhaps `within` something."""
if VIEWS:
    DAMAGED |= {
        "a buffer of views": partial(views, 7, 0),
        "a negative buffer of views": partial(views, -3, 0),
        "the place of a view": partial(views, 0, 5),
        "a negative place of a view": partial(views, 0, -FAR),
    }
NESTED = {
    "lists": partial(lists, 0, FAR, 3),
    "the last list": partial(lists, 0, 1, FAR),
    "an offset in lists": inside(in_lists, strings, 0, FAR, 9),
    "an offset in a struct": inside(in_struct, strings, 0, FAR, 9),
    "a code in lists": inside(in_lists, coded, 0, FAR),
    "ends of runs": partial(runs, 3, 1),
    "a negative end of a run": partial(runs, -5, 3),
    "an offset in runs": inside(in_runs, strings, 0, FAR, 9),
}
each_damaged = pytest.mark.parametrize("make", DAMAGED.values(), ids=DAMAGED)
each = pytest.mark.parametrize("make", {**DAMAGED, **NESTED}.values(), ids={**DAMAGED, **NESTED})


def batch_of(column):
    return pa.record_batch({"id": list(range(len(column))), "mt": column, "ref": [TEXTS[0]] * len(column)})


def table_of(column):
    return pa.Table.from_batches([batch_of(column)])


@each
@pytest.mark.parametrize("within", [batch_of, table_of])
def test_a_batch_is_refused_with_its_number_and_column(make, within):
    data = make(within=within)
    with pytest.raises(FormatError, match=r"^file: record batch 3, column 'mt': this is damaged") as problem:
        check_buffers("file", data, 3)
    assert "\n" not in str(problem.value)


def test_columns_that_are_not_read_are_not_looked_at():
    check_buffers("file", DAMAGED["an offset in the middle"](within=batch_of), names=["id", "ref"])


def test_whole_columns_of_every_type_are_taken():
    texts = pa.array([*TEXTS, None])
    codes = pa.array([0, 0, 1, 2], pa.int32())
    kinds = [pa.large_string(), *VIEWS, pa.dictionary(pa.int8(), pa.string())]
    columns = [texts, *map(texts.cast, kinds), pa.array([None] * 4), pa.array([1, 2, None, 3])]
    columns += [
        pa.array([["a"], [], None, ["b", "c"]], kind(pa.string())) for kind in (pa.list_, pa.large_list)
    ]
    columns += [pa.array([["a"], ["b"], None, ["c"]], pa.list_(pa.string(), 1)), codes.dictionary_encode()]
    columns += [
        pa.array([{"de": "a"}, None, {}, {"de": "b"}]),
        pa.array([[("a", "b")]] * 4, pa.map_(pa.string(), pa.string())),
    ]
    names = [str(number) for number in range(len(columns))]
    check_buffers("file", pa.record_batch(columns, names))
    check_buffers("file", pa.record_batch(columns, names).slice(1, 2))
    check_buffers("file", pa.table(columns, names))
    check_buffers("file", pa.record_batch([texts, texts], ["same", "same"]))


def no_utf8():
    return pa.array([b"a", b"\xff"]).view(pa.string())


@pytest.mark.parametrize(
    "column",
    [
        no_utf8(),
        pa.array([b"a", b"\xff"], pa.large_binary()).view(pa.large_string()),
        pa.DictionaryArray.from_arrays(pa.array([0, 1]), no_utf8()),
        pa.ListArray.from_arrays(pa.array([0, 1, 2], pa.int32()), no_utf8()),
        pa.LargeListArray.from_arrays(pa.array([0, 1, 2]), no_utf8()),
        pa.FixedSizeListArray.from_arrays(no_utf8(), 1),
        pa.StructArray.from_arrays([no_utf8()], ["de"]),
    ],
    ids=lambda column: str(column.type),
)
def test_text_that_is_no_utf8_is_left_to_those_who_read_it(column):
    check_buffers("file", batch_of(column))


@pytest.mark.skipif(not VIEWS, reason="pyarrow 15 has no views")
def test_views_that_are_no_utf8_are_left_to_those_who_read_them():
    check_buffers("file", batch_of(pa.array([b"a", b"\xff" * 20], pa.binary_view()).view(pa.string_view())))


def test_text_that_is_no_utf8_hides_no_other_fault():
    wrong = no_utf8()
    kind = pa.list_(pa.string())
    of_lists = damaged(kind, "<3i", 0, 1, FAR, children=[wrong], within=batch_of)
    of_codes = damaged(
        pa.int32(),
        "<2i",
        0,
        FAR,
        rows=2,
        within=lambda codes: batch_of(pa.DictionaryArray.from_arrays(codes, wrong)),
    )
    for batch in (of_lists, of_codes):
        with pytest.raises(FormatError, match="column 'mt'"):
            check_buffers("file", batch)


@each
def test_record_batches_are_refused(make):
    for wrong in (make(within=batch_of), make(within=table_of)):
        for given in (wrong, [wrong]):
            with pytest.raises(
                FormatError, match=r"the batches: record batch 1, column 'mt': this is damaged"
            ):
                list(score_batches(given, "chrf"))


@each_damaged
def test_tables_in_memory_are_refused(make):
    with pytest.raises(FormatError, match="the table: record batch 1, column 'mt': this is damaged"):
        parbleu.score_table(make(within=table_of), parbleu.TableColumns("mt", "ref"))


@each_damaged
@pytest.mark.parametrize("within", [same, lambda column: pa.chunked_array([column])], ids=["array", "chunks"])
def test_columns_are_refused(make, within):
    with pytest.raises(InputTypeError, match=r"^hyp: "):
        as_segments(make(within=within), "hyp")


class Foreign:
    """A column of a library that pyarrow knows nothing of."""

    def __init__(self, column):
        self._column = column

    def __arrow_c_array__(self, requested_schema=None):
        return self._column.__arrow_c_array__()


INNER = [name for name in DAMAGED if "last" not in name]
"""Places that are wrong whatever the lengths of buffers, which no other library tells."""


@pytest.mark.parametrize("name", INNER)
def test_columns_of_other_libraries_are_refused(name):
    with pytest.raises(InputTypeError, match=r"^hyp: segment \d is outside of the column's Arrow buffers"):
        as_segments(Foreign(DAMAGED[name]()), "hyp")


def in_list(column):
    return pa.ListArray.from_arrays(pa.array([0, len(column)], pa.int32()), column)


@pytest.mark.parametrize("of", [same, Foreign])
@pytest.mark.parametrize("name", INNER)
def test_tokens_are_refused(name, of):
    tokens = of(DAMAGED[name](within=in_list))
    with pytest.raises(InputTypeError, match=r"^tokens: hypotheses: |^hypotheses, segment 0"):
        corpus_bleu(tokens, [[["a"]]])


@pytest.mark.parametrize("of", [same, Foreign])
@pytest.mark.parametrize("offsets", [(0, FAR, 3), (0, 2, 1), (-FAR, 0, 1), (0, -5, 1)])
def test_lists_of_tokens_are_refused(offsets, of):
    with pytest.raises(InputTypeError, match=r"^tokens: hypotheses: |^hypotheses, segment \d"):
        corpus_bleu(of(lists(*offsets)), [[["a"], ["b"]]])


def damaged_file(kind, old, new):
    """An Arrow file of which some bytes have others in their place."""
    written = io.BytesIO()
    table = pa.table({"mt": TEXTS, "ref": TEXTS})
    with (pa.ipc.new_file if kind == "file" else pa.ipc.new_stream)(written, table.schema) as writer:
        writer.write_table(table)
    data = written.getvalue()
    place = data.index(old)
    return data[:place] + new + data[place + len(old) :]


OFFSETS = struct.pack("<4i", 0, 22, 31, 56)


@pytest.mark.parametrize("kind", ["file", "stream"])
@pytest.mark.parametrize("wrong", [(0, 22, 31, FAR), (0, FAR, 31, 56), (-FAR, 22, 31, 56), (0, 22, 200, 400)])
def test_arrow_files_are_refused(tmp_path, kind, wrong):
    path = tmp_path / "table.arrow"
    path.write_bytes(damaged_file(kind, OFFSETS, struct.pack("<4i", *wrong)))
    with pytest.raises(FormatError, match=r"table\.arrow: record batch 1, column 'mt': this is damaged"):
        parbleu.score_table([path], parbleu.TableColumns("mt", "ref"))


def test_names_of_columns_that_are_no_utf8(tmp_path):
    data = damaged_file("stream", b"mt", b"m\xff")
    path = tmp_path / "table.arrow"
    path.write_bytes(data)
    with pytest.raises(UnreadableFileError, match=r"cannot read .*table\.arrow: 'utf-8' codec"):
        parbleu.score_table([path], parbleu.TableColumns("mt", "ref"))
    with pytest.raises(FormatError, match="the name of a column is not valid UTF-8"):
        list(score_batches(pa.ipc.open_stream(data), "chrf"))


def test_names_of_fields_that_are_no_utf8():
    table = pa.table({"mt": TEXTS, "ref": TEXTS, "more": [{"name": "x"}] * len(TEXTS)})
    written = io.BytesIO()
    with pa.ipc.new_stream(written, table.schema) as writer:
        writer.write_table(table)
    [batch] = pa.ipc.open_stream(written.getvalue().replace(b"name", b"nam\xff"))
    with pytest.raises(UnreadableFileError, match="cannot read the batches: 'utf-8' codec"):
        list(score_batches([batch], "chrf"))


def test_names_of_columns_leave_a_message_one_line():
    table = pa.table({"mt": TEXTS, "ref": TEXTS})
    [batch] = score_batches(table, "chrf", emit="statistics")
    names = [name.replace("n_ref", "\x1b\n") for name in batch.schema.names]
    with pytest.raises(InputTypeError, match=r"the batches have: mt, ref, .*\\x1b\\nerences$"):
        scores_of_sums([batch.rename_columns(names).replace_schema_metadata(batch.schema.metadata)])


def test_what_parquet_cannot_read_is_told_in_one_line(tmp_path):
    written = io.BytesIO()
    pytest.importorskip("pyarrow.parquet").write_table(pa.table({"mt": TEXTS}), written)
    data = bytearray(written.getvalue())
    data[-40:-8] = b"\xff" * 32  # the end of the description of the columns
    path = tmp_path / "table.parquet"
    path.write_bytes(data)
    with pytest.raises(UnreadableFileError, match=r"^cannot read .*table\.parquet: ") as problem:
        parbleu.score_table([path], parbleu.TableColumns("mt", "ref"))
    assert "\n" not in str(problem.value)


def test_a_type_of_which_pyarrow_has_no_values(tmp_path):
    """Intervals in months, which other libraries write: their unit is one byte of the schema."""
    table = pa.table({"mt": pa.array([(1, 2, 3)] * 3, pa.month_day_nano_interval()), "ref": TEXTS})
    written = io.BytesIO()
    with pa.ipc.new_stream(written, table.schema) as writer:
        writer.write_table(table)
    data = written.getvalue()
    changed = [data[:place] + b"\0" + data[place + 1 :] for place in range(len(data)) if data[place] == 2]
    path = tmp_path / "table.arrows"
    for stream in changed:
        try:
            is_of_months = [kind.id for kind in pa.ipc.open_stream(stream).schema.types[:1]] == [21]
        except (OSError, pa.ArrowException):
            continue
        if is_of_months:
            path.write_bytes(stream)
            break
    with pytest.raises(FormatError, match="record batch 1, column 'mt': pyarrow has no values of its type"):
        parbleu.score_table([path], parbleu.TableColumns("mt", "ref"))
