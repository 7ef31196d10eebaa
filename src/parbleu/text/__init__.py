"""What users pass becomes checked segments; tokenizers."""
