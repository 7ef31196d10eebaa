"""The framework of all commands: options as data, parsers, consoles, help."""
