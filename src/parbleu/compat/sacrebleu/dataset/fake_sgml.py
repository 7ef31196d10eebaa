"""The classes of WMT's test sets before 2021."""

from parbleu.compat.sacrebleu.dataset.base import CataloguedDataset


class FakeSGMLDataset(CataloguedDataset):
    """A file of WMT's SGML for each field."""

    FORMAT = "fake_sgml"


class WMTAdditionDataset(FakeSGMLDataset):
    """The same, with further references in plain text."""

    FORMAT = "wmt_addition"
