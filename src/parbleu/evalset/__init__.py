"""Evaluation sets: texts, human judgements and metric scores in the published layout of MT Metrics Eval."""
