# Written by tools/make_lazy_stubs.py.

from parbleu._base.registry import Registry
from parbleu.tables._display import displays as displays
from parbleu.tables._dot_plot import figure_of as figure_of
from parbleu.tables._figures import write_figure as write_figure
from parbleu.tables._records import cells_of as cells_of
from parbleu.tables._records import column as column
from parbleu.tables._records import columns_of as columns_of
from parbleu.tables._records import p_field as p_field
from parbleu.tables._records import record as record
from parbleu.tables._records import rows as rows
from parbleu.tables._records import shown as shown
from parbleu.tables._records import table_of as table_of
from parbleu.tables._rendering import bibliography as bibliography
from parbleu.tables._rendering import pieces as pieces
from parbleu.tables._rendering import render as render
from parbleu.tables._result import Result as Result
from parbleu.tables._table import Column as Column
from parbleu.tables._table import Table as Table

FORMATS: Registry
MOST_DECIMALS: int
