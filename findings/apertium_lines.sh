#!/bin/bash
# apertium 3.8.3 reads a file of segments as running text: words move from line to line, and -f line also takes full stops away.
#
# A line break is a blank to it, so that a sentence goes on in the next line until a full stop ends it, and what a rule puts in
# another order changes its line. The number of lines stays, mostly, which hides it. The format "line" does the same, and the
# last full stop of a line is missing in its output. A blank line between two segments keeps them apart. Unknown words have
# a star, others # or @, as Apertium writes by itself. Seen with apertium-eng-spa 0.8.1 of Debian 12:
#
#     text       apertium     -f line      with blank lines
#     New        Ventana      Ventana      Nuevo
#     Window     nueva        nueva        Ventana
#     Dark       Lengua       Lengua       Oscuro
#     Theme      de           de           Tema
#     Language   Tema Oscuro  Tema Oscuro  Lengua
#     It ended.   acabó.       acabó       Acabó.
#
# This script unpacks Debian's packages, pinned, in a temporary folder, and fails if they behave otherwise. It needs apt-get and dpkg.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && apt-get -qq download apertium=3.8.3-1+b2 apertium-eng-spa=0.8.1-2 apertium-lex-tools=0.4.2-2 \
  libapertium3=3.8.3-1+b2 libapertium-lex-tools1=0.4.2-2 lttoolbox=3.7.1-1+b2 liblttoolbox3=3.7.1-1+b2 \
  libirstlm1=6.00.05-3+b1 2>/dev/null && for package in *.deb; do dpkg -x "$package" .; done)
export PATH=$folder/usr/bin:$PATH LD_LIBRARY_PATH=$(dirname "$(find "$folder" -name 'libapertium.so.3' | head -1)")
export APERTIUM_PATH=$folder/usr/bin APERTIUM_DATADIR=$folder/usr/share/apertium
sed -i "s#'/usr/share#'$folder/usr/share#g" "$folder"/usr/share/apertium/modes/*.mode
cd "$folder"
printf '%s\n' New Window Dark Theme Language 'It ended.' >text
apertium eng-spa text >plain
apertium -f line eng-spa text >line
sed 's/$/\n/' text | apertium eng-spa | sed -n 'p;n' >apart
apertium -V
paste -d '|' text plain line apart
[ "$(sed -n 1p plain)" = "Ventana" ] && [ "$(sed -n 5p plain)" = "Tema Oscuro" ] || { echo "the behaviour has changed"; exit 1; }
[ "$(wc -l <plain)" -eq 6 ] && [ "$(sed -n 5p line)" = "Tema Oscuro" ] || { echo "the behaviour of -f line has changed"; exit 1; }
! grep -q '\.$' line && grep -q '\.$' plain || { echo "full stops have changed"; exit 1; }
[ "$(head -5 apart | tr '\n' ' ')" = "Nuevo Ventana Oscuro Tema Lengua " ] || { echo "blank lines do not keep segments apart"; exit 1; }
echo "The parrot tweeted in Knowsley." | apertium eng-spa | tee marked
grep -qF '*Knowsley' marked || { echo "marks have changed"; exit 1; }
