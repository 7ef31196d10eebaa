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
    if not isinstance(result, dict) or "tables" not in result:
        return _tables_of_scores(result if isinstance(result, list) else [result])
    for table in result["tables"].values():
        assert len({tuple(row) for row in table["rows"]}) <= 1
    return result["tables"]


def _tables_of_scores(items: list[dict[str, Any]]) -> Any:
    """Returns the objects that stand for scores as the tables that other formats show."""
    if "n_segments" in items[0]:
        return {"scores": _table_of_systems(items)}
    columns = {
        "score": "unrounded",
        "ci": "unrounded_ci",
        "mean": "unrounded_mean",
        "details": "verbose_score",
        "signature": "signature",
    }
    rows = [
        {"metric": item["name"], **{column: item.get(key) for column, key in columns.items()}}
        for item in items
    ]
    seeds = {item["drawn_with_seed"] for item in items if "drawn_with_seed" in item}
    facts = {"seed": min(seeds)} if seeds else {}
    tables = {"scores": {"rows": rows, "facts": facts, "notes": []}}
    if "subsets" in items[0]:
        names = [(part["subset"], part["n_segments"]) for part in items[0]["subsets"]]
        scores = {item["name"]: [part["score"] for part in item["subsets"]] for item in items}
        subsets = [
            {"subset": name, "n_segments": size, **{key: values[place] for key, values in scores.items()}}
            for place, (name, size) in enumerate(names)
        ]
        tables["subsets"] = {"rows": subsets, "facts": {}, "notes": []}
    return tables


def _table_of_systems(items: list[dict[str, Any]]) -> Any:
    """Returns the objects of systems as a table with a row for each of them."""
    rows: dict[str, dict[str, Any]] = {}
    facts = {"n_segments": items[0]["n_segments"]}
    for item in items:
        system, name = item.get("system", ""), item["name"]
        row = rows.setdefault(system, {"system": system})
        row[name] = item["unrounded"]
        if "unrounded_ci" in item:
            row |= {f"{name}_ci": item["unrounded_ci"], f"{name}_mean": item["unrounded_mean"]}
            facts["seed"] = item["drawn_with_seed"]
        facts[f"{name} signature"] = item["signature"]
        for key, column in (("n_scored", "segments"), ("usage", "usage")):
            if key in item:
                facts[f"{name} {column}"] = item[key]
    return {"rows": list(rows.values()), "facts": facts, "notes": []}


def printed_tables(text: str) -> Any:
    """Returns the only table of a result; of several, a dictionary of them by their names."""
    tables = check_result(text)
    return next(iter(tables.values())) if len(tables) == 1 else tables
