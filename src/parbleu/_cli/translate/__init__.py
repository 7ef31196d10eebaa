"""`parbleu translate`: makes hypotheses."""
