"""Tests of a second interpreter, which is refused while the first one goes on, and of other processes."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
try:
    import _interpreters as interpreters
    run = lambda one, code: interpreters.exec(one, code)
    make = lambda: interpreters.create("legacy")
except ImportError:
    import _xxsubinterpreters as interpreters
    run = lambda one, code: interpreters.run_string(one, code)
    make = lambda: interpreters.create(isolated=False)
import parbleu
score = lambda: parbleu.corpus_bleu(["the cat sat on the mat"], [["the cat sat on a mat"]]).score
before = score()
one = make()
run(one, '''
try:
    import parbleu
    parbleu.corpus_bleu(["a"], [["a"]])
except ImportError as problem:
    print(problem, flush=True)
''')
interpreters.destroy(one)
assert score() == before
print("and the first one goes on")
"""


def test_a_second_interpreter_is_refused():
    result = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "parbleu works in the main interpreter of a process only: use threads or processes",
        "and the first one goes on",
    ]


POOL = """
import multiprocessing, sys
import parbleu

REFERENCES = ["the cat sat on a mat"]

def score(text):
    return parbleu.sentence_bleu(text, REFERENCES).score

if __name__ == "__main__":
    texts = ["the cat sat on the mat", "a dog"]
    here = [score(text) for text in texts]
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        assert pool.map(score, texts) == here
    print("the same")
"""


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_score_the_same(tmp_path, method):
    (tmp_path / "pool.py").write_text(POOL)
    command = [sys.executable, str(tmp_path / "pool.py"), method]
    result = subprocess.run(command, capture_output=True, text=True)
    assert (result.stdout, result.stderr) == ("the same\n", "")
