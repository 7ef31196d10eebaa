#!/bin/bash
# pearmut 1.1.6: the results that it shows and exports count one annotator of each item, the last one, and count attention checks.
#
# A campaign of task-based assignment may give several people the same items. Of an item, the last answer takes the place of
# all others, so that a model's score hangs on who sent later; the count is that of items, and nothing tells. An item with
# `validation`, whose translation is broken on purpose and whose score may be demanded, counts as all others do. Seen with
# fastapi 0.165.0 on Python 3.12, for one item to which anna gives 90 and ben 20, and a check to which both give 5; the mean
# of the item's answers is 55:
#
#     anna, then ben  [{'model': 'A', 'score': 12.5, 'count': 2, 'sig_better_than_next': False}]
#     ben, then anna  [{'model': 'A', 'score': 47.5, 'count': 2, 'sig_better_than_next': False}]
#
# This script installs the packages, pinned, in a temporary folder, and calls the server's application without a network.
# PYTHON names a Python of version 3.12 or later. It fails if the results are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/env"
"$folder/env/bin/pip" -q install --disable-pip-version-check pearmut==1.1.6 fastapi==0.165.0 httpx==0.28.1
cd "$folder"
cat > program.py <<'PROGRAM'
import json
import sys
from importlib.metadata import version
from pathlib import Path

from fastapi.testclient import TestClient

ORDERS = (("anna", "ben"), ("ben", "anna"))
SCORES = {"anna": 90, "ben": 20}
ITEM = {"src": "The dog barks.", "tgt": {"A": "Der Hund bellt."}, "item_id": "d_0"}
CHECK = {"src": "It rains.", "tgt": {"A": "Es Hund."}, "item_id": "d_1", "validation": {"A": {"score": [0, 10]}}}
if sys.argv[1:] == ["campaigns"]:
    for order in ORDERS:
        info = {"assignment": "task-based", "protocol": "DA", "users": list(order)}
        campaign = {"campaign_id": "-".join(order), "info": info, "data": [[[ITEM], [CHECK]]] * 2, "token": "t"}
        Path(f"{'-'.join(order)}.json").write_text(json.dumps(campaign))
    sys.exit()

from pearmut.app import app

server = TestClient(app)
found = []
for order in ORDERS:
    name = "-".join(order)
    for user in order:
        for place, item, score in ((0, ITEM, SCORES[user]), (1, CHECK, 5)):
            answer = {"A": {"score": score, "error_spans": [], "textfield": None}}
            payload = {"annotation": [answer], "actions": [{"time": 1.0, "action": "load"}], "item": [item]}
            sent = {"campaign_id": name, "user_id": user, "item_i": place, "payload": payload}
            assert server.post("/log-response", json=sent).json() == "ok"
    found.append(server.post("/dashboard-results", json={"campaign_id": name, "token": "t"}).json())
print("pearmut", version("pearmut"), "fastapi", version("fastapi"))
for order, results in zip(ORDERS, found):
    print(f"{order[0]}, then {order[1]} ", results)
rows = [(results[0]["score"], results[0]["count"]) for results in found]
assert rows == [(12.5, 2), (47.5, 2)], "the behaviour has changed"
PROGRAM
"$folder/env/bin/python" program.py campaigns
"$folder/env/bin/pearmut" add ./*-*.json > /dev/null
"$folder/env/bin/python" -W ignore program.py
