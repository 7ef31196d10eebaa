"""`parbleu study tokenization`: measures how scores depend on tokenizer, case, smoothing and variant."""

from __future__ import annotations

from parbleu import study
from parbleu._base.progress import Clock, progress_bar
from parbleu._base.wording import counted
from parbleu._cli.analyze.analysis_options import SOURCE
from parbleu._cli.shell.bleu_options import bleu_options, language_of, metrics_option
from parbleu._cli.shell.command import ResultCommand
from parbleu._cli.shell.console import UsageError
from parbleu._cli.shell.corpus_options import (
    ALPHA,
    CORPUS_OPTIONS,
    N_SAMPLES,
    SEED,
    THREADS,
    Normalizations,
    read_corpus,
    read_resampling,
)
from parbleu._cli.shell.metric_names import metrics_and_scorers
from parbleu._cli.shell.options import Arguments, Option
from parbleu._cli.shell.result_output import PLOT
from parbleu._cli.shell.table_options import TABLE_OPTIONS
from parbleu._inputs.corpus import Corpus
from parbleu._inputs.scored_corpus import with_scorers
from parbleu.metrics._bleu import BLEU
from parbleu.metrics._metric_by_name import read_subtitles
from parbleu.study._own_tokenizers import TIMEOUT, FilterCommand, HuggingFaceFile, PieceFile
from parbleu.study._varied_settings import ONE_SIDE, VARIED, default_tokenizers
from parbleu.tables import Result
from parbleu.text._tokenizers import TOKENIZERS
from parbleu.text._tokenizers.base import Tokenizer

ALL = "all"
NO_TEST = "none"
_BLEU = ("lowercase", "smooth_method", "smooth_value", "force")


@ResultCommand(
    "{REF... | -t SET -l PAIR} -i HYP... [--vary NAME...] [-f FORMAT]",
    "Scores the same output in many settings, and shows how scores, ranks and significance depend on the\n"
    "tokenizer, or on another setting that papers often omit.",
    """\
  parbleu study tokenization ref.txt -i a.txt b.txt
  parbleu study tokenization ref.txt -i a.txt b.txt --vary all -f markdown
  parbleu study tokenization ref.txt -i a.txt b.txt --tokenize 13a flores200 --spm my.model --command './cut'
  parbleu study tokenization ref.txt -i a.txt b.txt --vary tokenizer -m ter chrf++
  parbleu study tokenization ref.txt -i a.txt b.txt --vary normalization --normalize entities indic nfc+quotes
  parbleu study tokenization ref.txt -i a.txt --tokenize 13a char --one-side hyp""",
    *CORPUS_OPTIONS,
    *TABLE_OPTIONS,
    SOURCE,
    Option(
        "--vary",
        "the settings to vary; variant computes BLEU by the rules of other tools (default: tokenizer metric)",
        many="+",
        default=("tokenizer", "metric"),
        choices=(*VARIED, ALL),
    ),
    Option(
        "--tokenize -tok",
        "tokenizers to compare; the first is the usual one, which is also used where another setting varies "
        "(default: those that need no download)",
        many="+",
        choices=TOKENIZERS,
        dest="tokenizers",
    ),
    Option("--spm", "also these SentencePiece models", many="+", dest="pieces", reads="FILE"),
    Option("--hf", "also these tokenizer.json files", many="+", dest="hugging_face", reads="FILE"),
    Option(
        "--command",
        "also this command: it reads lines, and writes for each a line of its tokens",
        many="+",
        metavar="CMD",
        dest="commands",
        reads="COMMAND",
    ),
    Option(
        "--timeout", f"time limit of a command, in seconds (default: {TIMEOUT:g})", float, default=TIMEOUT
    ),
    Option(
        "--normalize",
        "with --vary normalization: the normalizations to compare with none, such as nfc, or nfc+quotes, "
        "which are applied together (default: those that often differ)",
        many="+",
        choices=Normalizations(),
        split=lambda word: word.split(","),
        metavar="NAME",
    ),
    Option(
        "--one-side",
        "show what a common mistake does: the other tokenizers are used for this side only, and the usual "
        "one then for both sides",
        choices=ONE_SIDE,
    ),
    metrics_option(
        "metrics to compute besides bleu (default: chrf ter); those that are named here also "
        "score the text as each tokenizer returns it",
        scorers=True,
    ),
    *bleu_options(*_BLEU),
    Option(
        "--test",
        "how all pairs of systems are tested in each setting (default: bootstrap)",
        default="bootstrap",
        choices=("bootstrap", "randomization", NO_TEST),
    ),
    N_SAMPLES,
    ALPHA,
    SEED,
    THREADS,
    PLOT,
    details="tokenizer_lengths tokenizer_pairs metric_pairs",
    common="-i -t -l --vary -tok --spm -m --plot -f -o",
)
def tokenization(arguments: Arguments) -> Result:
    """Returns what the command prints."""
    vary, metrics = _varied(arguments)
    if arguments.smooth_value is not None and arguments.smooth_method not in ("floor", "add-k"):
        raise UsageError(
            f"--smooth-value is of the smoothings floor and add-k, not of {arguments.smooth_method}: add "
            "--smooth-method floor, or leave it out"
        )
    if arguments.normalize and "normalization" not in vary:
        raise UsageError(
            "--normalize names what --vary normalization compares: add that, or leave --normalize out"
        )
    read_subtitles(("bleu", *(metrics or ())))  # BLEU is always computed, and of text alone
    names, scorers = metrics_and_scorers(metrics or ())
    resampling = read_resampling(arguments)
    corpus = read_corpus(arguments, is_described=bool(scorers))
    if scorers:
        corpus = with_scorers(corpus, scorers, progress_bar)
    tokenizers = _tokenizers(arguments, corpus)
    with Clock(f"Scoring {counted(len(corpus.systems), 'system')}"):
        return study.tokenization(
            corpus.systems,
            corpus.references,
            tokenizers,
            vary=vary,
            metrics=None if metrics is None else [*names, *corpus.scores.values()],
            one_side=arguments.one_side,
            normalizations=arguments.normalize,
            bleu=BLEU(**arguments.chosen(*_BLEU)),
            resampling=resampling,
        )


def _varied(arguments: Arguments) -> tuple[list[str], list[str] | None]:
    """Returns what varies, and the metrics beside BLEU; None for the usual ones."""
    vary = list(VARIED if ALL in arguments.vary else arguments.vary)
    if arguments.metrics is None:
        return vary, None
    metrics = [name for name in dict.fromkeys(arguments.metrics) if name != "bleu"]
    if metrics:
        return vary, metrics
    vary = [varied_part for varied_part in vary if varied_part != "metric"]
    if not vary:
        raise UsageError("BLEU is always computed: name other metrics, such as -m chrf ter")
    return vary, None


def _tokenizers(arguments: Arguments, corpus: Corpus) -> list[str | Tokenizer]:
    """Returns the tokenizers, those in files and commands after those with names."""
    tokenizers = list(arguments.tokenizers or default_tokenizers(language_of(arguments, corpus)))
    tokenizers += map(PieceFile, arguments.pieces or ())
    tokenizers += map(HuggingFaceFile, arguments.hugging_face or ())
    tokenizers += (FilterCommand(command, arguments.timeout) for command in arguments.commands or ())
    return tokenizers
