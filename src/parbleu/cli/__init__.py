"""The shell commands: a folder per verb, imported only when it is called, and `shell`, what they share."""
