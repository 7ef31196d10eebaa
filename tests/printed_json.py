"""Reads the JSON that commands print, and the library's `to_json`."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

SCHEMA = Path(__file__).parents[1] / "docs" / "result.schema.json"


@cache
def _validator() -> Draft202012Validator:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def check_result(text: str) -> Any:
    """Returns the tables of a result by their names; fails if it does not have the documented shape."""
    result = json.loads(text)
    _validator().validate(result)
    for table in result["tables"].values():
        assert len({tuple(row) for row in table["rows"]}) <= 1
    return result["tables"]


def printed_tables(text: str) -> Any:
    """Returns the only table of a result; of several, a dictionary of them by their names."""
    tables = check_result(text)
    return next(iter(tables.values())) if len(tables) == 1 else tables
