"""Times learned scorers: kept scores, the protocol of workers, and models beside their own packages.

    python -m benchmarks.learned_scorers cache protocol
    python -m benchmarks.learned_scorers comet metricx --folder models --comet-python ENV/bin/python
    python -m benchmarks.learned_scorers comet --folder models --comet-python ENV/bin/python \
        --texts wmt23/en-de
    python -m benchmarks.learned_scorers mbr --folder models --mbrs-python ENV/bin/python \
        --lists mt-metrics-eval-v2/wmt24/en-cs --base

`comet`, `metricx` and `mbr` need torch and transformers here, and unbabel-comet 2.2.7 (`parbleu scorer
install unbabel-comet`) and mbrs 0.1.8 in environments of their own. Models have random weights and the texts
are random words, but for those of `--lists` and `--texts`, so no number says anything of quality. Both sides
run in turn with one thread; times are CPU time of the process and its children without loading the model, and
so hardly depend on what else runs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks.measure import run

ROUNDS = 3
SEGMENTS, SYSTEMS, CANDIDATES = 557, 10, 32
HIDDEN, LAYERS, HEADS = 256, 6, 4
LONGEST = 300

PEER = """
import json, os, sys, time
os.environ["HF_HUB_OFFLINE"] = "1"
channel = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
import torch
torch.set_num_threads(1)
{load}
for line in sys.stdin:
    request = json.loads(line)
    begin = sum(os.times()[:4])
    result = answer(request)
    print(json.dumps([sum(os.times()[:4]) - begin, result]), file=channel, flush=True)
"""
COMET = """
import comet
model = comet.load_from_checkpoint(sys.argv[1])
def answer(systems):
    how = dict(batch_size=16, gpus=0, progress_bar=False, num_workers=1)
    return [model.predict(items, **how).scores for items in systems]
"""
MBRS = """
import comet
from mbrs.decoders import DecoderMBR
from mbrs.metrics import MetricCOMET
model = comet.load_from_checkpoint(sys.argv[1])
comet.download_model = lambda name, **_: name
comet.load_from_checkpoint = lambda *_, **__: model
import mbrs.metrics.comet as place
place.download_model, place.load_from_checkpoint = (lambda name, **_: name), (lambda *_, **__: model)
metric = MetricCOMET(MetricCOMET.Config(model=sys.argv[1], batch_size=64, fp16=False))
def answer(lists):
    return [metric.pairwise_scores(texts, texts, source).tolist() for source, texts in lists]
"""
METRICX = """
from transformers import MT5ForConditionalGeneration
from tokenizers import Tokenizer
model = MT5ForConditionalGeneration.from_pretrained(sys.argv[1]).eval()
tokenizer = Tokenizer.from_file(sys.argv[1] + "/tokenizer.json")
def answer(systems):
    scores = []
    with torch.inference_mode():
        for items in systems:
            for item in items:
                text = f"source: {{item['src']}} candidate: {{item['mt']}} reference: {{item['ref']}}"
                ids = torch.tensor([tokenizer.encode(text, add_special_tokens=False).ids])
                begin = torch.zeros((1, 1), dtype=torch.long)
                logits = model(input_ids=ids, decoder_input_ids=begin, use_cache=False).logits
                scores.append(min(25.0, max(0.0, logits[0, 0, 250089].item())))
    return scores
"""


def cpu_seconds() -> float:
    """Returns the CPU time of this process and its children."""
    return time.process_time() + sum(os.times()[2:4])


@contextmanager
def peer(python: str, load: str, model: Path) -> Iterator[Callable[[Any], tuple[float, Any]]]:
    """Runs another package in its environment; gives what asks it, and returns its seconds and result."""
    program = PEER.format(load=load.replace("{{", "{").replace("}}", "}"))
    words = [python, "-W", "ignore", "-c", program, str(model)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
    with (
        tempfile.TemporaryFile() as log,
        subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=environment, text=True
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        reader, writer = process.stdout, process.stdin

        def ask(request: Any) -> tuple[float, Any]:
            writer.write(json.dumps(request) + "\n")
            writer.flush()
            line = reader.readline()
            if not line:
                log.seek(0)
                raise SystemExit(log.read().decode()[-3000:])
            seconds, result = json.loads(line)
            return seconds, result

        yield ask
        writer.close()


def show(what: str, ours: list[float], theirs: list[float] | None = None, note: str = "") -> None:
    """Prints the medians of the rounds, and their ratio."""
    line = f"{what:44} {median(ours):9.3f} s"
    if theirs is not None:
        ratio = median(other / own for own, other in zip(ours, theirs, strict=True))
        line += f" {median(theirs):9.3f} s {ratio:6.2f}x"
    print(f"{line}  {note}", flush=True)


def words() -> list[str]:
    """Returns words of random syllables, the frequent ones first."""
    import numpy as np

    rng = np.random.default_rng(1)
    syllables = [a + b for a in "bdfgklmnprstvw" for b in "aeiou"]
    made = ["".join(rng.choice(syllables, 1 + n // 400 % 4)) for n in range(3000)]
    return list(dict.fromkeys(made))


def segments(count: int, systems: int) -> tuple[list[str], list[str], list[list[str]]]:
    """Returns sources, references, and systems' outputs, of whose words a third are not the references'.

    Lengths are those of paragraphs: 50 words in the median, up to 300.
    """
    import numpy as np

    rng = np.random.default_rng(2)
    known = np.array(words())
    weights = 1 / np.arange(3, len(known) + 3)
    weights /= weights.sum()
    lengths = np.minimum(LONGEST, np.exp(rng.normal(np.log(50), 0.7, count)).astype(int) + 1)

    def drawn(length: int) -> Any:
        return rng.choice(known, length, p=weights)

    references = [drawn(length) for length in lengths]
    sources = [drawn(length) for length in lengths]
    outputs = []
    for _ in range(systems):
        changed = [np.where(rng.random(len(text)) < 0.3, drawn(len(text)), text) for text in references]
        outputs.append([" ".join(text) for text in changed])
    return [" ".join(text) for text in sources], [" ".join(text) for text in references], outputs


def candidate_lists(evalset: Path, count: int) -> list[tuple[str, list[str]]]:
    """Returns some sources of an evaluation set of MT Metrics Eval with 32 candidates each.

    These are the outputs of all systems, of which some are equal, and beginnings of outputs with the ends of
    others.

    Args:
        evalset: its folder and a language pair, such as wmt24/en-cs.
        count: how many sources.
    """
    rng = Random(5)
    files = sorted((evalset.parent / "system-outputs" / evalset.name).glob("*.txt"))
    outputs = [file.read_text(encoding="utf-8").splitlines() for file in files]
    sources = (evalset.parent / "sources" / f"{evalset.name}.txt").read_text(encoding="utf-8").splitlines()
    lists = []
    for place in sorted(rng.sample([place for place, text in enumerate(sources) if text.strip()], count)):
        texts = [output[place] for output in outputs][:CANDIDATES]
        texts += [mixed(texts[: len(outputs)], rng) for _ in range(CANDIDATES - len(texts))]
        lists.append((sources[place], texts))
    return lists


def mixed(texts: list[str], rng: Random) -> str:
    """Returns the beginning of a text with the end of another."""
    (first, second), share = rng.sample(texts, 2), rng.random()
    begin, end = first.split(), second.split()
    return " ".join(begin[: int(share * len(begin))] + end[int(share * len(end)) :])


def real_segments(folder: Path, count: int, systems: int) -> tuple[list[str], list[str], list[list[str]]]:
    """Returns sources, references and systems' outputs of a test set.

    Args:
        folder: has source.LANGUAGE, refA.LANGUAGE and systems/NAME.LANGUAGE, a segment a line.
        count: how many segments, the first ones.
        systems: how many. Those that are lacking have beginnings of outputs with the ends of others.
    """
    rng = Random(5)

    def lines(pattern: str) -> list[list[str]]:
        files = sorted(folder.glob(pattern))
        return [file.read_text(encoding="utf-8").splitlines()[:count] for file in files]

    outputs = lines("systems/*")
    while len(outputs) < systems:
        outputs.append([mixed(list(texts), rng) for texts in zip(*outputs, strict=True)])
    return lines("source.*")[0], lines("refA.*")[0], outputs[:systems]


def learn_tokenizer(lists: list[tuple[str, list[str]]], folder: Path) -> None:
    """Puts a tokenizer that has learned its pieces from lists of texts in the place of a model's."""
    from tokenizers import Tokenizer, models, trainers

    known = Tokenizer.from_file(str(folder / "tokenizer.json"))
    size = known.get_vocab_size()
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer, tokenizer.post_processor = known.pre_tokenizer, known.post_processor
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    trainer = trainers.UnigramTrainer(
        vocab_size=size, special_tokens=special, unk_token="<unk>", show_progress=False
    )
    tokenizer.train_from_iterator([text for source, texts in lists for text in [source, *texts]], trainer)
    tokenizer.save(str(folder / "tokenizer.json"))


def write_tokenizer(folder: Path) -> int:
    """Writes a tokenizer of words, syllables and letters; returns the size of its vocabulary."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    letters = "abcdefghijklmnopqrstuvwxyz"
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "▁", *letters, *(f"▁{letter}" for letter in letters)]
    pieces += [f"▁{word}" for word in words()[:2000]] + [a + b for a in letters for b in "aeiou"] + ["<mask>"]
    tokenizer = Tokenizer(
        models.Unigram([(piece, -1.0 - (len(piece) < 4)) for piece in dict.fromkeys(pieces)], unk_id=3)
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        "<s> $A </s>", "<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    roles = {"bos": "<s>", "cls": "<s>", "eos": "</s>", "sep": "</s>", "unk": "<unk>", "pad": "<pad>"}
    settings = {f"{role}_token": token for role, token in roles.items()}
    settings |= {"mask_token": "<mask>", "tokenizer_class": "XLMRobertaTokenizerFast"}
    (folder / "tokenizer_config.json").write_text(json.dumps({**settings, "model_max_length": 512}))
    return len(dict.fromkeys(pieces))


def comet_model(folder: Path, hidden: int = HIDDEN, layers: int = LAYERS) -> Path:
    """Returns the folder of an estimator like wmt22-comet-da with random weights, made if it is not there."""
    import torch
    import yaml
    from transformers import XLMRobertaConfig, XLMRobertaModel

    root = folder / f"comet-{hidden}"
    if (root / "hparams.yaml").is_file():
        return root
    size = write_tokenizer(root / "encoder")
    config = XLMRobertaConfig(
        vocab_size=size,
        hidden_size=hidden,
        num_hidden_layers=layers,
        num_attention_heads=hidden // 64,
        intermediate_size=4 * hidden,
        max_position_embeddings=514,
        type_vocab_size=1,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=2,
    )
    config.save_pretrained(root / "encoder")
    torch.manual_seed(1)
    weights = {
        f"encoder.model.{name}": tensor
        for name, tensor in XLMRobertaModel(config, add_pooling_layer=False).state_dict().items()
    }
    sizes = [6 * hidden, 768, 384, 1]
    for number, (before, behind) in enumerate(pairwise(sizes)):
        layer = torch.nn.Linear(before, behind)
        weights[f"estimator.ff.{3 * number}.weight"] = layer.weight.detach()
        weights[f"estimator.ff.{3 * number}.bias"] = layer.bias.detach()
    for number in range(layers + 1):
        weights[f"layerwise_attention.scalar_parameters.{number}"] = torch.zeros(1)
    weights["layerwise_attention.gamma"] = torch.ones(1)
    settings = {
        "class_identifier": "regression_metric",
        "pool": "avg",
        "layer": "mix",
        "layer_norm": False,
        "layer_transformation": "sparsemax",
        "activations": "Tanh",
        "final_activation": None,
        "encoder_model": "XLM-RoBERTa",
        "hidden_sizes": sizes[1:-1],
        "dropout": 0.1,
        "pretrained_model": str((root / "encoder").absolute()),
    }
    (root / "checkpoints").mkdir()
    saved = {"state_dict": weights, "hyper_parameters": settings, "pytorch-lightning_version": "2.5.0"}
    torch.save(saved, root / "checkpoints" / "model.ckpt")
    (root / "hparams.yaml").write_text(yaml.safe_dump(settings))
    return root


def metricx_model(folder: Path) -> Path:
    """Returns the folder of an mT5 with random weights and the vocabulary of MetricX."""
    import torch
    from transformers import MT5Config, MT5ForConditionalGeneration

    root = folder / "metricx-24-hybrid-random"
    if (root / "config.json").is_file():
        return root
    write_tokenizer(root)
    config = MT5Config(
        vocab_size=250112,
        d_model=HIDDEN,
        d_kv=HIDDEN // HEADS,
        d_ff=2 * HIDDEN,
        num_layers=LAYERS,
        num_decoder_layers=LAYERS,
        num_heads=HEADS,
    )
    config.tie_word_embeddings = False
    torch.manual_seed(1)
    MT5ForConditionalGeneration(config).save_pretrained(root)
    return root


def items_of(sources: list[str], references: list[str], outputs: list[str]) -> list[dict[str, str]]:
    """Returns the segments of a system, as unbabel-comet takes them."""
    return [
        {"src": source, "mt": output, "ref": reference}
        for source, output, reference in zip(sources, outputs, references, strict=True)
    ]


def forget(scorer: Any) -> None:
    """Takes the embeddings of the latest texts away, so that the next round encodes them anew."""
    runner = getattr(scorer, "_runner", None)
    if hasattr(runner, "_latest"):
        runner._latest = ({}, None)


def scored(scorer: Any, systems: list[list[dict[str, str]]], cache: Any) -> tuple[float, list[float]]:
    """Returns the seconds that parbleu takes for systems, and the scores."""
    from parbleu.scorers import ScorerItem, score_items

    forget(scorer)
    begin = cpu_seconds()
    items = [ScorerItem(item["mt"], item["src"], item["ref"]) for items in systems for item in items]
    result = score_items(scorer, items, cache=cache)
    return cpu_seconds() - begin, [each.score or 0.0 for each in result.scores]


def loaded(name: str) -> Any:
    """Returns a scorer whose model is loaded."""
    from parbleu.scorers import ScorerItem, make_scorer

    scorer = make_scorer(name)
    scorer.score([ScorerItem("a", "b", "c")])
    return scorer


def largest_difference(ours: list[float], theirs: list[float]) -> str:
    """Returns in words how far the scores of both sides differ."""
    return f"scores differ by {max(abs(one - two) for one, two in zip(ours, theirs, strict=True)):.1e}"


def time_comet(options: argparse.Namespace) -> None:
    """Times COMET with reference beside `model.predict` of unbabel-comet."""
    from parbleu.scorers._segment_cache import SegmentCache

    root = comet_model(options.folder, *([768, 12] if options.base else []))
    if options.texts:
        sources, references, outputs = real_segments(options.texts, options.segments, SYSTEMS + 1)
        learn_tokenizer([("", lines) for lines in (sources, references, *outputs)], root / "encoder")
    else:
        sources, references, outputs = segments(options.segments, SYSTEMS + 1)
    systems = [items_of(sources, references, output) for output in outputs]
    scorer = loaded(f"comet:{root}:threads=1")
    nothing = SegmentCache(None)
    with peer(options.comet_python, COMET, root / "checkpoints" / "model.ckpt") as ask:
        for count in (1, SYSTEMS):
            ours, theirs = [], []
            for _ in range(options.rounds):
                seconds, scores = scored(scorer, systems[:count], nothing)
                ours.append(seconds)
                seconds, others = ask(systems[:count])
                theirs.append(seconds)
            note = largest_difference(scores, [score for own in others for score in own])
            show(f"comet, {count} x {options.segments}", ours, theirs, note)
    firsts, again, changed = [], [], []
    for number in range(options.rounds):
        cache = SegmentCache(options.folder / f"kept-{os.getpid()}-{number}.sqlite3")
        firsts.append(scored(scorer, systems[:SYSTEMS], cache)[0])
        again.append(scored(scorer, systems[:SYSTEMS], cache)[0])
        changed.append(scored(scorer, systems[1 : SYSTEMS + 1], cache)[0])
        cache.close()
    show("10 systems again, one changed", changed, firsts, "of the first run")
    each = 1e6 * median(again) / (SYSTEMS * options.segments)
    show("10 systems again, none changed", again, firsts, f"{each:.0f} us a segment")


def time_metricx(options: argparse.Namespace) -> None:
    """Times MetricX beside the stock model in a loop over segments, as its own program predicts."""
    from parbleu.scorers._segment_cache import SegmentCache

    root = metricx_model(options.folder)
    sources, references, outputs = segments(options.segments // 4, SYSTEMS)
    systems = [items_of(sources, references, output) for output in outputs]
    scorer = loaded(f"metricx:{root}:threads=1")
    ours, theirs = [], []
    with peer(sys.executable, METRICX, root) as ask:
        for _ in range(options.rounds):
            seconds, scores = scored(scorer, systems, SegmentCache(None))
            ours.append(seconds)
            seconds, others = ask(systems)
            theirs.append(seconds)
    note = largest_difference(scores, others)
    show(f"metricx, {SYSTEMS} x {options.segments // 4}", ours, theirs, note)


def time_mbr(options: argparse.Namespace) -> None:
    """Times the utilities of candidates by COMET, saved as Arrow, beside mbrs, which saves nothing."""
    from pyarrow import feather

    from parbleu.nbest._decoding import matrix_file
    from parbleu.nbest._nbest_files import NbestList
    from parbleu.nbest._utility import Utility

    os.environ["PARBLEU_SCORER_CACHE"] = "off"
    root = comet_model(options.folder, *([768, 12] if options.base else []))
    if options.lists:
        lists = candidate_lists(options.lists, options.sources)
        learn_tokenizer(lists, root / "encoder")
    else:
        sources, _, outputs = segments(options.sources, CANDIDATES)
        lists = [(source, [output[n] for output in outputs]) for n, source in enumerate(sources)]
    utility = Utility(f"comet:{root}:threads=1")
    utility.metric.score([_item("a", "b", "c")])
    ours, theirs = [], []
    saved = options.folder / f"utilities-{os.getpid()}.arrow"
    with peer(options.mbrs_python, MBRS, root / "checkpoints" / "model.ckpt") as ask:
        for _ in range(options.rounds):
            forget(utility.metric)
            begin = cpu_seconds()
            made = [NbestList(str(n), tuple(texts), source=source) for n, (source, texts) in enumerate(lists)]
            with matrix_file(saved) as matrices:
                utility.expected([(one, one) for one in made], matrices=matrices)
            ours.append(cpu_seconds() - begin)
            seconds, others = ask(lists)
            theirs.append(seconds)
    flat = [value for row in feather.read_table(saved)["utilities"].to_pylist() for value in row]
    saved.unlink()
    note = largest_difference(flat, [value for matrix in others for row in matrix for value in row])
    show(f"comet mbr, {options.sources} x {CANDIDATES} x {CANDIDATES}", ours, theirs, note)


def _item(*texts: str) -> Any:
    from parbleu.scorers import ScorerItem

    return ScorerItem(*texts)


def time_cache(options: argparse.Namespace) -> None:
    """Times the look-up of kept scores, and that of a run which computes nothing."""
    from parbleu.scorers import ItemScore, Scorer, ScorerFacts, ScorerItem, score_items
    from parbleu.scorers._segment_cache import SegmentCache

    class Length(Scorer):
        kind = "length"
        facts = ScorerFacts("length", source="required")

        def identity(self) -> dict[str, str]:
            return {"scorer": self.kind}

        def score(self, items: Any) -> list[ItemScore]:
            return [ItemScore(len(item.hypothesis)) for item in items]

    with tempfile.TemporaryDirectory() as folder:
        for count in (1_000, options.kept):
            text = "a segment of some hundred characters, as there are many of them in all test sets, number"
            items = [ScorerItem(f"{text} {n}", f"{text} {-n}", f"{text} +{n}") for n in range(count)]
            cache = SegmentCache(Path(folder, f"{count}.sqlite3"))
            begin = time.process_time()
            score_items(Length(), items, cache=cache)
            first = time.process_time() - begin
            times = []
            for _ in range(options.rounds):
                begin = time.process_time()
                result = score_items(Length(), items, cache=cache)
                times.append(time.process_time() - begin)
                assert result.n_computed == 0
            each = f"{1e6 * median(times) / count:.1f} us a segment; written in {first:.2f} s"
            show(f"{count:,} kept scores", times, note=each)
            for how in ("in another order", "scattered in memory"):
                times = []
                for number in range(options.rounds):
                    order = Random(number).sample(range(count), count)
                    if how == "in another order":
                        items = [ScorerItem(f"{text} {n}", f"{text} {-n}", f"{text} +{n}") for n in order]
                    else:
                        items = [items[n] for n in order]
                    begin = time.process_time()
                    score_items(Length(), items, cache=cache)
                    times.append(time.process_time() - begin)
                show(how, times, note=f"{1e6 * median(times) / count:.1f} us a segment")
            cache.close()


def time_start(options: argparse.Namespace) -> None:
    """Times a whole command beside comet-score, one segment each, and measures the memory of both."""
    root = comet_model(options.folder, *([768, 12] if options.base else []))
    checkpoint = root / "checkpoints" / "model.ckpt"
    program = Path(options.comet_python).with_name("comet-score")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("src", "ref", "hyp"):
            (folder / file).write_text(f"the {file} of one segment\n")
        files = [folder / file for file in ("ref", "hyp", "src")]
        ours = [sys.executable, "-m", "parbleu", "score", files[0], "-i", files[1], "--source", files[2]]
        ours += ["-m", f"comet:{root}:threads=1", "-q"]
        theirs = [options.comet_python, program, "-r", files[0], "-t", files[1], "-s", files[2]]
        theirs += ["--model", checkpoint, "--gpus", "0", "--num_workers", "0", "--quiet"]
        os.environ |= {"HF_HUB_OFFLINE": "1", "PARBLEU_SCORER_CACHE": "off"}
        seconds: list[list[float]] = [[], []]
        memory: list[list[float]] = [[], []]
        for number in range(2 * (options.rounds + 1)):
            taken = run([*map(str, (ours, theirs)[number % 2])])
            if number > 1:  # the first ones compile what they import
                seconds[number % 2].append(taken.seconds)
                memory[number % 2].append(taken.peak / 2**20)
    own, other = (median(values) for values in memory)
    show(f"start, {root.name}", *seconds, f"{own:.0f} MB beside {other:.0f} MB")


def time_protocol(options: argparse.Namespace) -> None:
    """Times a worker that returns numbers at once."""
    from parbleu.scorers import ScorerItem
    from parbleu.scorers._worker_process import WorkerProcess, WorkerTeam

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "one.py")
        file.write_text("def score(items): return [1.0] * len(items)\n")
        for letter, characters in (("x", 80), ("x", 400), ("\N{CYRILLIC SMALL LETTER ZHE}", 400)):
            text = letter * characters
            items = [ScorerItem(f"{text}{n}", text, text) for n in range(20_000)]
            for batch in (64, 512):
                begin_cpu = cpu_seconds()
                team = WorkerTeam([WorkerProcess("one", sys.executable, str(file), {}, {}, 60)], batch)
                team.score(items[:1])
                times = []
                for _ in range(options.rounds):
                    begin = time.perf_counter()
                    team.score(items)
                    times.append(time.perf_counter() - begin)
                team.close()  # the time of the process, with its start, counts from now
                each = 1e6 * (cpu_seconds() - begin_cpu) / len(items) / options.rounds
                note = f"{1e6 * median(times) / len(items):.1f} us a segment; {each:.1f} us of CPU time"
                show(f"worker, 3 x {characters} of {letter}, batches of {batch}", times, note=note)


WORK = {
    "cache": time_cache,
    "protocol": time_protocol,
    "comet": time_comet,
    "metricx": time_metricx,
    "mbr": time_mbr,
    "start": time_start,
}


def main() -> None:
    """Times what the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("work", nargs="+", choices=WORK)
    parser.add_argument("--folder", type=Path, help="where the models are, or are made")
    parser.add_argument("--comet-python", help="the interpreter of unbabel-comet")
    parser.add_argument("--mbrs-python", help="the interpreter of mbrs")
    parser.add_argument("--segments", type=int, default=SEGMENTS)
    parser.add_argument("--sources", type=int, default=50, help="of candidates")
    parser.add_argument("--lists", type=Path, help="FOLDER/PAIR of an evaluation set to take candidates from")
    parser.add_argument("--texts", type=Path, help="a folder with source.*, refA.* and systems/*, for comet")
    parser.add_argument(
        "--base", action="store_true", help="xlm-roberta-base's size for comet, mbr and start"
    )
    parser.add_argument("--kept", type=int, default=1_000_000, help="scores")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = "1"
    for name in options.work:
        WORK[name](options)


if __name__ == "__main__":
    main()
