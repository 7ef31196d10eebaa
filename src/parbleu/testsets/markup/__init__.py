"""Reads test files with markup: the SGML of NIST, WMT and IWSLT, and the XML of WMT."""
