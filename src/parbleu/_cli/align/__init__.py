"""`parbleu align`: cuts output into the segments of references."""
