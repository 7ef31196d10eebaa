"""Groups of benchmark rows: each module defines `measure(settings) -> Group`."""
