"""Finds output in another language than the target's, by the package py3langid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parbleu.text._identified_language import has_letters, is_in

if TYPE_CHECKING:
    from parbleu.analysis._checked_stream import CheckedStream


def wrong_language(stream: CheckedStream) -> Iterator[int]:
    """Finds texts of at least 20 letters that py3langid takes for another language, but not their references.

    Raises:
        MissingDependencyError: py3langid is not installed.
    """
    for segment, text in enumerate(stream.output.texts):
        if not has_letters(text) or is_in(text, stream.language):
            continue
        references = stream.references_of(segment)
        if not references or any(is_in(each.texts[segment], stream.language) for each in references):
            yield segment
