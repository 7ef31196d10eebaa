"""`parbleu merge`: scores a corpus from the statistics of its shards."""
