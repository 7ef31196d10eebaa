"""`parbleu score`: computes BLEU, chrF and TER of systems' outputs."""

from __future__ import annotations

import os

from parbleu import errors
from parbleu._base.log import warn
from parbleu._cli.score.result_printer import ResultPrinter
from parbleu._cli.score.score_options import GROUPS, INPUT, ScoreArguments, with_test_flag
from parbleu._cli.shell.command import Command, check_paper_options
from parbleu._cli.shell.console import CommandError, Console, UsageError
from parbleu._cli.shell.corpus_options import (
    check_joining,
    check_joint,
    check_once,
    error_of_no_output,
    joining,
    named_corpus,
    score_files,
)
from parbleu._cli.shell.result_output import check_lines, write_output
from parbleu._comparison.corpus_scores import score_corpus
from parbleu._inputs import UNIT_FORMATS
from parbleu.metrics import METRICS
from parbleu.metrics._metric_by_name import metric_class
from parbleu.tables import FORMATS, MOST_DECIMALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from parbleu._inputs.corpus import CorpusReader
    from parbleu._inputs.named_corpus import NamedCorpus

PATIENCE = 1.0
"""Seconds without a line from a terminal before its user learns what is waited for."""

DOCUMENT = "{doc}"
"""What stands for the names of files in a pattern."""

COMMAND = Command(
    "{REF... -i HYP... | -t SET -l PAIR -i HYP... | TABLE} [option...]",
    "Scores systems' output against references. Scores and signatures are those of\n"
    "sacreBLEU 2.6.0, whose options are understood as well.",
    """\
  parbleu score ref.txt -i hyp.txt                  BLEU
  parbleu score ref.txt -i hyp.txt -m bleu chrf++ ter
  parbleu score ref.txt -i hyp.txt -m chrf++ -b     only the number
  parbleu score ref.a.txt ref.b.txt -i hyp.txt.gz   two references
  parbleu score refs.tsv -nr 2 -i hyp.txt           two references a line
  parbleu score ref.zh -i hyp.zh -l en-zh           tokenizes Chinese
  parbleu score -t wmt24 -l en-de -i hyp.txt        a test set, downloaded once
  parbleu score -t flores200 --hyps 'out/{pair}.txt'   many language pairs
  parbleu score -t wmt24 -l en-de --echo src        what to translate
  parbleu score ref.txt -i hyp.txt -sl -b           one score a line
  parbleu score ref.txt -i a.txt b.txt -f latex     several systems, for a paper
  parbleu score ref.txt -i a.txt b.txt -pbs         is b different from a?
  parbleu score outputs.parquet --hyp mt --ref ref  columns of a table
  translate < src.txt | parbleu score ref.txt       from standard input""",
    *INPUT,
    groups=GROUPS,
    name="parbleu score",
    common="-i -m -l -tok -t -ci -pbs -b -f -o",
    default_format=None,
)


def run(words: list[str], console: Console, kind: type[ResultPrinter] = ResultPrinter) -> int:
    """Runs the command; returns the exit status."""
    if not words and kind.warns:
        name = console.program.name
        console.say(f"usage: {name} {COMMAND.usage}", bare=True)
        console.say(f"{name} --help shows examples and the common options", bare=True)
        return 2
    printer = prepared(kind(console, ScoreArguments(**vars(COMMAND.read(words, console)))))
    arguments = printer.arguments
    if arguments.only_asks:
        return _answer(printer.of(arguments.with_known_pair()))
    options = {}
    if arguments.verify is not None or arguments.signature is not None:
        options = with_test_flag(COMMAND.read_given(words, console))
    try:
        if arguments.verify is not None:
            from parbleu._cli.score.verify import verify

            return verify(printer, options, _score)
        if arguments.signature is not None:
            from parbleu._cli.score.signature_options import configured

            printer = printer.of(configured(arguments, arguments.signature, options))
        _score(printer)
    except errors.FieldCountError as problem:
        message = problem.in_sacrebleu if arguments.is_face else problem
        raise CommandError(f"FATAL: {message}", status=17) from None
    return 0


def _answer(printer: ResultPrinter) -> int:
    """Answers the first of the options that ask about test sets, in sacreBLEU's order; returns 0."""
    from parbleu._cli.score.set_actions import SetQuestions

    arguments, questions = printer.arguments, SetQuestions(printer)
    if arguments.download is not None:
        questions.download()
    elif arguments.list:
        if arguments.language_pair is not None and arguments.test_set is None:
            arguments.target_language  # noqa: B018 - refuses what is no pair
        questions.list()
    elif arguments.citation:
        arguments.check_metrics()
        questions.cite()
    else:
        arguments.check_metrics()
        printer.check_references()
        write_output(questions.fields(), arguments.output, printer.console)
    return 0


def _score(printer: ResultPrinter) -> None:
    """Scores what files, a test set or a table hold, and prints the result."""
    arguments = printer.arguments
    if not arguments.is_face:
        _warn_of_options_of_others(arguments)
        _warn_of_fractions(arguments)
    if arguments.hyps is not None and arguments.refs and DOCUMENT in arguments.hyps:
        arguments = _with_documents(arguments)
    printer = printer.of(arguments)
    if arguments.hyps is not None:
        _score_pairs(printer)
    elif arguments.reads_table:
        _score_table(printer)
    else:
        _score_streams(checked(printer))


def _score_pairs(printer: ResultPrinter) -> None:
    """Scores one system on many language pairs; status 1 if one of them could not be scored."""
    from parbleu._base.progress import progress_bar
    from parbleu._cli.score.option_checks import check_all_scored, check_pair_options
    from parbleu._comparison.pair_scores import score_outputs_of_pairs
    from parbleu._inputs.pair_outputs import outputs_by_pair

    arguments = printer.arguments
    check_pair_options(arguments)
    if arguments.full_width:
        _check_paper(arguments)
    check_text = printer.warns and not (arguments.is_forced or arguments.quiet)
    named = named_corpus(arguments.changed(language_pair=None), num_refs=1, check_text=check_text)
    outputs = outputs_by_pair(arguments.test_set, arguments.hyps, arguments.language_pair, named.encoding)
    printer.check_names(is_table=True)
    result = score_outputs_of_pairs(
        named, outputs, printer.metrics.make, threads=arguments.threads, progress=progress_bar
    )
    printer.report_pairs(result)
    check_all_scored(result)


def _score_table(printer: ResultPrinter) -> None:
    """Scores the systems of a table, whose columns the options name."""
    from parbleu._cli.score.option_checks import check_group_options
    from parbleu._cli.score.table_scoring import exposure_of_groups, opened, score_groups, warn_of_columns
    from parbleu._cli.shell.table_options import named_table

    arguments = printer.arguments
    warns = not (arguments.is_forced or arguments.quiet)
    by = getattr(arguments, "by", ())
    named = named_table(named_corpus(arguments, by=by, check_text=warns), arguments)
    if arguments.join is not None:
        _score_joined_rows(printer, named.changed(documents=arguments.documents))
        return
    seen = exposure_of_groups(arguments, named, by)
    with opened(named) as reader:
        if warns:
            warn_of_columns(reader, by)
        if reader.columns.language_pair is not None or "language_pair" in by:  # a column has it
            arguments = arguments.changed(language_pair=None)
        files = list(reader.columns.hypotheses)
        printer = checked(printer.of(arguments.changed(refs=named.references, input=files)))
        arguments = printer.arguments.changed(texts=named, files=files)
        if reader.has_columns_only and arguments.unit != "document":
            _score_corpus(printer.of(arguments.changed(seen=seen.get(()))), reader)
            return
        check_group_options(arguments)
        printer.check_names(is_table=True)
        score_groups(printer.of(arguments.changed(seen=seen or None)), reader, by)


def _score_joined_rows(printer: ResultPrinter, named: NamedCorpus) -> None:
    """Scores texts that rows of a table are joined to, all of them or groups that columns make."""
    by = getattr(printer.arguments, "by", ())
    with named.open() as reader:
        files = reader.names()
        printer = checked(printer.of(printer.arguments.changed(refs=named.references, input=files)))
        arguments = _signed(printer.arguments, reader).changed(texts=named, files=files)
        _score_corpus(printer.of(arguments), reader, by)


def _score_streams(printer: ResultPrinter) -> None:
    """Scores systems whose segments stand in files, all segments or groups that their labels make."""
    arguments = printer.arguments
    files, names = _chosen_systems(printer)
    if files == ["-"] and printer.warns:
        _tell_of_waiting(printer)
    warns = printer.warns and not arguments.is_forced
    named = named_corpus(
        arguments,
        systems=files,
        names=printer.given_names(files, names),
        has_baseline=arguments.test is not None,
        check_text=warns and not arguments.quiet,
        refuse_tables=warns,
        is_described=bool(arguments.scorers) or arguments.groups_segments,
    )
    if arguments.join is not None or arguments.cuts_output:
        named = named.changed(
            compared_by=arguments.normalize or (),
            documents=None if arguments.join is None else arguments.documents,
        )
    with named.open() as reader:
        try:
            arguments = _signed(_with_pair(arguments, reader), reader).changed(texts=named, files=files)
            by = arguments.by if arguments.groups_segments else ()
            _score_corpus(printer.of(arguments), reader, by)
        except errors.NoSegmentsError as problem:
            raise (error_of_no_output(problem, arguments) if printer.warns else problem) from None


def _with_pair(arguments: ScoreArguments, reader: CorpusReader) -> ScoreArguments:
    """Returns the arguments with the language pair that the texts tell, unless a pair is given."""
    if arguments.language_pair is not None or arguments.is_face:
        return arguments
    pair = reader.language_pair()
    return arguments if pair is None else _of_pair(arguments.changed(language_pair=pair))


def _of_pair(arguments: ScoreArguments) -> ScoreArguments:
    """Returns the arguments with what follows from their language pair."""
    language = arguments.target_language
    named = {"bleu", *(metric_class(name)[0].__name__.lower() for name in arguments.metrics)}
    return arguments.changed(**{f"{name}_trg_lang": language for name in sorted(named)})


def _signed(arguments: ScoreArguments, reader: CorpusReader) -> ScoreArguments:
    """Returns the arguments with what signatures tell of texts that are joined or cut otherwise."""
    signed: dict[str, Any] = {"resegmented": arguments.cutter or True} if arguments.cuts_output else {}
    if arguments.join is not None:
        signed |= joining(arguments, len(reader.whole()))
        return arguments.changed(signed_input=signed, unit="segment")  # which each text is
    return arguments.changed(signed_input=signed) if signed else arguments


def _score_corpus(printer: ResultPrinter, reader: CorpusReader, by: Sequence[str] = ()) -> None:
    """Scores the systems of a corpus that is open, and prints the result.

    Args:
        printer: what prints the result, and has the arguments, with what the corpus was named by.
        reader: the corpus.
        by: names of labels; segments with the same values of all of them are a group.
    """
    arguments = printer.arguments
    if arguments.scores and arguments.statistics is None and not by:
        texts = arguments.texts.changed(score_files=score_files(arguments.scores))
        arguments = arguments.changed(texts=texts)
        printer = printer.of(arguments)
    if by:
        from parbleu._cli.score.option_checks import check_group_options
        from parbleu._cli.score.table_scoring import labelled_rows, score_groups

        printer.check_names(is_table=True)
        rows = labelled_rows(printer, reader, by)
        check_group_options(arguments)
        score_groups(printer, rows, by)
        return
    n_systems = len(reader.names())
    if arguments.score_only and n_systems > 1 and printer.warns:
        warn(f"-b prints the scores of one system, and there are {n_systems}: it changes nothing")
    if arguments.statistics is not None:
        from parbleu._cli.score.option_checks import check_shard_options
        from parbleu._cli.score.shard_output import write_statistics

        check_shard_options(arguments)
        write_statistics(printer, reader)
        return
    printer.check_names(is_table=arguments.compares or n_systems != 1)
    if arguments.keeps_rows or n_systems != 1 or arguments.sort is not None:
        from parbleu._cli.score.row_scoring import score_rows

        score_rows(printer, reader)
    else:
        metrics = printer.metrics.make()
        scores = score_corpus(reader, metrics, threads=arguments.n_threads, short=arguments.short)
        printer.report_scores(scores, metrics)


def _tell_of_waiting(printer: ResultPrinter) -> None:
    """Says that standard input is read, if that is a terminal where nobody types for a while."""
    import sys

    if sys.stdin is None or not sys.stdin.isatty():
        return
    from select import select

    try:
        typed, _, _ = select([sys.stdin], [], [], PATIENCE)
    except (OSError, ValueError):  # Windows waits for sockets only
        typed = []
    if not typed:
        references = printer.arguments.refs
        likely = references[-1] if len(references) > 1 else "hyp.txt"
        printer.console.inform(f"waiting for hypotheses on standard input; did you mean -i {likely}?")


def _chosen_systems(printer: ResultPrinter) -> tuple[list[str], list[str] | None]:
    """Returns the systems' files and what `--names` calls them; a test drops repetitions of the baseline."""
    arguments = printer.arguments
    files = ["-"] if arguments.input is None else list(arguments.input)
    names = None if arguments.names is None else list(arguments.names)
    columns = arguments.present("hyp_columns").get("hyp_columns") or ()
    if names is not None:
        from parbleu._inputs.line_files import check_names

        check_names(names, columns if len(columns) > 1 else files)
    if (
        arguments.test is not None
        and names is None
        and len(files) > len(set(files)) == 1
        and not arguments.is_face
    ):
        raise CommandError(
            f"{files[0]} is named {len(files)} times, and a test compares different systems: name another "
            "file, or tell them apart by --names"
        )
    kept: list[int] = []
    for index, path in enumerate(files):
        if arguments.test is not None and names is None and kept and path == files[0]:
            printer.console.inform(f"Ignoring {path!r} as it was also given as the baseline.")
        elif path in files[:index] and (names is None or path == "-"):
            if path == "-" and not arguments.is_face:
                raise CommandError("standard input can be read only once: name - once")
            if not arguments.is_face:
                raise CommandError(f"{path} is given twice: tell the systems apart by --names NAME NAME")
            raise CommandError(
                f"{path!r} already used to name a system.",
                "Make sure to have a different basename for each system.",
            )
        else:
            kept.append(index)
    paths = [files[index] for index in kept]
    if names is None or files == ["-"] or len(columns) > 1:
        return paths, names
    return paths, [names[index] for index in kept]


def checked(printer: ResultPrinter) -> ResultPrinter:
    """Refuses combinations that make no sense; returns the printer with what follows from its arguments."""
    arguments = printer.arguments
    arguments.check_metrics()
    if not arguments.reads_table:
        printer.check_references()
    score_files(arguments.scores or ())  # refuses what names no files
    if not arguments.is_face and _metric_options(arguments):
        printer.metrics.make()  # refuses values that options of metrics do not take
    if arguments.language_pair is not None:
        arguments = _of_pair(arguments.with_known_pair())
    if arguments.test_set is not None and vars(arguments).get("bleu_tokenize") == "none":
        warn("You are turning off BLEU's internal tokenizer presumably to supply your own tokenized files.")
        warn("Published numbers will not be comparable to other papers.")
    if arguments.test_set is None and arguments.sign_test_set:
        raise CommandError("--sign-test-set needs a test set (-t) to name")
    if arguments.detail and arguments.is_face and arguments.format == "json":
        arguments = arguments.changed(format="text")
    if arguments.prints_objects:
        check_lines(arguments.tables)
    if arguments.segments is not None:
        from parbleu._comparison.segment_file import check_path

        if arguments.sentence_level:
            raise CommandError("--segments needs corpus scores: leave out --sentence-level")
        check_path(arguments.segments)
    _check_resampling(arguments)
    check_once("--by", getattr(arguments, "by", ()))
    if arguments.shard is not None and arguments.statistics is None:
        raise CommandError("--shard needs a file for the statistics: --statistics FILE.parquet")
    check_joining(arguments)
    number = arguments.decimals
    if not isinstance(number, dict) and not 0 <= number <= MOST_DECIMALS:  # of --width
        raise CommandError(f"--decimals (--width) is a number from 0, at most {MOST_DECIMALS}, not {number}")
    if (arguments.fail_under is not None or arguments.fail_if_worse) and arguments.sentence_level:
        raise CommandError("--fail-under and --fail-if-worse judge scores of a corpus, not of segments")
    if arguments.plot is not None and arguments.sentence_level:
        raise CommandError("--plot draws corpus scores: leave out --sentence-level")
    if arguments.bib is not None or arguments.full_width:
        _check_paper(arguments)
    of_characters = [name for name in arguments.metrics if metric_class(name)[0].__name__ in ("CHRF", "CER")]
    if of_characters and arguments.line_breaks is not None:
        name = of_characters[0]
        raise CommandError(
            f"--line-breaks counts breaks as words, and {name} characters: compute {name} without it"
        )
    return printer.of(arguments)


def _check_resampling(arguments: ScoreArguments) -> None:
    """Refuses options of intervals and tests that contradict one another, or change nothing."""
    if arguments.test is not None or arguments.intervals:
        from parbleu.stats.resampling import chosen_seed

        chosen_seed(arguments.seed)  # so that a wrong one is refused before any work is done
    elif arguments.runs is None and arguments.verify is None and str(arguments.seed).lower() != "none":
        # "none" fixes nothing, whether something is drawn or not.
        COMMAND.refuse_beside("without --intervals or a test", arguments, "seed")
    if not arguments.all_pairs and arguments.verify is None:
        COMMAND.refuse_beside("without --all-pairs", arguments, "no_pairs")
    has_columns = bool(arguments.p_columns or arguments.sacrebleu_p) and arguments.verify is None
    if has_columns and arguments.test is None and arguments.runs is None:
        raise CommandError(
            "--p-columns and --sacrebleu-p are of tests: add --paired-bs, --paired-ar or --all-pairs"
        )
    if arguments.runs is None and arguments.verify is None and not getattr(arguments, "by", ()):
        check_joint(arguments)
        if {"bh", "by"}.intersection(arguments.p_columns) and not (arguments.all_pairs or arguments.explain):
            raise CommandError(
                "--p-columns bh and by are of the tables that --all-pairs and --explain add: add one of them"
            )
    of_documents = arguments.unit == "document" or arguments.documents is not None
    if of_documents and arguments.join not in (None, "documents"):
        raise CommandError(
            f"--join {arguments.join} makes texts, which tests draw whole: leave out --unit document and "
            "--documents, or --join documents"
        )
    if arguments.samples is not None and arguments.n_samples is None and arguments.runs is None:
        raise CommandError(
            "--n-samples needs --intervals, --paired-bs, --paired-ar or --all-pairs: add one of them"
        )


def _check_paper(arguments: ScoreArguments) -> None:
    """Refuses the options of tables for papers in other formats, and files that cannot be written."""
    from parbleu.tables._rendering import FOR_PAPERS

    if arguments.format not in FOR_PAPERS:
        raise CommandError("--bib and --full-width need a table for a paper: add -f latex or -f typst")


def _metric_options(arguments: ScoreArguments) -> list[tuple[str, str]]:
    """Returns the metric and the parameter of each option of metrics that is given, but for `--force`."""
    others = {*COMMAND.table.defaults, "bleu_force"}
    dests = [dest for dest in vars(arguments) if dest not in others and not hasattr(ScoreArguments, dest)]
    parts = [dest.partition("_") for dest in dests]
    return [(owner, name) for owner, _, name in parts if name and owner in METRICS]


def _warn_of_options_of_others(arguments: ScoreArguments) -> None:
    """Says of options of metrics that are not computed that they change nothing; `--force` is of all.

    They are no error, since command lines of sacreBLEU may have them.
    """
    chosen = {metric_class(name)[0] for name in arguments.metrics}
    for owner, name in _metric_options(arguments):
        if METRICS[owner] not in chosen:
            flag = next(option.flags[0] for option in METRICS[owner].PARAMETERS if option.name == name)
            warn(f"{flag} is an option of {owner}, which is not computed: it changes nothing")
    value, smoothing = (vars(arguments).get(f"bleu_smooth_{name}") for name in ("value", "method"))
    if value is not None and smoothing in (None, "exp", "none") and METRICS["BLEU"] in chosen:
        others = f"not of {smoothing or 'exp'}"
        warn(f"--smooth-value is of the smoothings floor and add-k, {others}: it changes nothing")
    if arguments.detail and arguments.sentence_level:
        warn("--detail is of scores of a corpus, not of --sentence-level: it changes nothing")


def _warn_of_fractions(arguments: ScoreArguments) -> None:
    """Says of a limit of BLEU or chrF that is a fraction, such as 0.4, that it stops next to nothing."""
    least = arguments.fail_under
    limits = least if isinstance(least, dict) else dict.fromkeys(arguments.metrics, least or 0)
    for name, limit in limits.items():
        if 0 < limit < 1 and name.lower().startswith(("bleu", "chrf", "spbleu")):
            warn(f"--fail-under {limit:g}: {name} goes from 0 to 100; did you mean {100 * limit:g}?")


def _with_documents(arguments: ScoreArguments) -> ScoreArguments:
    """Returns the arguments with files of units, whose pattern `--hyps` is, as the output.

    Raises:
        UsageError: the output is named twice, or the pattern is of other files.
    """
    pattern = arguments.hyps.replace(DOCUMENT, "*")
    suffix = f".{pattern.rpartition('.')[2]}".lower()
    if suffix not in UNIT_FORMATS:
        raise UsageError(f"{DOCUMENT} stands for the names of files of units: --hyps 'out/{DOCUMENT}.xlf'")
    if arguments.input is not None or arguments.test_set is not None:
        raise UsageError("--hyps names the output beside the references: leave out -i and -t")
    references = tuple(path.replace(DOCUMENT, "*") for path in arguments.refs)
    return arguments.changed(hyps=None, input=[pattern], refs=references)


def prepared(printer: ResultPrinter) -> ResultPrinter:
    """Returns the printer with the format that it prints, and with what it says of its arguments."""
    asked = _asked_format(printer)
    arguments = printer.arguments.changed(
        format=asked or printer.default_format(),
        chose_format=asked is not None,
        sacrebleu=printer.console.program.sacrebleu,
        is_face=not printer.warns,
        verbose=printer.arguments.verbose or printer.verbose,
    )
    check_paper_options(vars(arguments))
    return printer.of(arguments)


def _asked_format(printer: ResultPrinter) -> str | None:
    """Returns the format that the environment or the command line asks for.

    Raises:
        UnknownNameError: there is no format of that name in the environment, which sacreBLEU ignores.
    """
    wanted = os.environ.get("SACREBLEU_FORMAT", "").lower()
    if wanted and wanted in FORMATS:
        return wanted
    if wanted and printer.warns:
        raise errors.UnknownNameError("format in SACREBLEU_FORMAT:", wanted, [*FORMATS])
    return printer.arguments.format  # type: ignore[no-any-return]
