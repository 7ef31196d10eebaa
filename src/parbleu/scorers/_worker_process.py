"""Runs scorers in processes of their own, which may die, hang or run out of memory."""

from __future__ import annotations

import json
import os
import signal
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from typing import IO, Any

from parbleu._base.log import warn
from parbleu._base.numbers import is_number
from parbleu._base.wording import counted, last_line
from parbleu._io.json_text import parse_json
from parbleu.errors import ScorerError
from parbleu.scorers._scorer import ErrorSpan, ItemScore, ScorerItem
from parbleu.scorers._worker_host import PROTOCOL

HOST = Path(__file__).with_name("_worker_host.py")
GRACE = 2.0
"""Seconds that a process may take to end before it is made to."""
MOST_DEATHS = 3
"""Single items in a row that may end a process, without a score between them."""
PIPE_BYTES = 1 << 20
"""How much of a request a pipe holds, so that both sides do not wait for each other within it."""
_SHOWN = 200


class WorkerDiedError(Exception):
    """The process of a scorer ended, or was ended because it took too long."""


class WorkerProcess:
    """One process that runs a scorer's file, started when it is first needed.

    Args:
        name: what messages call the scorer.
        python: the interpreter.
        file: the file that defines `score`.
        options: for its `load`.
        environment: variables for the process besides those of this one.
        timeout: seconds that loading, or a batch, may take.
    """

    def __init__(
        self,
        name: str,
        python: str,
        file: str,
        options: Mapping[str, Any],
        environment: Mapping[str, str],
        timeout: float,
    ) -> None:
        self.name = name
        self._command = [python, str(HOST), file]
        self._options = dict(options)
        self._environment = {**os.environ, "PYTHONUNBUFFERED": "1", "OMP_NUM_THREADS": "1", **environment}
        self._timeout = timeout
        self._process: Popen[bytes] | None = None
        self._answers: SimpleQueue[bytes | None] = SimpleQueue()
        self._log: IO[bytes] | None = None
        self._reader: Thread | None = None
        self._requests = 0

    def _start(self) -> None:
        self._log = tempfile.TemporaryFile(prefix="parbleu-scorer-")  # noqa: SIM115 - closed with the process
        try:
            self._process = Popen(
                self._command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=self._log,
                env=self._environment,
                start_new_session=True,
            )
        except OSError as problem:
            self._log.close()
            self._log = None
            raise ScorerError(f"{self.name}: {self._command[0]} cannot be run: {problem.strerror}") from None
        with suppress(ImportError, AttributeError, OSError):  # where a pipe holds as much
            import fcntl

            fcntl.fcntl(self._process.stdin, fcntl.F_SETPIPE_SZ, PIPE_BYTES)  # type: ignore[arg-type]
        self._answers = SimpleQueue()
        self._reader = Thread(target=_forward, args=(self._process.stdout, self._answers), daemon=True)
        self._reader.start()
        try:
            self._ask({"type": "hello", "protocol": PROTOCOL, "options": self._options})
        except WorkerDiedError as problem:
            raise ScorerError(f"{self.name} cannot be started: {problem}") from None

    def _ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the answer to a request.

        Raises:
            WorkerDiedError: the process has ended, or took too long and was ended.
            ScorerError: the scorer raised an exception, or the answer is none.
        """
        assert self._process is not None
        assert self._process.stdin is not None
        line = json.dumps(request, ensure_ascii=False).encode(errors="surrogatepass") + b"\n"
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
            answer = self._answers.get(timeout=self._timeout)
        except Empty:
            self._end()
            raise WorkerDiedError(f"took more than {counted(self._timeout, 'second', 'g')}") from None
        except OSError:
            answer = None
        if answer is None:
            status, last = self._end()
            raise WorkerDiedError(f"its process ended ({_how(status)}){last}")
        try:
            reply: dict[str, Any] = parse_json(answer)
            kind = reply["type"]
        except (ValueError, KeyError, TypeError):
            self._end()
            raise ScorerError(f"{self.name}: its process answered {answer[:_SHOWN]!r}") from None
        if kind == "error":
            raise ScorerError(f"{self.name}: {reply.get('message')}")
        return reply

    def score(self, items: Sequence[ScorerItem]) -> list[ItemScore]:
        """Returns the scores of a batch of items.

        Raises:
            WorkerDiedError: the process has ended, or took too long and was ended.
            ScorerError: the scorer raised an exception, or returned something else.
        """
        if self._process is None:
            self._start()
        self._requests += 1
        request = {"type": "score", "id": self._requests, "names": ScorerItem._fields, "items": items}
        reply = self._ask(request)
        values = reply.get("scores")
        if reply.get("id") != self._requests or not isinstance(values, list) or len(values) != len(items):
            self._end()
            raise ScorerError(f"{self.name}: its process answered another request")
        try:
            return [_score(value) for value in values]
        except ValueError as problem:
            raise ScorerError(f"{self.name}: {problem}") from None

    def _end(self) -> tuple[int, str]:
        """Ends the process with all that it has started; returns its status, and the last line of its log."""
        process, self._process = self._process, None
        if process is None:
            return 0, ""
        with suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        status = _wait(process, 0.5)
        for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
            if status is None:
                _signal(process, number)
                status = _wait(process, GRACE)
        if os.name != "nt":
            with suppress(ProcessLookupError, PermissionError):  # what it has started
                os.killpg(process.pid, signal.SIGKILL)
        if self._reader is not None:
            self._reader.join(GRACE)
        last = ""
        if self._log is not None:
            self._log.seek(0, os.SEEK_END)
            self._log.seek(max(0, self._log.tell() - (1 << 16)))
            line = last_line(self._log.read())
            last = f": {line[:_SHOWN]}" if line else ""
            self._log.close()
            self._log = None
        return -signal.SIGTERM if status is None else status, last

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.write(b'{"type": "bye"}\n')
                self._process.stdin.flush()
        self._end()


class WorkerTeam:
    """Several equal processes that share the items of a scorer; no score depends on their number.

    A batch whose process dies or hangs is halved for a new process, down to the item that is to blame, which
    then has no score.

    Args:
        processes: the processes.
        batch: how many items a process gets at once.
    """

    def __init__(self, processes: Sequence[WorkerProcess], batch: int) -> None:
        self._processes = list(processes)
        self._batch = max(1, batch)
        self._deaths = 0

    def score(
        self, items: Sequence[ScorerItem], show_share: Callable[[float], None] | None = None
    ) -> list[ItemScore]:
        """Returns the score of each item.

        Args:
            items: the items.
            show_share: gets the share of them that is scored, after each batch of the first process.

        Raises:
            ScorerError: a process dies again and again, or the scorer raised an exception.
        """
        order = sorted(range(len(items)), key=lambda index: -sum(len(text or "") for text in items[index]))
        waiting = [order[begin : begin + self._batch] for begin in range(0, len(order), self._batch)][::-1]
        scores: dict[int, ItemScore] = {}
        failures: list[BaseException] = []

        def work(process: WorkerProcess) -> None:
            while waiting and not failures:
                try:
                    places = waiting.pop()
                except IndexError:  # another process took the last
                    return
                try:
                    results = process.score([items[index] for index in places])
                except WorkerDiedError as problem:
                    self._divide(problem, places, waiting, scores, process.name, failures)
                except BaseException as problem:
                    failures.append(problem)
                else:
                    self._deaths = 0
                    scores.update(zip(places, results, strict=True))
                if show_share is not None and process is self._processes[0]:
                    show_share(len(scores) / len(items))

        threads = [Thread(target=work, args=(process,), daemon=True) for process in self._processes[1:]]
        for thread in threads:
            thread.start()
        work(self._processes[0])
        for thread in threads:
            thread.join()
        while waiting and not failures:  # halves of a batch that came back when this thread was done
            work(self._processes[0])
        if failures:
            self.close()
            raise failures[0]
        return [scores[index] for index in range(len(items))]

    def score_whole(self, items: Sequence[ScorerItem]) -> list[ItemScore]:
        """Returns the score of each item, which one process gets together, in order.

        Raises:
            ScorerError: the process dies or hangs, or the scorer raised an exception.
        """
        process = self._processes[0]
        try:
            return process.score(items)
        except WorkerDiedError as problem:
            raise ScorerError(f"{process.name}: {problem}") from None

    def _divide(
        self,
        problem: WorkerDiedError,
        places: list[int],
        waiting: list[list[int]],
        scores: dict[int, ItemScore],
        name: str,
        failures: list[BaseException],
    ) -> None:
        """Gives a batch that ended a process back in halves; a single item has no score then."""
        if len(places) == 1:
            scores[places[0]] = ItemScore(None, problem=str(problem))
            self._deaths += 1
            if self._deaths > MOST_DEATHS:
                failures.append(ScorerError(f"{name}: {problem}, for one segment after the other"))
        else:
            middle = len(places) // 2
            warn(f"{name}: {problem}; a new process gets the {counted(len(places))} in smaller batches")
            waiting += [places[middle:], places[:middle]]

    def close(self) -> None:
        """Ends all processes."""
        for process in self._processes:
            process.close()


def _forward(pipe: IO[bytes], answers: SimpleQueue[bytes | None]) -> None:
    """Puts the lines of a pipe into a queue, and None at its end."""
    with pipe, suppress(OSError, ValueError):
        for line in pipe:
            answers.put(line)
    answers.put(None)


def _score(answer: Any) -> ItemScore:
    """Returns the score that an answer holds.

    Raises:
        ValueError: it holds something else.
    """
    value = answer if isinstance(answer, dict) else {"score": answer}
    score, spans = value.get("score"), value.get("spans") or []
    if score is not None and not is_number(score):
        raise ValueError(f"a score is a number, not {str(score)[:_SHOWN]!r}")
    if not isinstance(spans, list) or not all(map(_is_span, spans)):
        raise ValueError(f"spans are [[start, end, severity, probability], ...], not {str(spans)[:_SHOWN]}")
    problem = "" if score is not None else str(value.get("problem") or "the scorer gave none")
    return ItemScore(score, bool(value.get("cut")), tuple([ErrorSpan(*span) for span in spans]), problem)


def _is_span(span: Any) -> bool:
    """Returns whether an answer's span has a start, an end and a severity, and perhaps a probability."""
    if not isinstance(span, list) or len(span) not in (3, 4):
        return False
    start, end, severity, *probability = span
    return (
        is_number(start)
        and is_number(end)
        and isinstance(severity, str)
        and all(value is None or is_number(value) for value in probability)
    )


def _wait(process: Popen[bytes], seconds: float) -> int | None:
    try:
        return process.wait(seconds)
    except TimeoutExpired:
        return None


def _signal(process: Popen[bytes], number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, number)


def _how(status: int) -> str:
    if status >= 0:
        return f"exit status {status}"
    name = signal.Signals(-status).name if -status in set(signal.Signals) else str(-status)
    return f"{name}, as when memory runs out" if name == "SIGKILL" else name
