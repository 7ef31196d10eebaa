"""Tests downloads by many processes, killed processes, full disks and foreign directories."""

import os
import random
import subprocess

import pytest

from crowd import CACHE, INTERRUPTED, NETWORK, run_jobs
from misbehaving_server import GOOD, PAGE, Answer

CONTENT = random.Random(3).randbytes(200_000)
SLOW = Answer(pace=(20_000, 0.002))
"""Lasts about as long as the processes that are killed live."""


@pytest.fixture
def job(internet, tmp_path):
    """What all jobs have in common; a directory of its own for each."""
    digest = internet.put("a.bin", CONTENT)

    def make(number=0, known=True, **more):
        path = tmp_path / "cache" / str(number) / "a.bin"
        facts = {"md5": digest} if known else {}
        return {"url": internet.url("a.bin"), "path": str(path), "digest": digest, "facts": facts, **more}

    return make


@pytest.mark.parametrize("known", [True, False], ids=["checksum", "unknown"])
def test_thirty_two_at_once_fetch_once(internet, job, known):
    internet.always("a.bin", SLOW)
    (result,) = run_jobs([job(known=known, processes=32)])
    assert result["exits"] == [0] * 32
    assert internet.count("a.bin") == 1
    assert result["names"] == [".a.bin.verified", "a.bin"]


def test_without_locks_none_fails_either(internet, job):
    internet.always("a.bin", SLOW)
    (result,) = run_jobs([job(processes=16, locks=False)])
    assert result["exits"] == [0] * 16
    assert result["names"] == [".a.bin.verified", "a.bin"]


def test_those_who_wait_hear_why_it_failed(internet, job):
    """Two hundred jobs without a network do not try in turn."""
    internet.always("a.bin", Answer(status=403, wait=0.3))
    (result,) = run_jobs([job(processes=32)])
    assert result["exits"] == [NETWORK] * 32
    assert len(set(result["said"])) == 1
    assert internet.count("a.bin") < 8
    assert result["names"] == []


@pytest.fixture
def chaos(internet):
    """A server in all its moods."""
    chance = random.Random(4)
    moods = [
        *[SLOW] * 8,
        *[GOOD] * 3,
        Answer(pace=(20_000, 0.002), cut=150_000),
        Answer(cut=70_000, reset=True),
        Answer(cut=199_999),
        Answer(ranges=False, pace=(50_000, 0.002)),
        Answer(length=False, cut=90_000),
        Answer(validators=False, cut=100_000),
        Answer(status=503),
        Answer(status=500),
        Answer(body=CONTENT[::-1]),
        Answer(shift=5),
        PAGE,
    ]
    internet.always("a.bin", lambda: chance.choice(moods))


def test_rounds_of_kills(internet, job, chaos):
    """Whoever is killed and whatever the server does: the file is right or absent, and nobody is deceived."""
    chance = random.Random(5)
    jobs = []
    for number in range(60):
        processes = 32 if number % 30 == 0 else chance.randint(1, 4)
        jobs.append(
            job(
                number,
                processes=processes,
                kills=chance.randint(1, processes),
                within=chance.choice([0.01, 0.03, 0.06]),
                seed=number,
                locks=number % 4 != 3,
            )
        )
        if number % 5 == 1:  # what a tool that writes in place has left
            os.makedirs(os.path.dirname(jobs[-1]["path"]))
            with open(jobs[-1]["path"], "wb") as file:
                file.write(CONTENT[:-1])
    results = run_jobs(jobs)
    for number, result in enumerate(results):
        assert set(result["exits"]) <= {0, NETWORK, INTERRUPTED, -2, -9, -15}, result
        assert result["state"] != "wrong" or number % 5 == 1
        assert 0 not in result["exits"] or result["state"] == "right"
    killed = sum(code < 0 or code == INTERRUPTED for result in results for code in result["exits"])
    assert killed > 45
    assert 5 < sum(result["state"] == "missing" for result in results) < 60

    internet.always("a.bin", GOOD)
    last = run_jobs([{**job, "processes": 1, "kills": 0} for job in jobs])
    for again, result in zip(jobs, last, strict=True):
        assert result["exits"] == [0]
        left = {name for name in result["names"] if name.endswith((".part", ".from"))}
        assert not left or not again["locks"], result["names"]
        assert {*result["names"]} - left <= {"a.bin", "a.bin.wrong", ".a.bin.verified", ".a.bin.lock"}


@pytest.mark.long
@pytest.mark.parametrize("known", [True, False], ids=["checksum", "unknown"])
@pytest.mark.parametrize("wrong", [True, False], ids=["wrong", "new"])
def test_a_kill_before_every_step(internet, job, known, wrong):
    """Wherever a download is killed, what it leaves is right or nothing, and the next one clears it up."""
    internet.always("a.bin", GOOD)
    jobs = [job(step, known=known, step=step) for step in range(60)]
    for each in jobs:
        if wrong:
            os.makedirs(os.path.dirname(each["path"]))
            with open(each["path"], "wb") as file:
                file.write(CONTENT[:1000] if known else b"")
    results = run_jobs(jobs)
    ends = [result["exits"][0] for result in results]
    assert set(ends) == {-9, 0}
    assert ends.count(-9) > 15
    assert ends[-1] == 0
    for each, result in zip(jobs, results, strict=True):
        here = os.path.getsize(each["path"]) if os.path.exists(each["path"]) else 0
        assert result["state"] == "right" or here in (0, 1000)
    for result in run_jobs([{**each, "step": None} for each in jobs]):
        assert result["exits"] == [0]
        left = {name for name in result["names"] if not name.endswith((".wrong", ".verified"))}
        assert left <= {"a.bin", ".a.bin.lock"}


def test_a_file_without_a_checksum_is_never_a_part(internet, job):
    internet.always("a.bin", SLOW)
    results = run_jobs([job(n, known=False, processes=3, kills=2, within=0.05, seed=n) for n in range(30)])
    assert all(set(result["exits"]) <= {0, INTERRUPTED, -9, -15} for result in results)
    assert all(result["state"] != "wrong" for result in results)


def test_a_killed_download_is_taken_up(internet, job):
    internet.then("a.bin", Answer(cut=150_000, stall=5))
    once = job(processes=1, kills=1, within=0)
    results = run_jobs([{**once, "seed": seed, "within": 0.5} for seed in [1]] + [{**once, "kills": 0}])
    assert results[1]["exits"] == [0]
    assert results[1]["names"] == [".a.bin.verified", "a.bin"]


@pytest.mark.parametrize("length", [True, False])
def test_a_full_disk(internet, job, length):
    """A limit of the size of files fails as a full disk does, in the middle of a write."""
    internet.always("a.bin", Answer(length=length))
    (result,) = run_jobs([job(limit=100_000)])
    assert result["exits"] == [CACHE]
    assert "a.bin: File too large; make room, or set SACREBLEU to another directory" in result["said"][0]
    assert result["names"] == []


@pytest.fixture
def tiny(tmp_path):
    """A real file system that is soon full."""
    place = tmp_path / "tiny"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(place)]
    try:
        mounted = subprocess.run(words, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize(
    ("length", "reason"), [(True, "it takes 200,000 bytes, and"), (False, "No space left")]
)
def test_a_disk_that_is_full(internet, job, tiny, length, reason):
    internet.always("a.bin", Answer(length=length))
    (result,) = run_jobs([{**job(), "path": str(tiny / "a.bin")}])
    assert result["exits"] == [CACHE]
    assert reason in result["said"][0]
    assert result["names"] == []


@pytest.fixture
def nobody(tmp_path):
    """A user who may read and not write: somebody else for root, who may do all, and oneself for others."""
    for each in (tmp_path, *tmp_path.parents):
        if each.stat().st_uid == os.getuid() and not each.stat().st_mode & 0o005:
            each.chmod(0o755)
    return {"user": 65534} if os.getuid() == 0 else {}


@pytest.mark.parametrize("known", [True, False], ids=["checksum", "unknown"])
def test_a_cache_that_can_only_be_read(internet, job, nobody, known):
    here = job(known=known, processes=3)
    run_jobs([here])
    directory = os.path.dirname(here["path"])
    for name in os.listdir(directory):
        if name != "a.bin":  # as in a cache that sacreBLEU made
            os.unlink(os.path.join(directory, name))
    os.chmod(directory, 0o555)
    (result,) = run_jobs([{**here, **nobody}])
    os.chmod(directory, 0o755)
    assert result["exits"] == [0] * 3
    assert internet.count("a.bin") == 1
    assert result["names"] == ["a.bin"]


def test_a_directory_of_somebody_else(internet, job, nobody, tmp_path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o555)
    (result,) = run_jobs([job(**nobody)])
    (tmp_path / "cache").chmod(0o755)
    assert result["exits"] == [CACHE]
    assert (
        "a.bin: Permission denied; see who may write there, or set SACREBLEU to another" in result["said"][0]
    )
    assert internet.requests == []
