"""Makes one self-contained HTML page that shows where systems differ: `parbleu.report.make_report`."""

from parbleu.base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        ".comparison_page": "comparison_report",
        ".html_report": "Report",
        ".report_contents": "Contents PageOptions Section SegmentColumn",
        ".report_maker": "make_report",
    },
)
