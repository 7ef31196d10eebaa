"""`parbleu analyze errors`: sorts errors into classes, by edits or by what people and metrics marked."""

from __future__ import annotations

from parbleu.analysis.classified_errors import AUTO, BASE_FORMS, BaseForms, error_classes
from parbleu.analysis.counted_spans import PROPERTIES, span_counts
from parbleu.analysis.overlapping_spans import span_overlap
from parbleu.analysis.score_parts import PARTS, error_shares
from parbleu.cli.analyze.analysis_options import TEXT_OPTIONS, named_file, read_texts
from parbleu.cli.human.rating_options import FROM
from parbleu.cli.shell.command import Arguments, Command
from parbleu.cli.shell.console import CommandError, Console
from parbleu.cli.shell.corpus_options import ALPHA, SEED, THREADS
from parbleu.cli.shell.options import Option
from parbleu.cli.shell.result_output import RESULT_OPTIONS, show_result
from parbleu.human.rating_files import read_ratings
from parbleu.io.line_streams import read_lines
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES

COMMAND = Command(
    "{REF... -i HYP... | --ratings FILE...} [--by WHAT] [--overlap] [-f FORMAT] [-o FILE]",
    "Sorts the wrong words of systems into inflection, order, missing, extra and lexical choice, by edits;\n"
    "or with --ratings the errors that people and metrics marked, by severity, category, system, rater.",
    """\
  parbleu analyze errors ref.txt -i a.txt b.txt
  parbleu analyze errors ref.txt -i a.txt --base-form-files a=a.lemmas reference=ref.lemmas
  parbleu analyze errors --ratings mqm.tsv
  parbleu analyze errors --ratings mqm.tsv --by severity rater
  parbleu analyze errors --ratings mqm.tsv --parts slice --scheme marot
  parbleu analyze errors --ratings mqm.tsv --overlap
  parbleu analyze errors --ratings mqm.tsv --metric-spans xcomet.json""",
    *TEXT_OPTIONS,
    Option(
        "--base-forms",
        f"what words of one lemma share: {', '.join(BASE_FORMS)} (default: {AUTO}: the first four "
        "characters, unless the script has no suffixes)",
        default=AUTO,
        choices=BASE_FORMS,
    ),
    Option(
        "--base-form-files",
        "base forms instead, one for each word: NAME=FILE for each system and reference",
        many="+",
        metavar="NAME=FILE",
    ),
    Option("--n-samples -n", "samples of the bootstrap; 0 for none (default: 1000)", int, metavar="N"),
    Option("--all-pairs", "test all pairs of systems, not only the first against the others", bool),
    ALPHA,
    SEED,
    Option("--ratings", "files of marked errors, in any format of parbleu human", many="+", metavar="FILE"),
    FROM,
    Option(
        "--by",
        "count marked errors by these (default: system severity category)",
        many="+",
        choices=PROPERTIES,
    ),
    Option(
        "--parts",
        "split the scores of marked errors into parts, and compare the parts of the systems",
        choices=PARTS,
    ),
    Option(
        "--scheme",
        "how marked errors count, as for parbleu human (default: mqm)",
        default="mqm",
        metavar="SCHEME",
    ),
    Option("--overlap", "compare what each two raters marked, by characters", bool),
    Option("--metric-spans", "compare what raters marked with what a metric did", many="+", metavar="FILE"),
    THREADS,
    *RESULT_OPTIONS,
)


def run(words: list[str], console: Console) -> int:
    """Runs the command; returns the exit status."""
    arguments = COMMAND.read(words, console)
    if arguments.ratings is not None:
        _show_spans(arguments, console)
        return 0
    for name, value in (
        *(("--by", arguments.by), ("--parts", arguments.parts), ("--overlap", arguments.overlap or None)),
        ("--metric-spans", arguments.metric_spans),
    ):
        if value is not None:
            raise CommandError(f"{name} needs marked errors: add --ratings FILE", status=2)
    found = error_classes(
        read_texts(arguments),
        base_forms=_base_forms(arguments),
        n_samples=BOOTSTRAP_SAMPLES if arguments.n_samples is None else arguments.n_samples,
        all_pairs=arguments.all_pairs,
        seed=arguments.seed,
        alpha=arguments.alpha,
        threads=arguments.threads,
    )
    show_result(found, arguments, console)
    return 0


def _base_forms(arguments: Arguments) -> BaseForms:
    if arguments.base_form_files is None:
        name: str = arguments.base_forms
        return name
    files = [named_file(word, "--base-form-files takes NAME=FILE") for word in arguments.base_form_files]
    return {name: read_lines(path) for name, path in files}


def _show_spans(arguments: Arguments, console: Console) -> None:
    """Shows the analysis of marked errors that a command line asks for."""
    if arguments.refs or arguments.input:
        raise CommandError(
            "--ratings takes no references and no systems: files of ratings contain the texts", status=2
        )
    asked = [
        name
        for name, value in (
            *(("--by", arguments.by), ("--parts", arguments.parts), ("--overlap", arguments.overlap or None)),
            ("--metric-spans", arguments.metric_spans),
        )
        if value is not None
    ]
    if len(asked) > 1:
        raise CommandError(f"choose one of {' and '.join(asked)}", status=2)
    judgements = read_ratings(arguments.ratings, arguments.from_format, language_pair=arguments.language_pair)
    if arguments.overlap:
        show_result(span_overlap(judgements), arguments, console)
    elif arguments.metric_spans is not None:
        predictions = read_ratings(arguments.metric_spans, language_pair=arguments.language_pair)
        show_result(span_overlap(judgements, predictions), arguments, console)
    elif arguments.parts is not None:
        samples = BOOTSTRAP_SAMPLES if arguments.n_samples is None else arguments.n_samples
        found = error_shares(
            judgements,
            arguments.parts,
            arguments.scheme,
            n_samples=samples,
            seed=arguments.seed,
            threads=arguments.threads,
        )
        show_result(found, arguments, console)
    else:
        by = arguments.by or ("system", "severity", "category")
        show_result(span_counts(judgements, by, arguments.scheme), arguments, console)
