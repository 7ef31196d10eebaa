"""Tests texts that are cut into the segments of references: against a slow twin, and against mweralign."""

import random
import subprocess
import sys
from functools import lru_cache

import pytest

from extras import extra
from own_process import printed
from parbleu.errors import InputShapeError, NoReferenceError, OptionError, UnknownNameError
from parbleu.text import resegment
from peak_memory import measuring

WORDS = ("ship", "crane", "tug", "gate", "kai", "port")


def distance(left, right):
    """The fewest insertions, deletions and substitutions."""
    row = list(range(len(right) + 1))
    for i, word in enumerate(left, 1):
        diagonal, row[0] = row[0], i
        for j, other in enumerate(right, 1):
            diagonal, row[j] = row[j], min(diagonal + (word != other), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def slow(words, references):
    """The segments by the definition: the fewest edits, the last segment begins earliest, and so on."""

    @lru_cache(None)
    def edits(end, segment):
        if segment == 0:
            return 0 if end == 0 else float("inf")
        return min(edits(begin, segment - 1) + cost(begin, end, segment - 1) for begin in range(end + 1))

    @lru_cache(None)
    def cost(begin, end, segment):
        sides = [stream[segment].split() for stream in references if stream[segment] is not None]
        return min(distance(words[begin:end], side) for side in sides)

    count = len(references[0])
    end, segments = len(words), []
    for segment in range(count, 0, -1):
        begin = next(
            begin
            for begin in range(end + 1)
            if edits(begin, segment - 1) + cost(begin, end, segment - 1) == edits(end, segment)
        )
        segments.append(" ".join(words[begin:end]))
        end = begin
    return edits(len(words), count), segments[::-1]


def noisy(rng, text, odds=6):
    words = []
    for word in text.split():
        if rng.randrange(odds):
            words.append(word if rng.randrange(odds) else rng.choice(WORDS))
        if not rng.randrange(odds):
            words.append(rng.choice(WORDS))
    return words


@pytest.mark.parametrize("seed", range(40))
def test_segments_are_those_of_the_definition(seed):
    rng = random.Random(seed)
    count, streams = rng.randrange(1, 8), rng.randrange(1, 4)
    references = [
        [" ".join(rng.choices(WORDS, k=rng.randrange(6))) for _ in range(count)] for _ in range(streams)
    ]
    for stream in references[1:]:
        stream[rng.randrange(count)] = None
    said = noisy(rng, " ".join(references[0]))
    made = resegment([" ".join(said[:3]), " ".join(said[3:])], references)
    assert (made.n_edits, made.segments.to_list()) == slow(tuple(said), references)
    assert " ".join(made.segments.to_list()).split() == said
    assert (len(made.segments), made.n_units) == (count, len(said))


def test_mweralign_finds_no_fewer_edits(tmp_path):
    extra("mweralign")
    rng = random.Random(5)
    vocabulary = [f"w{number}" for number in range(60)]
    references = [" ".join(rng.choices(vocabulary, k=rng.randrange(1, 12))) for _ in range(40)]
    said = [word for text in references for word in noisy(rng, text, 8)]
    cuts = sorted(rng.sample(range(1, len(said)), 25))
    lines = [" ".join(said[begin:end]) for begin, end in zip([0, *cuts], [*cuts, len(said)], strict=True)]
    (tmp_path / "ref").write_text("".join(f"{line}\n" for line in references))
    (tmp_path / "hyp").write_text("".join(f"{line}\n" for line in lines))
    command = [sys.executable, "-m", "mweralign.mweralign", "--tokenizer", "none", "-r", "ref", "-t", "hyp"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    theirs = done.stdout.splitlines()
    ours = resegment(lines, references).segments.to_list()
    assert len(theirs) == len(ours) == 40

    def edits(segments):
        return sum(
            distance(one.split(), other.split()) for one, other in zip(segments, references, strict=True)
        )

    assert edits(ours) == resegment(lines, references).n_edits == edits(theirs)


def test_characters_of_scripts_without_blanks():
    made = resegment(["船在等它", "在这里"], ["船在等。", "它在这里。"], unit="character")
    assert made.segments.to_list() == ["船在等", "它在这里"]
    assert (made.n_edits, made.n_reference_units) == (2, 9)
    assert resegment(["ok good", "now"], ["ok go", "od now"], unit="character").segments[1] == "od now"


def test_blanks_of_scripts_without_blanks_stay():
    # OmniSTEval 0.1.10 takes them out of the references alone.
    references = ["我用 iPhone 15 Pro 拍照。", "很好 OK 吗？"]
    made = resegment([" ".join(references)], references, unit="character")
    assert (made.n_edits, made.segments.to_list()) == (0, references)


def test_words_are_compared_as_normalized_and_stay_as_they_are():
    text = ["The  ship, waits - It is here!"]
    made = resegment(text, ["the ship waits", "it is here"], normalize="lower+no-punct")
    assert made.segments.to_list() == ["The  ship, waits", "- It is here!"]
    assert made.n_edits == 1
    assert resegment(text, ["the ship waits", "it is here"]).n_edits > 1


def test_documents_bound_the_search():
    references, lines = ["a b", "c", "a b"], ["a", "b c a b", "x"]
    assert resegment(lines, references).segments.to_list() == ["a b", "c", "a b x"]
    made = resegment(lines, references, documents=["1", "1", "2"], text_documents=["1", "1", "2"], threads=2)
    assert made.segments.to_list() == ["a b", "c a b", "x"]
    assert made.n_documents == 2


def test_empty_sides():
    assert resegment([], ["a", "b c"]).segments.to_list() == ["", ""]
    assert resegment(["a b"], ["", ""]).n_edits == 2
    assert resegment([], []).segments.to_list() == []


def test_wrong_input():
    with pytest.raises(OptionError, match="by word or character"):
        resegment(["a"], ["a"], unit="token")
    with pytest.raises(OptionError, match="give both"):
        resegment(["a"], ["a"], documents=["1"])
    with pytest.raises(InputShapeError, match="document 1 is '1' in the references and '2' in the text"):
        resegment(["a"], ["a"], documents=["1"], text_documents=["2"])
    with pytest.raises(InputShapeError, match="is interrupted by 'y'"):
        resegment(["a"], ["a", "b", "c"], documents=["x", "y", "x"], text_documents=["x"])
    with pytest.raises(InputShapeError, match="text_documents has 2 labels"):
        resegment(["a"], ["a"], documents=["x"], text_documents=["x", "x"])
    with pytest.raises(NoReferenceError):
        resegment(["a"], [["a", None], ["b", None]])
    with pytest.raises(InputShapeError, match="1 and 2 segments"):
        resegment(["a"], [["a"], ["b", "c"]])
    with pytest.raises(UnknownNameError):
        resegment(["a"], ["a"], normalize="nothing")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_of_long_texts():
    program = """
        import random
        from parbleu.text import resegment

        draw = random.Random(1)
        words = [f"w{draw.randrange(9000)}" for _ in range(400_000)]
        references = [" ".join(words[at : at + 25]) for at in range(0, len(words), 25)]
        text = [" ".join(words)]
        del words
        resegment(["a"], ["a"])
        before = kilobytes("VmRSS")
        made = resegment(text, references, threads=1)
        print(made.n_edits, made.n_units, made.n_reference_units, kilobytes("VmHWM") - before)
    """
    *counts, more = map(int, printed(measuring(program)).split())
    assert counts == [0, 400_000, 400_000]
    assert more < 34_000
