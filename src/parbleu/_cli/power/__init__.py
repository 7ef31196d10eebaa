"""`parbleu power`: which differences people, and test sets, show."""
