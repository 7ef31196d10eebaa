"""The options of `parbleu score` that are about test sets."""

from __future__ import annotations

from parbleu.cli.options import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def testset_options(defaults: dict[str, Any]) -> tuple[Option, ...]:
    """Returns the options; `parbleu data` does more with test sets.

    Args:
        defaults: name of the value -> its default.
    """

    def option(flags: tuple[str, ...], dest: str, text: str, kind: type = str, **more: Any) -> Option:
        return Option(flags, dest, text, kind, default=defaults[dest], **more)

    return (
        option(
            ("--test-set", "-t"),
            "test_set",
            "score against this test set's references, with -l; several sets are joined by commas",
            metavar="SET",
        ),
        option(
            ("--origlang", "-ol"),
            "origlang",
            "only segments that were written in this language, or with non- before it: in any other",
            metavar="[non-]LANG",
        ),
        option(
            ("--subset",),
            "subset",
            "only segments whose annotation (domain, country:CC) matches this regular expression",
            metavar="REGEX",
        ),
        option(
            ("--detail", "-d"),
            "detail",
            "also print the scores of each original language, domain and country; output is text then",
            bool,
        ),
        option(
            ("--sign-test-set",),
            "sign_test_set",
            "the signature names test set, language pair, original language and subset",
            bool,
        ),
        option(
            ("--echo",),
            "echo",
            "print fields of the test set, such as src, ref, docid, in columns, and quit; all is all of them",
            many="+",
            metavar="FIELD",
        ),
        option(
            ("--list",), "list", "list the test sets (for -l PAIR, or the pairs of -t SET), and quit", bool
        ),
        option(
            ("--citation", "--cite"), "citation", "print the BibTeX entry of the test set, and quit", bool
        ),
        option(
            ("--download",),
            "download",
            "fetch this test set (for -l PAIR, or for all pairs), and quit",
            metavar="SET",
        ),
    )
