"""`parbleu human convert verify-scores`: checks a file of scores, or a whole evaluation set."""

from __future__ import annotations

from parbleu.cli.human.convert.shared import EVALSET, Converter, evalset_of
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.options import Option
from parbleu.evalset.evaluation_set import EvalSet
from parbleu.evalset.levels import LEVELS
from parbleu.evalset.score_checks import check_size
from parbleu.evalset.score_files import read_scores
from parbleu.human.rating_files import write_lines

COMMAND = Converter(
    "Checks that a file of scores fits an evaluation set; without a file, that all of the set is right.",
    ("test_set", "language_pair"),
    Option(("--scores_file",), "scores_file", "BASE-REFS.LEVEL.score; PAIR.NAME.LEVEL.score", metavar="FILE"),
    Option(("--human_scores",), "human_scores", "they are human scores, not a metric's", bool, default=False),
    *EVALSET,
    Option(("--repair",), "repair", "gets the scores, with zeros for systems that lack them", metavar="FILE"),
)


def run(words: list[str], console: Console) -> int:
    """Runs the converter; returns the exit status.

    Raises:
        CommandError: the file is not named as it should be.
        ParbleuError: something is wrong in the file or the set.
    """
    values = COMMAND.read(words, console.program)
    evalset, path = evalset_of(values), values["scores_file"]
    if path is None:
        evalset.read_all()
    elif values["human_scores"]:
        _check_human(evalset, path)
    else:
        _check_metric(evalset, path, values["repair"], console)
    return 0


def _check_human(evalset: EvalSet, path: str) -> None:
    words = path.rpartition("/")[2].split(".")
    if len(words) < 4 or words[-1] != "score" or words[-2] not in LEVELS or words[0] != evalset.lp:
        raise CommandError(f"{path}: the name of a file of human scores is {evalset.lp}.NAME.LEVEL.score")
    level = words[-2]
    scores = read_scores(path, evalset.domain_names if level == "domain" else None)
    check_size(scores, path, evalset.sys_names, level, evalset.n_items(level))


def _check_metric(evalset: EvalSet, path: str, repaired: str | None, console: Console) -> None:
    (name,) = evalset.add_metrics_from(path, repair=repaired is not None, replace=True)
    if repaired is None:
        return
    level = path.rsplit(".", 2)[1]
    scores = evalset.scores(level, name)
    domains = evalset.domain_names if level == "domain" else ("",)
    rows = scores.to_lists()
    lines = [
        "\t".join([*filter(None, [domain]), system, "0" if system in scores.zero_filled else str(score)])
        for place, domain in enumerate(domains)
        for system, row in rows.items()
        for score in (row[place : place + 1] if level == "domain" else row)
    ]
    if scores.zero_filled:
        console.show(f"Added dummy scores (0s) for missing outputs: {list(scores.zero_filled)}")
    write_lines(repaired, lines)
