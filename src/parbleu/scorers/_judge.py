"""Asks language models behind servers with OpenAI's protocol how good translations are.

A judgement that is not there is missing: no refusal, and no answer that is empty, cut or of another form than
the prompt asks for, becomes a score.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from parbleu._base.extras import imported
from parbleu._base.numbers import is_number, parse_decimal
from parbleu._io.json_text import parse_json
from parbleu.errors import (
    FormatError,
    OptionError,
    RejectedRequestError,
    ScorerError,
    TranslationError,
    UnknownNameError,
)
from parbleu.fetch._endpoint.chat_protocol import (
    CONCURRENCY,
    MOST_CONCURRENCY,
    POLICY,
    RETRIES,
    TIMEOUT,
    ChatRequests,
    Completion,
    read_completion,
    without_thought,
)
from parbleu.scorers._scorer import (
    REQUIRED,
    UNUSED,
    ErrorSpan,
    ItemScore,
    Scorer,
    ScorerFacts,
    ScorerItem,
    url_without_secrets,
)

if TYPE_CHECKING:
    from parbleu.fetch._endpoint.http_requests import Address, ConcurrentRequests

PROMPTS = Path(__file__).with_name("prompts")
URL_VARIABLE = "OPENAI_BASE_URL"
EXTRA = "judge"
NEED = "judges ask servers with httpx"
FIELDS = (
    *("source", "hypothesis", "reference", "source_language", "target_language", "errors", "first", "second"),
)
ANSWERS = ("score", "errors", "choice")
WEIGHTS = {"critical": 25.0, "major": 5.0, "minor": 1.0}
"""What an error takes from a score of errors, which is not below the lowest of the prompt's range."""
CHOICES = {"first": 1.0, "equal": 0.5, "second": 0.0}
"""What the better one of two translations gives the first."""
REFUSED = "the model refuses to answer"
EMPTY = "the answer is empty"
CUT = "the answer is cut at the limit of tokens"
UNREADABLE = "the answer does not have the form that the prompt asks for"
OUTSIDE = "the score is outside of its range"
REJECTED = "the server rejects the request"
USED = ("requests", "repeated", "prompt_tokens", "completion_tokens", "judgements")
SIGNED = ("model", "url", "temperature", "max_length", "seed", "judgements", "schema")
"""The options that stand in signatures: all that judgements depend on."""
_FIELD = re.compile("{(" + "|".join(FIELDS) + ")}")
_BRACED = re.compile(r"{([^\W\d]\w*)}")
_FLAG = re.compile(r"--([a-z]+(?:-[a-z]+)*)(?: (?=[A-Z]))?")


@dataclass(frozen=True)
class Step:
    """One question about a translation.

    Attributes:
        answer: "score", "errors" or "choice".
        prompt: the template, with the fields of `FIELDS` in braces.
    """

    answer: str
    prompt: str


@dataclass(frozen=True)
class JudgePrompt:
    """The questions that give a translation a score. That of the last one is the score.

    Attributes:
        name: the file's, without its suffix.
        version: the file's own.
        checksum: twelve digits, of the file.
        about: one line.
        range: the lowest and the highest score.
        steps: the questions, in order.
    """

    name: str
    version: str
    checksum: str
    about: str
    range: tuple[float, float]
    steps: tuple[Step, ...]

    def uses(self, name: str) -> bool:
        """Returns whether a question has a field."""
        return any(f"{{{name}}}" in step.prompt for step in self.steps)

    @property
    def orders(self) -> tuple[bool, ...]:
        """Whether the hypothesis is the first of two translations: both ways if they are compared."""
        return (True, False) if self.steps[-1].answer == "choice" else (True,)


def prompt_names() -> list[str]:
    """Returns the names of the package's prompts, sorted."""
    return sorted(path.stem for path in PROMPTS.glob("*.json"))


def read_prompt(name: str) -> JudgePrompt:
    """Returns a prompt of the package, or that of a file of JSON.

    Raises:
        OptionError: there is no such prompt.
        FormatError: the file is no prompt.
    """
    path = PROMPTS / f"{name}.json" if name in prompt_names() else Path(name).expanduser()
    if not name:
        raise OptionError(f"judge needs a prompt: judge:NAME, one of {', '.join(prompt_names())}, or a file")
    if path.suffix != ".json":
        raise UnknownNameError("prompt of a judge", name, [*prompt_names(), "FILE.json"])
    try:
        content = path.read_bytes()
        keys = parse_json(content)
        steps = tuple(Step(step["answer"], _template(step["prompt"])) for step in keys["steps"])
        low, high = map(float, keys["range"])
        version, about = str(keys["version"]), str(keys["about"])
    except OSError as problem:
        raise OptionError(f"{path}: {problem.strerror}: a judge needs a file with its prompt") from None
    except (ValueError, KeyError, TypeError) as problem:
        raise FormatError(
            str(path), 0, f"this is no prompt of a judge ({type(problem).__name__}: {problem})"
        ) from None
    if not steps or not low < high or any(step.answer not in ANSWERS for step in steps):
        raise FormatError(
            str(path), 0, f"a prompt has steps whose answers are {', '.join(ANSWERS)}, and a range"
        )
    if problem_of_steps := _problem_of(steps):
        raise FormatError(str(path), 0, problem_of_steps)
    return JudgePrompt(path.stem, version, sha256(content).hexdigest()[:12], about, (low, high), steps)


def _template(lines: Any) -> str:
    """Returns the template of a list of lines, or of one text.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(lines, (str, list)):
        raise TypeError("a prompt is a list of lines, or one text")
    return lines if isinstance(lines, str) else "\n".join(lines)


def _problem_of(steps: Sequence[Step]) -> str:
    """Returns why questions cannot judge a translation; "" if they can."""
    for step in steps:
        unknown = sorted({match[1] for match in _BRACED.finditer(step.prompt)} - {*FIELDS})
        if unknown:
            return f"a prompt has no field {{{unknown[0]}}}; the fields are {', '.join(FIELDS)}"
        if step.answer == "choice" and not ("{first}" in step.prompt and "{second}" in step.prompt):
            return "a prompt whose answer is a choice needs the fields {first} and {second}"
    if not any("{hypothesis}" in step.prompt or step.answer == "choice" for step in steps):
        return "no prompt has the field {hypothesis}, the translation to be judged"
    return ""


class QuotedError(NamedTuple):
    """An error that a model lists.

    Attributes:
        quotation: the wrong words; "" for something that is left out.
        severity: a key of `WEIGHTS`.
    """

    quotation: str
    severity: str


class Question(NamedTuple):
    """A request to the model.

    Attributes:
        text: what the model is asked.
        seed: of random numbers; None for the server's choice.
        schema: the schema that the answer has to obey, for servers that know such; None for none.
    """

    text: str
    seed: int | None
    schema: dict[str, Any] | None


class JudgeRequests(ChatRequests[Question]):
    """Makes requests for judgements; their answers are judged by whoever asks."""

    def content(self, item: Question) -> dict[str, Any]:
        """Returns the message, the seed and the form of the answer."""
        content = self.message(item.text)
        if item.seed is not None:
            content["seed"] = item.seed
        if item.schema is not None:
            content["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "judgement", "strict": True, "schema": item.schema},
            }
        return content

    def read(self, body: bytes, item: Question) -> Completion:  # noqa: ARG002 - the same for all questions
        """Returns the answer, whatever it says."""
        return read_completion(body, self.chat)

    def rejected(self, problem: RejectedRequestError, item: Question) -> RejectedRequestError:  # noqa: ARG002
        """Returns the problem of a single question; raises it if it is one of all questions."""
        if problem.status in (400, 413, 422):
            return problem
        raise problem


def schema_of(answer: str) -> dict[str, Any]:
    """Returns the JSON schema of an answer: "score", "errors" or "choice"."""

    def of(**properties: Any) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }

    if answer == "score":
        return of(score={"type": "number"})
    if answer == "choice":
        return of(better={"type": "string", "enum": list(CHOICES)})
    text = {"type": "string"}
    error = of(quotation=text, kind=text, severity={"type": "string", "enum": list(WEIGHTS)})
    return of(errors={"type": "array", "items": error})


@dataclass
class Trial:
    """One judgement of an item, in the making.

    Attributes:
        index: which item.
        number: which of its judgements, from 0.
        is_first: whether the hypothesis is the first of two translations.
        errors: what the model marked.
        value: the score; None as long as there is none.
        problem: why there will be none; "" as long as there may be one.
        rejection: what the server says, if it rejects the request.
    """

    index: int
    number: int
    is_first: bool
    errors: tuple[QuotedError, ...] = ()
    value: float | None = None
    problem: str = ""
    rejection: str = ""

    def take(self, answer: Completion | RejectedRequestError, step: Step, prompt: JudgePrompt) -> None:
        """Reads the answer to a question."""
        if isinstance(answer, RejectedRequestError):
            self.problem, self.rejection = REJECTED, str(answer)
            return
        text = without_thought(answer.text or "")
        if answer.refusal is not None:
            self.problem = REFUSED
        elif answer.ending == "length":
            self.problem = CUT
        elif not text:
            self.problem = EMPTY
        else:
            try:
                self._read(text, step, prompt)
            except ValueError:
                self.problem = UNREADABLE

    def _read(self, text: str, step: Step, prompt: JudgePrompt) -> None:
        low, high = prompt.range
        if step.answer == "errors":
            self.errors = read_errors(text)
            self.value = max(low, high - sum(WEIGHTS[error.severity] for error in self.errors))
        elif step.answer == "choice":
            preferred = read_choice(text)
            self.value = preferred if self.is_first else 1 - preferred
        else:
            self.value = read_number(text)
            if not low <= self.value <= high:
                self.problem = OUTSIDE


def read_object(text: str, key: str) -> Any:
    """Returns the value of the one key of a JSON object in an answer, which may have words around it.

    Raises:
        ValueError: there is no object, or more than one, or it has no such key.
    """
    value = parse_json(text[text.find("{") : text.rfind("}") + 1])
    if not isinstance(value, dict) or key not in value:
        raise ValueError(key)
    return value[key]


def read_number(text: str) -> float:
    """Returns the score in an answer: `{"score": 73}`, or a number alone.

    Raises:
        ValueError: the answer has another form.
    """
    if "{" not in text:
        return parse_decimal(text.strip("*`\"'. \n"))
    value = read_object(text, "score")
    if not is_number(value):
        raise ValueError(value)
    return float(value)


def read_choice(text: str) -> float:
    """Returns the value of `CHOICES` in an answer: `{"better": "first"}`, or a word alone.

    Raises:
        ValueError: the answer has another form.
    """
    word = read_object(text, "better") if "{" in text else text.strip("*`\"'. \n")
    if not isinstance(word, str) or word.lower() not in CHOICES:
        raise ValueError(word)
    return CHOICES[word.lower()]


def read_errors(text: str) -> tuple[QuotedError, ...]:
    """Returns the errors in an answer: `{"errors": [{"quotation": "a", "severity": "minor"}]}`.

    Raises:
        ValueError: the answer has another form; also if a single error has.
    """
    values = read_object(text, "errors")
    if not isinstance(values, list):
        raise ValueError(values)
    errors = []
    for value in values:
        quotation = value.get("quotation") if isinstance(value, dict) else None
        severity = str(value.get("severity")).strip().lower() if isinstance(value, dict) else ""
        if not isinstance(quotation, str) or severity not in WEIGHTS:
            raise ValueError(value)
        errors.append(QuotedError(quotation, severity))
    return tuple(errors)


def located(errors: Sequence[QuotedError], text: str) -> tuple[list[ErrorSpan], int]:
    """Returns where marked errors stand in a text, and how many quotations are not in it.

    What is quoted several times stands at one occurrence after the other.
    """
    spans: list[ErrorSpan] = []
    behind: dict[str, int] = {}
    n_missing = 0
    for quotation, severity in errors:
        if not quotation.strip():
            continue
        start = text.find(quotation, behind.get(quotation, 0))
        if start < 0:
            n_missing += 1
            continue
        behind[quotation] = start + len(quotation)
        spans.append(ErrorSpan(start, start + len(quotation), severity))
    return spans, n_missing


class JudgeScorer(Scorer):
    """A language model that judges translations, behind a server with OpenAI's protocol.

    Args:
        prompt: the name of a prompt, such as "gemba-esa", or a file of JSON with one.
        options: `url` and `model` of the server, and how it is asked.
    """

    kind = "judge"
    OPTIONS = {  # noqa: RUF012 - a ClassVar in the base class
        "model": "",
        "url": "",
        "api_key_variable": "",
        "temperature": 0.0,
        "max_length": 2048,
        "seed": "",
        "judgements": 1,
        "schema": "no",
        "concurrency": CONCURRENCY,
        "timeout": TIMEOUT,
        "retries": RETRIES,
        "input_price": 0.0,
        "output_price": 0.0,
    }
    facts = ScorerFacts(
        "a language model behind a server with OpenAI's protocol judges: "
        "gemba-da, gemba-sqm, gemba-mqm, gemba-esa, pairwise",
        source=REQUIRED,
        reference=UNUSED,
        gives=("scores", "spans"),
        extra=EXTRA,
        decimals=2,
    )

    def __init__(self, prompt: str = "", /, **options: Any) -> None:
        super().__init__(prompt, **options)
        self.prompt = read_prompt(prompt)
        self.options["seed"] = str(self.options["seed"])
        self._url = self.options["url"]
        self.options["url"] = url_without_secrets(self._url)
        self.full_name = ":".join([self.kind, prompt, *self._signed_options()])
        self._check_options()
        self.at_once = 8 * self.options["concurrency"]
        self.facts = replace(
            type(self).facts,
            about=self.prompt.about,
            source=REQUIRED if self.prompt.uses("source") else UNUSED,
            reference=REQUIRED if self.prompt.uses("reference") or self._compares else UNUSED,
            range=self.prompt.range,
            gives=("scores", "spans")
            if any(step.answer == "errors" for step in self.prompt.steps)
            else ("scores",),
        )
        self._usage: Counter[str] = Counter(dict.fromkeys(USED, 0))
        self._server: ConcurrentRequests[Question] | None = None
        self._was_answered = False

    def _check_options(self) -> None:
        options = self.options
        for name in ("judgements", "concurrency"):
            if options[name] < 1:
                raise OptionError(f"judge: {name} is a number from 1, not {options[name]}")
        for name in ("temperature", "max_length", "retries", "input_price", "output_price"):
            if not options[name] >= 0:
                raise OptionError(f"judge: {name} is a number from 0, not {options[name]}")
        if not options["timeout"] > 0 or options["concurrency"] > MOST_CONCURRENCY:
            raise OptionError(
                f"judge: timeout is a number of seconds above 0, and concurrency at most {MOST_CONCURRENCY}"
            )
        if options["schema"] not in ("yes", "no"):
            raise OptionError(f"judge: schema is yes or no, not {options['schema']!r}")
        if options["seed"] and not options["seed"].isdecimal():
            raise OptionError(f"judge: seed is a whole number, not {options['seed']!r}")
        if options["judgements"] > 1 and not options["temperature"]:
            raise OptionError(
                "judge: several judgements at temperature 0 are one, paid several times: add :temperature=1"
            )

    def _signed_options(self) -> Iterator[str]:
        """Yields the options that judgements depend on, where they are not the usual ones."""
        for name in SIGNED:
            value = self.options[name]
            if value != self.OPTIONS[name]:
                yield f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"

    @property
    def _compares(self) -> bool:
        return len(self.prompt.orders) > 1

    @property
    def name(self) -> str:
        """What tables call the scores: the prompt and the model."""
        model = self.options["model"].rpartition("/")[2]
        return f"{self.prompt.name}@{model}" if model else self.prompt.name

    def _address(self) -> Address:
        imported("httpx", NEED, EXTRA)
        imported("anyio", NEED, EXTRA)
        from parbleu.fetch._endpoint.http_requests import address

        url = self._url or os.environ.get(URL_VARIABLE, "")
        if not url:
            raise OptionError(
                f"{self.name} needs a server: add :url=http://127.0.0.1:8000/v1, or set {URL_VARIABLE}"
            )
        if not self.options["model"]:
            raise OptionError(f"{self.name} needs a model, as its server calls it: add :model=NAME")
        try:
            return address(url)
        except OptionError as problem:
            raise OptionError(in_names(problem)) from None

    def identity(self) -> dict[str, str]:
        """Returns the prompt with its version and checksum, model, server, and how it is asked."""
        options = self.options
        signed = {
            "scorer": self.kind,
            "prompt": f"{self.prompt.name}@{self.prompt.version}@{self.prompt.checksum}",
            "model": options["model"],
            "server": self._address().shown,
            "temperature": f"{options['temperature']:g}",
            "max_length": str(options["max_length"] or "server's"),
            "seed": options["seed"] or "none",
            "judgements": str(options["judgements"]),
        }
        if options["schema"] == "yes":
            signed["schema"] = "yes"
        if self.languages:
            signed["languages"] = "-".join(self.languages)
        return signed

    def check(self) -> None:
        """Raises if httpx is missing, or the server or model is not named; asks nothing."""
        self._address()
        language_names(self.languages)

    def _open(self) -> ConcurrentRequests[Question]:
        if self._server is None:
            where = self._address()
            from parbleu.fetch._endpoint import http_requests

            options = self.options
            requests = JudgeRequests(
                options["model"],
                chat=where.chat,
                temperature=options["temperature"],
                max_length=options["max_length"] or None,
                seed=None,
            )
            self._server = http_requests.ConcurrentRequests(
                where,
                requests,
                key_variable=options["api_key_variable"] or None,
                concurrency=options["concurrency"],
                timeout=options["timeout"],
                policy=replace(POLICY, attempts=options["retries"] + 1),
                spelled=in_names,
            )
        return self._server

    def score(self, items: Sequence[ScorerItem]) -> list[ItemScore]:
        """Returns the mean of each item's judgements; one without any has no score.

        Raises:
            ScorerError: the server cannot be asked, or rejects every request.
        """
        scores = dict(self.stream(items))
        return [scores[index] for index in range(len(items))]

    def stream(self, items: Sequence[ScorerItem]) -> Iterator[tuple[int, ItemScore]]:
        """Yields the place of each item and the mean of its judgements, as their last answers arrive.

        Raises:
            ScorerError: the server cannot be asked, or rejects every request.
        """
        trials_of = [
            [
                Trial(index, number, is_first)
                for number in range(self.options["judgements"])
                for is_first in self.prompt.orders
            ]
            for index in range(len(items))
        ]
        trials = [trial for own in trials_of for trial in own]
        *first_steps, last_step = self.prompt.steps
        for step in first_steps:
            for _ in self._ask(step, trials, items):
                pass
        n_open = Counter(trial.index for trial in trials if not trial.problem)
        for index, item in enumerate(items):
            if not n_open[index]:
                yield index, self._together(trials_of[index], item)
        for trial in self._ask(last_step, trials, items):
            n_open[trial.index] -= 1
            if not n_open[trial.index]:
                yield trial.index, self._together(trials_of[trial.index], items[trial.index])

    def _ask(self, step: Step, trials: Sequence[Trial], items: Sequence[ScorerItem]) -> Iterator[Trial]:
        """Asks a question in each trial without a problem; yields the trials as their answers arrive."""
        server = self._open()
        trials = [trial for trial in trials if not trial.problem]
        questions = [self._question(step, trial, items[trial.index]) for trial in trials]
        made, repeated = server.made, server.repeated
        try:
            for number, answer in server.answers(questions):
                if isinstance(answer, Completion):
                    self._was_answered = True
                    self._usage["prompt_tokens"] += answer.prompt_tokens
                    self._usage["completion_tokens"] += answer.completion_tokens
                trials[number].take(answer, step, self.prompt)
                yield trials[number]
        except TranslationError as problem:
            raise ScorerError(f"{self.name}: {in_names(problem)}") from None
        finally:
            self._usage["requests"] += server.made - made
            self._usage["repeated"] += server.repeated - repeated
        if trials and not self._was_answered:
            raise ScorerError(f"{self.name}: {in_names(trials[0].rejection)}")

    def _question(self, step: Step, trial: Trial, item: ScorerItem) -> Question:
        texts = {
            "source": item.source or "",
            "hypothesis": item.hypothesis,
            "reference": item.reference or "",
            "first": item.hypothesis if trial.is_first else item.reference or "",
            "second": item.reference or "" if trial.is_first else item.hypothesis,
            "errors": "\n".join(f'- {error.severity}: "{error.quotation}"' for error in trial.errors)
            or "none",
            **language_names(self.languages),
        }
        seed = self.options["seed"]
        return Question(
            _FIELD.sub(lambda match: texts[match[1]], step.prompt),
            int(seed) + trial.number if seed else None,
            schema_of(step.answer) if self.options["schema"] == "yes" else None,
        )

    def _together(self, trials: Sequence[Trial], item: ScorerItem) -> ItemScore:
        """Returns the score of an item: the mean of the judgements all of whose answers can be read."""
        size = len(self.prompt.orders)
        judgements = [trials[begin : begin + size] for begin in range(0, len(trials), size)]
        problems = [next((trial.problem for trial in own if trial.problem), "") for own in judgements]
        complete = [own for own, problem in zip(judgements, problems, strict=True) if not problem]
        missing = Counter(filter(None, problems))
        self._usage["judgements"] += len(judgements)
        for problem, count in missing.items():
            self._usage[f"missing judgements ({problem})"] += count
        if not complete:
            return ItemScore(None, problem=missing.most_common(1)[0][0])
        readable = [trial for own in complete for trial in own]
        values = [trial.value for trial in readable if trial.value is not None]
        spans: Counter[ErrorSpan] = Counter()
        for trial in readable:
            marked, n_missing = located(trial.errors, item.hypothesis)
            spans.update(marked)
            self._usage["marked errors"] += len(trial.errors)
            self._usage["marked errors that are not in the text"] += n_missing
        several = self.options["judgements"] > 1
        return ItemScore(
            sum(values) / len(values),
            spans=tuple(
                span._replace(probability=count / len(complete)) if several else span
                for span, count in sorted(spans.items(), key=lambda pair: pair[0][:3])
            ),
        )

    def usage(self) -> dict[str, int | float]:
        """Returns the numbers of requests, tokens, judgements, missing ones and marked errors, and the cost.

        There is a cost if the prices of a million tokens are given.
        """
        counts: dict[str, int | float] = {name: count for name, count in self._usage.items() if count}
        prices = {"prompt_tokens": "input_price", "completion_tokens": "output_price"}
        if any(self.options[price] for price in prices.values()):
            cost = sum(self._usage[count] * self.options[price] for count, price in prices.items())
            counts["cost"] = cost / 1e6
        return counts

    def close(self) -> None:
        """Closes all connections."""
        if self._server is not None:
            self._server.close()
            self._server = None


@cache
def language_names(codes: tuple[str, ...]) -> Mapping[str, str]:
    """Returns the English names of the source's and the target's language, or what to say in their place."""
    if not codes:
        return {"source_language": "the source language", "target_language": "the target language"}
    from parbleu.text._language_names import language_name

    return {
        "source_language": language_name(codes[0]) if len(codes) > 1 else "the source language",
        "target_language": language_name(codes[-1]),
    }


def in_names(problem: object) -> str:
    """Returns a message with options as the name of a scorer has them: `:max_length=` for `--max-length`."""
    return _FLAG.sub(lambda match: f":{match[1].replace('-', '_')}=", str(problem))
