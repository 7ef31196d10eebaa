"""Reading and writing files: atomic replacement, locks, lines, fields, programs and retries."""
