"""`parbleu data`: list, describe, download and check test sets."""
