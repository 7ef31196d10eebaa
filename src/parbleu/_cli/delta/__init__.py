"""`parbleu delta`: what people see of a difference of scores."""
