#!/usr/bin/env bash
# keep_speed.sh FILE AGAINST: adds a run, which `python -m benchmarks --history FILE` wrote, and one that
# `python -m benchmarks.against REV --history AGAINST` wrote, to the branch speed-history of the repository, and makes the
# page of that branch anew. A workflow calls it, where TOKEN may push.
set -euo pipefail
run=$(realpath "$1")
against=$(realpath "$2")
remote=$GITHUB_SERVER_URL/$GITHUB_REPOSITORY
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
login="AUTHORIZATION: basic $(printf 'x-access-token:%s' "$TOKEN" | base64 | tr -d '\n')"

status=0
git -c http.extraheader="$login" ls-remote --exit-code "$remote" refs/heads/speed-history >/dev/null || status=$?
case $status in
  0) git -c http.extraheader="$login" clone -q --depth 1 --branch speed-history "$remote" "$folder" ;;
  2) git init -q -b speed-history "$folder" ;; # there is no such branch yet
  *) exit "$status" ;;
esac
cat "$run" >>"$folder/history.jsonl"
cat "$against" >>"$folder/against.jsonl"
env -u TOKEN python3 -m benchmarks.history "$folder/history.jsonl" >"$folder/README.md"
git -C "$folder" add history.jsonl against.jsonl README.md
git -C "$folder" -c user.name=speed -c user.email=speed@users.noreply.github.com commit -q -m "speed: add a run"
git -C "$folder" -c http.extraheader="$login" push -q "$remote" HEAD:speed-history
