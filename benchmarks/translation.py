"""Measures `parbleu translate` with CTranslate2 against transformers, on a model of the size of OPUS-MT's.

    make test-transformers                                       # makes the environment that has torch
    .venv/transformers/bin/python -m benchmarks.translation

The weights are random, which changes nothing of the work: nearly all translations are as long as they may be.
Each run is a process of its own from its start to its end, on one thread; rounds are interleaved.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measure import run

WORDS = 12_000
PIECES = 30_000
SIZES = {"layers": 6, "attention_heads": 8, "ffn_dim": 2048}
ENGINES = {
    "transformers, float32": ["--engine", "transformers"],
    "CTranslate2, float32": ["--compute-type", "float32"],
    "CTranslate2, int8": [],
}


def some_words() -> list[str]:
    draw = random.Random(1)
    return ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(2, 9))) for _ in range(WORDS)]


def save_model(folder: Path, words: list[str]) -> None:
    """Saves a Marian model of 6 + 6 layers of 512, whose pieces are words."""
    import sentencepiece
    import torch
    from transformers import MarianConfig, MarianMTModel

    for name in ("source.spm", "target.spm"):
        with (folder / name).open("wb") as file:
            sentencepiece.SentencePieceTrainer.train(
                sentence_iterator=iter(words),
                model_writer=file,
                model_type="word",
                vocab_size=WORDS // 2,
                minloglevel=2,
            )
    known = sentencepiece.SentencePieceProcessor(model_file=str(folder / "source.spm"))
    names = ["</s>", "<unk>", *(known.id_to_piece(index) for index in range(3, known.vocab_size()))]
    names += [*(f"filler{index}" for index in range(PIECES - len(names) - 1)), "<pad>"]
    (folder / "vocab.json").write_text(json.dumps({name: index for index, name in enumerate(names)}))
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 512}')
    torch.manual_seed(1)
    config = MarianConfig(
        vocab_size=PIECES,
        d_model=512,
        max_position_embeddings=512,
        pad_token_id=PIECES - 1,
        decoder_start_token_id=PIECES - 1,
        eos_token_id=0,
        activation_function="swish",
        **{f"{side}_{what}": size for side in ("encoder", "decoder") for what, size in SIZES.items()},
    )
    MarianMTModel(config).save_pretrained(folder)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.translation", description=__doc__)
    parser.add_argument("--segments", type=int, default=64)
    parser.add_argument("--beam", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    os.environ |= {"OMP_NUM_THREADS": "1", "PARBLEU_THREADS": "1"}
    draw, words = random.Random(2), some_words()
    with TemporaryDirectory() as root:
        (model := Path(root, "model")).mkdir()
        os.environ["SACREBLEU"] = str(Path(root, "cache"))
        save_model(model, words)
        source = Path(root, "source.txt")
        lines = [" ".join(draw.choices(words, k=draw.randint(5, 40))) for _ in range(options.segments)]
        source.write_text("".join(f"{line}\n" for line in lines))
        command = [sys.executable, "-m", "parbleu", "translate", str(source), "--model", str(model), "-q"]
        command += ["--beam", str(options.beam), "--max-length", "40"]
        for more in ENGINES.values():  # converts, and warms what can be warmed
            run([*command, *more])
        taken = [
            {name: run([*command, *more]) for name, more in ENGINES.items()} for _ in range(options.rounds)
        ]
    print(f"{options.segments} segments, beam {options.beam}, 40 tokens each, one thread; CPU seconds")
    print("| engine | whole process | memory |")
    print("|---|---|---|")
    for name in ENGINES:
        seconds = median(each[name].seconds for each in taken)
        print(f"| {name} | {seconds:.1f} s | {max(each[name].peak for each in taken) / 1e6:.0f} MB |")


if __name__ == "__main__":
    main()
