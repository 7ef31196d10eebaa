"""Registers the formats of tables, one module for each."""
