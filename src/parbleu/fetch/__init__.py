"""Downloads files, verifies their checksums and unpacks archives; a file appears complete or not at all."""
