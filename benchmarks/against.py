"""Compares this build's speed with that of another revision, in interleaved rounds of the same work.

python -m benchmarks.against REV builds that revision once, in a directory of its own, and prints the ratio of
its time to this build's for each row: more than 1 is faster than it was.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any

from benchmarks.machine import processor
from benchmarks.measure import Work, run, timed
from benchmarks.piece_models import LARGEST, train
from benchmarks.texts import ROOT, Pairs, Texts

BUILDS = ROOT / "build" / "revisions"
MOVED = 0.03
"""How far the median of a row's ratios is from 1 at least if the row is marked."""
ODD = "aAbB09 .,-'\"&;<>@#%$\u00e9\u0130\u0153\u3001\u4e2d\u3042\U0001f600\u0301\u200b\t"
HERE = "here"
FLORES200 = "flores200sacrebleuspm"
"""The file of its model among those of sacreBLEU."""


def hostile(count: int) -> Pairs:
    """Short lines of odd characters, of which a hypothesis shares a part with its reference."""
    random = Random("hostile")
    refs = ["".join(random.choices(ODD, k=random.randint(0, 40))) for _ in range(count)]
    hyps = [
        ref[: random.randint(0, len(ref))] + "".join(random.choices(ODD, k=random.randint(0, 12)))
        for ref in refs
    ]
    return Pairs("short hostile lines", hyps, refs)


def corpus(pairs: Pairs, metric: str, **options: Any) -> tuple[Work, int]:
    """A corpus score on one thread, from lists of strings."""
    import parbleu

    score = getattr(parbleu, metric)
    return lambda: score(**options).corpus_score(pairs.hyps, [pairs.refs]).score, len(pairs)


def level(pairs: Pairs, metric: str, name: str) -> tuple[Work, int]:
    """Statistics by one of the vector kernels.

    Raises:
        LookupError: this machine, or the revision, has none of that name.
    """
    from benchmarks.groups.kernels import ROWS
    from parbleu import _core

    if name not in _core.simd_levels():
        raise LookupError(name)
    made = {row[0]: row[1] for row in ROWS}[metric](name)
    return (
        lambda: list(map(int, made.total(_core.Segments(pairs.hyps), [_core.Segments(pairs.refs)], 1))),
        len(pairs),
    )


def comparison(pairs: Pairs, systems: int, segments: int) -> tuple[Work, int]:
    """Three metrics and tests of all pairs of systems, each of which leaves out other words."""
    import parbleu

    lines = pairs.repeated(segments)
    refs = lines.refs[:segments]
    outputs = {
        f"s{at}": [without_words(line, at + 5) for line in lines.hyps[:segments]] for at in range(systems)
    }

    def work() -> list[float]:
        metrics = [parbleu.BLEU(), parbleu.CHRF(), parbleu.TER()]
        found = parbleu.compare(outputs, [refs], metrics, test="bootstrap", n_samples=1000, threads=1)
        return [row.score for metric in found.metrics for row in metric.scores]

    return work, 1


def words_of_korean(count: int) -> tuple[Work, int]:
    """BLEU of made-up Korean, cut by MeCab."""
    from benchmarks.groups.mecab import korean

    return corpus(korean(count), "BLEU", tokenize="ko-mecab")


def pieces(texts: Texts, language: str) -> tuple[Work, int]:
    """BLEU with a stand-in for the model of flores200, which is trained once."""
    folder = BUILDS / "pieces"
    path = folder / "models" / FLORES200
    if not path.exists():
        print("training a model of pieces (a minute)", file=sys.stderr, flush=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".unfinished")
        train(texts, unfinished, LARGEST)
        unfinished.replace(path)
    os.environ["SACREBLEU"] = str(folder)
    return corpus(texts.target(language).first(3_000), "BLEU", tokenize="flores200")


def all_pairs(outputs: Mapping[str, list[str]], refs: list[str]) -> tuple[Work, int]:
    """Three metrics, and tests of each two of the systems."""
    import parbleu

    def work() -> list[float]:
        metrics = [parbleu.BLEU(), parbleu.CHRF(), parbleu.TER()]
        found = parbleu.compare(
            outputs,
            [refs],
            metrics,
            test="bootstrap",
            all_pairs=True,
            threads=1,
            alpha=0.1,  # of p-values near it, builds since 0181ec95 draw 10,000 further samples
        )
        return [row.score for metric in found.metrics for row in metric.scores]

    return work, 1


def without_words(line: str, step: int) -> str:
    """Returns a line without every word whose number is a multiple of `step`."""
    return " ".join([word for number, word in enumerate(line.split(" "), 1) if number % step])


def pairwise(pairs: Pairs) -> tuple[Work, int]:
    """All hypotheses against all references."""
    import parbleu

    return (
        lambda: parbleu.CHRF().pairwise_scores(pairs.hyps, pairs.refs, threads=1).ravel().tolist(),
        len(pairs) ** 2,
    )


def decoding(pairs: Pairs, size: int) -> tuple[Work, int]:
    """Minimum Bayes risk decoding of lists."""
    from parbleu.nbest import decode

    texts = [text for pair in zip(pairs.hyps, pairs.refs, strict=True) for text in pair]
    lists = [texts[first : first + size] for first in range(0, len(texts) - size + 1, size)]
    return lambda: [found.utility for found in decode(lists, "chrf", threads=1)], len(lists) * size * size


def intervals(pairs: Pairs) -> tuple[Work, int]:
    """An interval of BLEU by 1000 samples."""
    import parbleu

    def work() -> str:
        found = parbleu.compare({"s": pairs.hyps}, [pairs.refs], [parbleu.BLEU()], intervals=True, threads=1)
        (score,) = found.metrics[0].scores
        return repr((score.score, score.mean, score.ci))

    return work, len(pairs)


def rows(texts: Texts) -> dict[str, Callable[[], tuple[Work, int]]]:
    """Returns what is measured: name -> a function that makes the work, and says of how many units it is."""
    english, german = texts.target("en"), texts.target("de")
    made: dict[str, Callable[[], tuple[Work, int]]] = {
        f"{metric}, {name}": lambda metric=metric, name=name: level(english.first(12_000), metric, name)  # type: ignore[misc]
        for metric in ("BLEU 13a", "chrF", "chrF++")
        for name in ("portable", "avx2", "avx512", "neon")
    }
    made |= {
        "BLEU, from lists": lambda: corpus(english.first(12_000), "BLEU"),
        "chrF++, from lists": lambda: corpus(english.first(12_000), "CHRF", word_order=2),
        "BLEU, hostile": lambda: corpus(hostile(6_000), "BLEU"),
        "TER, hostile": lambda: corpus(hostile(6_000), "TER"),
        "TER, 800 lines": lambda: corpus(english.first(800), "TER"),
        "TER, German": lambda: corpus(german.first(400), "TER"),
        "BLEU ja-mecab": lambda: corpus(texts.target("ja").first(2_000), "BLEU", tokenize="ja-mecab"),
        "BLEU ko-mecab": lambda: words_of_korean(2_000),
        "BLEU flores200, German": lambda: pieces(texts, "de"),
        "BLEU flores200, Chinese": lambda: pieces(texts, "zh"),
        "BLEU zh": lambda: corpus(texts.target("zh").first(4_000), "BLEU", tokenize="zh"),
        "BLEU with an interval": lambda: intervals(english.first(12_000)),
        "compare, 7 systems, 3 metrics": lambda: comparison(english, 7, 500),
        "compare, all outputs of a test set": lambda: all_pairs(*texts.outputs("en-de")),
        "pairwise chrF, 500 x 500": lambda: pairwise(english.first(500)),
        "decode by chrF, lists of 16": lambda: decoding(english.first(800), 16),
    }
    return made


def serve(package: str) -> None:
    """Does the work of the rows that lines of standard input name, and answers each with a line of JSON.

    It is [seconds of one unit, digest of the result]; [null, reason] where the row cannot be measured.
    """
    if package != HERE:
        sys.path.insert(0, package)
    made: dict[str, tuple[Work, int]] = {}
    known = rows(Texts())
    for line in sys.stdin:
        name = line.rstrip("\n")
        try:
            work, units = made.setdefault(name, made.get(name) or known[name]())
            seconds, result = timed(work, units, process_time)
        except (LookupError, ImportError, TypeError, AttributeError, ValueError) as problem:
            print(json.dumps([None, f"{type(problem).__name__}: {problem}"]), flush=True)
            continue
        print(json.dumps([seconds, hashlib.sha256(repr(result).encode()).hexdigest()[:12]]), flush=True)


class Side:
    """A process in which one of the two builds works."""

    def __init__(self, package: str) -> None:
        command = [sys.executable, "-W", "ignore", "-m", "benchmarks.against", "--serve", package]
        environment = {**os.environ, "PARBLEU_THREADS": "1", "OMP_NUM_THREADS": "1"}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.package = package
        self._process = subprocess.Popen(
            command, text=True, encoding="utf-8", env=environment, cwd=ROOT, **pipes
        )

    def measured(self, row: str) -> tuple[float | None, str]:
        """Returns the seconds of one unit of a row, and the digest of the result or why there is none."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{row}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"the process of {self.package} ended at the row {row}")
        seconds, told = json.loads(answer)
        return seconds, told

    def started(self, folder: Path) -> float:
        """Returns the CPU seconds of `parbleu score` of a few lines, the interpreter's start included."""
        first = "" if self.package == HERE else f"sys.path.insert(0, {self.package!r}); "
        words = ["parbleu", "score", f"{folder / 'ref'}", "-i", f"{folder / 'hyp'}", "-b"]
        first = f"sys.dont_write_bytecode = False; {first}"  # compiled once, as where it is installed
        code = f"import sys; {first}sys.argv = {words!r}; from parbleu._cli.main import command; command()"
        if not self._has_private_rooms():
            code = code.replace("parbleu._cli.main", "parbleu.cli.main")
        return run([sys.executable, "-c", code]).seconds

    def _has_private_rooms(self) -> bool:
        return self.package == HERE or (Path(self.package) / "parbleu" / "_cli").is_dir()

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


def built(revision: str) -> tuple[str, str]:
    """Builds a revision, unless it was built before; returns its commit and where its package is.

    Raises:
        SystemExit: there is no such revision, or it cannot be built.
    """
    asked = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=False,
    )
    commit = asked.stdout.strip()
    if asked.returncode:
        raise SystemExit(f"no revision {revision!r}; a shallow clone has few: git fetch --unshallow")
    home = BUILDS / commit[:12]
    if not (home / "done").exists():
        print(f"building {commit[:12]} (some minutes)", file=sys.stderr, flush=True)
        source = home / "source"
        source.mkdir(parents=True, exist_ok=True)
        archive = subprocess.Popen(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x", "-C", str(source)], stdin=archive.stdout, check=True)
        archive.wait()
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "install", "--upgrade"]
        done = subprocess.run(
            [*pip, "--no-deps", "--no-build-isolation", "--target", str(home / "package"), str(source)],
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{commit[:12]} cannot be built here")
        (home / "done").touch()
    return commit[:12], str(home / "package")


def verdict(ratios: list[float]) -> str:
    """Returns "faster" or "slower" of a row that moved by more than its noise; "" if it did not."""
    middle = median(ratios)
    low, _, high = quantiles(ratios, n=4)
    if middle > 1 + MOVED and low > 1:
        return "faster"
    return "slower" if middle < 1 - MOVED and high < 1 else ""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.against", description=__doc__)
    parser.add_argument("revision", nargs="?", default="HEAD", help="what git calls it (default: HEAD)")
    parser.add_argument("--rounds", type=int, default=9, help="how often each row is timed (default: 9)")
    parser.add_argument("--only", nargs="+", metavar="ROW", help="rows whose names begin so")
    parser.add_argument("--history", type=Path, help="append the ratios to this file, as a line of JSON")
    parser.add_argument("--serve", metavar="PACKAGE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.rounds < 2:
        parser.error("--rounds: at least 2")
    if options.serve:
        serve(options.serve)
        return
    commit, package = built(options.revision)
    texts = Texts()
    named = [*rows(texts), "start of parbleu score"]
    chosen = [row for row in named if not options.only or row.startswith(tuple(options.only))]
    if not chosen:
        parser.error(f"no such row; there are: {'; '.join(named)}")
    pairs = texts.target("en").first(20)
    sides = (Side(HERE), Side(package))
    kept: dict[str, float] = {}
    print(f"{processor()}; this build against {commit}; CPU time, one thread, {options.rounds} rounds\n")
    print("| row | times as fast: median [min\u2013max] | moved | results |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, side in (("ref", pairs.refs), ("hyp", pairs.hyps)):
            (folder / file).write_text("".join(f"{line}\n" for line in side), encoding="utf-8")
        for row in chosen:
            ratios, results = [], set()
            for _ in range(options.rounds):
                if row == named[-1]:
                    seconds = [side.started(folder) for side in sides]
                else:
                    answers = [side.measured(row) for side in sides]
                    if missing := [told for found, told in answers if found is None]:
                        print(f"{row}: left out: {missing[0]}", file=sys.stderr)
                        break
                    seconds = [found for found, _ in answers if found is not None]
                    results |= {told for _, told in answers}
                ratios.append(seconds[1] / seconds[0])
            else:
                kept[row] = round(median(ratios), 3)
                spread = f"**{median(ratios):.2f}** [{min(ratios):.2f}\u2013{max(ratios):.2f}]"
                equal = "differ" if len(results) > 1 else "equal"
                print(f"| {row} | {spread} | {verdict(ratios)} | {equal} |", flush=True)
    for side in sides:
        side.close()
    if options.history:
        with options.history.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"against": commit, "machine": processor(), "ratios": kept}) + "\n")


if __name__ == "__main__":
    main()
