# From nothing but python3, a C++ compiler and make: every target works in a private environment, $(VENV), that it
# makes itself, installs the build tools there from PyPI, builds, and does what its name says. Nothing outside this
# directory changes. A stamp file in the environment remembers each step, so that the second run starts at once.
#
#   make demo                      score the corpus in examples/
#   make test                      the test suite on all processors
#   make test ARGS="-k chrf"       some of it: ARGS goes to pytest. Data frames and the like are not installed for it
#   make dev                       from now on, run what is in src/; `make clean` ends that
#   PYTHON=python3.12 make test    with another interpreter

PYTHON ?= python3
VENV ?= .venv
ARGS ?=
# Versions of all tools, with checksums that pip compares; `make test LOCK=` takes the newest instead.
LOCK ?= tools/requirements.lock
# What `make test-transformers` installs: a version that some indexes have without CUDA.
TORCH ?= torch==2.13.0
# What `make cross-test` compiles for, as Zig names it, and what runs programs of that kind here.
TARGET ?= aarch64-linux-musl
RUNNER ?= $(if $(filter aarch64%,$(TARGET)),qemu-aarch64)
# How many random segment pairs `make fuzz` compares with sacreBLEU.
N ?= 1000000

# Python keeps what it compiles, whatever the shell says: the tests start thousands of programs.
unexport PYTHONDONTWRITEBYTECODE

BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
RUN := PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python
# Python compiles what is imported; compiling all that is installed would take three times as long as installing it.
LOCKED := $(if $(LOCK),-c $(LOCK))
PIP := $(BIN)/python -m pip --disable-pip-version-check -q install --no-compile
JOBS := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

# Another interpreter means another environment.
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d%s" % (sys.version_info[:2] + (sys.abiflags,)))' 2>/dev/null || echo none)
ENVIRONMENT := $(STAMPS)/python-$(VERSION)
BUILD_TOOLS := $(STAMPS)/group-build
NEEDS := $(STAMPS)/group-demo
PACKAGE := $(STAMPS)/package
DROPIN := $(STAMPS)/dropin
DEV := $(STAMPS)/dev
# Patterns for the shell: where packages are installed, and where scikit-build-core builds for this interpreter.
SITE := $(VENV)/lib/python*/site-packages
BUILT := build/*-cp$(subst .,,$(VERSION))-*

# Directories are listed too: their time changes when a file appears or goes away.
SOURCES := CMakeLists.txt pyproject.toml README.md LICENSE core/CMakeLists.txt \
  $(shell find bindings core/include core/src src -name __pycache__ -prune -o \( -type d -o -type f \) -print)
CXX_SOURCES := $(shell find bindings core -path core/build -prune -o \( -name '*.cpp' -o -name '*.hpp' \) -print)

.PHONY: help demo dev docs docs-wheel extras test test-long test-packaging test-dropin test-transformers test-frameworks test-spark test-writers test-browser test-r wheels cross-test count-instructions coverage tidy dropin dropin-wheels original fuzz bench bench-against man sdist check-addresses check-extras lint format core-test core-sanitize core-threads core-memory core-fuzz tables-fuzz bindings-sanitize clean distclean
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory --no-builtin-rules
.DEFAULT_GOAL := help

help:
	@echo 'make demo            score three systems against two references (examples/), write a page about them'
	@echo 'make test            run the test suite           (ARGS="-k chrf" goes to pytest; -n0 for one process)'
	@echo 'make test-long       what takes longer: recorded outputs, random text, kills, levels of tests'
	@echo 'make extras          install what `make test ARGS=...` leaves out: data frames and programs to compare with'
	@echo 'make dev             run from src/: changes of Python are there at once, those of C++ after seconds'
	@echo 'make bench           measure the speed table of docs/speed.md (ARGS="..." goes to the benchmark)'
	@echo 'make lint            the hooks of pre-commit, pyright, workflows; make format repairs what can be'
	@echo 'make bench-against REV=HEAD~9   the speed of this build beside that of another revision'
	@echo 'make fuzz N=1000000  compare with sacreBLEU on that many random segment pairs'
	@echo 'make core-test       the C++ tests; core-sanitize: under sanitizers; core-fuzz: libFuzzer (clang)'
	@echo 'make core-memory     the C++ tests under the memory sanitizer; core-threads: the thread sanitizer (clang)'
	@echo 'make tables-fuzz         changed bytes of Arrow, Parquet and saved results; ARGS="--minutes 60"'
	@echo 'make bindings-sanitize   random calls of the native module under sanitizers; ARGS="--minutes 60"'
	@echo 'make man             manual pages of all commands, in build/man'
	@echo 'make docs            the site of the documentation, in build/docs/html; make docs-wheel: as a package, in dist'
	@echo 'make tidy            clang-tidy on the core; make coverage: which lines of Python and C++ no test runs'
	@echo 'make test-r          check the package for R (R, r-cran-reticulate, r-cran-jsonlite)'
	@echo 'make wheels          wheels for Linux (x86-64, aarch64; glibc 2.28, musl) from the sdist, in dist, by Zig'
	@echo 'make cross-test      the C++ tests compiled by Zig for TARGET=aarch64-linux-musl, run by RUNNER=qemu-aarch64'
	@echo 'make count-instructions   of each metric for a line of English on aarch64, by vector kernel (ARGS="--functions 5")'
	@echo 'make sdist           the source distribution, in dist; make check-addresses asks the servers of all test sets'
	@echo 'make check-extras    whether all extras can be installed on Python 3.10 to 3.14 (ARGS="3.10" for one)'
	@echo 'make dropin          sacrebleu and mt_metrics_eval, commands and modules, answered by parbleu; make original: and back'
	@echo 'make dropin-wheels   the same as wheels, in dist, for environments without a checkout'
	@echo 'make test-dropin     install it where the original was, run programs of others with both'
	@echo 'make test-packaging  build a wheel and an sdist, install them elsewhere, try them'
	@echo 'make test-transformers   install torch (for processors) and transformers beside it, translate with them'
	@echo 'make test-frameworks     install frameworks beside these, train and evaluate with them'
	@echo 'make test-spark      install pyspark (450 MB) beside these, and score with it; it needs Java'
	@echo 'make test-writers    install unbabel-comet, bert-score, BLEURT (1 GB, 5 with CUDA) apart, read what they write'
	@echo 'make test-browser    open reports and the site of the documentation in Chromium'
	@echo 'make clean           remove what was built; make distclean: the private environment too'
	@echo
	@echo 'PYTHON=python3.12 make test chooses the interpreter; everything is installed in $(VENV) only.'

# --- the private environment ------------------------------------------------------------------------------------

$(ENVIRONMENT):
	@sh tools/environment.sh "$(PYTHON)" "$(VENV)"
	@mkdir -p $(STAMPS) && rm -f $(STAMPS)/python-* && touch $@

# Groups of tools are listed in pyproject.toml under [dependency-groups]. What the package is built with and what it
# imports come together: another run of pip would take seconds.
$(STAMPS)/group-%: $(ENVIRONMENT) pyproject.toml $(LOCK)
	@echo '--- installing the $* tools'
	@$(PIP) $(LOCKED) --group $*
	@touch $@

# After `make dev`, only the C++ that changed is built, and put beside the Python files.
$(PACKAGE): $(NEEDS) $(SOURCES)
	@if [ -e $(DEV) ] && ls -d $(BUILT) >/dev/null 2>&1; then \
	  echo '--- building C++ for src/'; \
	  PATH="$(abspath $(BIN)):$$PATH" cmake --build $(BUILT); \
	else \
	  echo '--- building and installing parbleu'; \
	  PATH="$(abspath $(BIN)):$$PATH" $(PIP) --no-build-isolation --no-deps .; \
	fi
	@[ ! -e $(DEV) ] || cp $(BUILT)/_core*.so src/parbleu/
	@touch $@

# --- what a user asks for ---------------------------------------------------------------------------------------

demo: $(PACKAGE)
	@PATH="$(abspath $(BIN)):$$PATH" sh examples/demo.sh
	@printf '\nparbleu is installed in $(VENV). To use it in this shell: . $(BIN)/activate\n'

# What was installed stays, for the commands and the metadata; `parbleu` is found in src/ first.
dev: $(PACKAGE)
	@touch $(DEV)
	@cp $(BUILT)/_core*.so src/parbleu/
	@echo 'import sys; sys.path.insert(0, "$(abspath src)")' | tee $$(echo $(SITE))/parbleu_dev.pth >/dev/null
	@touch $(PACKAGE)
	@$(BIN)/python -c 'import parbleu; print("parbleu is", *parbleu.__path__)'

SEPARATE := packaging or dropin or transformers or frameworks or browser

# The tests compare with the original. A selection of them runs without the extras; those that need one are skipped.
test: $(PACKAGE) original $(if $(ARGS),,extras)
	$(RUN) -m pytest -n auto --dist worksteal $(or $(ARGS),-m "not (long or $(SEPARATE))")

# What takes longer: recorded outputs, random text beside the original, kills, levels of tests.
test-long: $(PACKAGE) original extras
	$(RUN) -m pytest -n auto --dist worksteal -m "long and not ($(SEPARATE))" $(ARGS)

extras: $(STAMPS)/group-extras

test-packaging: $(PACKAGE) original extras
	$(RUN) -m pytest -m packaging tests/packaging $(ARGS)

test-dropin: $(PACKAGE) $(STAMPS)/group-lint original
	$(RUN) -m pytest -m dropin tests/dropin $(ARGS)

test-transformers test-frameworks: $(PACKAGE) original extras
	@sh tools/test_transformers.sh "$(VENV)" "$(TORCH)" $(@:test-%=%) $(ARGS)

# Spark stands alone: pyspark is downloaded as 450 MB of source.
test-spark: $(PACKAGE) original extras
	@$(PIP) pyspark==4.3.0
	$(RUN) -m pytest -m frameworks -n0 tests/frameworks/test_engines_of_scale.py -k spark $(ARGS)

# Learned metrics stand alone, as programs: they need other versions than the frameworks.
test-writers: $(PACKAGE) original extras
	@test -x $(VENV)/writers/bin/comet-score || $(BIN)/python -m venv $(VENV)/writers
	@$(BIN)/python -m pip --disable-pip-version-check -q --python $(VENV)/writers/bin/python install -r tools/writers.txt
	$(RUN) -m pytest -m frameworks -n0 tests/frameworks/test_score_writers.py $(ARGS)

# Opens reports and the documentation in the Chromium of the system, and leaves pictures of them in build/pictures.
test-browser: $(PACKAGE) $(STAMPS)/group-browser original docs
	$(RUN) -m pytest -m browser tests/browser $(ARGS)

test-r: $(PACKAGE)
	@sh tools/test_r.sh "$(abspath $(BIN))/python" build/r

dropin: $(PACKAGE)
	@$(PIP) --no-build-isolation ./shims/sacrebleu ./shims/mt_metrics_eval
	@touch $(DROPIN)
	@$(BIN)/sacrebleu --version
	@printf 'The command and the modules sacrebleu and mt_metrics_eval of $(VENV) are parbleu now: . $(BIN)/activate\n'

# For people without a checkout: the files of a release.
dropin-wheels: $(BUILD_TOOLS)
	@$(BIN)/python -m pip wheel -q --no-build-isolation --no-deps -w dist ./shims/sacrebleu ./shims/mt_metrics_eval
	@ls dist/sacrebleu-*.whl dist/mt_metrics_eval-*.whl

original: $(STAMPS)/group-test
	@if [ -e $(DROPIN) ]; then \
	  echo '--- bringing the original sacrebleu back'; \
	  $(BIN)/python -m pip -q uninstall -y sacrebleu mt_metrics_eval && $(PIP) $(LOCKED) --group test && rm $(DROPIN); \
	fi

fuzz: $(PACKAGE) original
	$(RUN) tools/fuzz_against_sacrebleu.py -n $(N) $(ARGS)

bench: $(PACKAGE) $(STAMPS)/group-bench original
	$(RUN) -m benchmarks $(ARGS)

# ARGS="--only BLEU --rounds 5"; a revision is built once, in build/revisions.
bench-against: $(PACKAGE) $(BUILD_TOOLS) original extras
	$(RUN) -m benchmarks.against $(or $(REV),HEAD) $(ARGS)

# A warning is an error.
docs: $(PACKAGE) $(STAMPS)/group-docs
	$(RUN) tools/make_docs.py build/docs $(ARGS)

# The site and the manual pages as a package, to read without a network: pip install dist/parbleu_docs-*.whl
docs-wheel: docs man
	@$(RUN) tools/make_docs_wheel.py build/docs/html build/man dist

man: $(PACKAGE)
	@$(RUN) tools/make_man.py build/man

sdist: $(BUILD_TOOLS)
	@mkdir -p dist
	@$(RUN) -c 'from scikit_build_core.build import build_sdist; print("dist/" + build_sdist("dist"))'

# ARGS="--target x86_64-linux-musl --python python3.12" builds some of them.
wheels: $(BUILD_TOOLS) $(STAMPS)/group-wheels
	$(RUN) tools/make_wheels.py $(ARGS)

# Needs the network: whether the addresses of the test sets still answer.
check-addresses: $(ENVIRONMENT)
	@$(RUN) tools/check_addresses.py

# Needs the network and Python 3.11: whether there are packages that fit together for every extra.
check-extras: $(ENVIRONMENT)
	@$(PIP) 'uv>=0.8'
	@$(RUN) tools/check_extras.py $(ARGS)

# The hooks of .pre-commit-config.yaml over all files, also those that git does not track yet; then what takes longer.
lint: export VENV := $(VENV)
lint: export PRE_COMMIT_HOME := $(abspath $(VENV))/pre-commit
lint: $(PACKAGE) $(STAMPS)/group-lint
	@git ls-files -z --cached --others --exclude-standard | xargs -0 $(BIN)/pre-commit run --verbose --files
	$(BIN)/mypy tests/unit/test_typing.py
	$(RUN) -m pyright --verifytypes parbleu --ignoreexternal >$(STAMPS)/types.log || { cat $(STAMPS)/types.log; exit 1; }
	@grep 'Type completeness' $(STAMPS)/types.log
	$(BIN)/check-jsonschema --builtin-schema vendor.github-actions action.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(BIN)/zizmor --offline --quiet --no-progress .github action.yml
	$(BIN)/pre-commit validate-manifest .pre-commit-hooks.yaml

# For faults that compilers do not see; .clang-tidy lists the checks.
tidy: $(BUILD_TOOLS) $(STAMPS)/group-tidy
	PATH="$(abspath $(BIN)):$$PATH" sh tools/tidy.sh

# Which lines no test runs: of Python in build/coverage/python, of C++ in build/coverage/core.
coverage: $(PACKAGE) $(STAMPS)/group-coverage original extras
	$(RUN) -m pytest -n auto --cov=parbleu --cov-report=term:skip-covered --cov-report=html:build/coverage/python $(ARGS)
	PATH="$(abspath $(BIN)):$$PATH" cmake -S core -B core/build/coverage -G Ninja -DPARBLEU_TESTS=ON -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="-O1 --coverage -fprofile-update=atomic"
	$(BIN)/cmake --build core/build/coverage
	$(BIN)/ctest --test-dir core/build/coverage --output-on-failure --exclude-regex install -j $(JOBS)
	mkdir -p build/coverage/core && $(BIN)/gcovr --root core --filter core/src/ --filter core/include/ core/build/coverage --print-summary --html-details build/coverage/core/index.html

format: $(STAMPS)/group-lint
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CXX_SOURCES)

# --- the C++ core alone -----------------------------------------------------------------------------------------

core-test: PRESET := release
core-sanitize: PRESET := sanitize
core-test core-sanitize: $(BUILD_TOOLS)
	$(BIN)/cmake --preset $(PRESET) -S core
	$(BIN)/cmake --build core/build/$(PRESET) -j $(JOBS)
	$(BIN)/ctest --test-dir core/build/$(PRESET) --output-on-failure -j $(JOBS)

# RUNNER=wine with TARGET=x86_64-windows-gnu; RUNNER= compiles and runs nothing, as for aarch64-macos.
cross-test: $(BUILD_TOOLS) $(STAMPS)/group-wheels
	PATH="$(abspath $(BIN)):$$PATH" sh tools/cross_test.sh "$(TARGET)" "$(RUNNER)"

count-instructions: $(BUILD_TOOLS) $(STAMPS)/group-wheels
	PATH="$(abspath $(BIN)):$$PATH" $(RUN) tools/count_instructions.py $(ARGS)

core-memory: KIND := memory
core-threads: KIND := threads
core-memory core-threads: $(BUILD_TOOLS)
	PATH="$(abspath $(BIN)):$$PATH" cmake --preset $(KIND) -S core -DCMAKE_CXX_COMPILER="$$(bash tools/fuzz.sh --compiler)"
	$(BIN)/cmake --build core/build/$(KIND) -j $(JOBS)
	$(BIN)/ctest --test-dir core/build/$(KIND) --output-on-failure -j $(JOBS)

# The native module with sanitizers, in a copy of the package. The sanitizers' library has to be the first in a process.
bindings-sanitize: $(BUILD_TOOLS)
	$(BIN)/cmake --preset sanitize -S core
	$(BIN)/cmake --build core/build/sanitize -j $(JOBS) --target parbleu_core
	PATH="$(abspath $(BIN)):$$PATH" bash tools/sanitized_bindings.sh core/build/sanitize build/sanitized
	bash tools/with_sanitizers.sh build/sanitized $(BIN)/python tests/attack/native_calls.py $(or $(ARGS),--count 30000 --seed 1)

# Changed bytes of tables and saved results.
tables-fuzz: $(PACKAGE) extras
	$(RUN) tests/attack/table_files.py $(or $(ARGS),--count 3000 --seed 1)

core-fuzz: $(BUILD_TOOLS)
	PATH="$(abspath $(BIN)):$$PATH" bash tools/fuzz.sh $(ARGS)

clean:
	rm -rf build dist core/build $(PACKAGE) $(DEV) $(SITE)/parbleu_dev.pth src/parbleu/_core*.so .pytest_cache .mypy_cache .ruff_cache .hypothesis

distclean: clean
	rm -rf $(VENV)
