"""Tests that what annotation tools write of themselves is read as they mean it."""

import json
import sys

import pytest

from parbleu.errors import FormatError
from parbleu.human import read_judgements

pytestmark = pytest.mark.frameworks

CAMPAIGN = "eng_Latn---deu_Latn v3"
TEXTS = {"A": "\N{GRINNING FACE} Der Hund bellt.\nLaut.", "B": "Hund bellen."}
DOCUMENTS = [
    [
        {"src": f"{name} {place}", "tgt": TEXTS, "item_id": f"news_###_{name}_###_{place}"}
        for place in range(2)
    ]
    for name in ("one", "two")
]
WELCOME = {"src": "x", "tgt": {"A": "broken"}, "item_id": "w", "validation": {"A": {"score": [0, 10]}}}


@pytest.fixture
def pearmut(tmp_path, monkeypatch):
    """A client of the server, which has a campaign of two users."""
    from fastapi.testclient import TestClient

    (tmp_path / "data").mkdir()
    monkeypatch.setenv("PEARMUT_ROOT", str(tmp_path))
    info = {"assignment": "task-based", "protocol": "ESA", "shuffle": False, "users": ["anna", "ben"]}
    campaign = {"campaign_id": CAMPAIGN, "info": info, "data": [DOCUMENTS, DOCUMENTS]}
    campaign |= {"data_welcome": [[WELCOME]], "token": "t"}
    (path := tmp_path / "campaign.json").write_text(json.dumps(campaign))
    from pearmut import cli

    monkeypatch.setattr(sys, "argv", ["pearmut", "add", str(path)])
    cli.main()
    from pearmut.app import app

    return TestClient(app)


def units(text):
    return len(text.encode("utf-16-le")) // 2


def annotate(client, user, score):
    """Answers all pages as the one in the browser does."""
    while (page := client.post("/get-next-item", json={"campaign_id": CAMPAIGN, "user_id": user}).json())[
        "status"
    ] == "ok":
        answer = [
            {system: {"score": score, "error_spans": [], "textfield": None} for system in item["tgt"]}
            for item in page["payload"]
        ]
        if "A" in answer[0] and len(answer) == 2:
            end = units(TEXTS["A"])
            answer[0]["A"]["error_spans"] = [
                {"start_i": 7, "end_i": 10, "category": None, "severity": "major"},
                {"start_i": end, "end_i": end, "category": None, "severity": "minor"},
            ]
        actions = [{"time": 1.0, "action": "load"}, {"time": 2.0, "action": "submit"}]
        payload = {"annotation": answer, "actions": actions, "item": page["payload"]}
        sent = {
            "campaign_id": CAMPAIGN,
            "user_id": user,
            "item_i": page["info"]["item_i"],
            "payload": payload,
        }
        assert client.post("/log-response", json=sent).json() == "ok"
    assert page["status"] == "goodbye"


def test_annotations_of_pearmut(tmp_path, pearmut):
    annotate(pearmut, "anna", 10)
    annotate(pearmut, "ben", 40)
    one = {"campaign_id": CAMPAIGN, "user_id": "anna", "token": "t"}
    assert pearmut.post("/reset-campaign", json=one).json() == "ok"
    annotate(pearmut, "anna", 90)
    downloaded = pearmut.get("/download-annotations", params={"campaign_id": CAMPAIGN})
    (whole := tmp_path / "annotations.json").write_bytes(downloaded.content)
    judgements = read_judgements(whole)
    lines = read_judgements(tmp_path / "data" / "annotations" / f"{CAMPAIGN}.jsonl")
    assert [(each.rater, each.system, each.unit, each.score, each.rating) for each in judgements] == [
        (each.rater, each.system, each.unit, each.score, each.rating) for each in lines
    ]
    assert {(each.rater, each.score) for each in judgements} == {("anna", 90.0), ("ben", 40.0)}
    assert {each.unit for each in judgements} == {
        (f"news_###_{name}", place) for name in ("one", "two") for place in range(2)
    }
    assert judgements[0].language_pair == "eng_Latn-deu_Latn"
    marked = [each for each in judgements if each.rating.errors]
    assert len(marked) == 4
    for each in marked:
        found, missing = each.rating.errors
        assert (found.span(each.hypothesis), found.severity) == ("Hund", "major")
        assert missing.is_missing


LABELS = """
<View>
  <Text name="src" value="$src"/>
  <Text name="mt" value="$mt"/>
  <Labels name="error" toName="mt"><Label value="Major"/><Label value="Minor"/></Labels>
  <Rating name="quality" toName="mt" maxRating="5"/>
</View>
"""


def task(place, system, **more):
    """A task with one annotation, with results as the page in the browser sends them."""
    number = 100 + 2 * place + (system == "B")
    rating = {"id": "r", "from_name": "quality", "to_name": "mt", "type": "rating", "value": {"rating": 4}}
    value = {"start": 7, "end": 11, "text": "Hund", "labels": ["Major"]}
    label = {"id": "l", "from_name": "error", "to_name": "mt", "type": "labels", "value": value}
    annotation = {"id": number, "completed_by": 7, "result": [rating, label] if system == "A" else [rating]}
    return {
        "id": number,
        "data": {"src": f"Dog {place}", "mt": TEXTS[system], "system": system, "seg": place + 1},
        "annotations": [annotation | {"created_at": "2026-01-02", "lead_time": 3.5} | more],
    }


@pytest.fixture
def label_studio(tmp_path):
    """Exports of two segments of two systems, as they are stored: a file for each task."""
    from label_studio_sdk.converter import Converter

    (stored := tmp_path / "stored").mkdir()
    for place in range(2):
        for system in TEXTS:
            cancelled = {"was_cancelled": True} if (place, system) == (1, "B") else {}
            written = json.dumps(task(place, system, **cancelled))
            (stored / f"{place}{system}.json").write_text(written, encoding="utf-8")
    converter = Converter(LABELS, str(tmp_path), download_resources=False)

    def export(kind):
        converter.convert(str(stored), str(tmp_path / kind), kind, is_dir=True)
        [path] = (tmp_path / kind).glob("result.*")
        return path

    return export


def test_export_of_label_studio(label_studio):
    judgements = sorted(read_judgements(label_studio("JSON")), key=lambda one: (one.segment, one.system))
    assert [(each.system, each.segment, each.rater, each.score) for each in judgements] == [
        ("A", 0, "7", 4.0),
        ("B", 0, "7", 4.0),
        ("A", 1, "7", 4.0),
    ]
    [error] = judgements[0].rating.errors
    assert (error.span(judgements[0].hypothesis), error.severity) == ("Hund", "Major")
    assert not judgements[1].rating.errors


@pytest.mark.parametrize("kind", ["JSON_MIN", "CSV", "TSV"])
def test_other_exports_of_label_studio_are_refused(label_studio, kind):
    with pytest.raises(FormatError, match="export as JSON"):
        read_judgements(label_studio(kind))
