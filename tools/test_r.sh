# Checks the package for R with R's own check, which has to be clean: sh tools/test_r.sh PYTHON DIRECTORY
# R and its packages reticulate and jsonlite are the system's: r-cran-reticulate and r-cran-jsonlite in Debian.
set -e
RETICULATE_PYTHON=$1
source=$(pwd)/r
export RETICULATE_PYTHON _R_CHECK_FORCE_SUGGESTS_=true LC_ALL=C.UTF-8
[ -z "$PARBLEU_ORACLES" ] || export PARBLEU_ORACLES="$(cd "$PARBLEU_ORACLES" && pwd)"
rm -rf "$2" && mkdir -p "$2" && cd "$2"
# The manual pages are made of the comments in R/, where roxygen2 is installed: r-cran-roxygen2.
if Rscript -e 'quit(status = !requireNamespace("roxygen2", quietly = TRUE))'; then
  cp -r "$source" pages
  Rscript -e 'roxygen2::roxygenise("pages", load_code = "source")' >roxygen.log 2>&1 || { cat roxygen.log; exit 1; }
  diff -r "$source" pages || { echo 'roxygen2 makes other pages: run roxygen2::roxygenise("r") in R'; exit 1; }
fi
R CMD build --no-manual "$source"
R CMD check --no-manual parbleu_*.tar.gz | tee check.log
cat parbleu.Rcheck/tests/*.Rout | grep 'recorded'
grep -qx 'Status: OK' check.log
