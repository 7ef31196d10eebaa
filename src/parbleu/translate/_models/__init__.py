"""Finds, converts and describes translation models on disk, with their codes of languages."""
