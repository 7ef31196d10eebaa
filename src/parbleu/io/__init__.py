"""Reading and writing files: atomic replacement, locks, lines, fields, pipes, programs and retries."""
