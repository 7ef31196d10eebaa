"""Defines the class of test sets in columns."""

from parbleu.compat.sacrebleu.dataset.base import CataloguedDataset


class TSVDataset(CataloguedDataset):
    """Files of columns with TAB between them; a file is named "2:name.tsv", with the number of its column."""

    FORMAT = "tsv"

    @staticmethod
    def _split_index_and_filename(meta: str, field: str) -> tuple[int, str]:
        """Returns the column and the file. Without a column it is 0 for the source, and 1 for all else."""
        column, colon, name = meta.partition(":")
        if not colon or ":" in name:
            return (0 if field == "src" else 1), meta
        try:
            return int(column), name
        except ValueError:
            raise Exception(f"Invalid meta for TSVDataset: {meta}") from None
