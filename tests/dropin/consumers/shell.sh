#!/usr/bin/env bash
# The command as scripts of Marian, OPUS-MT, ALMA, argos-train, flores and students of Bergamot call it.
#   shell.sh DIRECTORY    runs the `sacrebleu` that is in there
set -eu
export PATH="$1:$PATH"
cd "$(dirname "$0")/../../../examples/en-de"
ref=ref.A.txt hyp=system.literal.txt
temporary=$(mktemp -d)
trap 'rm -r "$temporary"' EXIT

sacrebleu $ref -i $hyp -m chrf -b
sacrebleu $ref -b <$hyp
sacrebleu $ref --score-only --width=3 <$hyp
sacrebleu -w 2 -b $ref <$hyp
sacrebleu --tokenize zh -b ../en-ja/$ref -i ../en-ja/$hyp
sacrebleu -l en-zh -b ../en-ja/$ref -i ../en-ja/$hyp
SACREBLEU_FORMAT=text sacrebleu $ref -i $hyp
sacrebleu -f text $ref -i $hyp --metrics bleu chrf -b
sacrebleu $ref -i $hyp --metrics=chrf --chrf-word-order 2 -f text -sh
sacrebleu -sl -b $ref -i $hyp | head -5
sacrebleu $ref -i $hyp --ter-normalize -m ter -b
# The last number of the line, rewritten; the line begins with the name and holds the signature.
sacrebleu -f text $ref -i $hyp | cut -f1 -d'|'
sacrebleu -f text $ref -i $hyp | sed 's/^.* = \([0-9.]*\) .*$/score \1/; s/ref_len = .*$//'
cat $hyp | sacrebleu -f text <(cut -d' ' -f1- $ref) | tr ' ' '\n' | sed -n 3,5p
paste $hyp system.careful.txt | sacrebleu $ref -f text | grep -c System
gzip -c $ref >"$temporary/ref.gz" && sacrebleu "$temporary/ref.gz" -i $hyp -b
# A test set that is in the cache already.
export SACREBLEU="$temporary/cache"
folder=$SACREBLEU/wmt20/tworefs
mkdir -p "$folder"
for field in src ref-0 ref-1 docid genre origlang; do
  head -3 $ref >"$folder/wmt20_tworefs.ru-en.$field"
done
sacrebleu --test-set wmt20/tworefs --language-pair ru-en --echo src
sacrebleu -t wmt20/tworefs -l ru-en --echo ref docid -q
sacrebleu -t wmt20/tworefs -l ru-en --echo src | sacrebleu -t wmt20/tworefs -l ru-en -b -w 2
head -3 $hyp | sacrebleu -t wmt20/tworefs -l ru-en -m chrf --quiet
# What they test: the exit status.
sacrebleu -t wmt1066 -l en-de --echo src >/dev/null 2>&1 || echo "status $?"
sacrebleu -t wmt20 -l en-xx --echo src >/dev/null 2>&1 || echo "status $?"
sacrebleu $ref -i $hyp --no-such-option >/dev/null 2>&1 || echo "status $?"
sacrebleu $ref -i missing.txt >/dev/null 2>&1 || echo "status $?"
# Many at once; GNU parallel keeps their outputs apart.
seq 8 | xargs -P 8 -I{} sh -c "sacrebleu $ref -i $hyp -b -w 4 >$temporary/{}"
cat "$temporary"/[1-8] | sort | uniq -c
