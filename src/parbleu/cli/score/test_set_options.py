"""The options of `parbleu score` that are about test sets."""

from __future__ import annotations

from parbleu.cli.shell.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def testset_options(defaults: dict[str, Any]) -> tuple[Option, ...]:
    """Returns the options; `parbleu data` does more with test sets.

    Args:
        defaults: name of the value -> its default.
    """
    options = (*_choosing(), *_asking())
    for option in options:
        option.default = defaults[option.dest]
    return options


def _choosing() -> tuple[Option, ...]:
    """What is scored."""
    return (
        Option(
            ("--test-set", "-t"),
            "test_set",
            "score against this test set's references, with -l; several sets are joined by commas",
            metavar="SET",
        ),
        Option(
            ("--origlang", "-ol"),
            "origlang",
            "only segments that were written in this language, or with non- before it: in any other",
            metavar="[non-]LANG",
        ),
        Option(
            ("--subset",),
            "subset",
            "only segments whose annotation (domain, country:CC) matches this regular expression",
            metavar="REGEX",
        ),
        Option(
            ("--detail", "-d"),
            "detail",
            "also print the scores of each original language, domain and country; output is text then",
            bool,
        ),
        Option(
            ("--sign-test-set",),
            "sign_test_set",
            "the signature names test set, language pair, original language and subset",
            bool,
        ),
    )


def _asking() -> tuple[Option, ...]:
    """What is answered instead of a score."""
    return (
        Option(
            ("--echo",),
            "echo",
            "print fields of the test set, such as src, ref, docid, in columns, and quit; all is all of them",
            many="+",
            metavar="FIELD",
        ),
        Option(
            ("--list",),
            "list",
            "list the test sets (for -l PAIR, or the pairs of -t SET), and quit",
            bool,
        ),
        Option(
            ("--citation", "--cite"),
            "citation",
            "print the BibTeX entry of the test set, and quit",
            bool,
        ),
        Option(
            ("--download",),
            "download",
            "fetch this test set (for -l PAIR, or for all pairs), and quit",
            metavar="SET",
        ),
    )
