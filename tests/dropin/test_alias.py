"""`install_as("sacrebleu")`: one set of modules under two names, wherever the program goes from there."""

import io
import re
from pathlib import Path

import pytest

from parbleu.metrics._score import VERSION

INSTALL = "from parbleu.compat import install_as\nundo = install_as('sacrebleu')\n"


def test_the_whole_tree_is_the_face(python):
    """Each module exists once, however it is imported, and in whatever order."""
    python(
        "-c",
        INSTALL
        + """
import importlib, importlib.util, inspect, pkgutil, sys
from sacrebleu.metrics import bleu as first
assert importlib.util.find_spec("sacrebleu.metrics.ter").origin.endswith("ter.py")
import sacrebleu.metrics.bleu as second
import parbleu.compat.sacrebleu as face
import parbleu.compat.sacrebleu.metrics.bleu as third
assert first is second is third is sys.modules["sacrebleu.metrics.bleu"]
assert sys.modules["sacrebleu"] is face and importlib.import_module(".utils", "sacrebleu") is face.utils
walked = [found.name for found in pkgutil.walk_packages(face.__path__, "sacrebleu.")]
assert len(walked) > 25
for name in walked:
    if not name.endswith("__main__"):
        assert importlib.import_module(name) is sys.modules[name.replace("sacrebleu", face.__name__, 1)]
assert inspect.getsource(first.BLEU)
assert importlib.reload(first) is second
try:
    import sacrebleu.nothing
except ModuleNotFoundError as problem:
    assert problem.name == "sacrebleu.nothing"
else:
    raise AssertionError
""",
    )


def test_undo_gives_the_original_back(python):
    """The state before comes back exactly; of several users, the last one takes the alias away."""
    python(
        "-c",
        """
import sys
from importlib.metadata import version
from parbleu.compat import install_as
import parbleu.compat.sacrebleu as face
before = list(sys.path), list(sys.meta_path)
with install_as("sacrebleu") as undo:
    again = install_as("sacrebleu")
    import sacrebleu.metrics.bleu
    assert sacrebleu is face
    assert version("sacrebleu") == face.__version__
    again()
    again()
    import sacrebleu.metrics.chrf
    assert sacrebleu.metrics is face.metrics
undo()
assert (sys.path, sys.meta_path) == before
assert [name for name in sys.modules if name.startswith("sacrebleu")] == []
import sacrebleu
assert sacrebleu is not face
assert sacrebleu.__version__ == version("sacrebleu") == "2.6.0"
""",
    )


def test_the_example_of_the_documentation(python):
    page = (Path(__file__).parents[2] / "docs" / "dropin.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    printed = [python("-c", example).split()[0] for example in examples]
    assert printed == ["BLEU", "good"]


def test_too_late(python):
    python(
        "-c",
        """
import sys
import sacrebleu as original
from parbleu.compat import install_as
from parbleu.errors import AliasError
before = list(sys.path), list(sys.meta_path)
try:
    install_as("sacrebleu")
except AliasError as problem:
    assert original.__file__ in str(problem) and "python -m parbleu.compat" in str(problem), problem
else:
    raise AssertionError
assert sys.modules["sacrebleu"] is original and (sys.path, sys.meta_path) == before
import os, sacrebleu.significance
assert os.path.dirname(sacrebleu.significance.__file__) == os.path.dirname(original.__file__)
""",
    )


def test_a_name_without_a_face():
    from parbleu.compat import install_as
    from parbleu.errors import UnknownNameError

    with pytest.raises(UnknownNameError, match="unknown face 'sacreblue': did you mean 'sacrebleu'"):
        install_as("sacreblue")


def test_threads_may_import_and_install_at_once(python):
    python(
        "-c",
        """
import importlib, random, sys, threading
from parbleu.compat import install_as
sys.setswitchinterval(1e-6)
names = ["", ".metrics.ter", ".significance", ".utils", ".compat", ".tokenizers.tokenizer_13a"]
names = [f"sacrebleu{name}" for name in names]
start, found, problems = threading.Barrier(8), [], []
def work(seed):
    order = random.Random(seed).sample(names, len(names))
    start.wait()
    try:
        for turn in range(20):
            with install_as("sacrebleu"):
                for name in order:
                    found.append((name, id(importlib.import_module(name))))
    except BaseException as problem:
        problems.append(problem)
keep = install_as("sacrebleu")
threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not problems, problems
assert len(set(found)) == len(names) and len(found) == 8 * 20 * len(names)
keep()
assert not [name for name in sys.modules if name.startswith("sacrebleu")]
""",
    )


PROGRAM = """
import multiprocessing, pickle, sys
INSTALL
import sacrebleu
from sacrebleu.metrics import BLEU, CHRF
import helper

class Own(BLEU):
    def _preprocess_segment(self, sent):
        return super()._preprocess_segment(sent).replace("x", "the")

def work(metric):
    from importlib.metadata import version
    import sacrebleu.utils
    score = metric.corpus_score(["x cat sat on the mat"], [["the cat sat on a mat"]])
    return type(metric).__name__, score.score, str(score), sacrebleu.utils.__name__, version("sacrebleu")

if __name__ == "__main__":
    metrics = [BLEU(), CHRF(references=[["the cat sat on a mat"]]), Own()]
    expected = [work(pickle.loads(pickle.dumps(metric))) for metric in metrics]
    assert expected[0][1] < expected[2][1], "the hook was not called"
    for kind in ("fork", "spawn", "forkserver"):
        with multiprocessing.get_context(kind).Pool(1) as pool:
            assert pool.map(work, metrics) == expected, kind
            assert pool.apply(helper.work, ["the cat"]) == ("parbleu.compat.sacrebleu", 100.0)
            assert pool.apply(sacrebleu.sentence_chrf, ["the cat", ["the cat"]]).score == 100.0
    with open("pickled", "wb") as file:
        pickle.dump([metrics[1], metrics[1].corpus_score(["the cat sat on the mat"], None)], file)
    print(expected[0][3], expected[0][4])
"""

HELPER = """
import sacrebleu

def work(text):
    return sacrebleu.__name__, sacrebleu.sentence_chrf(text, [text]).score
"""


@pytest.fixture
def program(tmp_path):
    (tmp_path / "helper.py").write_text(HELPER, encoding="utf-8")
    path = tmp_path / "program.py"
    path.write_text(PROGRAM.replace("INSTALL", INSTALL), encoding="utf-8")
    return path


def test_processes_and_pickles(python, program):
    """Forked, spawned, served by a fork server; functions of the program, of its modules, and of the face."""
    assert python("program.py").split() == ["parbleu.compat.sacrebleu.utils", VERSION]
    read = "import pickle; metric, score = pickle.load(open('pickled', 'rb')); print(score.format(width=4))"
    again = "print(metric.corpus_score(['the cat sat on the mat'], None).format(width=4))"
    one, two = python("-W", "ignore", "-c", f"{read}; {again}").splitlines()
    assert one == two


def test_processes_of_a_program_that_knows_nothing_of_it(python, program):
    program.write_text(PROGRAM.replace("INSTALL", ""), encoding="utf-8")
    said = python("-m", "parbleu.compat", "sacrebleu", "--", "program.py")
    assert said.split() == ["parbleu.compat.sacrebleu.utils", VERSION]
    assert said == python("-m", "parbleu.compat", "sacrebleu", "--", "-m", "program")


def test_pickles_of_the_original(python, tmp_path):
    """Metrics, with the constructor's references and without, and scores."""
    code = """
import pickle, sys
from sacrebleu.metrics import BLEU, CHRF, TER
hyps, refs = ["the dog bit him ."], [["The dog bit him."], ["A dog has bitten him."]]
def results(metric, references):
    score = metric.corpus_score(hyps, references)
    sentence = metric.sentence_score(hyps[0], ["A dog."]).format(width=4)
    return [score.format(width=4), sentence, metric.get_signature().format().rpartition("|")[0]]
if sys.argv[1:]:
    kept = [BLEU(references=refs), CHRF(word_order=2, references=refs), TER(references=refs)]
    new = [BLEU(tokenize=name) for name in ("none", "zh", "13a", "intl", "char", "flores200")]
    pickled = pickle.dumps([(metric, None) for metric in kept] + [(metric, refs) for metric in new])
    found = [results(*pair) for pair in pickle.loads(pickled)]
    with open("original", "wb") as file:
        pickle.dump([pickled, found, pickle.dumps(kept[0].corpus_score(hyps, None))], file)
else:
    with open("original", "rb") as file:
        pickled, found, score = pickle.load(file)
    for pair, wanted in zip(pickle.loads(pickled), found, strict=True):
        assert results(*pair) == wanted
    assert pickle.loads(score).format(width=4) == found[0][0]
"""
    model = tmp_path / "models" / "flores200sacrebleuspm"
    model.parent.mkdir()
    model.write_bytes(small_model())
    python("-W", "ignore", "-c", code, "write", SACREBLEU=str(tmp_path))
    python("-W", "ignore", "-c", INSTALL + code, SACREBLEU=str(tmp_path))


def small_model():
    from sentencepiece import SentencePieceTrainer

    model = io.BytesIO()
    text = iter([f"the dog {number} bites\n" for number in range(200)])
    SentencePieceTrainer.train(sentence_iterator=text, model_writer=model, vocab_size=30, minloglevel=2)
    return model.getvalue()


@pytest.mark.parametrize(
    ("package", "others"),
    [
        ("tokenizers", "metrics"),
        ("metrics", "metrics.base metrics.ter significance compat utils"),
        ("dataset", "dataset.tsv significance compat utils"),
    ],
)
def test_a_package_is_found_while_other_threads_import_below_it(python, package: str, others: str):
    """Python sees a deadlock if a package imports a module for which another thread waits in the package."""
    python(
        "-c",
        f"""
import importlib, sys, threading, time
from parbleu.compat import install_as
install_as("sacrebleu")
found, problems = threading.Event(), []
def pause(frame, event, _):
    where = frame.f_code.co_name, getattr(frame.f_locals.get("spec"), "name", None)
    if event == "call" and where == ("module_from_spec", "parbleu.compat.sacrebleu.{package}"):
        found.set()
        time.sleep(0.3)
def work(name, trace=None):
    sys.settrace(trace)
    try:
        importlib.import_module(f"sacrebleu.{{name}}")
    except BaseException as problem:
        problems.append(problem)
first = threading.Thread(target=work, args=("{package}", pause))
first.start()
assert found.wait(60)
others = [threading.Thread(target=work, args=(name,)) for name in "{others}".split()]
for thread in others: thread.start()
for thread in (first, *others): thread.join()
assert not problems, problems
""",
    )
