"""`parbleu human`: what people said about translations."""
