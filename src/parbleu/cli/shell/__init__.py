"""The command-line framework: options as data, parsers, consoles, help."""
