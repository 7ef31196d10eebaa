"""`parbleu nbest`: chooses from n-best lists, and measures what they hold."""
