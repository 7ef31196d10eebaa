"""`parbleu check-paper`: a checklist for the scores of one table of a paper, by the results behind it."""

from __future__ import annotations

from parbleu._base.wording import counted
from parbleu._cli.shell.command import CheckCommand
from parbleu._cli.shell.console import Console
from parbleu._cli.shell.evalset_options import named_values
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.result_output import show_lines
from parbleu._comparison import paper_checks
from parbleu._comparison.paper_checks import KINDS_OF_REFERENCES, NOT_STATED


@CheckCommand(
    "RESULT... [--optimized SYSTEM=METRIC...] [--references-made-by KIND] [-f FORMAT] [-o FILE]",
    "Checks the saved results behind one table of a paper: one metric only, no test of significance, scores\n"
    "without a signature, settings or test sets that differ, systems that optimize a metric of the table,\n"
    "references made by machine. Each finding has a sentence that the paper could print. The exit status is\n"
    "0 if there is no problem, 1 if there is one, and 2 if a file cannot be read.",
    """\
  parbleu check-paper result.json
  parbleu check-paper ours.json theirs.json --references-made-by human --optimized ours=COMET baseline=none
  parbleu check-paper result.json --models COMET=Unbabel/wmt22-comet-da -f markdown -o checklist.md""",
    Option(
        "results",
        "files of parbleu score -f json, or of sacreBLEU's JSON; - for standard input",
        many="*",
        metavar="NAME",
        reads="FILE",
    ),
    Option(
        "--optimized",
        "what systems were tuned, reranked, decoded or trained with: SYSTEM=METRIC,METRIC or SYSTEM=none",
        many="+",
        metavar="SYSTEM=METRIC",
    ),
    Option(
        "--models",
        "the model and version that computed the scores of another tool",
        many="+",
        default=(),
        metavar="METRIC=MODEL",
    ),
    Option(
        "--references-made-by",
        "who made the references",
        choices=KINDS_OF_REFERENCES,
        metavar="KIND",
        dest="references",
        unlisted="--references",
    ),
    Option("--human-evaluation", "the paper has a human evaluation besides", bool),
    tables="findings",
)
def check_paper(arguments: Arguments, console: Console) -> int:
    """Runs the command; returns the exit status: 1 if there is a problem."""
    optimized = None
    if arguments.optimized is not None:
        named = named_values(arguments.optimized, "optimized")
        optimized = {
            system: () if metrics == "none" else metrics.split(",") for system, metrics in named.items()
        }
    result = paper_checks.check_paper(
        arguments.results,
        optimized=optimized,
        models=named_values(arguments.models, "models"),
        references=arguments.references,
        human_evaluation=arguments.human_evaluation,
    )
    show_lines(map(str, result.found), result, arguments, console)
    problems = counted(len(result.problems), "problem") if result.problems else "no problem"
    open_points = sum(finding.status == NOT_STATED for finding in result.found)
    console.inform(f"{counted(len(result.scores), 'score')}: {problems}, {open_points} not stated")
    return 1 if result.problems else 0
