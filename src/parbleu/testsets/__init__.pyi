# Written by tools/make_lazy_stubs.py.

from parbleu.testsets._cache_contents import get as get
from parbleu.testsets._cache_contents import import_files as import_files
from parbleu.testsets._cache_contents import plan as plan
from parbleu.testsets._cache_contents import verify as verify
from parbleu.testsets._catalogue import find as find
from parbleu.testsets._catalogue import names as names
from parbleu.testsets._catalogue_entry import Entry as Entry
from parbleu.testsets._listings import citations as citations
from parbleu.testsets._listings import describe as describe
from parbleu.testsets._listings import list_language_pairs as list_language_pairs
from parbleu.testsets._listings import list_test_sets as list_test_sets
from parbleu.testsets._loading import TestSet as TestSet
from parbleu.testsets._loading import load_test_set as load_test_set
from parbleu.testsets._markup_files import Document as Document
from parbleu.testsets._markup_files import read_documents as read_documents
from parbleu.testsets._markup_files import read_segments as read_segments
from parbleu.testsets._pair_files import PairFiles as PairFiles
from parbleu.testsets._pair_rules import PairEntry as PairEntry
from parbleu.testsets._pair_rules import Source as Source
from parbleu.testsets._set_selection import locate as locate
from parbleu.testsets._text_extraction import TextExtraction as TextExtraction
from parbleu.testsets.formats import FORMATS as FORMATS
