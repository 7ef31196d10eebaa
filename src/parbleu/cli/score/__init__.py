"""`parbleu score`: computes BLEU, chrF and TER of systems' outputs."""
