"""`parbleu convert`: converts files of other programs to text."""

COMMANDS = {"sgm": "test files in SGML or XML to text, a segment per line"}
