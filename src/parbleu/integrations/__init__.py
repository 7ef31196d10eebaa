"""Connects parbleu to frameworks that train and evaluate models, with a module for each.

`parbleu.integrations.torchmetrics` needs torchmetrics, and so on; importing this package loads none of them.
docs/frameworks.md shows `evaluate`, `inspect_ai`, `lighteval`, `lightning`, `lm_eval`, `reward`,
`torchmetrics`, `transformers`, `transformers_callback` and `unitxt` at work.
"""
