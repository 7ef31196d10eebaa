"""`parbleu score`: BLEU, chrF and TER of systems' output."""
