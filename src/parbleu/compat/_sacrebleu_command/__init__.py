"""The command `sacrebleu`: `parbleu score` under that name, which prints what the original prints."""
