"""Refuses values of options that many commands have and that cannot be, before any file is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parbleu._cli.shell.console import UsageError
from parbleu.errors import OptionError

RESAMPLING = ("n_samples", "samples", "seed", "alpha", "power", "threads")


def check_values(values: Mapping[str, Any]) -> None:
    """Refuses values of these options, of which those that were not given are left out.

    Raises:
        ParbleuError: one cannot be; the message names it.
    """
    resampling = {name: values[name] for name in RESAMPLING if name in values}
    if resampling:
        _check_resampling(resampling)
    if values.get("region") is not None:
        from parbleu._comparison.resampled_scores import ExplanationOptions

        ExplanationOptions(values["region"])
    for name in ("encoding", "ref_encoding"):
        if name in values:
            from parbleu._io.encodings import text_decoder

            text_decoder(values[name])
    if "length_range" in values:
        from parbleu.analysis._analysis_input import check_length_range

        if len(values["length_range"]) != 2:
            raise UsageError("--length-range takes two percentages, such as 0 50")
        check_length_range(*values["length_range"])
    if "scheme" in values:
        from parbleu.human import get_scheme

        get_scheme(values["scheme"])
    for name, flag in (("size", "--size"), ("examples", "--examples"), ("num_refs", "-nr/--num-refs")):
        if values.get(name, 1) < 1:
            raise UsageError(f"{flag} is a whole number from 1, not {values[name]}")


def _check_resampling(values: dict[str, Any]) -> None:
    """Refuses a seed, a level, or a number of samples or threads that cannot be; 0 samples draw nothing."""
    from parbleu.stats.resampling import Resampling

    if values.get("n_samples", 1) < 0:
        raise OptionError(f"n_samples is a whole number from 0, not {values['n_samples']}")
    if values.get("n_samples") == 0:
        del values["n_samples"]
    if "samples" in values:
        values["n_samples"] = values.pop("samples")
    Resampling(**values)
