"""The class of test sets in columns."""

from parbleu.compat.sacrebleu.dataset.base import CataloguedDataset


class TSVDataset(CataloguedDataset):
    """Files of columns with TAB between them; a file is named "2:name.tsv", with the number of its column."""

    FORMAT = "tsv"
