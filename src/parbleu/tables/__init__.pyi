# Written by tools/make_lazy_stubs.py.

from parbleu.base.registry import Registry
from parbleu.tables.rendering import bibliography as bibliography
from parbleu.tables.rendering import pieces as pieces
from parbleu.tables.rendering import render as render
from parbleu.tables.result import Result as Result
from parbleu.tables.table import Column as Column
from parbleu.tables.table import Table as Table

FORMATS: Registry
