"""Tests that what batches of servers return is scored in the order of its requests, or not at all."""

import json
from random import Random

import pytest

from own_process import printed
from parbleu._cli.main import main
from parbleu.errors import FormatError
from parbleu.text._table_files.table_opening import open_table_file, open_tables

REF = [f"The dog is biting the man number {number}." for number in range(12)]


def answer(name, text, **changes):
    """Returns a line of the output; `changes` are those of the response."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": text, "refusal": None},
        "finish_reason": "stop",
    }
    body = {"object": "chat.completion", "model": "m", "choices": [choice], "usage": {"total_tokens": 9}}
    response = {"status_code": 200, "request_id": "r", "body": body, **changes}
    return {"id": f"batch_req_{name}", "custom_id": name, "response": response, "error": None}


def with_choice(name, **changes):
    """Returns a line whose choice has other values."""
    line = answer(name, "text")
    line["response"]["body"]["choices"][0] |= changes
    return line


def response(name, *content, **changes):
    """Returns a line of the output of `/v1/responses`; `changes` are those of the body."""
    thought = {"type": "reasoning", "summary": [], "content": [{"type": "reasoning_text", "text": "so"}]}
    message = {"type": "message", "role": "assistant", "status": "completed", "content": list(content)}
    body = {"object": "response", "status": "completed", "error": None, "output": [thought, message]}
    return answer(name, "", body=body | {"incomplete_details": None} | changes)


def said(text):
    """Returns a part of such an answer."""
    return {"type": "output_text", "text": text, "annotations": []}


def message(name, *content, stop_reason="end_turn", **changes):
    """Returns a line of the results of Anthropic's batches; `changes` are those of the result."""
    thought = {"type": "thinking", "thinking": "so", "signature": "s"}
    parts = [thought, *({"type": "text", "text": text} for text in content)]
    body = {"type": "message", "role": "assistant", "content": parts, "stop_reason": stop_reason}
    return {"custom_id": name, "result": {"type": "succeeded", "message": body, **changes}}


def texts(tmp_path, lines, name="custom_id"):
    """Returns what is read of lines."""
    path = tmp_path / "out.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    table = open_table_file(str(path))
    assert table.names == [name, "answer"]
    return [text for batch in table.batches(["answer"]) for text in batch.cells("answer")]


@pytest.mark.parametrize("form", ["request-{}", "{}", "{:04}", "wmt24/en-de: {}", "ä{}"])
@pytest.mark.parametrize("begin", [0, 1])
def test_answers_stand_in_the_order_of_requests(tmp_path, form, begin):
    lines = [answer(form.format(number), text) for number, text in enumerate(REF, begin)]
    Random(1).shuffle(lines)
    assert texts(tmp_path, lines) == REF


def test_the_command_scores_them(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref").write_text("".join(f"{text}\n" for text in REF))
    lines = [answer(f"line-{number}", text[4:]) for number, text in enumerate(REF, 1)]
    (tmp_path / "out.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines[::-1]))
    (tmp_path / "hyp").write_text("".join(f"{text[4:]}\n" for text in REF))
    assert main(["score", "ref", "-i", "hyp", "-m", "chrf", "-b"]) == 0
    expected = capsys.readouterr().out
    assert main(["score", "ref", "-i", "out.jsonl", "--hyp", "answer", "-m", "chrf", "-b"]) == 0
    assert capsys.readouterr().out == expected
    assert main(["score", "ref", "-i", "out.jsonl"]) == 1
    assert "name its column by --hyp; it has: custom_id, answer" in capsys.readouterr().err
    for more in ({"method": "POST", "url": "/v1/chat/completions", "body": {"model": "m"}}, {"params": {}}):
        (tmp_path / "in.jsonl").write_text(f"{json.dumps({'custom_id': 'line-1', **more})}\n")
        assert main(["score", "ref", "-i", "in.jsonl", "--hyp", "answer"]) == 1
        assert "requests of a batch: name the file of its answers" in capsys.readouterr().err


def test_other_answers(tmp_path):
    """Blanks around an answer and the reasoning before it are none of it, as in `parbleu translate`."""
    lines = [
        answer("1", " <think>a\nb</think>\n the dog \n"),
        answer("2", ""),
        with_choice("3", text="of older models"),
        {"custom_id": "4", "response": {"body": answer("", "a\nb")["response"]["body"]}},
    ]
    del lines[2]["response"]["body"]["choices"][0]["message"]
    assert texts(tmp_path, lines) == ["the dog", "", "of older models", "a\nb"]


def test_answers_of_the_other_endpoint(tmp_path):
    lines = [response("2", said("The cat "), said("sleeps.")), response("1", said("The dog.\n"))]
    assert texts(tmp_path, lines) == ["The dog.", "The cat sleeps."]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (response("b3"), "there is no text: ask"),
        (response("b3", output=None), "there is no text: ask"),
        (response("b3", {"type": "refusal", "refusal": "I can't."}), "it refuses: I can't: ask"),
        (
            response(
                "b3", said("a"), status="incomplete", incomplete_details={"reason": "max_output_tokens"}
            ),
            "it is cut at the limit of tokens: ask",
        ),
        (
            response("b3", status="incomplete", incomplete_details={"reason": "content_filter"}),
            "its filter of contents stopped the answer: ask",
        ),
        (response("b3", said("a"), status="cancelled"), "its status is 'cancelled': ask"),
        (response("b3", status="failed", error={"message": "no server"}), "it failed: no server: ask"),
        (response("b3", status="failed"), "it failed: ask"),
        (
            answer("b3", "", status_code=429, body={"error": {"message": "too\nmany"}}),
            "status 429: too many: ask",
        ),
        (answer("b3", "", status_code=500, body=None), "status 500: ask"),
        ({"custom_id": "b3", "response": None, "error": {"code": "x", "message": "expired"}}, "expired: ask"),
        ({"custom_id": "b3", "response": None, "error": None}, "the response is empty: ask"),
        (answer("b3", "", body={"choices": []}), "its answer has no choices: ask"),
        (answer("b3", "", body={"error": "no model"}), "it answered with an error: no model: ask"),
        (with_choice("b3", finish_reason="length"), "it is cut at the limit of tokens: ask"),
        (with_choice("b3", finish_reason="content_filter"), "its filter of contents stopped the answer: ask"),
        (with_choice("b3", message={"content": None, "refusal": "I can't."}), "it refuses: I can't: ask"),
        (with_choice("b3", message={"content": None}), "there is no text: ask"),
        (
            with_choice("b3", message={"content": [1]}),
            "the text of its answer is not a string but a list: ask",
        ),
        (with_choice("b3", message={"content": "<think>so"}), "it is reasoning alone: ask"),
        (answer("b3", "", body={"choices": [{}, {}]}), "it has 2 choices, and a translation is one: ask"),
    ],
)
def test_what_is_no_answer_is_told(tmp_path, line, problem):
    with pytest.raises(FormatError) as told:
        texts(tmp_path, [answer("b1", "one"), line, answer("b2", "two")])
    assert str(told.value).startswith(f"{tmp_path / 'out.jsonl'}:2: b3 has no answer: {problem}")
    with pytest.raises(FormatError, match=r":2: b3 has no answer: .* \(2 others without one\): ask again"):
        texts(tmp_path, [answer("b1", "one"), line, line, line])


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (["a-1", "a-2", "a-4"], r"out.jsonl: of these answers of a batch, that to a-3 is missing"),
        (["a-2", "a-3", "a-4"], "that to a-1 is missing"),
        (["a-1", "a-2", "a-01"], r"out.jsonl:3: a-01 is the custom_id of line 1, too"),
        (
            ["a-1", "b-2", "a-3"],
            r"out.jsonl:2: answers of a batch .* custom_id 'b-2' does not say which line",
        ),
        (["a-1", "a-x", "a-3"], r"out.jsonl:2: .* 'a-x'"),
        (["x", "y", "z"], r"out.jsonl:1: .* 'x'"),
        (["d1-1", "d2-1", "d1-2"], r"out.jsonl:2: .* 'd2-1'"),
        (["1", "9" * 5000, "2"], r"out.jsonl:2: .* does not say"),
        (["1", "²", "2"], r"out.jsonl:2: .* does not say"),
    ],
)
def test_an_order_that_is_not_known_is_refused(tmp_path, names, problem):
    with pytest.raises(FormatError, match=problem):
        texts(tmp_path, [answer(name, "text") for name in names])


def test_other_lines(tmp_path):
    with pytest.raises(
        FormatError,
        match=r"out.jsonl:2: the lines above are answers of a batch, and this is none: custom_id, ref$",
    ):
        texts(tmp_path, [answer("1", "one"), {"custom_id": "2", "ref": "x"}])
    path = tmp_path / "own.jsonl"  # a table of one's own, with more in it
    for more in ({"ref": "a"}, {}):
        path.write_text(json.dumps({"custom_id": "x", "response": "text", **more}) + "\n")
        assert open_table_file(str(path)).names == ["custom_id", "response", *more]


READ = """
import sys
from parbleu.text._table_files.table_opening import open_table_file
for name in sys.argv[1:]:
    assert [batch.cells("mt") for batch in open_table_file(name).batches(["mt"])] == [["The dog."]]
print(*{"email.message", "socket", "http.client"} & {*sys.modules})
"""


def test_other_tables_load_nothing_of_servers(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"mt": "The dog."}\n')
    (tmp_path / "a.csv").write_text("id,mt\n1,The dog.\n")
    assert printed(READ, tmp_path / "a.jsonl", tmp_path / "a.csv") == "\n"


def test_results_of_anthropics_batches(tmp_path):
    lines = [message(f"line-{number}", text[:5], text[5:]) for number, text in enumerate(REF)]
    Random(1).shuffle(lines)
    assert texts(tmp_path, lines) == REF


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (message("line-1", "The dog", stop_reason="max_tokens"), "cut at the limit of tokens"),
        (message("line-1", stop_reason="refusal"), "content"),
        (message("line-1", stop_reason="tool_use"), "it ends by 'tool_use'"),
        (message("line-1", "The dog", stop_reason=["end_turn"]), r"it ends by \['end_turn'\]"),
        (message("line-1"), "there is no text"),
        (message("line-1", type="expired"), "it expired:"),
        (
            message(
                "line-1",
                type="errored",
                error={"type": "error", "error": {"type": "invalid_request_error", "message": "too long"}},
            ),
            "it errored: too long",
        ),
        ({"custom_id": "line-1", "result": "The dog"}, "this is none: custom_id, result"),
    ],
)
def test_results_that_are_no_answer(tmp_path, line, told):
    with pytest.raises(FormatError, match=told):
        texts(tmp_path, [message("line-0", "One."), line, message("line-2", "Two.")])


def candidate(*parts, reason="STOP", **changes):
    """Returns a candidate of an answer of Gemini's."""
    return {"content": {"role": "model", "parts": list(parts)}, "finishReason": reason, "index": 0} | changes


def gemini(name, *candidates, **changes):
    """Returns a line of the output of Gemini's batches; `changes` are those of the response."""
    body = {"candidates": list(candidates), "modelVersion": "m", "usageMetadata": {"totalTokenCount": 9}}
    return {"response": body | changes, "key": name}


def test_answers_of_gemini(tmp_path):
    thought = {"text": "so", "thought": True}
    lines = [
        gemini(f"line-{number}", candidate(thought, {"text": text[:5]}, {"text": f"{text[5:]}\n"}))
        for number, text in enumerate(REF, 1)
    ]
    lines[3] |= {"doc": "a", "request": {"contents": []}}  # what the request had besides
    Random(1).shuffle(lines)
    assert texts(tmp_path, lines, "key") == REF


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            gemini("b3", candidate({"text": "a"}, reason="MAX_TOKENS")),
            "it is cut at the limit of tokens: ask",
        ),
        (gemini("b3", candidate(reason="SAFETY")), "its filter of contents stopped the answer: ask"),
        (gemini("b3", candidate({"text": "a"}, reason="RECITATION")), "it ends by 'RECITATION': ask"),
        (gemini("b3", candidate({"text": "a"}, reason={})), "it ends by {}: ask"),
        (gemini("b3", {"index": 0, "finishReason": "STOP"}), "there is no text: ask"),
        (gemini("b3", candidate({"text": "so", "thought": True})), "there is no text: ask"),
        (gemini("b3", candidate(), candidate()), "it has 2 choices, and a translation is one: ask"),
        (gemini("b3"), "it has no candidates: ask"),
        (gemini("b3", promptFeedback={"blockReason": "OTHER"}), "its text was blocked: OTHER: ask"),
        ({"key": "b3", "error": {"code": 8, "message": "no quota"}}, "no quota: ask"),
    ],
)
def test_what_is_no_answer_of_gemini(tmp_path, line, told):
    others = [gemini(name, candidate({"text": "a"})) for name in ("b1", "b2")]
    for lines, number in (([line, *others], 1), ([*others, line], 3)):
        with pytest.raises(FormatError) as problem:
            texts(tmp_path, lines, "key")
        assert str(problem.value).startswith(f"{tmp_path / 'out.jsonl'}:{number}: b3 has no answer: {told}")


def test_answers_of_gemini_without_keys(tmp_path):
    line = gemini("", candidate({"text": "a"}))
    del line["key"]
    with pytest.raises(FormatError, match=r"out.jsonl:1: answers .* any order, and this has no 'key' of"):
        texts(tmp_path, [line])
    own = {"key": "1", "response": {"text": "a"}, "error": {"code": 1}}
    (tmp_path / "own.jsonl").write_text(json.dumps({**own, "ref": "b"}))
    assert "ref" in open_table_file(str(tmp_path / "own.jsonl")).names


@pytest.mark.parametrize("make", [answer, lambda name, text: gemini(name, candidate({"text": text}))])
def test_a_batch_in_several_files(tmp_path, make):
    lines = [make(f"line-{number}", text) for number, text in enumerate(REF)]
    Random(2).shuffle(lines)
    for number in range(3):
        rows = [f"{json.dumps(line)}\n" for line in lines[number::3]]
        (tmp_path / f"out-{number}.jsonl").write_text("".join(rows))

    def read(*names):
        tables = open_tables([str(tmp_path / name) for name in names])
        return [
            text for table in tables for batch in table.batches(["answer"]) for text in batch.cells("answer")
        ]

    assert read("out-*.jsonl") == read("out-2.jsonl", "out-0.jsonl", "out-1.jsonl") == REF
    with pytest.raises(
        FormatError, match=r"is missing: .* a pattern names all parts of a batch: 'out-\*.jsonl'"
    ):
        read("out-[01].jsonl")
    for name, part in (("a", REF[:5]), ("b", REF[5:])):  # two batches, of which each has its own names
        rows = [json.dumps(make(f"line-{number}", text)) for number, text in enumerate(part, 1)]
        (tmp_path / f"own-{name}.jsonl").write_text("\n".join(rows[::-1]))
    assert read("own-*.jsonl") == REF
