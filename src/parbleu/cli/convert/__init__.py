"""`parbleu convert`: other people's files to text."""
