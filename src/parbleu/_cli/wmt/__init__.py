"""`parbleu wmt`: shared tasks of WMT, from raw files to rankings and tables."""
