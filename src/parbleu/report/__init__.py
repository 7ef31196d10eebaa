"""Makes one self-contained HTML page that shows where systems differ: `parbleu.report.make_report`."""

from parbleu._base.lazy import lazy_attributes

__getattr__, __dir__, __all__ = lazy_attributes(
    __name__,
    {
        "._html_report": "Report",
        "._report_contents": "Contents PageOptions Section SegmentColumn",
        "._report_maker": "comparison_report make_report",
    },
)
