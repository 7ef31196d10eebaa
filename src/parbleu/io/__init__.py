"""Reading and writing files: atomic replacement, locks, lines, fields, pipes and programs."""
