"""`parbleu report`: one HTML page about where systems differ."""
