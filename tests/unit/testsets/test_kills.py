"""Tests that processes killed at random moments leave a usable cache."""

import os

import pytest

from own_process import printed

from .conftest import publish, tgz

ROUNDS = int(os.environ.get("PARBLEU_KILLS", "8"))
"""How many caches are filled by processes that are killed; `PARBLEU_KILLS=400 pytest ...` tries harder."""
LINES = 20_000

# Forks from a process that has loaded everything, so that kills hit the work and not the start-up.
CODE = """
    import os, random, shutil, signal, sys, time
    import hashlib, json, tarfile, urllib.request
    from parbleu import errors
    from parbleu.testsets import _catalogue as catalogue
    from parbleu.testsets._pair_files import PairFiles
    from parbleu.fetch import _archives as archives, _download as download

    os.environ["no_proxy"] = "*"  # macOS knows proxies, too, and a forked process may not ask it
    rounds, lines, home = int(sys.argv[1]), int(sys.argv[2]), os.environ["SACREBLEU"]
    rng = random.Random(rounds)
    fields = {"src": "source", "ref": "reference"}

    def content(word):
        return "".join(f"{word} {number}\\n" for number in range(lines)).encode()

    expected = {f"big.en-de.{field}": content(word) for field, word in fields.items()}

    def work():
        entry = catalogue.find("big")
        for field in fields:
            path = PairFiles(entry, "en-de").path(field)
            with open(path, "rb") as file:
                if file.read() != expected[os.path.basename(path)]:
                    return 1
        return 0

    def start():
        pid = os.fork()
        if pid == 0:
            try:
                os._exit(work())
            except BaseException as problem:
                os.write(2, f"{type(problem).__name__}: {problem}\\n".encode())
                os._exit(2)
        return pid

    def look():
        for place, directories, files in os.walk(home):
            for name in files:
                if name in expected:
                    with open(os.path.join(place, name), "rb") as file:
                        assert file.read() == expected[name], name

    begun = time.monotonic()
    assert start() and os.wait()[1] == 0
    usual = time.monotonic() - begun
    for round in range(rounds):
        shutil.rmtree(home)
        for _ in range(2):
            pids = [start() for _ in range(rng.choice((1, 2, 4)))]
            victims = rng.sample(pids, rng.randint(1, len(pids)))
            time.sleep(rng.random() * usual * 1.2)
            for pid in victims:
                os.kill(pid, signal.SIGKILL)
            ends = {pid: os.waitpid(pid, 0)[1] for pid in pids}
            assert all(end in (0, signal.SIGKILL) for end in ends.values()), ends
            assert all(ends[pid] == 0 for pid in pids if pid not in victims), ends
            look()
        assert start() and os.wait()[1] == 0
        look()
    print(rounds)
"""


@pytest.mark.long
@pytest.mark.parametrize("sums", [True, False], ids=["checksum", "no checksum"])
def test_kills(home, mine, internet, sums):
    texts = {
        name: "".join(f"{name} {number}\n" for number in range(LINES)) for name in ("source", "reference")
    }
    source = publish(internet, "big.tgz", tgz(texts))
    if not sums:
        del source["md5"]
    mine("big", sources=[source], language_pairs={"en-de": ["source", "reference"]})
    assert printed(CODE, str(ROUNDS), str(LINES)) == f"{ROUNDS}\n"
