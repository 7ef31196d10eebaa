"""Writes the matrices of utilities of n-best lists as an Arrow file."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from parbleu.base.extras import install_command
from parbleu.errors import MissingDependencyError
from parbleu.io.atomic import replacing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

    from parbleu.nbest.expected_utility import MatrixWriter
    from parbleu.nbest.nbest_lists import NbestList


@contextmanager
def matrix_file(path: str | PathLike[str]) -> Iterator[MatrixWriter]:
    """A context in which an Arrow file (Feather, version 2) of utilities is written.

    Its value is a function for the argument `matrices` of `decode_each`. The file has a row for each
    candidate:
    `segment` (string), `candidate` (int32, from 1) and `utilities` (a list of float64, one for each reference
    of the segment). It appears whole at the end of the block, or not at all if that raises.

    Args:
        path: the file.

    Raises:
        MissingDependencyError: pyarrow is not installed.
        UnwritableFileError: the file cannot be written.
    """
    try:
        import pyarrow
        from pyarrow import ipc
    except ImportError:
        raise MissingDependencyError(
            f"pyarrow writes matrices of utilities: {install_command('tables')}"
        ) from None
    arrow: Any = pyarrow
    utilities = arrow.list_(arrow.float64())
    schema = arrow.schema(
        [("segment", arrow.string()), ("candidate", arrow.int32()), ("utilities", utilities)]
    )
    with replacing(path) as file, ipc.new_file(file, schema) as writer:

        def write(pairs: Sequence[tuple[NbestList, NbestList]], matrices: list[NDArray[np.float64]]) -> None:
            owns = [own for own, _ in pairs]
            columns: list[list[Any]] = [
                [own.segment for own in owns for _ in own.candidates],
                [number for own in owns for number in range(1, len(own.candidates) + 1)],
                [row for matrix in matrices for row in matrix],
            ]
            arrays = [arrow.array(*column) for column in zip(columns, schema.types, strict=True)]
            writer.write_batch(arrow.record_batch(arrays, schema=schema))

        yield write
