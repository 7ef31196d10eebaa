"""The class of WMT's test sets since 2021."""

from parbleu.compat.sacrebleu.dataset.base import CataloguedDataset


class WMTXMLDataset(CataloguedDataset):
    """A file of XML with the source, references and systems."""

    FORMAT = "wmt_xml"
