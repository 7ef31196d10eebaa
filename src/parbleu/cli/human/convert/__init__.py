"""`parbleu human convert`: conversions between files of human ratings."""
