"""`parbleu analyze`: finds where systems differ."""

COMMANDS: dict[str, str] = {}
