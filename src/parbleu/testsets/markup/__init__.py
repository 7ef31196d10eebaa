"""Test files whose text stands in markup: the SGML of NIST, WMT and IWSLT, and the XML of WMT."""
