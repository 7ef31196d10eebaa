"""Defines the class of test sets in plain text."""

from parbleu.compat.sacrebleu.dataset.base import CataloguedDataset


class PlainTextDataset(CataloguedDataset):
    """A file for each field, with a segment per line."""

    FORMAT = "plain"
