"""Helpers of every other package: lazy imports, registries, messages, progress bars, threads, spelling."""
