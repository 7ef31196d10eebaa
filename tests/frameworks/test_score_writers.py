"""Tests that what programs of learned metrics write of themselves is read: `make test-writers`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import parbleu
from parbleu._cli.main import main
from parbleu._inputs.score_files import read_segment_scores
from parbleu.human import read_judgements
from parbleu.scorers import ScorerItem, make_scorer
from parbleu.scorers._scorer_names import ORIGINALS

pytestmark = pytest.mark.frameworks

PROGRAMS = Path(sys.prefix, "writers", "bin")
"""The environment that `make test-writers` makes."""
if not PROGRAMS.is_dir():
    pytest.skip("needs the programs of learned metrics: make test-writers", allow_module_level=True)

REFERENCE = ["the dog bites a man .", "a house is red .", "the dog is green .", "a man and a dog ."]
SYSTEMS = {
    "a/hyp.txt": ["the dog bites the man .", "a house is green .", "red dog", "the man and a dog ."],
    "b/hyp.txt": ["the man bites", "the house is red .", "the dog is red .", "and"],
}
KEYS_OF_ERROR = ("start", "end", "severity", "confidence")
FILES = {"a": "a/hyp.txt", "b": "b/hyp.txt"}


def run(folder, program, *words):
    """Returns what a program printed."""
    settings = {
        "HF_HUB_OFFLINE": "1",
        "OMP_NUM_THREADS": "1",
        "HOME": str(folder),
        "PYTHONWARNINGS": "ignore",
    }
    done = subprocess.run(
        [PROGRAMS / "python", program, *words],
        cwd=folder,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with texts, and with models of random weights."""
    path = tmp_path_factory.mktemp("writers")
    run(path, Path(__file__).parents[1] / "hugging_face" / "tiny_scorers.py", "models")
    for name, lines in {"source": REFERENCE, "reference": REFERENCE, **SYSTEMS}.items():
        (path / name).parent.mkdir(exist_ok=True)
        (path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def by_comet(folder, program, kind, *words):
    model = f"models/{kind}/checkpoints/model.ckpt"
    texts = ["-s", "source", "-r", "reference", "-t", *SYSTEMS]
    options = ["--gpus", "0", "--num_workers", "0", "--quiet", "--model", model]
    return run(folder, PROGRAMS / program, *texts, *options, *words)


def read_scores(path):
    read = read_segment_scores("COMET", str(path), FILES).statistics
    return {name: table[:, 0].tolist() for name, table in read.items()}


def test_comet_score(folder):
    """The JSON, the printed lines, with four decimals, and the system's score are the same scores."""
    printed = by_comet(folder, "comet-score", "regression", "--to_json", "scores.json")
    (folder / "printed").write_text(printed, encoding="utf-8")
    exact, rounded = read_scores(folder / "scores.json"), read_scores(folder / "printed")
    assert [*exact] == ["a", "b"]
    assert {name: [round(score, 4) for score in scores] for name, scores in exact.items()} == rounded
    for name, file in FILES.items():
        assert f"{file}\tscore: {sum(exact[name]) / 4:.4f}" in printed
    # Half precision, which docs/files.md says.
    assert all((score * 2**14).is_integer() for scores in exact.values() for score in scores if score > 2**-4)


def test_errors_of_xcomet(folder):
    """Each segment is judged, also those of which the program writes no errors."""
    by_comet(folder, "comet-score", "xcomet", "--to_json", "xcomet.json")
    written = json.loads((folder / "xcomet.json").read_text(encoding="utf-8"))
    assert any("errors" in item for items in written.values() for item in items)
    found = read_judgements(folder / "xcomet.json")
    assert [(each.system, each.segment) for each in found] == [(name, n) for name in "ab" for n in range(4)]
    items = [item for file in SYSTEMS for item in written[file]]
    for each, item in zip(found, items, strict=True):
        assert each.score == item["COMET"]
        errors = item.get("errors", [])
        assert [error.severity for error in each.rating.errors] == [error["severity"] for error in errors]
        for error, one in zip(each.rating.errors, errors, strict=True):
            marked = one["text"].replace("\N{LOWER ONE EIGHTH BLOCK}", "").split()
            assert each.hypothesis[error.start : error.end].split() == [
                word for word in marked if word not in ("<s>", "</s>")
            ]


def test_comet_compare(folder):
    by_comet(folder, "comet-compare", "regression", "--to_json", "compared.json")
    by_comet(folder, "comet-score", "regression", "--to_json", "alone.json")
    compared, alone = read_scores(folder / "compared.json"), read_scores(folder / "alone.json")
    assert compared == {name: pytest.approx(scores) for name, scores in alone.items()}


MODEL = """
from pathlib import Path
import torch
from transformers import AutoConfig, AutoModel

torch.manual_seed(1)
path = Path("models/regression/encoder")
AutoModel.from_config(AutoConfig.from_pretrained(path)).save_pretrained(path)
"""


def test_bert_score(folder, monkeypatch):
    """F1 is the score, and its mean is what the first line says; the scorer gives the same scores."""
    (folder / "model.py").write_text(MODEL)
    run(folder, "model.py")
    words = ["-r", "reference", "-c", "a/hyp.txt", "-m", "models/regression/encoder", "-l", "2", "-s"]
    printed = run(folder, PROGRAMS / "bert-score", *words)
    (folder / "bert").write_text(printed, encoding="utf-8")
    read = read_segment_scores("BERTScore", str(folder / "bert"), {"a": "a/hyp.txt"})
    scores = read.statistics["a"][:, 0].tolist()
    assert len(scores) == 4
    assert parbleu.SegmentScores("x", {"a": scores}).higher_is_better
    mean = float(printed.splitlines()[0].rpartition(" F1: ")[2])
    assert mean == pytest.approx(sum(scores) / 4, abs=2e-6)  # of scores that are rounded, as it is
    describe(folder, "bert-score", monkeypatch)
    monkeypatch.chdir(folder)
    scorer = make_scorer("bert-score:models/regression/encoder:layer=2")
    items = [ScorerItem(*pair) for pair in zip(SYSTEMS["a/hyp.txt"], [None] * 4, REFERENCE, strict=True)]
    try:
        found = scorer.score(items)
    finally:
        scorer.close()
    assert [each.score for each in found] == pytest.approx(scores, abs=2e-6)


BLEURT = """
import json, sys
import torch
from bleurt_pytorch import BleurtConfig, BleurtForSequenceClassification, BleurtTokenizer

letters = "abcdefghijklmnopqrstuvwxyz"
pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *("##" + letter for letter in letters), "."]
with open("bleurt/vocab.txt", "w") as file:
    file.write("".join(piece + "\\n" for piece in pieces))
torch.manual_seed(1)
config = BleurtConfig(
    vocab_size=len(pieces), hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64
)
model = BleurtForSequenceClassification(config).eval()
for tensor in model.parameters():
    tensor.data.normal_(0, 0.3)
model.save_pretrained("bleurt")
tokenizer = BleurtTokenizer.from_pretrained("bleurt")
scores = []
with torch.no_grad():
    for reference, candidate in json.loads(sys.argv[1]):
        inputs = tokenizer([reference], [candidate], padding="longest", return_tensors="pt")
        scores += model(**inputs).logits.flatten().tolist()
print(json.dumps(scores))
"""


@pytest.mark.parametrize("kind", ["regression", "xcomet"])
def test_as_original_gives_what_comet_score_writes(folder, monkeypatch, kind):
    """To the bit, with the errors that are marked; also where a carriage return shifts the lines."""
    shifted = {"source": ["a man", "a\rman", "", "dog"], "reference": [" a\r", *REFERENCE[1:]], **SYSTEMS}
    for name, lines in shifted.items():
        path = folder / "shifted" / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes("".join(f"{line}\n" for line in lines).encode())
    source, reference, *outputs = (f"shifted/{name}" for name in shifted)
    model = f"models/{kind}"
    options = ["--gpus", "0", "--num_workers", "0", "--model", f"{model}/checkpoints/model.ckpt"]
    texts = ["-s", source, "-r", reference, "-t", *outputs]
    run(folder, PROGRAMS / "comet-score", *texts, *options, "--to_json", "shifted.json")
    written = json.loads((folder / "shifted.json").read_text(encoding="utf-8"))
    describe(folder, "unbabel-comet", monkeypatch)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PARBLEU_SCORER_CACHE", "off")
    words = ["--source", source, "--as-original", "-m", f"comet:{model}", "--segments", "shifted.jsonl", "-q"]
    assert main(["score", reference, "-i", *outputs, *words]) == 0
    for number, line in enumerate(Path("shifted.jsonl").read_text(encoding="utf-8").splitlines()):
        found = json.loads(line)
        for system, file in zip(FILES, outputs, strict=True):
            expected = written[file][number]
            assert found[f"{system}:unbabel-comet"] == expected["COMET"]
            marked = [[*map(error.get, KEYS_OF_ERROR)] for error in expected.get("errors", [])]
            assert json.loads(found.get(f"{system}:unbabel-comet:spans") or "[]") == marked


def describe(folder, name, monkeypatch):
    """Makes a scorer that can be installed known, with the environment of these tests in place of its own."""
    original = ORIGINALS / name
    description = json.loads((original / f"{name}.json").read_text())
    description |= {"python": str(PROGRAMS / "python"), "file": str(original / description["file"])}
    (folder / "scorers").mkdir(exist_ok=True)
    (folder / "scorers" / f"{name}.json").write_text(json.dumps(description))
    monkeypatch.setenv("PARBLEU_SCORERS", str(folder / "scorers"))


def test_bleurt_pytorch(folder, monkeypatch):
    (folder / "bleurt").mkdir()
    pairs = [*zip(REFERENCE, SYSTEMS["a/hyp.txt"], strict=True), ("a" * 50, "a b " * 40), ("a man", "")]
    expected = json.loads(run(folder, "-c", BLEURT, json.dumps(pairs)))
    describe(folder, "bleurt-pytorch", monkeypatch)
    scorer = make_scorer(f"bleurt-pytorch:{folder / 'bleurt'}")
    items = [ScorerItem(candidate, None, reference) for reference, candidate in pairs]
    try:
        found = scorer.score(
            [*items, ScorerItem("a b " * 400, None, "a man"), ScorerItem("a", None, "b " * 509)]
        )
    finally:
        scorer.close()
    assert [each.score for each in found[:-2]] == pytest.approx(expected, abs=1e-5)
    assert [each.cut for each in found] == [False] * len(pairs) + [True, True]
