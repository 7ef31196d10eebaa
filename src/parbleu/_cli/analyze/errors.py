"""`parbleu analyze errors`: sorts errors into classes, by edits or by what people and metrics marked."""

from __future__ import annotations

from parbleu._cli.analyze.analysis_options import TEXT_OPTIONS, read_words
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import (
    ALPHA,
    SEED,
    THREADS,
    named_file,
    p_columns_option,
    read_bootstrap,
    samples_option,
)
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.rating_options import FROM
from parbleu._io.lines import read_lines
from parbleu.analysis._classified_errors import AUTO, BASE_FORMS, BaseForms, error_classes
from parbleu.analysis._counted_spans import PROPERTIES, span_counts
from parbleu.analysis._overlapping_spans import span_overlap
from parbleu.analysis._score_parts import PARTS, error_shares
from parbleu.human._rating_files import read_ratings
from parbleu.stats.resampling import BOOTSTRAP_SAMPLES
from parbleu.tables import Result

OF_SPANS = ("by", "parts", "overlap", "metric_spans")
"""The values of options that ask for an analysis of marked errors."""
OF_TEXTS = (
    *("base_forms", "base_form_files", "tokenize", "lowercase", "source", "labels", "first_of_source"),
    *("length_range", "test_set", "evalset", "hyp", "ref", "names"),
)
"""Those of options of texts, which files of ratings contain."""


@ResultCommand(
    "{REF... -i HYP... | --ratings FILE...} [--by WHAT] [-f FORMAT] [-o FILE]",
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
        reads="NAME=FILE",
    ),
    samples_option("samples of the bootstrap; 0 for none", BOOTSTRAP_SAMPLES),
    Option("--all-pairs", "test all pairs of systems, not only the first against the others", bool),
    ALPHA,
    p_columns_option("bh", "by"),
    SEED,
    Option("--ratings", "files of marked errors, in any format of parbleu human", many="+", reads="FILE"),
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
        reads="FILE",
    ),
    Option("--overlap", "compare what each two raters marked, by characters", bool),
    Option("--metric-spans", "compare what raters marked with what a metric did", many="+", reads="FILE"),
    THREADS,
    details="error_counts reference_pairs hypothesis_pairs",
    next_step="parbleu report REF -i A B -o report.html shows all segments side by side",
    common="-i --names --source -t -l --ratings --from --by -f -o",
)
def errors(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    asked = [f"--{name.replace('_', '-')}" for name in OF_SPANS if getattr(arguments, name)]
    if arguments.ratings is not None:
        return _spans(arguments, asked)
    if asked:
        raise UsageError(f"{asked[0]} needs marked errors: add --ratings FILE")
    errors.refuse_beside("without --ratings", arguments, "from_format", "scheme")
    resampling = read_bootstrap(arguments)
    return error_classes(read_words(arguments), base_forms=_base_forms(arguments), resampling=resampling)


def _base_forms(arguments: Arguments) -> BaseForms:
    if arguments.base_form_files is None:
        return arguments.base_forms  # type: ignore[no-any-return]
    files = [named_file(word, "--base-form-files takes NAME=FILE") for word in arguments.base_form_files]
    return {name: read_lines(path) for name, path in files}


def _spans(arguments: Arguments, asked: list[str]) -> Result:
    """Returns the analysis of marked errors that a command line asks for, by at most one of `OF_SPANS`."""
    if arguments.refs or arguments.input:
        raise UsageError("--ratings takes no references and no systems: files of ratings contain the texts")
    if len(asked) > 1:
        raise UsageError(f"choose one of {' and '.join(asked)}")
    errors.refuse_beside("beside --ratings", arguments, *OF_TEXTS)
    if arguments.parts is None:
        errors.refuse_beside("beside --ratings without --parts", arguments, "n_samples", "alpha", "p_columns")
    if arguments.overlap or arguments.metric_spans is not None:
        errors.refuse_beside(f"beside {asked[0]}", arguments, "scheme")
    judgements = read_ratings(arguments.ratings, arguments.from_format, language_pair=arguments.language_pair)
    if arguments.overlap:
        return span_overlap(judgements)
    if arguments.metric_spans is not None:
        predictions = read_ratings(arguments.metric_spans, language_pair=arguments.language_pair)
        return span_overlap(judgements, predictions)
    if arguments.parts is not None:
        resampling = read_bootstrap(arguments)
        return error_shares(judgements, arguments.parts, arguments.scheme, resampling=resampling)
    return span_counts(judgements, arguments.by or ("system", "severity", "category"), arguments.scheme)
