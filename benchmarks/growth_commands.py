"""Lists the commands whose cost benchmarks.growth measures, and those that read nothing that grows."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.groups.evalsets import NAME, PAIR
from parbleu._cli.command_tree import walk

SET = f"-t {NAME} -l {PAIR} --data"
TEXTS = "{ref} -i {hyps}"


@dataclass(frozen=True)
class Row:
    """A command line that is measured.

    Attributes:
        words: the command line; what stands in braces is a method of `growth_files.Files`.
        sizes: the units that its input grows by, such as "segments systems^2" where it compares all pairs
            of systems, so that its work is their square.
    """

    words: str
    sizes: str = "segments"

    @property
    def work(self) -> dict[str, int]:
        """Unit -> exponent of the work."""
        parts = [part.partition("^") for part in self.sizes.split()]
        return {unit: int(exponent or 1) for unit, _, exponent in parts}


BOTH = "segments systems"
PAIRS = "segments systems^2"
ROWS = {
    "score, BLEU": Row("score {ref} -i {hyp} -b"),
    "score, chrF": Row("score {ref} -i {hyp} -m chrf -b"),
    "score, TER": Row("score {ref} -i {hyp} -m ter -b"),
    "score, of each segment": Row("score {ref} -i {hyp} -sl -b"),
    "score, columns of a table": Row("score {table} --hyp hyp --ref ref -b"),
    "score, systems": Row(f"score {TEXTS} -b", "systems"),
    "score, intervals": Row("score {ref} -i {hyp} --confidence"),
    "score, paired bootstrap": Row(f"score {TEXTS} --paired-bs", BOTH),
    "score, paired randomization": Row(f"score {TEXTS} --paired-ar", BOTH),
    "score, all pairs": Row(f"score {TEXTS} --paired-bs --all-pairs", "systems^2"),
    "score, language pairs": Row("score -t many --hyps {outputs}", "systems"),
    "merge, paired bootstrap": Row("merge {shards} --paired-bs", BOTH),
    "gate": Row("gate {hyps} --ref {ref}"),
    "power segments": Row(f"power segments {TEXTS}"),
    "power human": Row("power human {ratings} --difference 1", f"{PAIRS} raters"),
    "check": Row("check {hyps} --parallel", BOTH),
    "check-paper": Row("check-paper {saved}", "systems"),
    "data show": Row("data show {cached}"),
    "data plan": Row("data plan {test_set}"),
    "data get, WMT's XML": Row("data get {test_set}"),
    "data import": Row("data import {download}"),
    "data path": Row(f"data path {{cached}} {PAIR}"),
    "data verify": Row("data verify {cached}"),
    "meta list": Row(f"meta list -t {NAME} --data {{set}}", "segments systems metrics"),
    "meta show": Row(f"meta show {SET} {{set}}", "segments systems metrics"),
    "meta show, texts": Row(f"meta show --texts src ref --hypotheses {SET} {{set}} -o {{out}}", BOTH),
    "meta scores": Row(
        f"meta scores --level segment -f tsv {SET} {{set}} -o {{out}}", "segments systems metrics"
    ),
    "meta correlate": Row(f"meta correlate {{metric}} {SET} {{set}}", BOTH),
    "meta compare": Row(f"meta compare {{metrics}} {SET} {{set}}", BOTH),
    "meta matrix, systems": Row(f"meta matrix {SET} {{set}}", "segments systems metrics^2"),
    "meta matrix, segments": Row(f"meta matrix --level segment {SET} {{set}}", "segments systems metrics^2"),
    "meta run": Row(f"meta run wmt24 {SET} {{set}} --all", "segments systems^2 metrics^2"),
    "meta score": Row(f"meta score {SET} {{set}} --overwrite", BOTH),
    "meta import": Row(f"meta import {{parts}} {SET} {{out}}", "segments systems metrics"),
    "human scores": Row("human scores {ratings}", f"{PAIRS} raters"),
    "human scores, of each segment": Row("human scores {ratings} --level segment -o {out}", BOTH),
    "human agreement": Row("human agreement {ratings}", f"{BOTH} raters^2"),
    "human raters": Row("human raters {ratings}", f"{BOTH} raters"),
    "human show": Row("human show {ratings} -o {out}", BOTH),
    "human evalset": Row(f"human evalset {{ratings}} --references sys0 {SET} {{out}}", BOTH),
    "human convert ratings": Row(
        "human convert ratings {ratings} --to standalone --into {out} --overwrite", BOTH
    ),
    "human convert standalone-to-evalset": Row(
        f"human convert standalone-to-evalset {{standalone}} {SET} {{rated}} --into {{out}}", BOTH
    ),
    "human convert evalset-to-standalone": Row(
        f"human convert evalset-to-standalone {{collection}} {SET} {{rated}} --into {{out}}", BOTH
    ),
    "human convert score-mqm": Row("human convert score-mqm {ratings} -f tsv -o {out}", BOTH),
    "human convert verify-scores": Row(
        f"human convert verify-scores {SET} {{set}}", "segments systems metrics"
    ),
    "human codalab": Row("human codalab {submission}", BOTH),
    "wmt validate": Row("wmt validate {ratings}", BOTH),
    "wmt rank": Row("wmt rank {ratings} --rule wmt24-micro", f"{PAIRS} raters"),
    "analyze words": Row(f"analyze words {TEXTS}", BOTH),
    "analyze words, by case": Row(f"analyze words {TEXTS} --by case"),
    "analyze segments": Row(f"analyze segments {TEXTS}", BOTH),
    "align": Row("align {hyp} --ref {ref}"),
    "edits": Row(f"edits {TEXTS}"),
    "analyze ngrams": Row(f"analyze ngrams {TEXTS}"),
    "analyze examples": Row(f"analyze examples {TEXTS} --by spread", BOTH),
    "analyze errors": Row(f"analyze errors {TEXTS}", BOTH),
    "analyze errors, of ratings": Row("analyze errors --ratings {ratings}", BOTH),
    "analyze data": Row(f"analyze data {TEXTS}", BOTH),
    "exposure, lines of training data": Row("study exposure {thousand} --train {ref}"),
    "exposure, segments of the test set": Row("study exposure {hyp} --train {thousand}"),
    "exposure, systems": Row("study exposure {ref} -i {hyps} --train {thousand}", "systems"),
    "study permutations": Row(f"study permutations {TEXTS}", BOTH),
    "study runs": Row(f"study runs {TEXTS} {{hyps}} --names {{names}} --runs {{runs}}", PAIRS),
    "study select": Row(f"study select {TEXTS} --size 100 -o {{out}}", BOTH),
    "study tokenization": Row(f"study tokenization {TEXTS}", PAIRS),
    "mbr, chrF": Row("nbest mbr {lists} -o {out}", "segments candidates^2"),
    "nbest oracle": Row("nbest oracle {lists} {ref}", "segments candidates"),
    "nbest rescore": Row("nbest rescore {lists} {ref} -o {out}", "segments candidates"),
    "report": Row(f"report {TEXTS} -o {{out}}", PAIRS),
    "convert sgm, SGML": Row("convert {sgm} --systems A -o {out}"),
    "convert sgm, WMT's XML": Row("convert {xml} --systems sys0 -o {out}", BOTH),
    "translate, by cat": Row("translate {ref} --engine command --command cat -o {out} --overwrite"),
}
"""What is measured, in the order in which `parbleu --help` lists the commands: name -> command line."""

NOTHING = (
    *("power difference", "data list", "data cite", "meta download", "cite", "completion", "doctor"),
    *(
        "wmt run",
        "wmt spans",
        "wmt labels",
        "wmt edits",
        "wmt compression",
        "wmt autorank",
        "wmt terminology",
    ),  # thin around functions, which are measured
    *("scorer list", "scorer show", "scorer check", "scorer cache", "scorer install", "scorer remove"),
)
"""Commands that read nothing that grows: only what is installed, or they fetch what is always the same."""


def without_row() -> list[str]:
    """Commands that are neither measured nor among those that read nothing that grows."""
    commands = [" ".join(node.words) for node in walk() if node.command is not None]
    lines = [f"{row.words} " for row in ROWS.values()]
    return [
        name
        for name in commands
        if name not in NOTHING and not any(line.startswith(f"{name} ") for line in lines)
    ]
