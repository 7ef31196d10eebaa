"""Calls everything about test sets in a filled cache, and prints the answers as JSON.

`SACREBLEU=CACHE python testset_calls.py sacrebleu`, or with the face's name.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from importlib import import_module
from typing import Any

PAIRS = [
    *[(name, "en-de") for name in ("wmt17", "wmt18", "wmt19", "wmt22", "wmt23", "wmt24")],
    *[("mtnt2019", "en-fr"), ("iwslt17", "en-fr"), ("nope", "en-de"), ("wmt17", "xx-yy")],
]
FIELDS = [["src"], ["src", "ref"], ["all"], ["nofield"], ["all", "src"]]


def answer(call: Any, *args: Any, **named: Any) -> Any:
    with contextlib.redirect_stdout(io.StringIO()) as output:
        try:
            found = call(*args, **named)
            found = list(found) if hasattr(found, "__next__") else found
        except SystemExit as done:
            found = ["exit", done.code]
        except Exception as problem:
            # Which of an error's classes is what programs may look at.
            found = ["error", str(problem) if type(problem) is Exception else "another"]
    text = json.dumps([found, output.getvalue()])
    return json.loads(text.replace(os.environ["SACREBLEU"], "CACHE"))


def main(package: str) -> dict[str, Any]:
    top, utils = import_module(package), import_module(f"{package}.utils")
    found: dict[str, Any] = {}
    for name, langpair in PAIRS:
        for call in ("get_source_file", "get_reference_files", "get_files", "download_test_set"):
            found[f"{call} {name} {langpair}"] = answer(getattr(utils, call), name, langpair)
        for fields in FIELDS:
            found[f"print {name} {langpair} {fields}"] = answer(utils.print_test_set, name, langpair, fields)
        if name in ("wmt17", "wmt22") and "xx" not in langpair:
            systems = [["a", "b", "c"], ["d", "e", "f"]]
            for filters in ({"origlang": "en"}, {"origlang": None}, {"origlang": "non-en"}):
                found[f"filter {name} {filters}"] = answer(
                    utils.filter_subset, systems, name, langpair, **filters
                )
                found[f"echo {name} {filters}"] = answer(
                    utils.print_test_set, name, langpair, ["src"], **filters
                )
            found[f"origlangs {name}"] = answer(utils.get_available_origlangs, name, langpair)
        if name in top.DATASETS:
            dataset = top.DATASETS[name]
            for method in (
                *("fieldnames", "source", "references", "__iter__", "get_files", "get_source_file"),
                *("get_reference_files", "_get_langpair_metadata"),
            ):
                found[f"{name}.{method} {langpair}"] = answer(getattr(dataset, method), langpair)
            found[f"{name} path"] = answer(dataset._get_txt_file_path, langpair, "ref:A")
            found[f"{name} archive"] = answer(dataset._get_tarball_filename, "http://x/y/z.tgz")
    found["subsets"] = answer(utils.get_available_subsets, "wmt18,wmt19", "en-de")
    found["echo US"] = answer(utils.print_test_set, "wmt19", "en-de", ["src"], subset="US")
    return found


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))
