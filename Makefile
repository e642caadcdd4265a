# Backgrade: everything a developer runs. A fresh machine needs Python >= 3.11 and make, nothing else.
# From another folder: make -C path/to/backgrade test

PYTHON  ?= python3# the Python that .venv is made from
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)# parallel test processes: one more than cores, since some wait
TESTS   ?=# only these files or folders, e.g. TESTS=tests/grader
ARGS    ?=# more options for pytest or the benchmark
TORCH_INDEX ?=# another package index for torch, e.g. the one with CPU-only builds

TORCH := $(shell sed -n 's/^oracle = \["\(torch==[0-9.]*\)"\].*/\1/p' pyproject.toml)
UV    := uv==0.13.8
MAN   := argparse-manpage==4.8
SHELL := /bin/sh
PY    := .venv/bin/python
PYTEST := $(PY) -m pytest -n $(WORKERS) --dist worksteal
PIP   := $(PY) -m pip -qq# errors only
INSTALL ?= $(PIP) install# another installer, which takes the same options
naming = $(shell grep -rlwE '$1' tests --include='test_*.py')# to collect all tests for some takes half a minute
BABEL := .venv/bin/pybabel -q
EXTRACT := -F pyproject.toml --add-location=file --sort-by-file -w 110 --project=Backgrade
EDITOR := api/pages/static/vendor/codemirror.js
PYODIDE := build/pyodide/pyodide.asm.wasm
FOR_PYODIDE := --python-version 3.14 --implementation cp --abi cp314 --platform pyemscripten_2026_0_wasm32

# Where there is npm. What has been built already costs nothing.
TRY_ASSETS = ! command -v npm >/dev/null || $(MAKE) -s assets || \
  echo "The editor could not be built: the pages have a plain text area instead" >&2

export PIP_DISABLE_PIP_VERSION_CHECK = 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help run assets client cluster examples test coverage test-oracle test-container test-charts oracle lint fix messages bench full release site man lock images clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | awk -F'|' '{ printf "  make %-12s %s\n", $$1, $$2 }'

run: .venv/.run-installed ## start the service and print a link that signs you in (ARGS= is passed on)
	@$(TRY_ASSETS)
	@BACKGRADE_STARTED_BY_MAKE=1 .venv/bin/backgrade serve $(ARGS)

assets: $(EDITOR) $(PYODIDE) ## build the editor of the pages, and what the playground consists of; needs npm, and the pages work without

cluster: .venv/.dev-installed ## PostgreSQL, a web process and two workers on this machine (ARGS= is passed on)
	@docker/cluster.sh $(ARGS)

# Exit status 1 says that some example is wrong, which is what they are there to show; 2 is a failure.
examples: .venv/.run-installed ## grade the examples: a line for each, with its cause
	@.venv/bin/backgrade check examples/*.py examples/*.ipynb || test $$? -eq 1

test: .venv/.dev-installed ## all tests, in random order (TESTS=, ARGS=, WORKERS=)
	@$(TRY_ASSETS)
	@$(PYTEST) $(ARGS) $(AGAIN) $(TESTS)

coverage: .venv/.dev-installed ## the same, and which lines no test reaches: a third slower
	@$(PYTEST) --cov --cov-report=term $(ARGS) $(TESTS)

test-oracle: oracle ## the tests against torch; fails where torch is absent
	@BACKGRADE_REQUIRE_ORACLE=1 $(PYTEST) -m oracle $(ARGS) $(AGAIN) $(or $(TESTS),$(call naming,oracle))

test-container: .venv/.dev-installed ## the tests in containers; fails without an engine or our image
	@BACKGRADE_REQUIRE_DOCKER=1 $(PYTEST) -m container $(ARGS) $(AGAIN) $(or $(TESTS),$(call naming,back_ends?|containers?|engine))

test-charts: .venv/.dev-installed .venv/.charts-installed ## the tests of the chart for Kubernetes, with Helm itself (75 MB to download)
	@BACKGRADE_REQUIRE_HELM=1 $(PYTEST) $(ARGS) tests/test_chart.py

oracle: .venv/.$(TORCH) ## install torch into .venv (TORCH_INDEX=<url> for a smaller build)

lint: .venv/.dev-installed ## style, types and the direction of imports
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@$(PY) -m mypy
	@.venv/bin/lint-imports --no-logo

fix: .venv/.dev-installed ## repair style where a machine can
	@$(PY) -m ruff check --fix
	@$(PY) -m ruff format

messages: .venv/.dev-installed ## gather the texts of the code into the catalogues of other languages
	@$(BABEL) extract $(EXTRACT) -o .venv/messages.pot .
	@$(BABEL) update -i .venv/messages.pot -d api/locale -w 110 --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

bench: .venv/.dev-installed ## list the benches; ARGS=NAME runs one, ARGS=--all runs all
	@$(PY) -m bench $(ARGS)

full: export BACKGRADE_THOROUGH = 1
full: lint test test-oracle .venv/.jupyter-installed ## the long run before a release: more examples of each, 2,000 files at once, ten minutes of fuzzing, every load
	@BACKGRADE_REQUIRE_JUPYTER=1 $(PYTEST) -n 0 tests/browser/test_jupyterlab.py
	@BACKGRADE_BURST=2000 $(PY) -m pytest -n 0 tests/submissions/grading/work/test_burst.py
	@BACKGRADE_FUZZ_EXAMPLES=30 $(PYTEST) tests/api/rest/test_schemathesis.py
	@$(PY) -m bench fuzz --minutes 10
	@$(PY) -m bench steady

release: .venv/.dev-installed $(EDITOR) ## build what is published into dist/ (KEY=an SSH key that signs the checksums)
	@docker/release.sh $(KEY)

client: .venv/.dev-installed ## build the Python client of the REST interface into dist/
	@rm -rf build/client && mkdir -p build/client
	@$(PY) client/generate.py build/client >/dev/null
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(PIP) wheel --no-deps --no-build-isolation --no-cache-dir -w dist ./build/client

site: .venv/.docs-installed ## build the documents as a site into dist/site; fails if a link leads nowhere
	@$(PY) -m docs.site.build

man: .venv/.dev-installed ## write the manual page docs/man/backgrade.1 anew
	@$(PIP) install $(MAN)
	@COLUMNS=5000 LC_ALL=C.UTF-8 SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) .venv/bin/argparse-manpage --module api.commands._parser --function parser \
	  --prog backgrade --project-name Backgrade --manual-title Backgrade --description "grades backprop assignments and names the mistakes" \
	  --format single-commands-section --include docs/man/sections.txt --output docs/man/backgrade.1

lock: .venv/.run-installed ## resolve the dependencies anew into requirements/ (ARGS=--upgrade)
	@$(PIP) install $(UV)
	@$(PY) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])' \
	  >.venv/build.in
	@$(COMPILE) pyproject.toml .venv/build.in -o requirements/run.txt
	@$(COMPILE) pyproject.toml --extra cluster -c requirements/run.txt -o requirements/cluster.txt
	@$(COMPILE) pyproject.toml --extra traces -c requirements/run.txt -o requirements/traces.txt
	@$(COMPILE) pyproject.toml --extra objects -c requirements/run.txt -o requirements/objects.txt
	@$(COMPILE) pyproject.toml .venv/build.in --extra cluster --extra traces --extra objects --group dev \
	  -c requirements/cluster.txt -c requirements/traces.txt -c requirements/objects.txt -c requirements/run.txt \
	  -o requirements/dev.txt
	@$(COMPILE) --group docs -c requirements/dev.txt -o requirements/docs.txt
	@$(COMPILE) --group jupyter -c requirements/dev.txt -o requirements/jupyter.txt
	@$(COMPILE) --group charts -c requirements/dev.txt -o requirements/charts.txt

images: .venv/.created ## renew the digests of the base images in docker/ and the packages; needs docker buildx
	@$(PY) docker/renew_images.py

COMPILE = .venv/bin/uv pip compile -q --no-config --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-emit-find-links --annotation-style line --custom-compile-command 'make lock' $(ARGS)

clean: ## remove .venv and everything generated
	rm -rf .venv build dist *.egg-info .coverage .coverage.* htmlcov .hypothesis
	rm -rf node_modules api/pages/static/vendor
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- Set-up: each step leaves a stamp, so it is taken again only when what it depends on has changed -----

.venv/.created:
	@command -v $(PYTHON) >/dev/null || { echo "'$(PYTHON)' not found: install Python 3.11 or newer," \
	  "or name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Backgrade needs Python 3.11" \
	  "or newer; '$(PYTHON)' is `$(PYTHON) -V 2>&1`. Name another: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "'$(PYTHON)' cannot make virtual" \
	  "environments; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv
	@touch $@

.venv/.run-installed: .venv/.created pyproject.toml requirements/run.txt
	@echo "Installing Backgrade into .venv ..."
	@$(INSTALL) --no-deps --require-hashes -r requirements/run.txt
	@$(INSTALL) --no-build-isolation --no-deps -e .
	@touch $@

$(EDITOR): package.json package-lock.json $(wildcard api/pages/assets/*.js)
	@command -v npm >/dev/null || { echo "'npm' not found: install Node.js 18 or newer" >&2; exit 1; }
	@echo "Building the editor of the pages ..."
	@npm ci --silent --fetch-retries=1 --fetch-timeout=20000
	@npm run --silent build
	@touch $@

$(PYODIDE): $(EDITOR) requirements/browser.txt api/browser/assets/pyodide.js | .venv/.created
	@rm -rf build/pyodide && npm run --silent playground
	@$(PIP) download --no-deps --require-hashes --only-binary=:all: $(FOR_PYODIDE) -d build/pyodide -r requirements/browser.txt
	@touch $@

.venv/.dev-installed: .venv/.run-installed requirements/dev.txt
	@echo "Installing the tools for development into .venv ..."
	@$(INSTALL) --no-deps --require-hashes -r requirements/dev.txt
	@touch $@

.venv/.jupyter-installed: .venv/.dev-installed requirements/jupyter.txt
	@$(INSTALL) --no-deps --require-hashes -r requirements/jupyter.txt
	@touch $@

.venv/.docs-installed: .venv/.run-installed requirements/docs.txt
	@$(INSTALL) --no-deps --require-hashes -r requirements/docs.txt
	@touch $@

.venv/.charts-installed: .venv/.dev-installed requirements/charts.txt
	@$(INSTALL) --no-deps --require-hashes -r requirements/charts.txt
	@touch $@

.venv/.$(TORCH): | .venv/.dev-installed
	@echo "Installing $(TORCH) into .venv (a CPU build is about 200 MB to download, one with CUDA several GB) ..."
	@$(PIP) install $(if $(TORCH_INDEX),--index-url '$(TORCH_INDEX)') $(TORCH)
	@touch $@
