"""Tests that scores are kept with all that they depend on, and that nothing happens to them."""

import gc
import json
import os
import sqlite3
import threading

import pytest

from parbleu.errors import InputTypeError
from parbleu.scorers import (
    ErrorSpan,
    ItemScore,
    Scorer,
    ScorerFacts,
    ScorerItem,
    _segment_cache,
    score_items,
)
from parbleu.scorers._segment_cache import (
    SegmentCache,
    cache_path,
    keys_of,
    segment_cache,
)


class Counting(Scorer):
    """Counts the items that it scores; the score is the sum of the lengths, over 3."""

    kind = "counting"
    facts = ScorerFacts("counts", source="optional", reference="optional")

    def __init__(self, model="m"):
        super().__init__(model)
        self.seen = 0

    def identity(self):
        return {"scorer": "counting", "model": self.model}

    def score(self, items):
        self.seen += len(items)
        return [ItemScore(sum(len(text or "") for text in item) / 3) for item in items]


ITEMS = [
    ScorerItem("a", "s", "r"),
    ScorerItem("b", "s", "r"),
    ScorerItem("a", "s", "r"),
    ScorerItem("a", "s", "t"),
]


def test_equal_items_are_scored_once_and_kept(kept):
    first = score_items(Counting(), ITEMS)
    assert first.n_computed == 3
    again = score_items(Counting(), ITEMS[::-1])
    assert again.n_computed == 0
    assert again.scores == first.scores[::-1]
    assert score_items(Counting("other"), ITEMS).n_computed == 3
    assert score_items(Counting(), [*ITEMS, ScorerItem("new")]).n_computed == 1
    assert [each.n_scores for each in segment_cache().contents()] == [4, 3]
    assert kept.exists()


class Needy(Counting):
    """Needs a source, takes a reference."""

    kind = "needy"
    facts = ScorerFacts("counts", source="required", reference="optional")


def test_what_is_no_text_has_no_score(kept, warnings):
    nan = float("nan")
    given = [
        ScorerItem("a", "s", "r"),
        ScorerItem("a", None, "r"),
        ScorerItem(None, "s", "r"),
        ScorerItem("a", nan, "r"),
        ScorerItem("a", "s", nan),
        ScorerItem("a", "s", None, nan),
        ScorerItem("", "s", ""),
        ScorerItem("a", " ", "r"),
    ]
    for n_computed in (3, 0):
        scorer = Needy()
        run = score_items(scorer, given)
        assert (scorer.seen, run.n_computed) == (n_computed, n_computed)
        assert [each.score for each in run.scores] == [1, None, None, None, None, 2 / 3, 1 / 3, None]
        assert [each.problem.rpartition(" ")[2] for each in run.scores] == [
            *("", "source", "hypothesis", "source", "reference", "", "", "source"),
        ]
    assert "needy: 3 segments of 8 without a score: the segment has no source" in warnings


class Asked(Counting):
    """Notes which texts it gets."""

    kind = "asked"
    keeps = False

    def score(self, items):
        self.items = [(item.source, item.reference) for item in items]
        return super().score(items)


@pytest.mark.parametrize("takes_systems", [False, True])
def test_a_blank_text_that_is_optional_is_none(warnings, monkeypatch, takes_systems):
    monkeypatch.setattr(Asked, "takes_systems", takes_systems)
    scorer = Asked()
    given = [("s", "r"), ("s", " "), ("s", None), ("", "r"), ("s", "")]
    run = score_items(scorer, [ScorerItem(f"{number}", *texts) for number, texts in enumerate(given)])
    expected = [("s", "r"), ("s", None), ("s", None), (None, "r"), ("s", None)]
    assert sorted(scorer.items, key=str) == sorted(expected, key=str)
    assert [each.score for each in run.scores] == [1, 2 / 3, 2 / 3, 2 / 3, 2 / 3]
    assert "asked: 3 segments of 5 without a reference, scored by what there is" in warnings
    assert "asked: 1 segment of 5 without a source, scored by what there is" in warnings
    warnings.clear()
    score_items(scorer, [ScorerItem("a", "s"), ScorerItem("b", "s")])
    assert not warnings


@pytest.mark.parametrize("wrong", [("a", "s", "r"), "text", {"hypothesis": "a"}, None])
def test_what_is_no_item(wrong):
    with pytest.raises(InputTypeError, match=r"items are ScorerItem\(hypothesis, source, reference\), not "):
        score_items(Needy(), [ScorerItem("a", "s", "r"), wrong])


def test_nothing_is_confused():
    texts = ["", "a", "ab", "b", None, "\ud800", 'x","y']
    items = [ScorerItem(one, two) for one in texts if one is not None for two in texts]
    items += [ScorerItem("a", None, "b"), ScorerItem("a", None, None, "b")]
    keys = keys_of("scorer", items) + keys_of("scorer2", items)
    assert len(set(keys)) == len(keys)


@pytest.fixture
def packs(monkeypatch):
    """Makes packs of few scores, and looks up few keys in them; returns how many were looked up elsewhere."""
    monkeypatch.setattr(_segment_cache, "MANY", 4)
    monkeypatch.setattr(_segment_cache, "_LEAST_PACKED", 2)
    alone = []
    get = SegmentCache.get

    def counted(cache, keys):
        alone.append(len(keys))
        return get(cache, keys)

    monkeypatch.setattr(SegmentCache, "get", counted)
    return alone


def test_many_items_are_looked_up_together(kept, packs):
    items = [*ITEMS, *ITEMS[2:], ScorerItem("new")]
    first = score_items(Counting(), items)
    again = score_items(Counting(), items)
    assert (first.n_computed, again.n_computed) == (4, 0)
    assert packs == [4]
    assert again.scores == first.scores == score_items(Counting(), items, cache=SegmentCache(None)).scores
    packs.clear()
    backwards = score_items(Counting(), [ScorerItem("other"), *items[::-1]])
    assert (backwards.n_computed, backwards.scores[1:]) == (1, first.scores[::-1])
    assert packs == [1]
    assert score_items(Counting("other"), items).n_computed == 4
    assert segment_cache().clear() == 9
    assert score_items(Counting(), items).n_computed == 4


def test_packs_hold_what_was_kept(kept, packs):
    cache = SegmentCache(kept)
    keys = keys_of("one", [str(n) for n in range(500)])
    scores = {key: ItemScore(n / 3 - 80, n % 3 == 0) for n, key in enumerate(keys)}
    scores[keys[7]] = ItemScore(7.0, False, (ErrorSpan(0, 1, "minor", 0.5),))
    scores[keys[8]] = ItemScore(None, problem="none")
    for begin in range(0, 500, 50):
        cache.put("one", {key: scores[key] for key in keys[begin : begin + 50]})
    cache.put("one", dict.fromkeys(keys[9:12], ItemScore(9.0)))  # by another process: the first ones stay
    cache.put("two", dict.fromkeys(keys_of("two", [str(n) for n in range(500)]), ItemScore(0.5)))
    absent = keys_of("three", ["a"])
    wanted = [*keys[::-1], *absent, keys[3]]
    expected = [*(scores[key] for key in keys[::-1]), None, scores[keys[3]]]
    expected[499 - 8] = None
    assert cache.look_up("one", wanted) == (expected, [499 - 8, 500])
    assert packs == [3]
    assert SegmentCache(None).look_up("one", keys) == ([None] * 500, [*range(500)])


def test_what_another_process_kept_first_is_found_in_packs_too(kept, packs):
    cache = SegmentCache(kept)
    keys = keys_of("one", [str(n) for n in range(5)])
    cache.put("one", {keys[0]: ItemScore(1.0)})
    cache.put("one", dict.fromkeys(keys, ItemScore(2.0)))
    for _ in range(2):
        assert cache.look_up("one", keys) == ([ItemScore(1.0), *[ItemScore(2.0)] * 4], [])
    assert packs == [5]


def test_packs_that_are_much_larger_are_not_read(kept, packs, monkeypatch):
    monkeypatch.setattr(_segment_cache, "_PACKED_PER_KEY", 10)
    cache = SegmentCache(kept)
    keys = keys_of("one", [str(n) for n in range(100)])
    cache.put("one", {key: ItemScore(n) for n, key in enumerate(keys)})
    for count, alone in ((9, [9]), (10, [])):
        packs.clear()
        assert cache.look_up("one", keys[:count]) == ([ItemScore(n) for n in range(count)], [])
        assert packs == alone


def test_scores_from_before_there_were_packs(kept, packs):
    kept.parent.mkdir()
    identity = json.dumps(Counting().identity())
    keys = dict.fromkeys(keys_of(identity, ITEMS))
    with sqlite3.connect(kept) as connection:
        for table in _segment_cache._TABLES[:3]:
            connection.execute(table)
        connection.execute("CREATE TABLE blocks (key BLOB PRIMARY KEY, scores BLOB NOT NULL)")
        connection.execute("INSERT INTO scorers VALUES (1, ?)", (identity,))
        rows = [(key, 1, 0.5, 0, None) for key in keys]
        connection.executemany("INSERT INTO scores VALUES (?, ?, ?, ?, ?)", rows)
    more = [ScorerItem("more")]
    assert score_items(Counting(), ITEMS).scores == (ItemScore(0.5),) * 4
    score_items(Counting(), more)
    packs.clear()
    for _ in range(2):
        assert score_items(Counting(), [*ITEMS, *more]).n_computed == 0
    assert packs == [4]
    assert segment_cache().clear() == 4


def test_a_damaged_pack_sets_the_file_aside(kept, packs, warnings):
    cache = SegmentCache(kept)
    first = score_items(Counting(), ITEMS, cache=cache)
    with sqlite3.connect(kept) as connection:
        connection.execute("UPDATE packs SET scores = x'00'")
    again = score_items(Counting(), ITEMS, cache=cache)
    assert (again.n_computed, again.scores) == (3, first.scores)
    assert "a malformed pack of scores: it is called scores.sqlite3.damaged-1 now" in warnings[0]
    assert score_items(Counting(), ITEMS, cache=cache).n_computed == 0


def test_look_ups_are_not_searched_for_cycles(kept):
    cache = SegmentCache(kept)
    keys = keys_of("scorer", [*map(str, range(1000))])
    cache.put("{}", dict.fromkeys(keys, ItemScore(0.5)))
    searches = []
    thresholds = gc.get_threshold()
    gc.callbacks.append(lambda phase, _: searches.append(phase))
    gc.set_threshold(10)
    try:
        searches.clear()
        assert len(cache.get(keys)) == 1000
        assert len(searches) < 20
        gc.disable()
        cache.get(keys[:1])
        assert not gc.isenabled()
    finally:
        gc.enable()
        gc.set_threshold(*thresholds)
        gc.callbacks.pop()


def test_an_interrupt_leaves_the_search_for_cycles_on(monkeypatch):
    disable = gc.disable

    def interrupted():
        disable()
        raise KeyboardInterrupt

    monkeypatch.setattr(gc, "disable", interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            keys_of("scorer", ["a"])
        assert gc.isenabled()
    finally:
        gc.enable()


def test_spans_and_cuts_come_back_as_they_were(kept):
    cache = SegmentCache(kept)
    scores = {
        b"1": ItemScore(0.1 + 0.2, True, (ErrorSpan(0, 3, "minor"), ErrorSpan(4, 6, "critical", 0.25))),
        b"2": ItemScore(-0.0),
        b"3": ItemScore(None, problem="none"),
    }
    cache.put("{}", scores)
    assert cache.get([b"1", b"2", b"3"]) == {key: scores[key] for key in (b"1", b"2")}


def test_a_damaged_file_is_set_aside(kept, warnings):
    kept.parent.mkdir()
    kept.write_bytes(b"this is no database at all, but long enough to be read as one" * 20)
    assert score_items(Counting(), ITEMS, cache=SegmentCache(kept)).n_computed == 3
    assert score_items(Counting(), ITEMS, cache=SegmentCache(kept)).n_computed == 0
    assert kept.with_name("scores.sqlite3.damaged-1").exists()
    assert len(warnings) == 1


def test_a_file_that_cannot_be_written_is_told_of(tmp_path, warnings):
    (tmp_path / "file").write_text("")
    cache = SegmentCache(tmp_path / "file" / "scores")
    assert score_items(Counting(), ITEMS, cache=cache).n_computed == 3
    assert "scores are not kept" in warnings[0]


def test_the_latest_embeddings_are_kept(kept, monkeypatch):
    monkeypatch.setattr(_segment_cache, "MOST_EMBEDDINGS", 3)
    cache = SegmentCache(kept)
    keys = keys_of("x", "abcde")
    assert len({*keys, *keys_of("y", "abcde")}) == 10
    subclass = type("Text", (str,), {"__str__": lambda _: "shown"})
    assert keys_of("x", [*map(subclass, "abcde")]) == keys
    assert keys_of("x", [ScorerItem(subclass("a"))]) == keys_of("x", [ScorerItem("a")])
    for number, key in enumerate(keys):
        cache.put_embeddings({key: bytes([number])})
    cache.put_embeddings({keys[4]: b"other"})
    assert cache.embeddings(keys) == {keys[number]: bytes([number]) for number in (2, 3, 4)}
    assert SegmentCache(None).embeddings(keys) == {}
    assert SegmentCache(None).n_embeddings() == 0


def test_off(monkeypatch):
    monkeypatch.setenv("PARBLEU_SCORER_CACHE", "off")
    assert cache_path() is None
    assert score_items(Counting(), ITEMS).n_computed == 3
    assert score_items(Counting(), ITEMS).n_computed == 3


def test_two_write_at_once(kept):
    SegmentCache(kept).contents()  # makes the file

    def work(name):
        cache = SegmentCache(kept)
        for begin in range(0, 200, 20):
            score_items(Counting(), [ScorerItem(f"{name}{n}") for n in range(begin, begin + 20)], cache=cache)
        cache.close()

    threads = [threading.Thread(target=work, args=(name,)) for name in ("a", "b", "a")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [found] = SegmentCache(kept).contents()
    assert found.n_scores == 400
    assert json.loads(found.identity) == {"scorer": "counting", "model": "m"}


@pytest.mark.parametrize("n_others", [0, 500, 4000])
def test_many_scores_are_read_however_many_others_there_are(kept, n_others):
    cache = SegmentCache(kept)
    keys = keys_of("one", [str(n) for n in range(1000)])
    scores = {key: ItemScore(n / 3, n % 3 == 0) for n, key in enumerate(keys)}
    scores[keys[7]] = ItemScore(7.0, False, (ErrorSpan(0, 1, "minor", 0.5),))
    cache.put("one", scores)
    cache.put("two", dict.fromkeys(keys_of("two", [str(n) for n in range(n_others)]), ItemScore(0.5)))
    absent = keys_of("three", ["a"])
    assert cache.get([*keys[:950], *absent]) == {key: scores[key] for key in keys[:950]}


def test_checksums_follow_the_file(kept, tmp_path):
    cache, path = SegmentCache(kept), tmp_path / "model"
    path.write_bytes(b"one")
    first = cache.checksum(path)
    memory = kept.with_name("checksums")
    assert not memory.exists()  # the file may change again without getting another time
    os.utime(path, (1e9, 1e9))
    assert cache.checksum(path) == cache.checksum(path) == first
    [file] = memory.iterdir()
    file.write_text(file.read_text().replace(first, "0" * 64))
    assert cache.checksum(path) == "0" * 64
    path.write_bytes(b"two")
    assert cache.checksum(path) != first
    assert SegmentCache(None).checksum(path) == cache.checksum(path)


def test_a_process_without_a_cache_computes_a_checksum_once(tmp_path):
    cache, path = SegmentCache(None), tmp_path / "model"
    path.write_bytes(b"one")
    os.utime(path, (1e9, 1e9))
    first = cache.checksum(path)
    path.write_bytes(b"two")
    os.utime(path, (1e9, 1e9))
    assert cache.checksum(path) == first
    os.utime(path, (2e9, 2e9))  # it may change again
    second = cache.checksum(path)
    path.write_bytes(b"one")
    os.utime(path, (2e9, 2e9))
    assert cache.checksum(path) == first != second


def test_threads_share_a_cache(kept, warnings):
    cache = SegmentCache(kept)
    cache.put("{}", {b"1": ItemScore(1.0)})
    seen = []
    threads = [threading.Thread(target=lambda: seen.append(cache.get([b"1"]))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [{b"1": ItemScore(1.0)}] * 2
    assert warnings == []


def test_only_damage_sets_a_file_aside(kept, warnings):
    cache = SegmentCache(kept)
    cache.put("{}", {b"1": ItemScore(1.0)})

    def work(_):
        raise sqlite3.ProgrammingError("another thread")

    assert cache._do(work, "nothing") == "nothing"
    assert "scores are not kept" in warnings[0]
    assert [path.name for path in kept.parent.glob("*damaged*")] == []
    assert SegmentCache(kept).get([b"1"]) == {b"1": ItemScore(1.0)}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_process_and_its_fork_share_a_file(kept):
    """SQLite's locks are none of a fork's: what both wrote was ruined when one of them closed the file."""
    cache = SegmentCache(kept)

    def put(name):
        for number in range(300):
            cache.put("{}", {f"{name}{number}".encode(): ItemScore(1.0)})

    put("before")
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.read(reads, 1)
            put("child")
            cache.close()
            os._exit(0)
        finally:
            os._exit(1)
    cache.close()
    put("parent")
    os.write(writes, b"1")
    put("beside")
    assert os.waitpid(child, 0)[1] == 0
    for end in (reads, writes):
        os.close(end)
    put("after")
    cache.close()
    names = [
        f"{name}{n}".encode() for name in ("before", "child", "parent", "beside", "after") for n in range(300)
    ]
    assert len(SegmentCache(kept).get(names)) == len(names)
    assert [path.name for path in kept.parent.glob("*damaged*")] == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")
def test_two_threads_that_fork_at_once_leave_no_lock_behind(kept):
    cache = SegmentCache(kept)
    other = threading.Thread(target=lambda: (_segment_cache._before_fork(), _segment_cache._after_fork()))
    _segment_cache._before_fork()
    other.start()
    other.join(0.05)  # it waits for this thread
    _segment_cache._after_fork()
    other.join()
    assert cache._lock.acquire(blocking=False)
    cache._lock.release()
