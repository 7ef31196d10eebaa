"""The writers of tables, one file for each format."""
