"""Checks the text that users pass and makes segments of it; tokenizers."""
