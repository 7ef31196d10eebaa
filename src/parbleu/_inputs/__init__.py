"""Reads what is scored: systems' output and references, from files, tables, test sets and evaluation sets.

To add a kind of input: a file with a subclass of `CorpusReader` that has the class method `of`, and a line in
`READERS`.
"""

READERS = {
    "lines": "parbleu._inputs.line_files:LineFiles",
    "table": "parbleu._inputs.table_rows:TableRows",
    "evaluation set": "parbleu._inputs.evaluation_sets:EvaluationSet",
    ".jsonl": "parbleu._inputs.wmt_documents:WmtDocuments",
}
"""Kind of input -> what reads it. A kind with a point is the suffix of files, or of the files in a folder."""
