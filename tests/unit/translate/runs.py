"""Provides runs that write files, as starting points of tests."""

import hashlib

import pytest
from tests.unit.translate.engines_for_tests import Upper

from parbleu import translate

LINES = [f"line {number}" if number % 5 else "" for number in range(11)]
WHOLE = "".join(f"{line.upper()}\n" for line in LINES)


class Stopping(Upper):
    """Stops after some batches."""

    def __init__(self, batches, problem=KeyboardInterrupt, **settings):
        super().__init__(**settings)
        self.left = batches
        self.problem = problem

    def translate(self, segments):
        if self.left == 0:
            raise self.problem("stopped")
        self.left -= 1
        return super().translate(segments)


def names(directory):
    return sorted(path.name for path in directory.iterdir())


def translate_file(source, output, engine, advance=None, **options):
    """As the function of that name, with options as keywords."""
    return translate.translate_file(source, output, engine, translate.RunOptions(**options), advance=advance)


def stop(source, output, batches=2, **options):
    with pytest.raises(KeyboardInterrupt):
        translate_file(source, output, Stopping(batches), **options)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()
