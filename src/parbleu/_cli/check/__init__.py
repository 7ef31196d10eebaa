"""`parbleu check`: files of segments before they are used."""
