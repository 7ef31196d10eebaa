"""Translation models on disk: what they are, how they are converted, and how they spell languages."""
