"""Fetches one file with many processes at once, some of which are killed.

Run as a program that reads jobs from standard input and writes what became of them to standard output, both
as JSON. It forks each process from itself, which takes few milliseconds; the process that runs the tests has
threads and must not fork.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from logging import getLogger
from typing import Any

from parbleu._io import atomic, locks
from parbleu._io.retry import RetryPolicy
from parbleu.errors import CacheError, DownloadError
from parbleu.fetch import _http_download as http_download
from parbleu.fetch._download import fetch

getLogger()  # logging is imported here, and not in every child; as is what downloads

WRONG, NETWORK, CACHE, OTHER, INTERRUPTED = 10, 11, 12, 13, 14
"""How a child ends that has not got the right file: among them, `WRONG` believes that it has."""

DEFAULTS = {
    "processes": 1,
    "kills": 0,
    "within": 0.05,
    "seed": 0,
    "step": None,
    "locks": True,
    "limit": None,
    "user": None,
}
STEPS = ["open", "replace", "unlink", "fsync", "makedirs", "ftruncate", "close", "stat", "link"]
"""What a process may be killed before: every change that others see goes through one of these, from `os`."""


def run_jobs(jobs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Has this program do jobs; see `run`."""
    done = subprocess.run(
        [sys.executable, __file__], input=json.dumps(jobs).encode(), stdout=subprocess.PIPE, check=True
    )
    results: list[dict[str, Any]] = json.loads(done.stdout)
    return results


def run(job: dict[str, Any]) -> dict[str, Any]:
    """Lets processes fetch a file, kills some, and looks what there is.

    Args:
        job: `url`, `path`, `digest` (the right MD5) and `facts` (what the processes know of the file); how
            many `processes` fetch it, how many of them are killed, `within` how many seconds, by what `seed`;
            before which `step` each kills itself, counted from 0; whether `locks` work; a `limit` of the size
            of files; and the number of the `user`.

    Returns:
        how each process ended (`exits`), and what it said; the `state` of the file then: missing, right or
        wrong; and the `names` in its directory.
    """
    job = DEFAULTS | job
    chance = random.Random(job["seed"])
    reading, writing = os.pipe()
    children = [_fork(job, reading, writing) for _ in range(job["processes"])]
    os.close(writing)
    moments = sorted(chance.uniform(0, job["within"]) for _ in range(job["kills"]))
    start = time.monotonic()
    for moment, victim in zip(moments, chance.sample(children, job["kills"]), strict=True):
        time.sleep(max(0.0, start + moment - time.monotonic()))
        os.kill(victim, chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
    exits = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    with os.fdopen(reading, "rb") as file:
        said = file.read().decode().splitlines()
    directory = os.path.dirname(job["path"])
    names = sorted(os.listdir(directory)) if os.path.isdir(directory) else []
    return {"exits": exits, "said": said, "state": _state(job), "names": names}


def _state(job: dict[str, Any]) -> str:
    try:
        with open(job["path"], "rb") as file:
            right = hashlib.md5(file.read()).hexdigest() == job["digest"]
    except OSError:
        return "missing"
    return "right" if right else "wrong"


def _fork(job: dict[str, Any], reading: int, writing: int) -> int:
    child = os.fork()
    if child:
        return child
    os.close(reading)
    status = OTHER
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        status, said = _child(job)
        os.write(writing, f"{said}\n".encode() if said else b"")
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BaseException as problem:
        if isinstance(problem.__context__, KeyboardInterrupt):  # which `threading` may answer by RuntimeError
            status = INTERRUPTED
        else:
            traceback.print_exc()
    finally:  # also if the interrupt comes only now
        os._exit(status)


def _child(job: dict[str, Any]) -> tuple[int, str]:
    if job["user"] is not None:
        os.setgroups([])
        os.setgid(job["user"])
        os.setuid(job["user"])
    if job["limit"] is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (job["limit"], job["limit"]))
    if not job["locks"]:
        atomic.try_lock = locks.try_lock = lambda descriptor: None
    if job["step"] is not None:
        _die_before(job["step"])
    try:
        fetch(job["url"], job["path"], **job["facts"])
    except DownloadError as problem:
        return NETWORK, str(problem)
    except CacheError as problem:
        return CACHE, str(problem)
    return (0 if _state(job) == "right" else WRONG), ""


def _die_before(step: int) -> None:
    left = iter(range(step, -1, -1))

    def mortal(do: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*words: Any, **named: Any) -> Any:
            if next(left, -1) == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return do(*words, **named)

        return wrapper

    for name in STEPS:
        setattr(os, name, mortal(getattr(os, name)))


if __name__ == "__main__":
    http_download.POLICY = RetryPolicy(5, 0.001, 0.005, 60.0, 50)
    locks.WAIT = 0.01
    os.environ["no_proxy"] = "*"  # macOS knows proxies, too, and a forked process may not ask it
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until a child can handle it
    json.dump([run(job) for job in json.load(sys.stdin)], sys.stdout)
