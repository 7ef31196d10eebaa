"""Computes the answers of the installed sacreBLEU and SciPy for the rows in tests/golden/shipped."""

from __future__ import annotations

import base64
import json
import logging
import math
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import sacrebleu
from sacrebleu import metrics, significance
from sacrebleu.metrics import helpers

from golden.code_points import POINTS, PROBES, SIGMAS, encode_runs
from golden.recorded import Recorded
from golden.test_format import HYPS, REFS

Row = dict[str, Any]
ATTRIBUTES = {
    "BLEU": ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len", "ratio"),
    "CHRF": ("score", "name"),
    "TER": ("score", "num_edits", "ref_length"),
}
OPTIONS = {
    "BLEU": ("lowercase", "smooth_method", "smooth_value", "max_ngram_order", "effective_order"),
    "CHRF": ("char_order", "word_order", "beta", "lowercase", "whitespace", "eps_smoothing"),
    "TER": ("normalized", "no_punct", "asian_support", "case_sensitive"),
}
FEW_SAMPLES = 20


class Log(logging.Handler):
    """Keeps what sacreBLEU logs."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[list[str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append([record.levelname, record.getMessage()])

    def take(self) -> Row:
        """Returns and forgets the lines, as the part of an answer that they are."""
        lines, self.lines = self.lines, []
        return {"log": lines} if lines else {}


LOG = Log()


def listen() -> None:
    """Keeps what sacreBLEU logs, instead of printing it."""
    logger = logging.getLogger("sacrebleu")
    logger.addHandler(LOG)
    logger.propagate = False


@contextmanager
def environment(**values: str | None) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update({name: value for name, value in values.items() if value is not None})
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def plain(value: object) -> Any:
    """The value as JSON gives it back: tuples become lists, and numbers of NumPy those of Python."""
    return json.loads(json.dumps(value, default=float))


def answer(call: Callable[[], object]) -> Row:
    try:
        return {"result": plain(call())}
    except Exception as problem:
        return {"error": type(problem).__name__, "message": str(problem)}


def attributes(score: Any, names: tuple[str, ...]) -> Row:
    return plain({name: getattr(score, name) for name in names} | {"str": str(score)})


# --- metrics and tokenizers


def tokenized(row: Row, recorded: Recorded) -> Row:
    args = row.get("args", {})
    metric = metrics.TER(**args) if row["tokenizer"] == "tercom" else metrics.BLEU(tokenize=row["tokenizer"])
    found = answer(lambda: metric.tokenizer(row["in"]))
    return found if row["tokenizer"] == "tercom" else found | {"signature": metric.tokenizer_signature}


def scored(row: Row, recorded: Recorded) -> Row:
    hyps, refs = recorded.texts(row)
    metric = getattr(metrics, row["metric"])(**row["args"])
    found = {"corpus": attributes(metric.corpus_score(hyps, refs), ATTRIBUTES[row["metric"]])}
    signature = metric.get_signature()
    found |= {"signature": str(signature), "signature_short": signature.format(short=True)}
    if "stats" in row["parts"]:
        found["stats"] = plain(metric._extract_corpus_statistics(hyps, refs))
    if "sentence_scores" in row["parts"]:
        pairs = zip(hyps, *refs, strict=True)
        found["sentence_scores"] = [metric.sentence_score(hyp, group).score for hyp, *group in pairs]
    return found


def edited(row: Row, recorded: Recorded) -> Row:
    score = metrics.TER(case_sensitive=True).sentence_score(row["hyp"], [row["ref"]])
    return {"num_edits": score.num_edits, "ref_length": score.ref_length, "score": score.score}


def computed(row: Row, recorded: Recorded) -> Row:
    correct, total = list(row["correct"]), list(row["total"])
    found = answer(
        lambda: attributes(
            metrics.BLEU.compute_bleu(correct, total, row["sys_len"], row["ref_len"], **row["args"]),
            ATTRIBUTES["BLEU"],
        )
    )
    return found | {"correct_after": correct, "total_after": total}


def helped(row: Row, recorded: Recorded) -> Row:
    found: Any = getattr(helpers, row["fn"])(*row["args"])
    if row["fn"] == "extract_all_word_ngrams":
        return {"result": [[" ".join(words), count] for words, count in found[0].items()]}
    return {"result": plain(found)}


def function(row: Row, recorded: Recorded) -> Row:
    LOG.take()
    score = getattr(sacrebleu, row["fn"])(*row["args"], **row["kwargs"])
    if isinstance(score, float):
        return {"result": score} | LOG.take()
    return {
        "result": attributes(score, tuple(name for name in row["attributes"] if name != "str"))
    } | LOG.take()


def formatted(row: Row, recorded: Recorded) -> Row:
    make_score = metrics.base.Score
    if "estimate_ci_n" in row:
        count, score = row["estimate_ci_n"], make_score("X", 50.0)
        score.estimate_ci([make_score("X", ((i * 7919) % count) * 1.25 + 1) for i in range(count)])
        return {"mean": score._mean, "ci": score._ci, "str": str(score)}
    if "metric" not in row:
        score = make_score("Z", 0.0)
        score.estimate_ci([make_score("Z", 0.0)] * 3)
        return {"zero_mean_ci_hidden": str(score)}
    options = {option: row["args"][option] for option in OPTIONS[row["metric"]]}
    if row["metric"] == "BLEU":
        options["tokenize"] = row["args"]["tokenizer_signature"]
    metric = getattr(metrics, row["metric"])(**options)
    score = metric.corpus_score(HYPS, REFS, n_bootstrap=row["n_bootstrap"])
    return answer(lambda: score.format(**row["format_args"]))


def called(row: Row, recorded: Recorded) -> Row:
    LOG.take()
    names = {"sacrebleu": sacrebleu, "M": getattr(metrics, row.get("metric", ""), None)}

    def call() -> object:
        result = eval(row["call"], names)
        kept = not result or isinstance(result, (list, dict, tuple, float, str))
        return result if kept else re.sub(r" at 0x\w+", " at 0x0", str(result))

    return answer(call) | LOG.take()


# --- resampling


def resampled(row: Row, recorded: Recorded) -> Row:
    if "input" in row:
        texts = [recorded.texts({"input": {**row["input"], "hyp": hyp}}) for hyp in row["input"]["hyps"]]
    else:
        texts = [(row["hyps"], row["refs"])] * 2
    with environment(SACREBLEU_SEED=row.get("seed_env")):
        if row["test"] == "single_bootstrap":
            metric = getattr(metrics, row["metric"])(**row["args"])
            score = metric.corpus_score(*texts[0], n_bootstrap=row["n_bootstrap"])
            stats = metric._extract_corpus_statistics(*texts[0])
            seed, samples = significance._bootstrap_resample(stats, metric, row["n_bootstrap"])
            return plain(
                {"score": score.score, "mean": score._mean, "ci": score._ci, "str": str(score)}
                | {"str_w4": score.format(width=4), "signature": str(metric.get_signature())}
                | {"seed_returned": seed, "first_resample_scores": [x.score for x in samples[:FEW_SAMPLES]]}
            )
        return paired(row, texts)


def paired(row: Row, texts: list[Any]) -> Row:
    asked = (
        [(row["metric"], row["args"])] if "metric" in row else [(n, {}) for n in row.get("metrics", ["BLEU"])]
    )
    made = {}
    for name, options in asked:
        metric = getattr(metrics, name)(**options)
        made[metric.corpus_score(["a"], [["a"]]).name] = metric
    test = significance.PairedTest(
        [(f"system {at}", hyps) for at, (hyps, _) in enumerate(texts)],
        made,
        texts[0][1],
        test_type=row["test"][-2:],
        n_samples=row.get("n_samples", 100),
        n_ar_confidence=row.get("n_ar_confidence", -1),
    )
    signatures, results = test()
    found = {
        name: [
            {field: getattr(r, field) for field in ("score", "p_value", "mean", "ci")} for r in results[name]
        ]
        for name in made
    }
    names = {name: str(signatures[name]) for name in made}
    if "metrics" in row:
        return plain({"results": found, "signatures": names})
    return plain({"results": found[row["score_key"]], "signature": names[row["score_key"]]})


def correlated(row: Row, recorded: Recorded) -> Row:
    from scipy import stats

    calls = {
        "scipy_pearsonr": stats.pearsonr,
        "scipy_spearmanr": stats.spearmanr,
        "scipy_kendalltau_b": stats.kendalltau,
        "scipy_kendalltau_c": lambda *pair: stats.kendalltau(*pair, variant="c"),
    }
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, call in calls.items():
            values = [float(value) for value in call(row["gold"], row["metric"])]
            found[name] = {"ok": ["nan" if math.isnan(value) else value for value in values]}
    return found


def tests_of_pairs(row: Row, recorded: Recorded) -> Row:
    """SciPy's tests of the differences, first less second, in the keys of the recorded paired tests."""
    from scipy import stats

    first, second = row["first"], row["second"]
    t_test = stats.ttest_rel(first, second)
    interval = t_test.confidence_interval(0.95)
    wins = sum(before > after for before, after in zip(first, second, strict=True))
    losses = sum(before < after for before, after in zip(first, second, strict=True))
    found = {
        "t": float(t_test.statistic),
        "t_two_sided": float(t_test.pvalue),
        "ci95": [float(interval.low), float(interval.high)],
        "sign_test_two_sided": float(stats.binomtest(wins, wins + losses).pvalue),
    }
    for zeros in ("wilcox", "pratt", "zsplit"):
        for alternative in ("two-sided", "greater"):
            for correction in (False, True):
                answer = stats.wilcoxon(
                    first,
                    second,
                    zero_method=zeros,
                    alternative=alternative,
                    correction=correction,
                    method="asymptotic",
                )
                name = f"wilcoxon_{zeros}_{alternative}{'_correction' if correction else ''}"
                found[name] = [float(answer.statistic), float(answer.pvalue)]
    return found


def corrected(row: Row, recorded: Recorded) -> Row:
    from scipy import stats

    return {
        f"fdr_{method}": stats.false_discovery_control(row["p"], method=method).tolist()
        for method in ("bh", "by")
    }


# --- the command


def ran(row: Row, recorded: Recorded) -> Row:
    """Runs the command in a copy of inputs/cli. Its help and its tracebacks are not kept."""
    with tempfile.TemporaryDirectory() as folder:
        cwd, cache = Path(folder, "cli"), Path(folder, "cache")
        shutil.copytree(recorded.home / "inputs" / "cli", cwd)
        shutil.copytree(recorded.home / "inputs" / "sb_models", cache)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("SACREBLEU")}
        nowhere = dict.fromkeys(("http_proxy", "https_proxy"), "http://127.0.0.1:9")
        env = {**kept, **nowhere, "COLUMNS": "80", "LC_ALL": "C.UTF-8", "SACREBLEU": str(cache), **row["env"]}
        env = {name: value for name, value in env.items() if name != "NO_COLOR" or name in row["env"]}
        stdin = base64.b64decode(row["stdin_b64"]) if row["stdin_b64"] else (row["stdin"] or "").encode()
        command = [str(Path(sys.executable).parent / "sacrebleu"), *row["argv"]]
        status, out, err = (
            run_on_terminal(command, cwd, env) if row["tty"] else run_piped(command, cwd, env, stdin)
        )
    out, err = (text.replace(str(cache), "<SACREBLEU>") for text in (out, err))
    crash = "Traceback (most recent call last)" in err
    if status == 2:
        err = err.splitlines()[-1] + "\n"  # without the usage
    elif "-j" in row["argv"]:
        err = "".join(sorted(err.splitlines(keepends=True)))  # several processes write them
    return {
        "rc": status,
        "stdout": {"text": "" if "--help" in row["argv"] else out},
        "stderr": "" if crash else err,
        "crash": crash,
    }


def run_piped(command: list[str], cwd: Path, env: dict[str, str], stdin: bytes) -> tuple[int, str, str]:
    done = subprocess.run(command, cwd=cwd, env=env, input=stdin, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode("utf-8", "replace")


def run_on_terminal(command: list[str], cwd: Path, env: dict[str, str]) -> tuple[int, str, str]:
    ours, theirs = pty.openpty()
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=theirs, stderr=errors
        )
        os.close(theirs)
        out = b""
        with suppress(OSError):  # how the end of a terminal's output is reported
            while piece := os.read(ours, 65536):
                out += piece
        os.close(ours)
        status = process.wait()
        errors.seek(0)
        return status, out.decode(), errors.read().decode()


# --- facts about single code points


def code_point_classes() -> Row:
    runs = {}
    for name, options in PROBES.items():
        metric = (
            metrics.BLEU(tokenize=name) if options is None else metrics.TER(**options, case_sensitive=True)
        )
        for template in ("a{c}b", "1{c}2", "a{c}1", "1{c}a", "{c}"):
            before, after = template.split("{c}")
            outputs = ((point, metric.tokenizer(before + chr(point) + after)) for point in POINTS)
            runs[f"{name}|{template}"] = encode_runs(outputs)
    return {"runs": runs}


def unicode_tables() -> Row:
    import regex

    every = [chr(point) for point in range(sys.maxunicode + 1)]

    def ranges(wanted: Callable[[str], object]) -> list[list[int]]:
        found: list[list[int]] = []
        for point in (point for point, char in enumerate(every) if wanted(char)):
            if found and found[-1][1] == point - 1:
                found[-1][1] = point
            else:
                found.append([point, point])
        return found

    tables: Row = {"white space": ranges(str.isspace)}
    for name in "PSN":
        tables[name] = ranges(regex.compile(rf"\p{{{name}}}").fullmatch)
    tables["lower"] = {
        f"{point:04x}": char.lower() for point, char in enumerate(every) if char != char.lower()
    }
    tables["lower final sigma"] = {text: text.lower() for text in SIGMAS}
    return tables


ASK: dict[str, Callable[[Row, Recorded], Row]] = {
    "tokenizers": tokenized,
    "bleu_cases": scored,
    "chrf_cases": scored,
    "ter_cases": scored,
    "multiref_cases": scored,
    "fullcorpora": scored,
    "ter_pairs": edited,
    "bleu_compute": computed,
    "helpers": helped,
    "compat": function,
    "format": formatted,
    "api_behaviour": called,
    "significance": resampled,
    "correlations": correlated,
    "paired_tests": tests_of_pairs,
    "corrections": corrected,
    "cli_cases": ran,
}
DOCUMENTS = {"char_classes": code_point_classes, "unicode_tables": unicode_tables}
