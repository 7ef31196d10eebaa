"""Test sets of WMT since 2021."""

from parbleu.compat.sacrebleu.dataset.base import CataloguedDataset


class WMTXMLDataset(CataloguedDataset):
    """A file of XML with the source, references and systems."""

    FORMAT = "wmt_xml"
