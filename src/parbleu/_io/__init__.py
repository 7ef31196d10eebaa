"""Reads and writes files: atomic replacement, locks, lines, fields, programs and retries."""
