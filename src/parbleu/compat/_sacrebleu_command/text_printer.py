"""Prints the results of `parbleu score` as sacreBLEU's command prints them, byte for byte."""

from __future__ import annotations

from parbleu._cli.score.result_printer import refuse_swallowed
from parbleu._cli.score.sacrebleu_json import SacrebleuJson
from parbleu._cli.shell.console import CommandError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from parbleu._cli.score.score_options import ScoreArguments
    from parbleu._comparison.corpus_scores import CorpusScores
    from parbleu._comparison.resampled_scores import ResampledScores
    from parbleu._comparison.sentence_scores import SentenceScores
    from parbleu.metrics import Score
    from parbleu.tables import Result

TABLES = ("text", "latex")
"""The original's formats other than JSON."""


class TextPrinter(SacrebleuJson):
    """Prints text and LaTeX as the original does; other formats are those of `parbleu score`."""

    warns = False
    of_sacrebleu = True
    verbose = True

    @staticmethod
    def default_format() -> str:
        """Returns the original's format."""
        return "json"

    def check_references(self) -> None:
        """Refuses what the original refuses, in its words."""
        arguments = self.arguments
        if arguments.num_refs != 1 and (arguments.test_set is not None or len(arguments.refs) > 1):
            raise CommandError(
                "The --num-refs argument allows you to provide any number of tab-delimited references in a "
                "single file.",
                "You can only use it with externally provided references, however (i.e., not with `-t`),",
                "and you cannot then provide multiple reference files.",
            )
        if arguments.test_set is not None:
            _check_test_set(arguments)
        elif not arguments.refs:
            refuse_swallowed(arguments)
            from parbleu.testsets._catalogue import names

            raise CommandError(
                "If manual references given, make sure to provide them before the -i/--input argument to "
                "avoid confusion.",
                "Otherwise, I need a predefined test set (-t) from the following list:",
                repr(names(sacrebleu=arguments.sacrebleu)[::-1]),
            )
        elif arguments.echo is None and (arguments.origlang is not None or arguments.subset is not None):
            raise CommandError(
                "Filtering for --origlang or --subset needs a test (-t) and a language pair (-l)."
            )

    def print_listing(self, lines: Sequence[str], listing: Callable[[], Result]) -> None:  # noqa: ARG002
        """Prints the original's lines, whatever the format."""
        self.print_lines(lines)

    @staticmethod
    def given_names(files: Sequence[str], names: Sequence[str] | None) -> Sequence[str] | None:
        """Returns the systems' names: their files, as typed."""
        return names if names is not None or list(files) == ["-"] else files

    def print_scores(self, scores: CorpusScores) -> None:
        """Prints a line for each score, and for each subset and score."""
        means = [score.interval[0] for score in scores.scores if score.interval is not None]
        self._check_logarithms([*(score.score for score in scores.scores), *means])
        if self.arguments.format not in TABLES:
            super().print_scores(scores)
            return
        from parbleu.compat._sacrebleu_command.score_tables import scores_report

        self.console.show(*scores_report(scores, self.arguments))

    def prints_sentence_lines(self) -> bool:
        """Returns whether scores of segments are printed as lines: in the original's formats."""
        return self.arguments.format in ("json", *TABLES) and not self.arguments.score_only

    def print_sentences(self, scores: Iterable[Score]) -> None:
        """Prints a line for the score of each segment."""
        scored = list(scores)
        self._check_logarithms([score.score for score in scored])
        super().print_sentences(scored)

    def print_segments(self, scores: SentenceScores) -> None:
        """Prints the scores of segments, as `parbleu score` does."""
        self._check_logarithms([score for score in scores.scores if score is not None])
        super().print_segments(scores)

    def print_comparison(self, compared: ResampledScores, labels: Sequence[str]) -> None:
        """Prints the table, what a test's p-values mean, and the signatures."""
        intervals = [interval for result in compared.results for interval in result.intervals]
        means = [interval.mean for interval in intervals if interval is not None]
        self._check_logarithms([*(score for result in compared.results for score in result.scores), *means])
        if self.arguments.format not in TABLES or self.arguments.all_pairs:
            super().print_comparison(compared, labels)
            return
        from parbleu.compat._sacrebleu_command.score_tables import comparison_report

        self.console.show(*comparison_report(compared, labels, self.arguments))

    def _check_logarithms(self, numbers: Iterable[float]) -> None:
        """Refuses smoothing that makes precisions negative, where the original's logarithm fails."""
        value = self.metrics.options_of("bleu").get("smooth_value") or 0
        if value < 0 and any(number != number for number in numbers):
            raise CommandError(
                f"--smooth-value {value:g} makes a precision of BLEU negative, which has no logarithm: "
                "smooth with 0 or more"
            )


def _check_test_set(arguments: ScoreArguments) -> None:
    from parbleu.testsets._catalogue import find

    entries = [find(name, arguments.sacrebleu) for name in arguments.test_set.split(",")]
    if arguments.refs:
        raise CommandError("I need exactly one of (a) a predefined test set (-t) or (b) a list of references")
    if arguments.language_pair is None:
        raise CommandError(
            "I need a language pair (-l). Use --list to see available language pairs for this test set."
        )
    for entry in entries:
        entry.pair(arguments.language_pair)
