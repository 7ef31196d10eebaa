"""Tests that COMET's models give the scores of unbabel-comet 2.2.7, and what else their runner promises."""

import json
import pickle
import subprocess
import sys
import weakref
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
import transformers
import yaml
from safetensors.torch import save_file
from transformers import MT5ForConditionalGeneration

from hugging_face.tiny_scorers import KINDS, texts, write_comet, write_metricx
from parbleu._cli.main import main
from parbleu.errors import InputTypeError, MissingModelError, OptionError, ScorerError
from parbleu.scorers import ScorerItem, _xlm_roberta, make_scorer, score_items
from parbleu.scorers import _comet as comet
from parbleu.scorers._comet import _penalty, _spans, sparsemax
from parbleu.scorers._neural_models import NeuralScorer, load_tokenizer, padded
from parbleu.scorers._segment_cache import SegmentCache
from parbleu.scorers._xlm_roberta import XlmRoberta
from printed_json import check_result

pytestmark = [pytest.mark.transformers, pytest.mark.usefixtures("warnings")]

GOLDEN = json.loads(Path(__file__).with_name("golden_scores.json").read_text())["scores"]
NOTHING = SegmentCache(None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of all tiny models of COMET."""
    found = tmp_path_factory.mktemp("comet")
    for kind in KINDS:
        write_comet(found, kind)
    return found


def items(with_reference=True):
    return [ScorerItem(item["mt"], item["src"], item["ref"] if with_reference else None) for item in texts()]


def scores(name, given, **options):
    return [each.score for each in score_items(make_scorer(name, **options), given, cache=NOTHING).scores]


@pytest.mark.parametrize("case", GOLDEN)
@pytest.mark.parametrize("tokens", [64, 4096])
def test_scores_are_those_of_unbabel_comet(folder, case, tokens):
    kind, *keys = case.split()
    found = scores(f"comet:{folder / kind}:tokens={tokens}", items("ref" in keys))
    assert found == pytest.approx(GOLDEN[case], abs=2e-6)


def test_each_text_is_encoded_once(folder, monkeypatch):
    scorer = make_scorer(f"comet:{folder / 'regression'}")
    given = [
        ScorerItem(f"{item.hypothesis} {system}", *item[1:]) for system in "abc" for item in items()[:10]
    ]
    expected = [score_items(scorer, [item], cache=NOTHING).scores[0].score for item in given]
    encoded = []
    runner = scorer._runner
    monkeypatch.setattr(
        runner, "tokens", lambda found: encoded.extend(found) or type(runner).tokens(runner, found)
    )
    assert [each.score for each in score_items(scorer, given, cache=NOTHING).scores] == pytest.approx(
        expected, abs=2e-6
    )
    assert len(encoded) == len(set(encoded)) == 30 + 10 + 10


@pytest.mark.parametrize("kind", ["regression", "xcomet"])
def test_a_bar_advances_with_each_batch(folder, kind):
    steps = []
    scorer = make_scorer(f"comet:{folder / kind}:tokens=64")
    score_items(scorer, items(), cache=NOTHING, progress=lambda what, total: nullcontext(steps.append))
    distinct = len(set(items()))
    assert sum(steps) == distinct
    assert len([step for step in steps if step]) > 5
    assert max(steps) < distinct / 2


@pytest.mark.parametrize("kind", ["regression", "referenceless"])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_embeddings_of_sources_and_references_are_kept(folder, kind, dtype, tmp_path):
    name = f"comet:{folder / kind}:dtype={dtype}"
    cache = SegmentCache(tmp_path / "scores")
    given = items()[:10]
    score_items(make_scorer(name), given, cache=cache)
    roles = (1, 2) if kind == "regression" else (1,)
    assert cache.n_embeddings() == len({item[role] for item in given for role in roles})
    changed = [ScorerItem(f"{item.hypothesis} rot", *item[1:]) for item in given]
    again = make_scorer(name)
    encoded = []
    usual = comet._Estimator._embeddings
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            comet._Estimator, "_embeddings", lambda self, given: encoded.extend(given) or usual(self, given)
        )
        found = score_items(again, changed, cache=cache)
    assert len(encoded) == len(changed)
    alone = scores(name, changed)
    tolerance = 2e-6 if dtype == "float32" else 0.1
    assert [each.score for each in found.scores] == pytest.approx(alone, abs=tolerance)
    cache.clear()
    assert cache.n_embeddings() == 0


def test_embeddings_of_an_interrupted_run_are_kept(folder, tmp_path, monkeypatch):
    cache = SegmentCache(tmp_path / "scores")
    name = f"comet:{folder / 'regression'}:tokens=64"
    batches = []
    usual = comet._Estimator._embeddings

    def interrupted(self, sequences):
        batches.append(len(sequences))
        if len(batches) == 5:
            raise KeyboardInterrupt
        return usual(self, sequences)

    monkeypatch.setattr(comet._Estimator, "_embeddings", interrupted)
    with pytest.raises(KeyboardInterrupt):
        score_items(make_scorer(name), items(), cache=cache)
    assert 0 < cache.n_embeddings() <= sum(batches[:4])
    found = score_items(make_scorer(name), items(), cache=cache)
    assert [each.score for each in found.scores] == pytest.approx(scores(name, items()), abs=2e-6)


def test_texts_that_the_items_before_had_are_not_encoded_again(folder, monkeypatch):
    scorer = make_scorer(f"comet:{folder / 'regression'}")
    candidates = [item.hypothesis for item in items()[:6]]
    given = [
        ScorerItem(one, source, other)
        for source in ("der hund", "ein haus")
        for one in candidates
        for other in candidates
    ]
    expected = scores(f"comet:{folder / 'regression'}", given)
    usual, encoded = comet._Estimator._embeddings, []
    monkeypatch.setattr(
        comet._Estimator, "_embeddings", lambda self, given: encoded.extend(given) or usual(self, given)
    )
    scorer.at_once = 7
    found = [each.score for each in score_items(scorer, given, cache=NOTHING).scores]
    assert found == pytest.approx(expected, abs=2e-6)
    assert len(encoded) < 2 * (len(candidates) + 1)


def test_batches_have_little_padding():
    lengths = [5, 90, 7, 88, 300, 6, 89, 40]
    found = [*NeuralScorer.batches(SimpleNamespace(options={"tokens": 320}), lengths)]
    assert [[lengths[place] for place in batch] for batch in found] == [[300], [90, 89, 88], [40], [7, 6, 5]]


def test_cuts_are_counted(folder, warnings):
    given = items()
    assert score_items(make_scorer(f"comet:{folder / 'regression'}"), given, cache=NOTHING).n_cut == 1
    found = score_items(make_scorer(f"comet:{folder / 'xcomet'}"), given, cache=NOTHING)
    assert [each.cut for each in found.scores].count(True) == found.n_cut == 2
    assert "of 2 segments of 19 the model did not see all" in warnings[-1]


def test_spans_are_of_the_text():
    class Hypothesis:
        offsets = ((0, 3), (4, 7), (8, 12), (12, 14))

    severities = ["major", "minor", "critical", "critical", "major", "O"]
    found = _spans(severities, [0.9, 0.5, 0.6, 0.8, 0.7, 0.9], Hypothesis)
    assert [(span.start, span.end, span.severity) for span in found] == [
        (0, 3, "minor"),
        (4, 12, "critical"),
        (12, 14, "major"),
    ]
    assert found[1].probability == pytest.approx(0.7)
    assert _penalty(severities) == 5  # one error of the first one's severity
    assert _penalty(["O", "minor", "O", "critical"]) == 1  # the last reaches the end


def test_sparsemax():
    assert sparsemax(torch.tensor([1.0, 1.0])).tolist() == [0.5, 0.5]
    assert sparsemax(torch.tensor([3.0, 1.0, 0.0])).tolist() == [1, 0, 0]
    assert sparsemax(torch.tensor([0.5, 0.2, -2.0])).tolist() == pytest.approx([0.65, 0.35, 0])


def rewritten(root, **changes):
    """Changes weights and hyperparameters of a model of COMET."""
    checkpoint = root / "checkpoints" / "model.ckpt"
    found = torch.load(checkpoint, weights_only=True)
    for store in (found["state_dict"], found["hyper_parameters"]):
        store.update({name: value for name, value in changes.items() if name in store})
    torch.save(found, checkpoint)


@pytest.mark.parametrize("kind", ["regression", "xcomet"])
def test_layers_that_weigh_nothing_are_not_computed(tmp_path, kind, monkeypatch):
    """Of four layers, sparsemax leaves the first two; word layer 2 of xCOMET needs the third."""
    root = write_comet(tmp_path, kind)
    weights = (1.0, 0.8, -2.0, -3.0)
    name = "layerwise_attention.scalar_parameters"
    rewritten(root, **{f"{name}.{layer}": torch.tensor([weight]) for layer, weight in enumerate(weights)})
    computed = []
    usual = XlmRoberta._feed_forward
    monkeypatch.setattr(
        XlmRoberta,
        "_feed_forward",
        lambda self, prefix, states: computed.append(prefix) or usual(self, prefix, states),
    )
    scorer = make_scorer(f"comet:{root}")
    found = scorer.score(items())
    assert {prefix.split(".")[2] for prefix in computed} == ({"0"} if kind == "regression" else {"0", "1"})
    scorer._runner.mix = torch.cat([scorer._runner.mix, torch.zeros(2)])
    scorer._runner.n_needed = 4
    scorer._runner._latest = ({}, None)
    assert scorer.score(items()) == found


@pytest.mark.parametrize("layer", [4, -5])
def test_a_layer_that_is_not_there(tmp_path, layer):
    root = write_comet(tmp_path, "regression-cls")
    rewritten(root, layer=layer)
    with pytest.raises(ScorerError, match=f"names layer {layer}, of an encoder of 3 layers"):
        scores(f"comet:{root}", items())
    rewritten(root, layer=-2)
    assert scores(f"comet:{root}", items()) == pytest.approx(GOLDEN["regression-cls mt src ref"], abs=2e-6)


@pytest.mark.parametrize(
    ("kind", "changes", "problem"),
    [
        (
            "regression",
            {"layer_transformation": "entmax"},
            "regression: the layer_transformation 'entmax' is not known: .* softmax, sparsemax, sparsemax_p",
        ),
        (
            "xcomet",
            {"error_labels": ["critical", "major", "minor"]},
            "xcomet: the error_labels critical, major, minor are not known: .* are minor, major, critical$",
        ),
    ],
)
def test_hyperparameters_that_are_not_known(tmp_path, kind, changes, problem):
    """They would give other numbers: unbabel-comet takes the first for softmax, and refuses the second."""
    root = write_comet(tmp_path, kind)
    rewritten(root, **changes)
    with pytest.raises(ScorerError, match=problem):
        scores(f"comet:{root}", items())


def test_minilm_is_a_bert_with_tokens_of_xlm_r(tmp_path, folder):
    root = write_comet(tmp_path, "regression")
    config = root / "encoder" / "config.json"
    usual = config.read_text()
    config.write_text(usual.replace('"xlm-roberta"', '"bert"'))
    with pytest.raises(ScorerError, match="model_type is 'bert', which is none of the encoder XLM-RoBERTa"):
        scores(f"comet:{root}", items())
    settings = yaml.safe_load((root / "hparams.yaml").read_text())
    (root / "hparams.yaml").write_text(yaml.safe_dump({**settings, "encoder_model": "MiniLM"}))
    rewritten(root, encoder_model="MiniLM")
    found = score_items(make_scorer(f"comet:{root}"), items(), cache=NOTHING)
    usual_found = score_items(make_scorer(f"comet:{folder / 'regression'}"), items(), cache=NOTHING)
    assert found.n_cut == usual_found.n_cut  # at the same token
    config.write_text(usual)
    with pytest.raises(ScorerError, match="model_type is 'xlm-roberta', which is none of the encoder MiniLM"):
        scores(f"comet:{root}", items())


def test_what_unbabel_comet_takes_for_softmax(tmp_path):
    root = write_comet(tmp_path, "regression")
    found = []
    for name in ("softmax", None, "sparsemax_patch"):
        rewritten(root, layer_transformation=name)
        found.append(scores(f"comet:{root}", items()))
    assert found[0] == found[1] == found[2]


def test_safetensors_beside_hparams(folder, tmp_path):
    root = write_comet(tmp_path, "regression")
    checkpoint = root / "checkpoints" / "model.ckpt"
    weights = torch.load(checkpoint, weights_only=True)["state_dict"]
    checkpoint.unlink()
    save_file(weights, root / "checkpoints" / "model.safetensors")
    expected = scores(f"comet:{folder / 'regression'}", items())
    assert scores(f"comet:{root}", items()) == pytest.approx(expected, abs=2e-6)


def test_a_model_of_the_hub(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(MissingModelError, match="hf download Unbabel/wmt22-cometkiwi-da"):
        make_scorer("comet:Unbabel/wmt22-cometkiwi-da").identity()
    hub = tmp_path / "models--Unbabel--wmt22-cometkiwi-da"
    (hub / "snapshots").mkdir(parents=True)
    (hub / "refs").mkdir()
    (hub / "refs" / "main").write_text("1ad785194e391eebc6c53e2d0776cada8f83179a")
    (hub / "snapshots" / "1ad785194e391eebc6c53e2d0776cada8f83179a").symlink_to(folder / "kiwi")
    scorer = make_scorer("comet:Unbabel/wmt22-cometkiwi-da")
    assert scorer.name == "wmt22-cometkiwi-da"
    assert scorer.facts.licence == "CC-BY-NC-SA-4.0"
    assert scorer.identity()["model"] == "wmt22-cometkiwi-da@1ad78519"
    assert (scorer.facts.source, scorer.facts.reference) == ("required", "unused")
    assert make_scorer("comet:Unbabel/wmt22-cometkiwi-da@1ad7").identity()["model"].endswith("@1ad78519")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "cannot be read: EOFError: download"),
        (
            b"<html>Sign in</html>",
            "cannot be read: this is another file, or holds more than weights: download",
        ),
        (b"version https://git-lfs.github.com/spec/v1\n", "cannot be read: this is another file"),
        ([1, 2], "it holds no weights"),
        (torch.zeros(2), "it holds no weights"),
        ({"state_dict": [1]}, "it holds no weights"),
        ({"state_dict": {"encoder.model.embeddings.LayerNorm.bias": "x"}}, "lack embeddings.word_embeddings"),
        ({"hyper_parameters": [1]}, "lack embeddings.word_embeddings"),
    ],
)
def test_a_file_that_is_no_checkpoint(content, problem, tmp_path):
    root = write_comet(tmp_path, "regression")
    checkpoint = root / "checkpoints" / "model.ckpt"
    if isinstance(content, bytes):
        checkpoint.write_bytes(content)
    else:
        torch.save(content, checkpoint)
    with pytest.raises(ScorerError, match=problem):
        scores(f"comet:{root}", items())


def test_half_of_a_checkpoint(tmp_path):
    root = write_comet(tmp_path, "regression")
    checkpoint = root / "checkpoints" / "model.ckpt"
    checkpoint.write_bytes(checkpoint.read_bytes()[:9000])
    with pytest.raises(ScorerError, match=r"model\.ckpt: these weights cannot be read: [^.]*: download them"):
        scores(f"comet:{root}", items())


def test_a_checkpoint_of_an_older_torch(folder, tmp_path):
    root = write_comet(tmp_path, "regression")
    checkpoint = root / "checkpoints" / "model.ckpt"
    found = torch.load(checkpoint, weights_only=True)
    torch.save(found, checkpoint, _use_new_zipfile_serialization=False)
    assert scores(f"comet:{root}", items()) == scores(f"comet:{folder / 'regression'}", items())


def test_several_checkpoints_of_a_training(folder, tmp_path):
    root = write_comet(tmp_path, "regression")
    last = root / "checkpoints" / "z.ckpt"
    last.write_bytes((write_comet(tmp_path, "regression-max") / "checkpoints" / "model.ckpt").read_bytes())
    with pytest.raises(OptionError, match=r"checkpoints has 2 checkpoints: name one, comet:.*z\.ckpt"):
        scores(f"comet:{root}", items())
    expected = scores(f"comet:{folder / 'regression'}", items())
    assert scores(f"comet:{root / 'checkpoints' / 'model.ckpt'}", items()) == expected


@pytest.mark.parametrize("kind", ["unified_metric", "referenceless_regression_metric"])
def test_a_checkpoint_of_another_class(kind, tmp_path):
    root = write_comet(tmp_path, "regression")
    rewritten(root, class_identifier=kind)
    settings = yaml.safe_load((root / "hparams.yaml").read_text())
    (root / "hparams.yaml").write_text(yaml.safe_dump({**settings, "class_identifier": kind}))
    with pytest.raises(
        ScorerError, match=r"estimator takes 192 numbers and gets .*: hparams.yaml is of another"
    ):
        scores(f"comet:{root}", items())


@pytest.mark.parametrize(
    ("kind", "changes", "problem"),
    [
        ("regression-cls", {"layer": "last"}, "ValueError: .*'last'"),
        ("regression", {"hidden_sizes": "24"}, "TypeError: "),
        ("regression", {"hidden_sizes": None}, "TypeError: "),
        ("xcomet", {"word_layer": None}, "TypeError: "),
        ("regression", {"activations": 3}, "AttributeError: "),
        ("regression", {"layerwise_attention.scalar_parameters.0": torch.zeros(2)}, "RuntimeError: "),
    ],
)
def test_hyperparameters_of_no_model(kind, changes, problem, tmp_path):
    root = write_comet(tmp_path, kind)
    rewritten(root, **changes)
    with pytest.raises(ScorerError, match=f"{kind}: its hyperparameters lack something .*: {problem}"):
        scores(f"comet:{root}", items())


@pytest.mark.filterwarnings("ignore:Validating sparse tensor invariants:UserWarning")  # from torch 2.14 on
@pytest.mark.parametrize("change", [lambda weight: weight.to(torch.int8), torch.Tensor.to_sparse])
def test_weights_that_are_quantized(tmp_path, change):
    """Without their scale they are other numbers, which scored like any."""
    root = write_comet(tmp_path, "regression")
    name = "encoder.model.encoder.layer.0.output.dense.weight"
    weight = torch.load(root / "checkpoints" / "model.ckpt", weights_only=True)["state_dict"][name]
    rewritten(root, **{name: change(weight)})
    with pytest.raises(ScorerError, match=rf"{name} is of (int8|sparse_coo): weights are float32, "):
        scores(f"comet:{root}", items())


def test_damaged_and_foreign_models(folder, tmp_path):
    root = write_comet(tmp_path, "regression")
    checkpoint = root / "checkpoints" / "model.ckpt"
    found = torch.load(checkpoint, weights_only=True)
    del found["state_dict"]["encoder.model.embeddings.LayerNorm.bias"]
    torch.save(found, checkpoint)
    with pytest.raises(ScorerError, match=r"lack embeddings.LayerNorm.bias"):
        scores(f"comet:{root}", items())
    checkpoint.write_bytes(b"not a checkpoint")
    with pytest.raises(ScorerError, match="cannot be read"):
        scores(f"comet:{root}", items())
    torch.save({"state_dict": Path("x")}, checkpoint)
    with pytest.raises(ScorerError, match="cannot be read"):
        scores(f"comet:{root}", items())
    tokenizer = root / "encoder" / "tokenizer.json"
    for damaged in ("{", "{}", ""):
        tokenizer.write_text(damaged)
        with pytest.raises(ScorerError, match=r"tokenizer.json: this tokenizer cannot be read: .*anew"):
            load_tokenizer(tokenizer.parent)
    tokenizer.unlink()
    with pytest.raises(MissingModelError, match=r"encoder: there is no tokenizer.json: download"):
        load_tokenizer(tokenizer.parent)
    (root / "hparams.yaml").write_text("class_identifier: ranking_metric\n")
    with pytest.raises(OptionError, match="'ranking_metric' are not supported"):
        make_scorer(f"comet:{root}")
    (root / "hparams.yaml").unlink()
    with pytest.raises(MissingModelError, match=r"no hparams.yaml"):
        make_scorer(f"comet:{root}")
    for wrong in ("dtype=int8", "tokens=-1", "threads=-1"):
        with pytest.raises(OptionError):
            make_scorer(f"comet:{folder / 'regression'}:{wrong}")


@pytest.mark.parametrize("kind", ["regression", "xcomet"])
def test_batches_for_which_memory_does_not_suffice_are_halved(folder, kind, monkeypatch):
    expected = scores(f"comet:{folder / kind}", items())
    usual, sizes = XlmRoberta.hidden_states, []

    def hidden_states(self, ids, mask, last=None):
        sizes.append(len(ids))
        if len(ids) > most:
            torch.empty(1 << 50)
        return usual(self, ids, mask, last)

    monkeypatch.setattr(XlmRoberta, "hidden_states", hidden_states)
    most = 2
    assert scores(f"comet:{folder / kind}:tokens=4096", items()) == pytest.approx(expected, abs=2e-6)
    assert max(sizes) > 4
    most = 0
    with pytest.raises(ScorerError, match=r"not enough memory for a sequence of 6\d tokens: take"):
        scores(f"comet:{folder / kind}", items())


@pytest.mark.parametrize("name", ["comet:{}/regression", "metricx:{}/metricx-24-hybrid-tiny"])
def test_a_device_that_is_not_there(folder, name, metricx):
    where = name.format(folder if "comet" in name else metricx)
    with pytest.raises(OptionError, match="device=nowhere cannot be used: "):
        scores(f"{where}:device=nowhere", items())
    if not torch.cuda.is_available():
        with pytest.raises(OptionError, match="device=cuda cannot be used: "):
            scores(f"{where}:device=cuda", items())


def test_half_of_a_surrogate_pair_is_refused(folder, metricx):
    for name in (
        f"comet:{folder / 'regression'}",
        f"comet:{folder / 'kiwi'}",
        f"metricx:{metricx / 'metricx-24-hybrid-tiny'}",
    ):
        given = [ScorerItem("a", "b", "c"), ScorerItem("a\ud800", "b", "c")]
        with pytest.raises(InputTypeError, match=r"cannot take the lone surrogate U\+D800"):
            scores(name, given)


def test_another_process_can_have_a_scorer_in_use(folder):
    scorer = make_scorer(f"comet:{folder / 'regression'}")
    found = score_items(scorer, items(), cache=NOTHING).scores
    assert score_items(pickle.loads(pickle.dumps(scorer)), items(), cache=NOTHING).scores == found
    assert score_items(scorer, items(), cache=NOTHING).scores == found


def test_a_run_whose_scores_are_kept_loads_no_model(folder, tmp_path, monkeypatch):
    cache = SegmentCache(tmp_path / "scores")
    first = score_items(make_scorer(f"comet:{folder / 'regression'}"), items(), cache=cache)
    again = make_scorer(f"comet:{folder / 'regression'}")
    assert score_items(again, items(), cache=cache).scores == first.scores
    assert again._runner is None
    assert score_items(
        make_scorer(f"comet:{folder / 'regression'}:dtype=bfloat16"), items(), cache=cache
    ).n_computed


def test_in_the_shell(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, key in (("ref", "ref"), ("src", "src"), ("one", "mt"), ("two", "ref")):
        (tmp_path / name).write_text("".join(item[key].replace("\t", " ") + "\n" for item in texts()))
    words = ["score", "ref", "-i", "one", "two", "-m", "bleu", f"comet:{folder / 'regression'}", "-pbs", "-q"]
    assert main([*words, "-f", "json"]) == 1
    assert "regression needs the source" in capsys.readouterr().err
    assert main([*words, "--source", "src", "-f", "json"]) == 0
    printed = check_result(capsys.readouterr().out)["scores"]
    signature = printed["facts"]["regression signature"]
    assert "|model:regression|" in signature
    assert "|dtype:fp32|device:cpu|cut:" in signature
    plain = [ScorerItem(item["mt"].replace("\t", " "), item["src"], item["ref"]) for item in texts()]
    found = scores(f"comet:{folder / 'regression'}", plain)
    assert printed["rows"][0]["regression"] == pytest.approx(sum(found) / len(found), abs=2e-6)


FIRST_SCORE = """
import sys
import weakref
from parbleu.scorers import ScorerItem, make_scorer, score_items

print(score_items(make_scorer(sys.argv[1]), [ScorerItem("the dog", "der hund", "a dog")]).scores[0].score)
assert "transformers" not in sys.modules
"""


def test_comet_does_not_wait_for_transformers(folder):
    """Loading it takes longer than torch and the model together."""
    words = [sys.executable, "-c", FIRST_SCORE, f"comet:{folder / 'regression'}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    [expected] = scores(f"comet:{folder / 'regression'}", [ScorerItem("the dog", "der hund", "a dog")])
    assert float(done.stdout) == pytest.approx(expected, abs=2e-6)


SMALL = {"vocab_size": 50, "hidden_size": 24, "num_hidden_layers": 3, "num_attention_heads": 4}
SMALL |= {
    "intermediate_size": 36,
    "max_position_embeddings": 20,
    "type_vocab_size": 1,
    "layer_norm_eps": 1e-5,
}


@pytest.mark.parametrize("has_onednn", [True, False])
@pytest.mark.parametrize("kind", ["XLMRoberta", "XLMRobertaXL", "Bert"])
def test_encoders_are_those_of_transformers(kind, has_onednn, monkeypatch):
    if not has_onednn:
        monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: False)
    config = getattr(transformers, f"{kind}Config")(**SMALL)
    torch.manual_seed(3)
    model = getattr(transformers, f"{kind}Model")(config, add_pooling_layer=False).eval()
    for tensor in model.parameters():
        tensor.data.add_(torch.randn_like(tensor) * 0.3)
    made = XlmRoberta(config.to_dict(), model.state_dict, "tiny", "cpu", torch.float32)
    assert (made.n_layers, made.size, made.n_positions) == (3, 24, 18)
    ids, mask = padded([[0, *range(4, 4 + length), 2] for length in (16, 3, 9)], 1, "cpu")
    with torch.inference_mode():
        for given in (mask, None):
            expected = model(input_ids=ids, attention_mask=given, output_hidden_states=True).hidden_states
            states = [*made.hidden_states(ids, given)]
            assert len(states) == len(expected) == 4
            shown = torch.ones_like(ids) if given is None else given
            for one, other in zip(states, expected, strict=True):
                assert (one - other)[shown.bool()].abs().max() < 1e-5
            for last in (1, 2, 3):  # in pre-norm models, that of the end is normalized
                of_first = [*made.hidden_states(ids, given, last)]
                assert len(of_first) == last + 1
                assert (of_first[-1] - states[last][:, :1]).abs().max() < 1e-5


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"hidden_act": "relu"}, "tiny: encoders with hidden_act 'relu' are not supported"),
        ({"position_embedding_type": "relative_key"}, "position_embedding_type 'relative_key' are not"),
        ({"hidden_size": None}, "tiny: the config.json of its encoder has to say hidden_size"),
        ({"num_attention_heads": 5}, "tiny: .* has a hidden_size of 24, which 5 heads do not divide"),
        ({"intermediate_size": 35}, r"has the shape \(36, 24\); its encoder's config.json says \(35, 24\)"),
        (
            {"num_hidden_layers": 4},
            "tiny: its weights lack encoder.layer.3.* and 15 others: download it anew",
        ),
        ({"num_hidden_layers": 2}, "tiny: it has more layers than its encoder's config.json says, 2"),
    ],
)
def test_encoders_that_do_not_fit(changes, problem):
    model = transformers.XLMRobertaModel(transformers.XLMRobertaConfig(**SMALL), add_pooling_layer=False)
    with pytest.raises(ScorerError, match=problem):
        XlmRoberta({**model.config.to_dict(), **changes}, model.state_dict, "tiny", "cpu", torch.float32)


def test_weights_are_not_held_beside_their_copies(monkeypatch):
    """What is read of a mapped file stays in memory until nothing of it is in use."""
    monkeypatch.setattr(_xlm_roberta, "_READ_AT_ONCE", 24)
    model = transformers.XLMRobertaModel(transformers.XLMRobertaConfig(**SMALL), add_pooling_layer=False)
    storages: list[list[weakref.ref]] = []

    def read():
        storages.append([])
        weights = {}
        for name, tensor in model.state_dict().items():
            weights[name] = tensor.clone()
            if name.startswith("encoder."):
                storages[-1].append(weakref.ref(weights[name]))
        for earlier in storages[:-2]:  # the last one is in use until this one is there
            assert all(tensor() is None for tensor in earlier)
        return weights

    made = XlmRoberta(model.config.to_dict(), read, "tiny", "cpu", torch.float32)
    assert len(storages) == 1 + -(-len(made._weights) // 24)
    if made._is_packed:
        assert all(tensor() is None for earlier in storages for tensor in earlier)


@pytest.fixture(scope="module")
def metricx(tmp_path_factory):
    """The folder of two tiny models of MetricX, the second of which is a link to the first."""
    found = tmp_path_factory.mktemp("metricx")
    write_metricx(found, "metricx-24-hybrid-tiny")
    for name in ("metricx-23-tiny", "metricx-23-qe-tiny"):
        (found / name).symlink_to(found / "metricx-24-hybrid-tiny", target_is_directory=True)
    return found


def stock_scores(folder, inputs, batches=None):
    """What the stock mT5 says of inputs, each alone or in batches: the token's logit, limited to 0 and 25.

    `batches` returns lists of places, given the lengths of inputs.
    """
    model = MT5ForConditionalGeneration.from_pretrained(folder).eval()
    sequences = [each.ids for each in load_tokenizer(folder).encode_batch(inputs, add_special_tokens=False)]
    found = {}
    with torch.inference_mode():
        for places in [[place] for place in range(len(inputs))] if batches is None else batches(sequences):
            ids, mask = padded([sequences[place] for place in places], 0, "cpu")
            begin = torch.zeros((len(places), 1), dtype=torch.long)
            logits = model(
                input_ids=ids, attention_mask=mask, decoder_input_ids=begin, use_cache=False
            ).logits
            found.update(zip(places, logits[:, 0, 250089].clamp(0, 25).tolist(), strict=True))
    return [found[place] for place in range(len(inputs))]


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("metricx-24-hybrid-tiny", "source: {src} candidate: {mt} reference: {ref}"),
        ("metricx-24-hybrid-tiny:qe=yes", "source: {src} candidate: {mt}"),
        ("metricx-23-tiny", "candidate: {mt} reference: {ref}"),
        ("metricx-23-qe-tiny", "candidate: {mt} source: {src}"),
    ],
)
def test_metricx_is_one_logit_of_mt5(metricx, name, form):
    expected = stock_scores(metricx / name.partition(":")[0], [form.format(**item) for item in texts()])
    found = scores(f"metricx:{metricx / name}:tokens=300", items())
    assert found == pytest.approx(expected, abs=1e-5)
    assert len(set(found)) > 5


@pytest.mark.parametrize("tokens", [1, 300, 4096])
def test_metricx_is_the_stock_model_in_the_same_batches(tmp_path, tokens):
    """Both differ from themselves in other batches, by the order of sums; in the same ones they do not."""
    root = write_metricx(tmp_path, "metricx-24-hybrid-wide", size=64)
    scorer = make_scorer(f"metricx:{root}:tokens={tokens}")
    given = items()
    inputs = [scorer._text(item) for item in given]
    expected = stock_scores(root, inputs, lambda sequences: scorer.batches([*map(len, sequences)]))
    found = [each.score for each in scorer.score(given)]
    assert found == pytest.approx(expected, abs=1e-6)
    assert len(set(found)) > 5


def test_what_metricx_says_of_itself(metricx, tmp_path):
    scorer = make_scorer(f"metricx:{metricx / 'metricx-23-qe-tiny'}")
    facts = scorer.facts
    assert (facts.source, facts.reference, facts.higher_is_better) == ("required", "unused", False)
    assert scorer.identity()["input"] == "metricx-23-qe"
    (tmp_path / "other").symlink_to(metricx / "metricx-23-tiny", target_is_directory=True)
    with pytest.raises(OptionError, match="say its version"):
        make_scorer(f"metricx:{tmp_path / 'other'}")
    assert make_scorer(f"metricx:{tmp_path / 'other'}:version=23").facts.reference == "required"


def test_damaged_models_of_metricx(tmp_path):
    root = write_metricx(tmp_path, "metricx-24-tiny")
    config = (root / "config.json").read_text()
    for damaged, problem in (
        ("{", r"config.json: it cannot be read: "),
        ("[]", r"config.json: it holds no settings"),
        ("{}", r"config.json: model_type is None; that of MetricX is 'mt5'"),
        ('{"model_type": "bert"}', "model_type is 'bert'"),
        (config.replace('"d_ff": 24', '"d_ff": 25'), "size mismatch"),
        (config.replace('"d_ff": 24', '"d_ff": "x"'), "config.json: it is none of an mT5: "),
        (config.replace('"num_layers": 2', '"num_layers": 1'), "its encoder has more layers than .* says, 1"),
        (config.replace('decoder_layers": 2', 'decoder_layers": 1'), "its decoder has more layers than"),
    ):
        (root / "config.json").write_text(damaged)
        with pytest.raises(ScorerError, match=problem):
            scores(f"metricx:{root}", items()[:1])
    (root / "config.json").write_text(config)
    weights = torch.load(root / "pytorch_model.bin", weights_only=True)
    del weights["lm_head.weight"]
    torch.save(weights, root / "pytorch_model.bin")
    with pytest.raises(ScorerError, match=r"lack lm_head.weight"):
        scores(f"metricx:{root}", items()[:1])
