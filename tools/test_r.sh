# Checks the package for R with R's own check, which has to be clean: sh tools/test_r.sh PYTHON DIRECTORY
# R and its packages reticulate and jsonlite are the system's: r-cran-reticulate and r-cran-jsonlite in Debian.
set -e
RETICULATE_PYTHON=$1
source=$(pwd)/r
export RETICULATE_PYTHON _R_CHECK_FORCE_SUGGESTS_=true LC_ALL=C.UTF-8
[ -z "$PARBLEU_ORACLES" ] || export PARBLEU_ORACLES="$(cd "$PARBLEU_ORACLES" && pwd)"
rm -rf "$2" && mkdir -p "$2" && cd "$2"
R CMD build --no-manual "$source"
R CMD check --no-manual parbleu_*.tar.gz | tee check.log
cat parbleu.Rcheck/tests/*.Rout | grep 'recorded'
grep -qx 'Status: OK' check.log
