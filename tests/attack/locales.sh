#!/usr/bin/env bash
# locales.sh [TEST...]: runs tests in the locales tr_TR, de_DE and C, which it makes in a directory of its own. The process of the
# tests asks for the locale as programs do that embed Python, so that C's own functions write a comma in numbers, too.
set -euo pipefail
cd "$(dirname "$0")/../.."
tests=("$@")
[ $# -gt 0 ] || tests=(tests/golden tests/cli tests/unit/metrics tests/unit/evalset tests/unit/human tests/unit/tables)
command -v localedef >/dev/null && [ -e /usr/share/i18n/locales/tr_TR ] || { echo 'On Debian or Ubuntu: apt install locales' >&2; exit 1; }
LOCPATH=$(mktemp -d)
export LOCPATH
trap 'rm -rf "$LOCPATH"' EXIT
for name in tr_TR de_DE; do localedef -i "$name" -f UTF-8 "$LOCPATH/$name.UTF-8"; done

for name in tr_TR.UTF-8 de_DE.UTF-8 C; do
  echo "--- $name"
  LC_ALL=$name python -c '
import locale, sys, pytest
print(locale.setlocale(locale.LC_ALL, ""), locale.localeconv()["decimal_point"])
sys.exit(pytest.main(["-q", *sys.argv[1:]]))' "${tests[@]}"
done
echo "locales: tr_TR, de_DE, C: nothing found"
