"""`parbleu translate`: make hypotheses."""
