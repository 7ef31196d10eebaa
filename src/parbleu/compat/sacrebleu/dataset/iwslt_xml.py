"""Defines the class of IWSLT's test sets."""

from parbleu.compat.sacrebleu.dataset.fake_sgml import FakeSGMLDataset


class IWSLTXMLDataset(FakeSGMLDataset):
    """Files of IWSLT's XML."""

    FORMAT = "iwslt_xml"
