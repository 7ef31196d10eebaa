"""Names the classes of errors, and the places of their counts in a row of a segment."""

CLASSES = ("inflection", "order", "missing", "lexical", "other")
"""What a word of a reference can be wrong by; its numbers, in arrays of classes, count from 1."""
HYPOTHESIS_CLASSES = ("inflection", "order", "extra", "lexical", "other")
"""The same of a word of a hypothesis."""

EDITS, REFERENCE, HYPOTHESIS = 0, 1, 13
"""Where in a row of counts the edits are, and the counts of either side begin."""
WORDS, POSITION_FREE, COUNTED, BLOCKS = 0, 1, 2, 7
"""Where in the counts of a side: its words, its position-free errors, and of five classes the words, and the
blocks of neighbours."""
