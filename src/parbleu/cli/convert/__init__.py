"""`parbleu convert`: other people's files to text."""

COMMANDS = {
    "sgm": "test files in SGML or XML to text, a segment per line",
}
