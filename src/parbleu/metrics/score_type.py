"""Declares to type checkers the type of a metric's scores and its constructor."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generic, Literal, TypeVar

    from typing_extensions import dataclass_transform

    from parbleu._core import Segments
    from parbleu.metrics.parameters import parameter
    from parbleu.metrics.score import Origin, Score
    from parbleu.typing import ReferencesLike

    ScoreType = TypeVar("ScoreType", bound=Score)

    class Scoring(Generic[ScoreType]):
        """Declares the class of a metric's scores."""

    def _last(*, default: Any, kw_only: bool) -> Any: ...

    def state(*, init: Literal[False]) -> Any:
        """An attribute that the constructor does not take."""

    @dataclass_transform(field_specifiers=(parameter, state, _last))
    class _Constructed(Generic[ScoreType]):
        _seed_text: str | None
        source_signature: str | None
        _engine: Any
        _references: tuple[Segments, ...] | None
        _prepared: Any
        _options: dict[str, Any] | None
        _origin: Origin | None  # of the latest sentence score
        _test_set: dict[str, str] | None

    class Declared(_Constructed[ScoreType]):
        """A class whose constructor takes what `parameter` declares in its body, and references."""

        references: ReferencesLike | None = _last(default=None, kw_only=True)

else:
    # Without the import of `typing`.
    ScoreType = None

    class Scoring:
        """Of which class a metric's scores are: for type checkers only."""

        def __class_getitem__(cls, score_type):
            return cls

    class Declared(Scoring):
        """The state of a metric that was not used yet; its constructor takes what `parameter` declares."""

        num_refs = n_samples = seed = _seed_text = source_signature = None
        _engine = _references = _prepared = _options = _origin = _test_set = None
