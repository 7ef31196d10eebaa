"""`parbleu gate`: whether a candidate may replace the system in use."""
