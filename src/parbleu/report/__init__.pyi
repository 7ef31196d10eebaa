# Written by tools/make_lazy_stubs.py.

from parbleu.report._html_report import Report as Report
from parbleu.report._report_contents import Contents as Contents
from parbleu.report._report_contents import PageOptions as PageOptions
from parbleu.report._report_contents import Section as Section
from parbleu.report._report_contents import SegmentColumn as SegmentColumn
from parbleu.report._report_maker import comparison_report as comparison_report
from parbleu.report._report_maker import make_report as make_report
