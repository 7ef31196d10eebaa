"""Records what the installed sacreBLEU and SciPy answer to the questions in tests/golden/shipped.

    python tools/record_goldens.py [FILE...]           # asks every question again and writes the answers
    python tools/record_goldens.py --check [FILE...]   # compares instead of writing: status 1 if any differs
    python tools/record_goldens.py --add FILE < ROWS   # appends rows of questions, and answers them

A row is a JSON object. ANSWERS names its answer, and all else is its question: a new question is a row
without answers. The texts are in `inputs` and in examples/. The tables of Unicode are those of Python 3.10
and 3.11 and of the installed `regex`. All files together take about ten minutes.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
HOME = ROOT / "tests" / "golden" / "shipped"
sys.path[:0] = [str(ROOT / "tests")]

from golden.recorded import Recorded, equal  # noqa: E402
from plain_sum import use_plain_sum  # noqa: E402

Row = dict[str, Any]
VERSION = "2.6.0"
ANSWERS = {
    *("result", "error", "message", "log", "signature", "signature_short", "signatures", "corpus", "stats"),
    *("sentence_scores", "num_edits", "ref_length", "score", "mean", "ci", "str", "str_w4", "seed_returned"),
    *("first_resample_scores", "results", "correct_after", "total_after", "zero_mean_ci_hidden"),
    *("rc", "stdout", "stderr", "crash"),
    *("t", "t_two_sided", "ci95", "sign_test_two_sided", "fdr_bh", "fdr_by"),
    *(
        f"wilcoxon_{zeros}_{alternative}{correction}"
        for zeros in ("wilcox", "pratt", "zsplit")
        for alternative in ("two-sided", "greater")
        for correction in ("", "_correction")
    ),
    *("scipy_pearsonr", "scipy_spearmanr", "scipy_kendalltau_b", "scipy_kendalltau_c"),
}


def question(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in ANSWERS}


def write(path: Path, lines: list[str]) -> None:
    text = "".join(line + "\n" for line in lines)
    with path.open("wb") as file, gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:
        packed.write(text.encode("ascii"))


class Recorder:
    """Asks sacreBLEU, which reads `SACREBLEU` when it is imported: so that is later than this module."""

    def __init__(self) -> None:
        import golden_answers

        golden_answers.listen()
        use_plain_sum()
        self.ask = golden_answers.ASK
        self.documents = golden_answers.DOCUMENTS
        self.recorded = Recorded(HOME, ROOT / "examples")

    def record(self, name: str, added: list[Row], check: bool) -> int:
        """Writes the answers of one file, or returns how many of them differ from those that it holds."""
        if name in self.documents:
            path, read = HOME / f"{name}.json.gz", lambda: [self.recorded.document(name)]
        else:
            path, read = HOME / f"{name}.jsonl.gz", lambda: list(self.recorded.rows(name))
        before = read() if path.exists() else []
        after = [self.documents[name]()] if name in self.documents else self.answer(name, before + added)
        if not check:
            write(path, [json.dumps(row) for row in after])
            print(f"{name}: {len(after)} recorded", flush=True)
            return 0
        pairs = [pair for pair in zip(before, after, strict=True) if not pair[0].get("nondeterministic")]
        different = [old.get("id", name) for old, new in pairs if not equal(old, new)]
        print(f"{name}: {len(different)} of {len(pairs)} differ", *different[:5], flush=True)
        return len(different)

    def answer(self, name: str, rows: list[Row]) -> list[Row]:
        """The rows with new answers, in order; commands run several at a time."""
        questions = [question(row) for row in rows]
        ask = partial(self.ask[name], recorded=self.recorded)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list((pool.map if name == "cli_cases" else map)(ask, questions))
        return [row | answers for row, answers in zip(questions, found, strict=True)]


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("files", nargs="*", metavar="FILE", help="bleu_cases, tokenizers, ...; default: all")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--add", action="store_true", help="append the rows of standard input to FILE")
    asked = parser.parse_args()
    if version("sacrebleu") != VERSION:
        parser.error(f"this records sacreBLEU {VERSION}, and here is {version('sacrebleu')}")
    if asked.add and len(asked.files) != 1:
        parser.error("--add needs one FILE")
    with tempfile.TemporaryDirectory() as cache:
        shutil.copytree(HOME / "inputs" / "sb_models", cache, dirs_exist_ok=True)
        os.environ["SACREBLEU"] = cache
        os.environ.pop("SACREBLEU_SEED", None)
        recorder = Recorder()
        added = [json.loads(line) for line in sys.stdin] if asked.add else []
        names = asked.files or [*recorder.ask, *recorder.documents]
        different = sum(recorder.record(name, added, asked.check) for name in names)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
