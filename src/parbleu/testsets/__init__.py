"""Test sets: what there is, where it comes from, and its text."""
