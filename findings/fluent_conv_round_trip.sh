#!/bin/bash
# fluent_conv 3.3.0 (npm): messages of Fluent come back from its JSON with other texts: braces that were text become the name of
# another message, a reference to an attribute becomes one to the message, and blanks in front are gone.
#
# ftl2js writes a quoted literal ({"{"}) without its braces and quotes, and the reference { tip.tooltip } as { tip }; js2ftl
# writes what it finds. So {"{"}name{"}"} comes back as {name}. Escapes of literals come back as text. No parser complains, as the
# file is right Fluent. Seen with Node 20, the texts that @fluent/bundle 0.19.1 makes of the file, where _ is a no-break space:
#
#     message                              before                         after
#     Write {"{"}name{"}"} there           Write {name} there             Write Anna there
#     Press "{ tip.tooltip }"              Press "Opens the file"         Press "Open"
#     {"  "}indented                           indented                   indented
#     one{"\u00A0"}two                     one_two                        one\u00A0two
#
# This script installs the packages, pinned, in a temporary folder. It fails if the texts are others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund --no-update-notifier --ignore-scripts fluent_conv@3.3.0 @fluent/bundle@0.19.1
cat > messages.ftl <<'FLUENT'
braces = Write {"{"}name{"}"} there
name = Anna
tip = Open
    .tooltip = Opens the file
see = Press "{ tip.tooltip }"
space = {"  "}indented
escape = one{"\u00A0"}two
number = { NUMBER($n, minimumFractionDigits: 2) } kg
files = { $n ->
    [one] one file
   *[other] { $n } files
}
FLUENT
cat > program.js <<'PROGRAM'
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import fluentConv from "fluent_conv";

const NAMES = ["braces", "see", "space", "escape", "number", "files"];
const texts = (file) => {
  const bundle = new FluentBundle("en", { useIsolating: false });
  const errors = bundle.addResource(new FluentResource(file));
  const found = NAMES.map((name) => bundle.formatPattern(bundle.getMessage(name).value, { n: 3 }, errors));
  assert.deepStrictEqual(errors, []);
  return found;
};
const file = readFileSync("messages.ftl", "utf8");
const before = texts(file);
const after = texts(fluentConv.js2ftl(fluentConv.ftl2js(file)));
const { version } = JSON.parse(readFileSync("node_modules/fluent_conv/package.json", "utf8"));
console.log(`fluent_conv ${version}, Node ${process.version}`);
NAMES.forEach((name, i) => console.log(name.padEnd(8), JSON.stringify(before[i]).padEnd(28), JSON.stringify(after[i])));
const rest = ["3.00 kg", "3 files"];
assert.deepStrictEqual(before, ["Write {name} there", 'Press "Opens the file"', "  indented", "one\u00A0two", ...rest]);
const expected = ["Write Anna there", 'Press "Open"', "indented", "one\\u00A0two", ...rest];
assert.deepStrictEqual(after, expected, "the behaviour has changed");
PROGRAM
node program.js
