# Written by tools/make_lazy_stubs.py.

from parbleu.analysis.analysis_input import ComparedTexts as ComparedTexts
from parbleu.analysis.analysis_input import compared_texts as compared_texts
