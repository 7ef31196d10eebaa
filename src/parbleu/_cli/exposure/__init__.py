"""`parbleu exposure`: how much of a test set is in training data."""
