#!/bin/bash
# pearmut 1.1.6: to show a document that two people annotated changes what the server hands out. annotations.json then has the
# second one's scores under the first one's name.
#
# To show a document again the server lays its annotations over one another, and does so in the first line of its own record.
# The campaign's file on its disk stays as it was. Until the server is started again, each download has other numbers than
# people gave, and the agreement of the two is perfect. In a campaign of single-stream assignment two people share a document
# where both open it before one of them sends it, which the source calls fine, since all answers are stored. Seen with
# fastapi 0.165.0 on Python 3.12, and the same on 3.11, which the package does not promise:
#
#     downloaded   [('anna', 90), ('ben', 20)]
#     carl opens the document
#     downloaded   [('anna', 20), ('ben', 20)]
#     on its disk  [('anna', 90), ('ben', 20)]
#
# This script installs the packages, pinned, in a temporary folder, and calls the server's application without a network.
# PYTHON names a Python of version 3.12 or later. It fails if the numbers are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check pearmut==1.1.6 fastapi==0.165.0 httpx==0.28.1
cd "$folder"
cat > campaign.json <<'CAMPAIGN'
{"campaign_id": "en-de", "info": {"assignment": "single-stream", "protocol": "DA", "users": ["anna", "ben", "carl"]},
 "data": [[{"src": "The dog barks.", "tgt": {"A": "Der Hund bellt."}, "item_id": "d_0"}]]}
CAMPAIGN
"$folder/env/bin/pearmut" add campaign.json > /dev/null
"$folder/env/bin/python" -W ignore - <<'PROGRAM'
import json
from importlib.metadata import version
from pathlib import Path

from fastapi.testclient import TestClient
from pearmut.app import app

server = TestClient(app)


def ask(address, **values):
    return server.post(address, json={"campaign_id": "en-de", **values}).json()


def scores(lines):
    return [(line["user_id"], line["annotation"][0]["A"]["score"]) for line in lines]


def downloaded():
    return scores(server.get("/download-annotations", params={"campaign_id": "en-de"}).json()["en-de"])


pages = {user: ask("/get-next-item", user_id=user) for user in ("anna", "ben")}
for (user, page), score in zip(pages.items(), (90, 20)):
    answer = {"A": {"score": score, "error_spans": [], "textfield": None}}
    payload = {"annotation": [answer], "actions": [{"time": 1.0, "action": "load"}], "item": page["payload"]}
    assert ask("/log-response", user_id=user, item_i=page["info"]["item_i"], payload=payload) == "ok"
before = downloaded()
ask("/get-i-item", user_id="carl", item_i=0)
after = downloaded()
stored = scores(map(json.loads, Path("data/annotations/en-de.jsonl").read_text().splitlines()))
print("pearmut", version("pearmut"), "fastapi", version("fastapi"))
print("downloaded  ", before)
print("carl opens the document")
print("downloaded  ", after)
print("on its disk ", stored)
assert before == stored == [("anna", 90), ("ben", 20)], "the behaviour has changed"
assert after == [("anna", 20), ("ben", 20)], "the behaviour has changed"
PROGRAM
