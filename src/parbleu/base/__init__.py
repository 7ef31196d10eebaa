"""What every room uses: lazy names, registries, messages, progress bars, threads, spelling hints."""
