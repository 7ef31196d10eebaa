"""The shell commands. One verb a file, imported only when it is called."""
