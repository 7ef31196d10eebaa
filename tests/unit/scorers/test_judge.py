"""Tests judges with a server that plays well, and with one that misbehaves on purpose."""

import json
import os
import re
import socket
import zlib
from contextlib import suppress
from dataclasses import replace

import pytest

from chat_server import Reply, completion, serve
from own_process import printed
from parbleu._cli.main import main
from parbleu.errors import FormatError, OptionError, ScorerError, UnknownNameError
from parbleu.fetch._endpoint import http_requests
from parbleu.scorers import ErrorSpan, ScorerItem, make_scorer, score_items
from parbleu.scorers import _judge as judge
from parbleu.scorers._judge import located, prompt_names, read_errors, read_number, read_prompt, schema_of
from parbleu.scorers._scoring_run import check_scorer
from parbleu.scorers._segment_cache import SegmentCache
from printed_json import check_result

KEY = "sk-very-secret-1234"
NOTHING = SegmentCache(None)
ITEMS = [
    ScorerItem(f"Der Hund {number} beißt.", f"Dog {number} bites.", f"Hund {number}!") for number in range(6)
]


@pytest.fixture
def chat(warnings, monkeypatch):
    """The server. There are no proxies, no key, and hardly a pause between attempts."""
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
            monkeypatch.delenv(name)
    monkeypatch.setattr(judge, "POLICY", replace(judge.POLICY, first_wait=0.001, longest_wait=0.002))
    with serve() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        yield server


def run(prompt, items=ITEMS, cache=NOTHING, **options):
    scorer = make_scorer(
        f"judge:{prompt}" + "".join(f":{k}={v}" for k, v in {"model": "m", **options}.items())
    )
    try:
        return score_items(scorer, items, cache=cache)
    finally:
        scorer.close()


def values(run):
    return [each.score for each in run.scores]


def says(chat, answer):
    """Answers requests with what a function makes of the hypothesis's number, as JSON or text."""

    def reply(asked):
        number = int(re.search(r"Hund (\d)", asked.prompt)[1])
        made = answer(number, asked)
        return (
            made
            if isinstance(made, Reply)
            else Reply(text=made if isinstance(made, str) else json.dumps(made))
        )

    chat.answer = reply


def errors(*pairs):
    return {"errors": [{"quotation": text, "kind": "x", "severity": severity} for text, severity in pairs]}


def test_what_is_asked_and_signed(chat, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    says(chat, lambda number, asked: {"score": 90 + number})
    found = run("gemba-da", seed=7, max_length=50, input_price=1, output_price=2)
    assert values(found) == [90, 91, 92, 93, 94, 95]
    assert len(chat.asked) == 6
    asked = next(each for each in chat.asked if "Hund 3" in each.prompt)
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert "Dog 3 bites." in asked.prompt
    assert "{" not in asked.prompt.replace('{"score": 73}', "")
    content = {key: value for key, value in asked.json.items() if key != "messages"}
    assert content == {"model": "m", "temperature": 0, "stream": False, "max_tokens": 50, "seed": 7}
    assert found.usage == {
        "prompt_tokens": 60,
        "completion_tokens": 18,
        "requests": 6,
        "judgements": 6,
        "cost": pytest.approx((60 * 1 + 18 * 2) / 1e6),
    }
    signature = found.signature()
    assert re.fullmatch(r"gemba-da@1@[0-9a-f]{12}", signature["prompt"])
    assert (signature["model"], signature["seed"], signature["temperature"]) == ("m", "7", "0")
    assert signature["server"] == f"{chat.url}/chat/completions"
    assert KEY not in str(found)


def test_usage_is_that_of_one_run(chat):
    says(chat, lambda number, asked: {"score": 90 + number})
    scorer = make_scorer("judge:gemba-da:model=m:input_price=1")
    first = score_items(scorer, ITEMS, cache=NOTHING).usage
    second = score_items(scorer, ITEMS[:2], cache=NOTHING).usage
    scorer.close()
    assert (first["requests"], first["prompt_tokens"], first["cost"]) == (6, 60, 60 / 1e6)
    assert second == {
        "requests": 2,
        "prompt_tokens": 20,
        "completion_tokens": 6,
        "judgements": 2,
        "cost": 20 / 1e6,
    }


def test_names_hold_addresses_and_models_with_colons(chat):
    says(chat, lambda number, asked: "75")
    name = f"judge:gemba-sqm:url={chat.url}:model=org/llama3:8b:temperature=0.5"
    scorer = make_scorer(name)
    assert scorer.name == "gemba-sqm@llama3:8b"
    assert make_scorer(scorer.full_name).options == scorer.options
    assert values(score_items(scorer, ITEMS[:1], cache=NOTHING)) == [75]
    scorer.close()
    assert chat.asked[0].json["model"] == "org/llama3:8b"


def test_languages_are_named_in_the_prompt_and_signed(chat):
    says(chat, lambda number, asked: "75")
    scorer = make_scorer("judge:gemba-da:model=m")
    check_scorer(scorer, has_source=True, n_references=0, languages=["en", "de_AT"])
    found = score_items(scorer, ITEMS[:1], cache=NOTHING)
    scorer.close()
    assert "from English into German (Austria)" in chat.asked[0].prompt
    assert found.signature()["languages"] == "en-de_AT"
    run("gemba-da", ITEMS[:1])
    assert "from the source language into the target language" in chat.asked[1].prompt


MISSING = {
    "refused": (Reply(body=completion(None, refusal="I will not")), judge.REFUSED),
    "filtered": (Reply(text='{"score": 100}', finish="content_filter"), judge.REFUSED),
    "empty": (Reply(text=" \n"), judge.EMPTY),
    "nothing": (Reply(body=completion(None)), judge.EMPTY),
    "thought": (Reply(text="<think>never ends"), judge.EMPTY),
    "cut": (Reply(text='{"score": 100}', finish="length"), judge.CUT),
    "prose": (Reply(text="I'd say 85 out of 100"), judge.UNREADABLE),
    "sorry": (Reply(text="I cannot judge that. There are no errors."), judge.UNREADABLE),
    "text": (Reply(text='{"score": "85"}'), judge.UNREADABLE),
    "truth": (Reply(text='{"score": true}'), judge.UNREADABLE),
    "two": (Reply(text='{"score": 1} or {"score": 2}'), judge.UNREADABLE),
    "half": (Reply(text='{"score": 1'), judge.UNREADABLE),
    "above": (Reply(text="101"), judge.OUTSIDE),
    "nan": (Reply(text='{"score": NaN}'), judge.OUTSIDE),
    "rejected": (Reply(status=400, body=b'{"error": {"message": "filtered"}}'), judge.REJECTED),
}


@pytest.mark.long
@pytest.mark.parametrize("case", MISSING)
def test_a_bad_answer_is_missing_and_counted(case, chat, warnings, tmp_path):
    reply, problem = MISSING[case]
    says(chat, lambda number, asked: reply if number == 2 else {"score": 90})
    cache = SegmentCache(tmp_path / "kept")
    found = run("gemba-da", cache=cache, concurrency=1)
    assert values(found) == [90, 90, None, 90, 90, 90]
    assert found.scores[2].problem == problem
    assert found.usage[f"missing judgements ({problem})"] == 1
    assert any(f"1 segment of 6 without a score: {problem}" in message for message in warnings)
    assert len(chat.asked) == 6  # nothing is asked again behind the user's back
    says(chat, lambda number, asked: {"score": 10})
    assert values(run("gemba-da", cache=cache)) == [90, 90, 10, 90, 90, 90]
    assert len(chat.asked) == 7


def test_marked_errors(chat):
    answers = {
        0: errors(),
        1: errors(("Hund", "major"), ("beißt", "MINOR")),
        2: errors(("Hund", "critical"), ("beißt", "major")),
        3: errors(("Katze", "major"), ("", "major")),
        4: errors(("Hund", "terrible")),
        5: "```json\n" + json.dumps(errors((".", "minor"))) + "\n```",
    }
    says(chat, lambda number, asked: answers[number])
    found = run("gemba-mqm")
    assert values(found) == [0, -6, -25, -10, None, -1]
    assert found.scores[1].spans == (ErrorSpan(4, 8, "major"), ErrorSpan(11, 16, "minor"))
    assert found.scores[3].spans == ()
    assert found.scores[4].problem == judge.UNREADABLE
    assert found.usage["marked errors"] == 7
    assert found.usage["marked errors that are not in the text"] == 1


@pytest.mark.parametrize(
    "answer",
    [
        "No errors.",
        "I'm sorry, but I cannot help with that.",
        "**Critical:**\nno-error",
        'Critical: accuracy/mistranslation - "bank"',
        "",
        "{}",
        "[]",
        '{"errors": null}',
    ],
)
def test_no_answer_is_a_perfect_translation_by_accident(answer, chat):
    says(chat, lambda number, asked: Reply(text=answer) if number else errors())
    assert values(run("gemba-mqm")) == [0, None, None, None, None, None]


def test_repeated_quotations_stand_at_one_occurrence_after_the_other():
    found = read_errors(json.dumps(errors(("a", "minor"), ("a", "major"), ("a", "minor"))))
    assert located(found, "a b a") == ([ErrorSpan(0, 1, "minor"), ErrorSpan(4, 5, "major")], 1)


def test_errors_first_and_then_a_number(chat):
    def answer(number, asked):
        if "Marked errors:" not in asked.prompt:
            return "?" if number == 4 else errors(("Hund", "minor"))
        assert '- minor: "Hund"' in asked.prompt
        return {"score": 80 + number} if number != 5 else "?"

    says(chat, answer)
    found = run("gemba-esa")
    assert values(found) == [80, 81, 82, 83, None, None]
    assert found.scores[0].spans == (ErrorSpan(4, 8, "minor"),)
    assert found.usage["requests"] == 6 + 5


def test_two_translations_are_compared_in_both_orders(chat):
    def answer(number, asked):
        hypothesis_is_first = asked.prompt.index("Der Hund") < asked.prompt.rindex("!\n")
        if number == 0:
            return {"better": "first" if hypothesis_is_first else "second"}
        if number == 1:
            return {"better": "first"}
        if number == 2:
            return "Equal."
        if number == 3:
            return {"better": "second" if hypothesis_is_first else "first"}
        return {"better": "first"} if hypothesis_is_first else "I don't know"

    says(chat, answer)
    found = run("pairwise")
    assert values(found) == [1, 0.5, 0.5, 0, None, None]
    assert len(chat.asked) == 12
    with pytest.raises(OptionError, match="needs a reference"):
        check_scorer(make_scorer("judge:pairwise:model=m"), has_source=True, n_references=0)


def test_several_judgements(chat):
    seeds = []

    def answer(number, asked):
        seeds.append(asked.json["seed"])
        marked = {5: errors(("Hund", "minor")), 6: errors(("Hund", "minor"), ("beißt", "major")), 7: "?"}
        return marked[asked.json["seed"]]

    says(chat, answer)
    found = run("gemba-mqm", ITEMS[:1], judgements=3, temperature=1, seed=5)
    assert sorted(seeds) == [5, 6, 7]
    assert values(found) == [(-1 - 6) / 2]
    assert found.scores[0].spans == (ErrorSpan(4, 8, "minor", 1.0), ErrorSpan(11, 16, "major", 0.5))
    assert (found.usage["judgements"], found.usage[f"missing judgements ({judge.UNREADABLE})"]) == (3, 1)
    assert found.signature()["judgements"] == "3"


def test_the_schema_of_answers_is_sent(chat):
    says(chat, lambda number, asked: {"score": 50} if "Marked" in asked.prompt else errors())
    assert values(run("gemba-esa", ITEMS[:1], schema="yes")) == [50]
    first, second = (asked.json["response_format"]["json_schema"]["schema"] for asked in chat.asked)
    assert (first, second) == (schema_of("errors"), schema_of("score"))


def test_failures_of_the_server_are_tried_again_and_then_an_error(chat, tmp_path):
    chat.then(Reply(status=503), Reply(body=b"oops"))
    says(chat, lambda number, asked: {"score": number} if number < 4 else Reply(status=503, body=b"busy"))
    cache = SegmentCache(tmp_path / "kept")
    with pytest.raises(ScorerError, match=r"gemba-da@m: http://\S+: HTTP status 503 .*: busy \(3 attempts\)"):
        run("gemba-da", cache=cache, concurrency=1, retries=2)
    says(chat, lambda number, asked: {"score": number})
    found = run("gemba-da", cache=cache)
    assert (values(found), found.n_computed) == ([0, 1, 2, 3, 4, 5], 2)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (404, "does :url= name where the API begins"),
        (401, "it wants a key: put one into OPENAI_API_KEY, or name another :api_key_variable="),
        (400, "change what it complains of: the model"),
    ],
)
def test_a_server_that_answers_nothing_is_an_error(status, message, chat):
    chat.answer = lambda asked: Reply(status=status, body=b"no")
    with pytest.raises(ScorerError, match=re.escape(message)):
        run("gemba-da")


def test_a_server_that_does_not_run_is_tried_twice(chat, warnings, monkeypatch):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
    refused = re.escape(f"{url}/chat/completions: no connection (Connection refused)")
    with pytest.raises(
        ScorerError,
        match=rf"{refused} \(2 attempts\); nothing answers there: start the server, or correct :url=$",
    ):
        run("gemba-da", url=url)
    assert [message for message in warnings if "trying again" in message]


def test_a_judge_that_nobody_closes_does_not_keep_python_from_its_end(chat):
    program = (
        "import sys\n"
        "from parbleu.scorers import ScorerItem, make_scorer, score_items\n"
        "scorer = make_scorer('judge:gemba-da:model=m:url=http://127.0.0.1:1/v1')\n"
        "try: score_items(scorer, [ScorerItem('a', 'b')])\n"
        "except Exception as problem: print(problem)\n"
    )
    assert "no connection" in printed(program, timeout=100)


def test_a_server_that_stops_is_tried_as_often_as_others(chat, monkeypatch):
    monkeypatch.setattr(
        http_requests.Connection, "was_reached", property(lambda self: True, lambda *_: None), False
    )
    with pytest.raises(ScorerError, match=r"\(4 attempts\); check that the server runs"):
        run("gemba-da", url="http://127.0.0.1:1/v1", retries=3)


def test_a_key_is_not_sent_without_encryption(warnings, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    where = http_requests.address("http://example.invalid/v1")
    assert http_requests.key(None, where) is None
    assert http_requests.key(None, where, judge.in_names) is None
    ways = [re.search(r"\((\S* ?OPENAI_API_KEY)\)", message)[1] for message in warnings]
    assert ways == ["--api-key-variable OPENAI_API_KEY", ":api_key_variable=OPENAI_API_KEY"]


def test_the_key_is_not_shown(chat, monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)
    chat.answer = lambda asked: Reply(status=401, body=f'{{"error": {{"message": "wrong {KEY}"}}}}'.encode())
    with pytest.raises(ScorerError, match=r"wrong \[the key\]; is the key in MY_KEY one of this server"):
        run("gemba-da", api_key_variable="MY_KEY")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("judge", "judge needs a prompt: judge:NAME, one of gemba-da"),
        ("judge:gemba-da", "needs a model, as its server calls it: add :model="),
        ("judge:gemba-da:model=m:url=nowhere", ":url= must be the address of a server"),
        ("judge:gemba-da:model=m:judgements=0", "judgements is a number from 1"),
        ("judge:gemba-da:model=m:judgements=5", "at temperature 0 are one, paid several times"),
        ("judge:gemba-da:model=m:temperature=-1", "temperature is a number from 0"),
        ("judge:gemba-da:model=m:timeout=0", "timeout is a number of seconds above 0"),
        ("judge:gemba-da:model=m:seed=x", "seed is a whole number"),
        ("judge:gemba-da:model=m:schema=maybe", "schema is yes or no"),
        ("judge:gemba-da:model=m:top_p=1", "has no option 'top_p'"),
        ("judge:none.json:model=m", "No such file"),
    ],
)
def test_what_is_wrong_is_one_line(name, message, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    with pytest.raises(OptionError, match=re.escape(message)):
        make_scorer(name).check()


def test_no_server_is_one_line(monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(
        OptionError, match=r"needs a server: add :url=http://127.0.0.1:8000/v1, or set OPENAI_BASE"
    ):
        make_scorer("judge:gemba-da:model=m").check()
    with pytest.raises(UnknownNameError, match="gemba-da"):
        make_scorer("judge:gemba-dq")


def test_a_prompt_of_ones_own(chat, tmp_path):
    path = tmp_path / "mine.json"
    keys = {
        "version": "3",
        "about": "mine",
        "range": [0, 10],
        "steps": [{"answer": "score", "prompt": ["{hypothesis}", "{} {reference}"]}],
    }
    path.write_text(json.dumps(keys))
    says(chat, lambda number, asked: "7")
    found = run(path, ITEMS[:1])
    assert chat.asked[0].prompt == "Der Hund 0 beißt.\n{} Hund 0!"
    assert values(found) == [7]
    facts = make_scorer(f"judge:{path}").facts
    assert (facts.source, facts.reference, facts.range) == ("unused", "required", (0, 10))
    path.write_text(json.dumps({**keys, "steps": [{"answer": "poem", "prompt": []}]}))
    with pytest.raises(FormatError, match="score, errors, choice"):
        make_scorer(f"judge:{path}")
    path.write_text("{}")
    with pytest.raises(FormatError, match="no prompt of a judge"):
        make_scorer(f"judge:{path}")


def prompt_file(path, *steps):
    steps = [{"answer": answer, "prompt": prompt} for answer, prompt in steps]
    path.write_text(json.dumps({"version": "1", "about": "mine", "range": [0, 9], "steps": steps}))
    return path


def test_a_prompt_is_a_text_or_lines(tmp_path):
    path = prompt_file(tmp_path / "mine.json", ("score", "Rate {hypothesis}!"))
    assert read_prompt(str(path)).steps[0].prompt == "Rate {hypothesis}!"


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([("score", {"Rate": "{hypothesis}"})], "a list of lines, or one text"),
        ([("score", ["Rate {hypothesis}, {translation}"])], "no field {translation}; the fields are source,"),
        ([("score", ["Rate this."])], "no prompt has the field {hypothesis}"),
        ([("errors", "{source}"), ("score", "{errors}")], "no prompt has the field {hypothesis}"),
        ([("choice", ["{first} or {hypothesis}?"])], "needs the fields {first} and {second}"),
        ([("choice", ["{source}: {second}?"])], "needs the fields {first} and {second}"),
    ],
)
def test_a_prompt_that_cannot_judge_is_refused(steps, message, tmp_path):
    with pytest.raises(FormatError, match=re.escape(message)):
        read_prompt(str(prompt_file(tmp_path / "mine.json", *steps)))


def test_signatures_have_what_judgements_depend_on_and_no_secrets():
    def full_name(**options):
        words = [f"{key}={value}" for key, value in options.items()]
        return make_scorer(":".join(["judge:gemba-da", *words])).full_name

    url = "http://127.0.0.1:1/v1"
    plain = full_name(model="m", url=url)
    assert plain == f"judge:gemba-da:model=m:url={url}"
    more = {"concurrency": 2, "timeout": 9, "retries": 0, "input_price": 3, "output_price": 4}
    assert full_name(url=f"{url}?api-key=SECRETQ", model="m", **more, max_length=2048) == plain
    assert full_name(model="m", url="http://me:SECRETQ@127.0.0.1:1/v1#SECRETQ") == plain
    assert full_name(temperature="1.0", model="m", judgements=2) == full_name(
        model="m", judgements="2", temperature=1
    )


def test_the_query_is_sent_and_never_shown(chat, warnings, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, column in (("ref", 2), ("src", 1), ("hyp", 0)):
        (tmp_path / name).write_text("".join(f"{item[column]}\n" for item in ITEMS))
    chat.answer = lambda asked: Reply(text=str(zlib.crc32(asked.prompt.encode()) % 100))
    name = f"judge:gemba-da:model=m:url={chat.url}?api-key=SECRETQ"
    texts = ["ref", "-i", "hyp", "--source", "src", "-m", name]
    for command in (
        ["score", *texts, "-f", "json"],
        ["score", *texts, "-f", "text", "-o", "text"],
        ["report", *texts[:-1], f"{name}:concurrency=2", "-o", "page.html"],
        ["scorer", "show", name],
        ["scorer", "check", name],
        ["scorer", "cache"],
        ["analyze", "segments", *texts],  # which takes no scorers
        ["nbest", "oracle", "hyp", "ref", "-m", f"{name}:seed=1"],
    ):
        with suppress(SystemExit):
            main(command)
    chat.answer = lambda asked: Reply(status=404, body=b"no /v1?api-key=SECRETQ here: api-key SECRETQ")
    assert main(["score", *texts[:-1], f"{name}:seed=1"]) == 1
    assert any("SECRETQ" in asked.target for asked in chat.asked)
    assert (tmp_path / "page.html").exists()
    printed = capsys.readouterr()
    assert "no /v1?[the query] here: api-key [the query]" in printed.err
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert "secretq" not in (printed.out + printed.err).lower()
    assert "SECRETQ" not in str(warnings)
    assert not any(b"SECRETQ" in content for content in written)


@pytest.mark.parametrize("name", prompt_names())
def test_prompts_of_the_package(name):
    prompt = read_prompt(name)
    assert prompt.uses("source")
    assert prompt.uses("source_language")
    assert prompt.uses("target_language")
    for step in prompt.steps:
        left = judge._FIELD.sub("", step.prompt)
        assert not re.findall(r"{\w*}", left)
        for example in re.findall(r"\{.*\}", left):
            reader = {"score": read_number, "errors": read_errors, "choice": lambda text: 0}[step.answer]
            reader(example)


def test_beside_metrics_in_the_shell(chat, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, column in (("ref", 2), ("src", 1), ("hyp", 0)):
        (tmp_path / name).write_text("".join(f"{item[column]}\n" for item in ITEMS))
    says(chat, lambda number, asked: {"score": 10 * number})
    words = [
        "score",
        "ref",
        "-i",
        "hyp",
        "--source",
        "src",
        "-m",
        "bleu",
        "judge:gemba-da:model=m",
        "-f",
        "json",
    ]
    assert main([*words, "-l", "en-de"]) == 0
    found = capsys.readouterr()
    table = check_result(found.out)["scores"]
    assert table["rows"][0]["gemba-da@m"] == 25
    assert "requests 6" in found.err
    usage = "requests 6, prompt tokens 60, completion tokens 18, judgements 6"
    assert table["facts"]["gemba-da@m usage"] == usage
    assert "from English into German" in chat.asked[0].prompt
    saved = [*words, "-l", "en-de", "-o", "saved.json"]
    assert main(saved) == 0
    assert main([*words[:4], "--source", "src", "--verify", "saved.json", "-l", "en-de"]) == 0
    assert "the same numbers" in capsys.readouterr().out
    assert main([word for word in words if word not in ("--source", "src")]) == 1
    assert "needs the source" in capsys.readouterr().err
