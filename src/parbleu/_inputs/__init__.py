"""Reads what is scored: systems' output and references, from files, tables, test sets and evaluation sets."""
