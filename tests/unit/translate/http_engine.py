"""Provides helpers for the tests of the HTTP engine."""

from parbleu.translate._engine import Settings
from parbleu.translate._engines import ENGINES
from waiting import PATIENCE

KEY = "sk-very-secret-1234"


def engine(url, **settings):
    given = {"model": "parrot", "target_language": "de", "retries": 2, "timeout": PATIENCE} | settings
    return ENGINES["http"](Settings(url=url, **given))


def translate(url, segments, **settings):
    with engine(url, **settings) as made:
        return made.translate(segments)


def texts(url, segments, **settings):
    return [made.text for made in translate(url, segments, **settings)]
