"""`parbleu analyze`: finds where systems differ."""
