"""`parbleu edits`: what people changed in translations."""
