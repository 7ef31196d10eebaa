"""Arrays in, numbers out: resampling, intervals, corrections. Knows no text and no metric."""
