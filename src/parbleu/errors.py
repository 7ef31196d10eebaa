"""Defines the errors that parbleu raises; each message says what to do next.

Every error that parbleu raises on purpose is a `ParbleuError`. Each is also the built-in exception that
callers of the older tools catch (`TypeError`, `ValueError`, ...).

`parbleu._base.rare_errors` is loaded when one of its errors is first used: making 40 classes takes as long as
loading ten modules. Modules that each score loads therefore write `errors.FormatError` where they raise one.
"""

from __future__ import annotations

from parbleu._base.common_errors import *  # noqa: F403 - type checkers, too, find them here
from parbleu._base.lazy import lazy_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parbleu._base.rare_errors import *  # noqa: F403
else:
    __getattr__, __dir__, _ = lazy_attributes(
        __name__,
        {
            "parbleu._base.rare_errors": (
                "AliasError ArchiveError CacheError CatalogueError ChecksumError DownloadError "
                "EvalSetError FieldCountError FormatError MissingDependencyError MissingMemberError "
                "MissingModelError MissingReferencesError NoAnnotationError NoReferenceError "
                "NoSegmentsError NotOnServerError OfflineError RatingError RejectedRequestError "
                "ScorerError SegmentTooLongError SignatureError TableError TestSetLengthError TokenizerError "
                "TranslationError UndecodableLineError UnfinishedFileError UnknownFieldError "
                "UnknownLanguagePairError UnknownMetricError UnknownTestSetError "
                "UnwritableFileError"
            )
        },
    )
