"""Tests that scores need nothing that only POSIX systems have, in a process from which that is taken away."""

from pathlib import Path

import pytest

from own_process import printed

EXAMPLE = Path(__file__).parents[2] / "examples" / "en-de"

# What Windows lacks. Python's own modules choose by the system when they are loaded, so that comes before.
PROGRAM = """
import asyncio, concurrent.futures, http.client, multiprocessing, os, select, shutil, signal, socket, ssl, sys
import tempfile, urllib.request
import numpy, tqdm
try:
    import polars  # it asks for the kind of processor
except ImportError:
    pass

for name in ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
for name in (
    "O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_SYNC fchmod fchown fdatasync fork forkpty getegid geteuid "
    "getgid getpgid getuid killpg mkfifo posix_fadvise pread preadv pwrite pwritev sched_getaffinity "
    "sched_setaffinity setpgid setsid statvfs sysconf uname wait3 wait4"
).split():
    delattr(os, name)
for name in "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGQUIT SIGUSR1 pthread_sigmask setitimer".split():
    delattr(signal, name)
del select.PIPE_BUF, select.epoll, select.poll

import importlib, pkgutil
import parbleu
from parbleu._cli.main import main

score, saved, reference, *systems = sys.argv[1:]
assert parbleu.corpus_bleu(["a b c d"], [["a b c d"]]).score > 99.9
options = ["-m", "bleu", "chrf", "ter", "--paired-bs", "--paired-bs-n", "20", "-o", score]
assert main(["score", reference, "-i", *systems, *options]) == 0
texts = [open(path, encoding="utf-8").read().splitlines() for path in (reference, *systems)]
comparison = parbleu.compare(dict(zip(systems, texts[1:])), [texts[0]], test="randomization", n_samples=20)
comparison.save(saved)
assert main(["data", "list"]) == 0
for module in pkgutil.walk_packages(parbleu.__path__, "parbleu."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except parbleu.errors.MissingDependencyError:
            assert module.name.startswith("parbleu.integrations.")
"""


@pytest.mark.long
def test_scores_and_all_modules_without_what_only_posix_has(tmp_path):
    files = [EXAMPLE / name for name in ("ref.A.txt", "system.careful.txt", "system.literal.txt")]
    printed(PROGRAM, tmp_path / "score", tmp_path / "saved", *files)
    assert (tmp_path / "score").stat().st_size > 100 < (tmp_path / "saved").stat().st_size
