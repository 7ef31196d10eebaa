"""`parbleu study`: how far a score can be trusted."""
