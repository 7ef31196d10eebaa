"""The face of MT Metrics Eval: its modules, names and numbers, computed by parbleu.

`from parbleu.compat.mt_metrics_eval import data, stats, tasks`; or, for programs that import the original,
`parbleu.compat.install_as("mt_metrics_eval")`. docs/dropin.md says what differs.
"""
