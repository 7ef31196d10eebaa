"""The framework of all commands: options as data, parsers, consoles, help.

What reads arguments raises `UsageError` if they make no sense, and the `ParbleuError` of what it calls.
"""
