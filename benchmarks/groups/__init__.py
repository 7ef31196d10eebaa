"""One module per group of rows, each with `measure(settings) -> Group`."""
