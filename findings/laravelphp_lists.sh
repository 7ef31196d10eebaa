#!/bin/bash
# laravelphp 2.0.4 (npm): of a PHP file with messages its JSON lacks the items of lists, texts that are joined by a point, and
# messages whose key is a number.
#
# laravel2js takes what has a text for its key and one literal for its value, and leaves out the rest: a list becomes an empty
# object, the others are not there at all. What it reads of its own files is right, as js2laravel gives each item of a list its
# number as a text. Nothing warns, and a project that goes through it loses the same messages in each language. Seen with Node 20:
#
#     file                                         JSON
#     'days' => ['Monday', 'Tuesday']              "days": {}
#     'long' => 'It is saved ' . 'now.'            not there
#     404 => 'Not found'                           not there
#     '405' => 'Not allowed'                       "405": "Not allowed"
#     'open' => 'Open'                             "open": "Open"
#
# This script installs the package, pinned, in a temporary folder. It fails if the messages are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts laravelphp@2.0.4
cat > messages.php <<'PHP'
<?php

return [
    'open' => 'Open',
    'days' => ['Monday', 'Tuesday'],
    'months' => ['0' => 'January', '1' => 'February'],
    'long' => 'It is saved ' .
        'now.',
    404 => 'Not found',
    '405' => 'Not allowed',
    'menu' => ['close' => 'Close', 404 => 'Gone'],
];
PHP
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import laravel from "laravelphp";

const messages = await laravel.laravel2js(readFileSync("messages.php", "utf8"));
const { version } = JSON.parse(readFileSync("node_modules/laravelphp/package.json", "utf8"));
console.log(`laravelphp ${version}, Node ${process.version}`);
console.log(JSON.stringify(messages, null, 1));
const expected = {
  405: "Not allowed",
  open: "Open",
  days: {},
  months: { 0: "January", 1: "February" },
  menu: { close: "Close" },
};
assert.deepStrictEqual(messages, expected, "the behaviour has changed");
PROGRAM
node program.js
