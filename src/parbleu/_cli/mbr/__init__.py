"""`parbleu mbr`: minimum Bayes risk decoding of n-best lists."""
