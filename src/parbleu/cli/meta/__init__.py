"""`parbleu meta`: how well metrics agree with people."""
