"""`parbleu study`: studies how far a score can be trusted."""
