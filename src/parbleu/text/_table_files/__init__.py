"""Reads tables with a row for each segment: JSON lines, CSV, TSV, Parquet, Arrow, data frames in memory."""
