#!/bin/bash
# @plussub/srt-vtt-parser 2.0.5 (npm): a WebVTT cue without text takes the next cue, with its time line, for its text; and a cue
# with settings whose times have no hours ends after minutes, not seconds.
#
# A cue may be empty, as where a translation is, or where the screen is cleared. There are fewer cues then than in the file, and
# what was said is shown too early, below a line of times; so it is in SubRip. Two blank lines behind it keep the cues apart.
# Hours are optional in WebVTT, and settings such as line:0 say where a cue stands: with both, minutes and seconds of the end
# are read as hours and minutes. Seen with Node.js 20.20, as begin, end and text:
#
#     WebVTT                                                       read
#     00:00:03.000 --> 00:00:04.000                                3 s      4 s       "(line break)
#     (nothing)                                                                       00:00:05.000 --> 00:00:06.000
#     00:00:05.000 --> 00:00:06.000                                                   Bye."
#     Bye.
#     01:02.000 --> 01:03.500 line:0                               62 s     3,780 s
#     01:02.000 --> 01:03.500                                      62 s     63.5 s
#
# This script installs the package, pinned, in a temporary folder, with the npm of the machine. It fails if the cues are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts @plussub/srt-vtt-parser@2.0.5
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { parse } from "@plussub/srt-vtt-parser";

const cues = (text) => parse(text).entries.map((cue) => [cue.from / 1000, cue.to / 1000, cue.text]);
const LATER = "00:00:05.000 --> 00:00:06.000\nBye.";
const read = {
  empty: cues(`WEBVTT\n\n00:00:03.000 --> 00:00:04.000\n\n${LATER}\n`),
  settings: cues("WEBVTT\n\n01:02.000 --> 01:03.500 line:0\nHi.\n"),
  plain: cues("WEBVTT\n\n01:02.000 --> 01:03.500\nHi.\n"),
  hours: cues("WEBVTT\n\n00:01:02.000 --> 00:01:03.500 line:0\nHi.\n"),
  subrip: cues("1\n00:00:03,000 --> 00:00:04,000\n\n2\n00:00:05,000 --> 00:00:06,000\nBye.\n"),
  apart: cues(`WEBVTT\n\n00:00:03.000 --> 00:00:04.000\n\n\n${LATER}\n`),
};
console.log("@plussub/srt-vtt-parser", JSON.parse(readFileSync("node_modules/@plussub/srt-vtt-parser/package.json")).version);
console.log(read);
assert.deepEqual(read, {
  empty: [[3, 4, `\n${LATER}`]],
  settings: [[62, 3780, "Hi."]],
  plain: [[62, 63.5, "Hi."]],
  hours: [[62, 63.5, "Hi."]],
  subrip: [[3, 4, "\n2\n00:00:05,000 --> 00:00:06,000\nBye."]],
  apart: [[3, 4, ""], [5, 6, "Bye."]],
}, "the behaviour has changed");
PROGRAM
node program.js
