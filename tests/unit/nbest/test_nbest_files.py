"""N-best lists in files of every format, and what is wrong with some."""

import gzip

import pytest

from parbleu.errors import FormatError, OptionError, UndecodableLineError, UnknownNameError
from parbleu.nbest import read_nbest


def read(tmp_path, text, *options, **named):
    path = tmp_path / "nbest"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_nbest(path, *options, **named))


def test_json(tmp_path):
    text = '{"line": 4, "translations": ["a b", ""], "scores": [-0.5, -2]}\n{"candidates": ["c"]}\n'
    first, second = read(tmp_path, text)
    assert (first.segment, first.candidates, first.scores) == ("4", ("a b", ""), (-0.5, -2.0))
    assert (second.segment, second.candidates, second.scores) == ("2", ("c",), ())
    assert second.place.endswith("nbest:2")


def test_moses(tmp_path):
    text = "0 ||| a b ||| lm= -2 tm= -3 ||| -1.5\n0 ||| a ||| lm= -1 tm= -1 ||| -2\n1 ||| c\n"
    first, second = read(tmp_path, text)
    assert (first.segment, first.candidates, first.scores) == ("0", ("a b", "a"), (-1.5, -2.0))
    assert first.features == ("lm= -2 tm= -3", "lm= -1 tm= -1")
    assert (second.candidates, second.scores, second.features) == (("c",), (), ())


def test_moses_of_marian_with_alignments_and_scores_of_words(tmp_path):
    text = "0 ||| a b ||| 0-0 1-1 ||| WordScores= -0.1 -0.2 ||| F0= -0.3 ||| -0.15\n"
    (first,) = read(tmp_path, text)
    assert (first.candidates, first.scores) == (("a b",), (-0.15,))
    assert first.features == ("0-0 1-1 ||| WordScores= -0.1 -0.2 ||| F0= -0.3",)
    (first,) = read(tmp_path, "0 ||| a b ||| lm= -2 ||| -1.5 ||| 0-0 1-1\n")
    assert (first.scores, first.features) == ((-1.5,), ("lm= -2",))


def test_fairseq(tmp_path):
    """Segments are in the order of their lengths, scores are logarithms to the base 2."""
    lines = ["S-1\tx", "T-1\ty", "H-1\t-1.0\ta @@b", "D-1\t-1.0\tab", "P-1\t-1.0 -1.0"]
    lines += ["S-0\tx", "H-0\t-2\tc", "D-0\t-2\tc d", "H-0\t-3\te", "D-0\t-3\te", "Generate test: BLEU4 = 1"]
    first, second = read(tmp_path, "\n".join(lines) + "\n")
    assert (first.segment, first.candidates, second.candidates) == ("0", ("c d", "e"), ("ab",))
    assert first.scores == pytest.approx((-1.3862943611198906, -2.0794415416798357))
    for wrong, message in (("H-1\t-1\ta\n", "segment 0 has no"), ("S-0\ta\n", "no lines H-0")):
        with pytest.raises(FormatError, match=message):
            read(tmp_path, wrong)


def test_samples_of_lm_eval(tmp_path):
    text = (
        '{"doc_id": 3, "doc": {}, "target": "t", "resps": [["a</s>", "b"]], "filtered_resps": [["a", "b"]]}\n'
    )
    text += '{"doc_id": 4, "resps": [["a", "b"]], "filtered_resps": ["a"]}\n'
    first, second = read(tmp_path, text)
    assert (first.segment, first.candidates, second.candidates) == ("3", ("a", "b"), ("a", "b"))


def test_samples_of_two_filters_of_lm_eval_are_refused(tmp_path):
    """lm-eval writes each document once for each filter."""
    line = '{"doc_id": 3, "resps": [["a"]], "filtered_resps": ["a"]}\n'
    with pytest.raises(
        FormatError, match=r"nbest:2: the document 3 stands here again: keep the samples of one"
    ):
        read(tmp_path, line + line)


def test_segments_without_candidates_are_told_of(tmp_path, caplog):
    assert [each.segment for each in read(tmp_path, "0 ||| a\n0 ||| b\n1 ||| c\n4 ||| d\n")] == [
        "0",
        "1",
        "4",
    ]
    assert len(caplog.messages) == 1
    assert "nbest:4: segment 4 follows 1: without candidates" in caplog.messages[0]
    caplog.clear()
    assert len(read(tmp_path, "0 ||| a\n2 ||| b\n4 ||| c\n9 ||| d\n")) == 4
    assert len(caplog.messages) == 1
    assert "nbest:2: segment 2 follows 0 (and 2 other gaps): without candidates" in caplog.messages[0]


def test_segments_in_another_order_are_told_of(tmp_path, caplog):
    """Sources and references are read line by line."""
    assert [each.segment for each in read(tmp_path, "1 ||| a\n0 ||| b\n2 ||| c\n")] == ["1", "0", "2"]
    told, _ = caplog.messages
    assert "nbest:2: segment 0 follows 1: the output has a line for each list in the order of the" in told


def test_long_names_of_segments_are_no_numbers(tmp_path, caplog):
    name = "9" * 5000
    assert [each.segment for each in read(tmp_path, f"0 ||| a\n{name} ||| b\n")] == ["0", name]
    assert caplog.messages == []


def test_tab_separated(tmp_path):
    first, second = read(tmp_path, "segment\ttext\tscore\nx\ta b\t-1\nx\tc\t-2\ny\td\t-3\n")
    assert (first.segment, first.candidates, first.scores) == ("x", ("a b", "c"), (-1.0, -2.0))
    assert (second.segment, second.candidates) == ("y", ("d",))


def test_plain_lines(tmp_path):
    lists = read(tmp_path, "a\nb\n\nd\n", candidates=2)
    assert [(each.segment, each.candidates) for each in lists] == [("1", ("a", "b")), ("2", ("", "d"))]


def test_compressed(tmp_path):
    (found,) = read(tmp_path, gzip.compress(b'{"translations": ["a"]}\n'))
    assert found.candidates == ("a",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is empty; expected n-best lists"),
        ("hello\n", "nbest:1: this line is no n-best list; expected .*--candidates N"),
        ('{"line": 1, "translations": ["a"]}\n{"line"\n', "nbest:2: this is not JSON"),
        ('{"line": 1, "translations": ["a"]}\n[1]\n', "nbest:2: expected an object"),
        (
            '{"mt": ["a"]}\n',
            r"nbest:1: .* under the key 'translations' \(or 'candidates', 'hypotheses', 'nbest'\); it has mt",
        ),
        ('{"translations": []}\n', "nbest:1: .* a list of one string or more"),
        ('{"translations": "a"}\n', "nbest:1: .* a list of one string or more"),
        ('{"translations": ["a"], "scores": [1, 2]}\n', "nbest:1: 1 candidate and 2 scores"),
        ('{"translations": ["a"], "scores": ["x"]}\n', "nbest:1: the scores are a list of numbers"),
        ("0 ||| a\n1\n", "nbest:2: expected 0 ||| text"),
        ("0 ||| a ||| f ||| much\n", "nbest:1: 'much' is .*; expected the score"),
        ("0 ||| a\n1 ||| b\n0 ||| c\n", "nbest:3: segment '0' comes again"),
        ("0 ||| a ||| ||| 1\n0 ||| b\n", "nbest:2: this candidate of segment '0' has no score"),
        ("1\ta\n1\tb\tc\td\n", "nbest:2: expected SEGMENT<TAB>TEXT.* found 4 fields"),
    ],
)
def test_errors_say_file_and_line(tmp_path, text, message):
    with pytest.raises(FormatError, match=message.replace("|||", r"\|\|\|")):
        read(tmp_path, text)


def test_lines_that_do_not_come_out_even(tmp_path):
    with pytest.raises(FormatError, match="nbest:3: the last segment has 1 candidate instead of 2"):
        read(tmp_path, "a\nb\nc\n", candidates=2)


def test_bytes_that_are_not_utf8(tmp_path):
    with pytest.raises(UndecodableLineError, match="nbest:2"):
        read(tmp_path, b'{"translations": ["a"]}\n\xff\n')


def test_options(tmp_path):
    with pytest.raises(UnknownNameError, match="json, moses, fairseq, tsv, lines"):
        read(tmp_path, "a\n", "xml")
    for options in ({"format": "lines"}, {"candidates": 0}, {"format": "json", "candidates": 2}):
        with pytest.raises(OptionError, match="at least 1"):
            read(tmp_path, "a\n", **options)
