# Written by tools/make_lazy_stubs.py.

from parbleu.base.registry import Registry
from parbleu.tables.dot_plot import figure_of as figure_of
from parbleu.tables.figures import write_figure as write_figure
from parbleu.tables.records import cells_of as cells_of
from parbleu.tables.records import column as column
from parbleu.tables.records import columns_of as columns_of
from parbleu.tables.records import p_field as p_field
from parbleu.tables.records import record as record
from parbleu.tables.records import rows as rows
from parbleu.tables.records import shown as shown
from parbleu.tables.records import table_of as table_of
from parbleu.tables.rendering import bibliography as bibliography
from parbleu.tables.rendering import pieces as pieces
from parbleu.tables.rendering import render as render
from parbleu.tables.result import Result as Result
from parbleu.tables.table import Column as Column
from parbleu.tables.table import Table as Table

FORMATS: Registry
MOST_DECIMALS: int
