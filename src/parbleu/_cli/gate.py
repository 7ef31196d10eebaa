"""`parbleu gate`: tests whether a candidate is worse than the system in use; its exit status tells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import parbleu
from parbleu._base.known_names import check_name
from parbleu._cli.analyze.analysis_options import LABELS, SOURCE, read_scored_texts
from parbleu._cli.shell.bleu_options import bleu_options, metrics_option, refuse_bleu_options
from parbleu._cli.shell.command import CheckCommand
from parbleu._cli.shell.console import CommandError, Console
from parbleu._cli.shell.corpus_options import (
    ENCODING,
    LANGUAGE_PAIR,
    N_SAMPLES,
    NORMALIZE,
    NUM_REFS,
    ORIGLANG,
    REF_ENCODING,
    REGION,
    SCORES,
    SEED,
    SUBSET,
    TAGS,
    TEST_SET,
    THREADS,
    TRAIN,
    UNITS_LEFT_OUT,
    check_joint,
    check_once,
    label_files,
    p_columns_option,
    read_resampling,
)
from parbleu._cli.shell.look_options import LOOK_OPTIONS, sequential_design
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.result_output import limits
from parbleu._cli.shell.table_options import (
    DOCUMENT,
    DOMAIN,
    HYP,
    SCORE,
    SEGMENT_ID,
    SYSTEM,
    reads_table,
    table_columns,
)
from parbleu._cli.shell.training_options import measured_exposure
from parbleu._comparison.gate_result import CANNOT_COMPARE, WORSE, Gate
from parbleu._comparison.regression_gate import SYSTEMS, cannot_compare
from parbleu._comparison.resampled_scores import explanation_options
from parbleu._core import Segments
from parbleu._inputs.text_columns import ColumnStream, in_one_order, shown_key
from parbleu.analysis._analysis_input import ComparedTexts
from parbleu.errors import ParbleuError
from parbleu.scale._saved_results import gate_saved
from parbleu.text._table_files.table_opening import arrow_kind, first_bytes

STATUSES = {WORSE: 1, CANNOT_COMPARE: 2}
UNTRUSTED = 2
TWO_FILES = "name two files: the system in use, and the candidate; references stand behind --ref"


@CheckCommand(
    "{BASE CANDIDATE {--ref REF... | -t SET -l PAIR} | TABLE | SAVED [SAVED]} [option...]",
    "Tests whether a candidate is worse than the system in use. The exit status is 0 if it is better, or if\n"
    "there is no evidence of a loss, or an allowed one; 1 if it is worse; 2 if the two cannot be compared,\n"
    "or with --fail-on-warning if there is a warning.",
    """\
  parbleu gate base.txt candidate.txt --ref ref.txt
  parbleu gate base.txt candidate.txt --ref ref.txt -m chrf bleu --max-drop chrf=0.3,bleu=0.5
  parbleu gate base.txt candidate.txt --ref ref.txt --labels domain=domains.txt --by domain
  parbleu gate base.txt candidate.txt --ref ref.txt -f markdown -o summary.md
  parbleu gate base.txt candidate.txt --ref ref.txt --source src.txt --explain --train train.src train.tgt
  parbleu gate base.jsonl candidate.jsonl --hyp mt --ref ref.txt
  parbleu gate outputs.parquet --hyp base candidate --ref ref --domain domain --by domain
  parbleu score ref.txt -i base.txt -m chrf bleu --statistics base.parquet
  parbleu gate base.parquet candidate.parquet""",
    Option(
        "files",
        "the output of the two systems; or a table, with --hyp; or saved results, one file or two: what "
        "`parbleu score -sl -f json`, `parbleu score --statistics` or comparison.save(file) writes",
        many="*",
        metavar="FILE",
        reads="TABLE",
    ),
    Option(
        "--ref -r",
        "reference files; or the table's columns of references",
        many="+",
        default=(),
        dest="refs",
        metavar="REF",
        reads="FILE or COLUMN",
        unlisted="--references",
    ),
    HYP,
    SYSTEM,
    SEGMENT_ID,
    DOCUMENT,
    DOMAIN,
    SCORE,
    Option(
        "--systems",
        "the system in use and the candidate, of a table with --system or of saved results of several",
        many="+",
        metavar="SYSTEM",
    ),
    metrics_option(
        "metrics to compute (default: chrf)", ("chrf",), spelling="--metrics --metric -m", scorers=True
    ),
    NORMALIZE,
    SCORES,
    Option(
        "--max-drop",
        "the loss that is allowed, in points: N, or by metric as chrf=0.3,bleu=0.5 (default: 0)",
        limits,
        default=0.0,
        metavar="N",
    ),
    Option("--alpha", "level of significance of all tests together (default: 0.05)", float, default=0.05),
    Option(
        "--power",
        "how likely the smallest loss that is reported would be blocked (default: 0.8)",
        float,
        default=0.8,
    ),
    LABELS,
    Option(
        "--by",
        "also test each group of segments with the same values of these labels",
        many="+",
        default=(),
        metavar="LABEL",
    ),
    Option(
        "--test",
        "how the systems are tested (default: bootstrap)",
        default="bootstrap",
        choices=("bootstrap", "randomization"),
    ),
    N_SAMPLES,
    p_columns_option("bh", "by", "joint"),
    Option(
        "--fail-on-warning",
        "exit with 2 if there is a warning, or if normalized texts have another outcome: then the outcome "
        "cannot be trusted",
        bool,
    ),
    Option("--explain", "also what each difference means, as in parbleu score", bool),
    REGION,
    TRAIN,
    SOURCE,
    *LOOK_OPTIONS,
    TEST_SET,
    LANGUAGE_PAIR,
    ORIGLANG,
    SUBSET,
    UNITS_LEFT_OUT,
    TAGS,
    NUM_REFS,
    ENCODING,
    REF_ENCODING,
    *bleu_options("tokenize", "lowercase", "force"),
    SEED,
    THREADS,
    next_step="parbleu analyze examples shows the segments that differ most",
    tables="outcome tests answers effects",
    common="--ref -t -l -m --max-drop --by --explain --fail-on-warning -f -o",
)
def gate(arguments: Arguments, console: Console) -> int:
    """Tests a candidate; returns 0, 1 for a loss, 2 if the systems cannot be compared."""
    files = arguments.files
    if not files or (len(files) > 2 and not reads_table(arguments)):
        raise CommandError(TWO_FILES)
    if arguments.systems is not None and len(arguments.systems) != 2:
        raise CommandError("--systems takes two names: the system in use, and the candidate")
    check_once("--systems", arguments.systems or ())
    if arguments.fail_on_warning and (arguments.quiet or arguments.force):
        raise CommandError("--fail-on-warning needs the warnings that -q and --force leave out")
    check_once("--by", arguments.by)
    label_files(arguments.labels or ())  # refuses what names no files
    check_joint(arguments)
    warnings: list[str] = []
    try:
        decision = console.record(warnings, lambda: _judged(arguments))
    except ParbleuError as problem:
        decision = cannot_compare(" ".join(str(problem).split()))
    gate.show(decision, arguments, console)
    if arguments.fail_on_warning and (warnings or not decision.is_trusted):
        return UNTRUSTED
    return STATUSES.get(decision.outcome, 0)


def _judged(arguments: Arguments) -> Gate:
    explanation = explanation_options(arguments.explain, arguments.region)
    options: dict[str, Any] = arguments.chosen("max_drop")
    options |= {"resampling": read_resampling(arguments), "design": sequential_design(arguments)}
    in_table = reads_table(arguments)
    has_columns = in_table or arguments.present("hyp_columns")
    if not has_columns and all(map(_is_saved, arguments.files)):
        if any(arguments.present("refs", "test_set", "scores", "by", "train", "leave_out").values()):
            raise CommandError(
                "saved results need no references, and take no --scores, --by, --train and --leave-out"
            )
        explain = explanation or False
        return gate_saved(*arguments.files, systems=arguments.systems, explain=explain, **options)
    if not arguments.refs and arguments.test_set is None:
        raise CommandError(
            "name the references, --ref REF, or a test set: -t SET -l PAIR (saved results, such as two files "
            "of scores, BASE.json and CANDIDATE.json, need none)"
        )
    if in_table:
        named = {"references": arguments.files, "columns": table_columns(arguments, arguments.refs)}
    elif len(arguments.files) != 2:
        raise CommandError(TWO_FILES)
    else:
        named = {"systems": arguments.files, "names": SYSTEMS}
    columns = getattr(arguments, "ref_columns", ())  # of both tables
    if columns:
        named["references"] = arguments.files[:1]
    refuse_bleu_options(arguments, arguments.metrics)
    texts, metrics = read_scored_texts(arguments, shows_words=False, more_labels=arguments.by, **named)
    if columns:
        _check_same_references(texts.references, arguments, columns)
    base, candidate = _chosen(texts, arguments.systems)
    roles = dict(zip(SYSTEMS, (base, candidate), strict=True))
    if arguments.train is not None:
        explain = arguments.explain
        exposed = measured_exposure(
            arguments.train, texts.source, texts.references, explain=explain, threads=arguments.threads
        )
        explanation = explanation_options(explain, arguments.region, exposed.seen)
    return parbleu.gate(
        texts.systems[base],
        texts.systems[candidate],
        texts.references,
        [*metrics, *(scores.renamed(roles) for scores in texts.scores.values())],
        by=_groups(texts, arguments.by),
        explain=explanation or False,
        **options,
    )


def _check_same_references(first: Sequence[Segments], arguments: Arguments, columns: Sequence[str]) -> None:
    """Refuses a second table whose references are not those of the first one, row by row or by their key."""
    key, path = getattr(arguments, "key_columns", ()), arguments.files[1]
    tables = [
        ColumnStream(file, columns, arguments.encoding, are_references=True, key=key)
        for file in (arguments.files if key else [path])
    ]
    if key:
        in_one_order(tables)
    second = tables[-1].rest()
    one, other = (list(zip(*(side.to_list() for side in sides), strict=True)) for sides in (first, second))
    if one != other:
        rows = enumerate(zip(one, other, strict=False), 1)
        number = next(
            (number for number, (mine, theirs) in rows if mine != theirs), min(len(one), len(other))
        )
        if key:
            name = shown_key(list(tables[0].keys)[number - 1])
            raise CommandError(f"{path}: the reference of the segment {name} is not that of the other table")
        raise CommandError(
            f"{path}: the references in row {number} are not those of the other table: rows of the same "
            "segments have to stand in the same order, or --segment-id names the column of their key"
        )


def _groups(texts: ComparedTexts, labels: tuple[str, ...]) -> dict[str, list[str | None]]:
    """Returns the group of each segment, by the names of its labels; segments without one have none."""
    groups = zip(*(texts.label(label) for label in labels), strict=True)
    joined = [None if None in group else ", ".join(map(str, group)) for group in groups]
    return {", ".join(labels): joined} if labels else {}


def _is_saved(path: str) -> bool:
    """Returns whether a file is JSON or Parquet, and no text."""
    return path.endswith(".json") or (not Path(path).is_dir() and bool(arrow_kind(first_bytes(path))))


def _chosen(texts: ComparedTexts, systems: tuple[str, ...] | None) -> tuple[str, str]:
    """Returns the names of the system in use and of the candidate."""
    names = list(texts.systems)
    if systems is not None:
        for name in systems:
            check_name("system", name, names)
        return systems[0], systems[1]
    if len(names) != 2:
        raise CommandError(
            f"a gate compares two systems, and here are {len(names)}: {', '.join(names)}; choose by "
            "--systems BASE CANDIDATE"
        )
    return names[0], names[1]
