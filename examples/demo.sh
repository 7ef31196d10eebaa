#!/bin/sh
# The corpus beside this file, scored from the shell: `make demo`, or `sh examples/demo.sh` where parbleu is installed.
set -eu
cd "$(dirname "$0")/.."

# Shows a command as one would type it, then runs it.
run() {
  printf '\n$ %s\n' "$*"
  "$@"
}

say() {
  printf '\n=== %s\n' "$1"
}

de=examples/en-de
ja=examples/en-ja

say 'One system, two references, three metrics. What stands before a score says how to get it again.'
run parbleu score $de/ref.A.txt $de/ref.B.txt -i $de/system.careful.txt -m bleu chrf ter -f text

say 'The same as JSON, which is what scripts read, and just the number.'
run parbleu score $de/ref.A.txt $de/ref.B.txt -i $de/system.literal.txt -m bleu
run parbleu score $de/ref.A.txt $de/ref.B.txt -i $de/system.literal.txt -m bleu -b

say 'Japanese: a tokenizer for BLEU, TER told about Asian scripts.'
run parbleu score $ja/ref.A.txt $ja/ref.B.txt -i $ja/system.careful.txt -m bleu chrf ter -f text \
  -tok char --ter-normalized --ter-asian-support

say 'All systems in all three languages, from Python.'
run python examples/table.py

say 'Where do two systems differ most? Scores of single segments.'
run python examples/segments.py

say 'One HTML page about all of it: open it in a browser.'
mkdir -p build/demo
run parbleu report $de/ref.A.txt $de/ref.B.txt -i $de/system.*.txt --names careful careless literal \
  --source $de/src.txt -l en-de -m bleu chrf ter --ratings examples/mqm/mqm.tsv -o build/demo/report.html

say 'A shared task from its raw files: are they whole, and who wins? Run it again: nothing changed.'
run parbleu wmt validate examples/wmt/annotations.jsonl examples/wmt/testset.jsonl
run parbleu wmt run examples/wmt/task.toml --into build/demo/wmt
