"""`parbleu convert`: converts files of other programs to text."""
