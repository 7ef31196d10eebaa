"""Every number in a machine-translation paper: BLEU, chrF and TER, exact, parallel and signed."""

__version__ = "0.1.0"
