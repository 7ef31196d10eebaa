"""Connects parbleu to frameworks that train and evaluate models, with a module for each.

`parbleu.integrations.torchmetrics` needs torchmetrics, and so on; importing this package loads none of them.
"""
