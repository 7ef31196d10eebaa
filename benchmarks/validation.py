"""Measures `parbleu wmt validate` on made-up files of every format: seconds of the processor, and memory.

    python -m benchmarks.validation                      1,000,000 lines of each format
    python -m benchmarks.validation --lines 100000 --only pearmut esa
    python -m benchmarks.validation --faults             with a fault in every tenth line

Segments have 60 to 70 characters, lines with all systems of a segment have two, and JSON values, which are no
lines, as many entries. Formats with a name that ends with "+" are validated with `--against`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

SOURCE = "The old ship waits in the harbour until the wind turns to the west."
TARGETS = (
    "Das alte Schiff wartet im Hafen, bis der Wind nach Westen dreht.",
    "Ein altes Schiff liegt im Hafen, bis der Wind auf West springt.",
)
SYSTEMS = ("Snail", "Slug")
FAULTY = 10
"""With `--faults`, every line whose number divides by this has one."""


def listed(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def testset25(number: int, is_wrong: bool) -> str:
    name = f"en-de_DE_#_news_#_d{number}"
    texts = {"src_text": SOURCE, "prompt_instruction": "Translate."}
    domain = "speech" if is_wrong else "news"
    languages = {"src_lang": "en", "tgt_lang": "de_DE"}
    return listed(
        {"doc_id": name, "domain": domain, **languages, **texts, "refs": {"refA": {"ref": TARGETS[0]}}}
    )


def testset26(number: int, is_wrong: bool) -> str:
    name = f"WMT26_###_news_###_eng_Latn_###_deu_Latn_###_d{number}"
    domain = "speech" if is_wrong else "news"
    languages = {"src_lang": "eng_Latn", "tgt_lang": "deu_Latn"}
    return listed({"doc_id": name, "domain": domain, **languages, "src_text": SOURCE, "refs": {}})


def blindset26(number: int, is_wrong: bool) -> str:
    return listed({"doc_id": f"{number:07}-deu_Latn", "src_text": " " if is_wrong else SOURCE})


def system25(number: int, is_wrong: bool) -> str:
    name = f"en-de_DE_#_news_#_d{number}"
    return listed({"doc_id": name, "hypothesis": " " if is_wrong else TARGETS[0], "paragraphs_match": True})


def system26(number: int, is_wrong: bool) -> str:
    name = f"WMT26_###_news_###_eng_Latn_###_deu_Latn_###_d{number}"
    return listed({"doc_id": name, "hypothesis": "FAILED" if is_wrong else TARGETS[0], "metadata": {}})


def scores25(number: int, is_wrong: bool) -> str:
    scores = {"CometKiwi-XL": [0.71, 0.62], "XCOMET-XL": [0.8, 0.75], "MetricX-24-Hybrid-XL": [-2.5, -1.25]}
    if is_wrong:
        scores["CometKiwi-XL"][1] = None  # type: ignore[call-overload]
    name = {"language_pair": "en-de_DE", "domain": "news", "document_id": f"d{number}"}
    return listed({**name, "metric_scores": scores})


def humeval(number: int, is_wrong: bool) -> str:
    errors = [{"start_i": 4, "end_i": 7, "severity": "bad" if is_wrong else "minor"}]
    scores = {
        system: [{"score": 90.0 - place, "errors": errors * (not place), "annotator": "a", "times": [1, 2.5]}]
        for place, system in enumerate(SYSTEMS)
    }
    texts = dict(zip(SYSTEMS, TARGETS, strict=True))
    name = f"en-de_DE_#_news_#_d{number // 10}_#_{number % 10}"
    return listed({"scores": scores, "src_text": SOURCE, "tgt_text": texts, "doc_id": name})


def pearmut(number: int, is_wrong: bool) -> str:
    spans = [{"start_i": 4, "end_i": 70 if is_wrong else 7, "category": None, "severity": "minor"}]
    values = {
        system: {"score": 90 - place, "error_spans": spans * (not place), "textfield": None}
        for place, system in enumerate(SYSTEMS)
    }
    item = {
        "src": SOURCE,
        "tgt": dict(zip(SYSTEMS, TARGETS, strict=True)),
        "item_id": f"news_###_d{number}_###_0",
    }
    actions = [{"time": 1.5, "action": "load"}, {"time": 9.25, "action": "submit"}]
    return listed(
        {
            "user_id": f"u{number % 7}",
            "item_i": number,
            "actions": actions,
            "item": [item],
            "annotation": [values],
        }
    )


def esa(number: int, is_wrong: bool) -> str:
    score = 101 if is_wrong else 90
    spans = '"[{""start_i"": 4, ""end_i"": 7, ""severity"": ""minor""}]"' if number % 2 else "[]"
    return f"deu{number % 7},Snail,{number},TGT,eng,deu,{score},d{number // 10},False,{spans},17.5,18.25"


def da(number: int, is_wrong: bool) -> str:
    score = 101 if is_wrong else 90
    return f"deu{number % 7},Snail,{number},TGT,eng,deu,{score},d{number // 10},False,17.5,18.25"


def table_row(number: int, quote: str, *values: str) -> str:
    place, system = divmod(number, 2)
    names = (f"en-de_DE_#_news_#_d{place // 10}", str(place + 1), "en", "de_DE", "official", SYSTEMS[system])
    return "\t".join((*names, SOURCE, quote + TARGETS[system] + quote, TARGETS[0], "news", "ESA", *values))


def task1(number: int, is_wrong: bool) -> str:
    return table_row(number, "", "x" if is_wrong else f"{number % 100}.5")


def task2(number: int, is_wrong: bool) -> str:
    end = 99 if is_wrong else 7 + number % 50
    return table_row(number, "", *(("-1", "-1", "no-error") if number % 3 else ("4", str(end), "minor")))


def quoted_task2(number: int, is_wrong: bool) -> str:
    end = 99 if is_wrong else 7 + number % 50
    return table_row(number, '"', *(("-1", "-1", "no-error") if number % 3 else ("4", str(end), "minor")))


def test26(number: int, is_wrong: bool) -> str:
    name = f"official_###_eng_Latn_###_deu_Latn_###_news_###_d{number // 10}_###_{number % 10}"
    texts = dict(zip(SYSTEMS, (" " if is_wrong else TARGETS[0], TARGETS[1]), strict=True))
    return listed({"item_id": name, "src": SOURCE, "ref": {}, "hyps": texts})


def predictions26(number: int, is_wrong: bool) -> str:
    name = f"official_###_eng_Latn_###_deu_Latn_###_news_###_d{number // 10}_###_{number % 10}"
    error = {"start": 4, "end": 99 if is_wrong else 8, "severity": "minor", "category": "accuracy/addition"}
    marks = {"omission": None, "instruction_fault": None}
    spans = {system: {"errors": [error] * (not place), **marks} for place, system in enumerate(SYSTEMS)}
    return listed({"item_id": name, "task1_pred": spans, "task2_pred": dict.fromkeys(SYSTEMS, 87.5)})


def participants26(number: int, is_wrong: bool) -> str:
    track = "Open" if is_wrong else "Constrained open weights track"
    name = "System name (short, to be used in the overview paper)"
    return listed({name: f"S{number}", "Track": track, "Institution": "Harbour"})


def terminology25(_: int, is_wrong: bool) -> str:
    terms = {"ship": "" if is_wrong else "Schiff", "harbour": "Hafen"}
    return listed({"en": SOURCE, "de": TARGETS[0], "proper": terms, "random": {"wind": "Wind"}, "noterm": {}})


def terms26(number: int, is_wrong: bool) -> str:
    return f'"term {number}": {listed(["" if is_wrong else "Begriff"])}'


def texts26(_: int, is_wrong: bool) -> str:
    return listed(" " if is_wrong else SOURCE)


def samples26(_: int, is_wrong: bool) -> str:
    return listed({"eng": SOURCE, "deu": 1 if is_wrong else TARGETS[0]})


COLUMNS = (
    "doc_id\tsegment_id\tsource_lang\ttarget_lang\tset_id\tsystem_id\tsource_segment\thypothesis_segment\t"
    "reference_segment\tdomain_name\tmethod"
)
SPANS = "\tstart_indices\tend_indices\terror_types"

Line = Callable[[int, bool], str]
FORMATS: dict[str, tuple[Line, str, str, str]] = {
    "wmt25-testset": (testset25, "", "\n", ""),
    "wmt26-testset": (testset26, "", "\n", ""),
    "wmt26-blindset": (blindset26, "", "\n", ""),
    "wmt25-system": (system25, "", "\n", ""),
    "wmt25-system+": (system25, "", "\n", ""),
    "wmt26-system": (system26, "", "\n", ""),
    "wmt25-scores": (scores25, "", "\n", ""),
    "wmt-humeval": (humeval, "", "\n", ""),
    "pearmut": (pearmut, "", "\n", ""),
    "esa": (esa, "", "\n", ""),
    "da": (da, "", "\n", ""),
    "wmt25-mteval (task 1)": (task1, f"{COLUMNS}\toverall\n", "\n", ""),
    "wmt25-mteval (task 2)": (task2, f"{COLUMNS}{SPANS}\n", "\n", ""),
    "wmt25-mteval (task 2, quoted)": (quoted_task2, f"{COLUMNS}{SPANS}\n", "\n", ""),
    "wmt25-mteval (task 2)+": (task2, f"{COLUMNS}{SPANS}\n", "\n", ""),
    "wmt26-mteval-test": (test26, "", "\n", ""),
    "wmt26-mteval": (predictions26, "", "\n", ""),
    "wmt26-mteval+": (predictions26, "", "\n", ""),
    "wmt26-participants": (participants26, "", "\n", ""),
    "wmt25-terminology": (terminology25, "", "\n", ""),
    "wmt26-terms": (terms26, '{"proper": {', ",\n", '}, "random": {}}'),
    "wmt26-texts": (texts26, "[", ",\n", "]"),
    "wmt26-samples": (samples26, "[", ",\n", "]"),
}
"""Format -> line or entry, what stands in front of all, between and behind them."""

INPUTS: dict[str, tuple[Line, str]] = {
    "wmt25-system+": (testset25, ""),
    "wmt25-mteval (task 2)+": (lambda number, _: table_row(number, ""), f"{COLUMNS}\n"),
    "wmt26-mteval+": (test26, ""),
}
"""Format -> line, and header, of the input that it is validated against."""


def written(path: Path, line: Line, n_lines: int, faults: bool, frame: tuple[str, str, str]) -> Path:
    """Writes a file and returns its path."""
    begin, between, end = frame

    def entries() -> Iterator[str]:
        yield begin
        for number in range(n_lines):
            yield (
                (between if number and between != "\n" else "")
                + line(number, faults and number % FAULTY == FAULTY - 1)
                + ("\n" if between == "\n" else "")
            )
        yield end

    with path.open("w", encoding="utf-8") as file:
        file.writelines(entries())
    return path


def measured(words: list[str]) -> tuple[float, float]:
    """Runs `parbleu` with some words; returns the seconds of the processor, and the most memory in MiB."""
    command = [sys.executable, "-m", "parbleu", *words]
    nothing = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
    process = os.posix_spawn(command[0], command, os.environ, file_actions=nothing)
    _, status, usage = os.wait4(process, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with status {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.validation", description=__doc__)
    parser.add_argument("--lines", type=int, default=1_000_000, help="of each file (default: 1000000)")
    parser.add_argument("--only", nargs="+", default=(), metavar="FORMAT", help="beginnings of formats")
    parser.add_argument("--faults", action="store_true", help="a fault in every tenth line")
    options = parser.parse_args()
    print(f"{'format':<32}{'MB':>7}{'seconds':>9}{'MiB':>7}")
    for name, (line, *frame) in FORMATS.items():
        if options.only and not name.startswith(tuple(options.only)):
            continue
        with tempfile.TemporaryDirectory() as folder:
            format_name = name.partition(" ")[0].rstrip("+")
            path = Path(folder, "file.ende.proper.jsonl" if name == "wmt25-terminology" else "file")
            written(path, line, options.lines, options.faults, (frame[0], frame[1], frame[2]))
            words = ["wmt", "validate", str(path), "-q", "-f", "csv"]
            if name in INPUTS:
                source, header = INPUTS[name]
                given = written(Path(folder, "input"), source, options.lines, False, (header, "\n", ""))
                words += ["--against", str(given)]
            words += ["--from", format_name]
            seconds, memory = measured(words)
            print(f"{name:<32}{path.stat().st_size / 1e6:7.0f}{seconds:9.1f}{memory:7.0f}", flush=True)


if __name__ == "__main__":
    main()
